import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, appEventTypes, eventAudiences } from '@quoth/contract';
import fc from 'fast-check';
import { EventBus } from '../base/index.ts';
import { JobProgress, JobQueue, RunningJobs, Shutdown, type Stage, StageTimer } from './jobs.ts';

const calm = () => new AbortController().signal;
const isFull = (error: unknown) => error instanceof AppError && error.code === 'RATE_LIMITED';

test('jobs of one engine run one after the other, in the order they came', async () => {
  const queue = new JobQueue(() => 10);
  const order: number[] = [];
  const tickets = [1, 2, 3].map(() => queue.reserve('a'));
  const jobs = tickets.map(async (ticket, index) => {
    await ticket.turn(calm());
    assert.equal(queue.load().running, 1);
    order.push(index);
    ticket.release();
  });
  await Promise.all(jobs);
  assert.deepEqual(order, [0, 1, 2]);
  assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
});

test('a short job does not wait for a long one, but long ones wait for each other', async () => {
  const queue = new JobQueue(() => 10);
  const [hour, another, short] = [queue.reserve('a'), queue.reserve('a'), queue.reserve('a')];
  await hour.turn(calm(), true);
  let began = false;
  const second = another.turn(calm(), true).then(() => {
    began = true;
  });
  await short.turn(calm());
  assert.equal(queue.load().running, 2);
  assert.equal(began, false);
  hour.release();
  await second;
});

test('a wide queue runs several jobs at a time, and refuses only beyond those and the waiting ones', async () => {
  const queue = new JobQueue(
    () => 1,
    (queue) => (queue === 'cloud' ? 3 : 1),
  );
  const tickets = [1, 2, 3, 4].map(() => queue.reserve('cloud'));
  for (const ticket of tickets.slice(0, 3)) await ticket.turn(calm());
  let began = false;
  const fourth = tickets[3]?.turn(calm()).then(() => {
    began = true;
  });
  assert.throws(() => queue.reserve('cloud'), isFull);
  await new Promise(setImmediate);
  assert.deepEqual([queue.load(), began], [{ running: 3, waiting: 1 }, false]);
  tickets[0]?.release();
  await fourth;
});

test('engines do not wait for each other', async () => {
  const queue = new JobQueue(() => 10);
  const first = queue.reserve('a');
  const second = queue.reserve('b');
  await first.turn(calm());
  await second.turn(calm());
  assert.equal(queue.load().running, 2);
});

test('a full queue refuses requests, never work that was accepted before', () => {
  const queue = new JobQueue(() => 1);
  queue.reserve('a');
  queue.reserve('a');
  assert.throws(() => queue.check('a'), isFull);
  assert.throws(() => queue.reserve('a'), isFull);
  assert.doesNotThrow(() => queue.reserve('b'));
  assert.doesNotThrow(() => queue.reserve('a', { beyondLimit: true }));
  assert.equal(queue.load().waiting, 4);
});

test('a job that is still being prepared does not block the engine for the next one', async () => {
  const queue = new JobQueue(() => 10);
  const slow = queue.reserve('a');
  const quick = queue.reserve('a');
  await quick.turn(calm());
  quick.release();
  await slow.turn(calm());
  assert.deepEqual(queue.load(), { running: 1, waiting: 0 });
});

test('a job cancelled while it waits leaves its place to the next', async () => {
  const queue = new JobQueue(() => 10);
  const first = queue.reserve('a');
  const second = queue.reserve('a');
  const third = queue.reserve('a');
  await first.turn(calm());
  const gone = new AbortController();
  const waiting = second.turn(gone.signal);
  gone.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  second.release();
  first.release();
  await third.turn(calm());
  assert.deepEqual(queue.load(), { running: 1, waiting: 0 });
});

test('whatever arrives, ends or gives up, in any order: no engine is shared, none stays idle, and nothing is left over', async () => {
  const jobs = fc.array(fc.record({ engine: fc.constantFrom('a', 'b', 'cloud'), long: fc.boolean() }), {
    maxLength: 14,
    size: 'max',
  });
  const moves = fc.array(fc.record({ job: fc.nat(13), move: fc.constantFrom('turn', 'abort', 'release') }), {
    maxLength: 60,
    size: 'max',
  });
  const width = (engine: string) => (engine === 'cloud' ? 2 : 1);
  type State = 'new' | 'waiting' | 'running' | 'canceled' | 'released';
  await fc.assert(
    fc.asyncProperty(jobs, moves, async (list, steps) => {
      const queue = new JobQueue(() => 20, width);
      const all = list.map((job) => ({
        ...job,
        ticket: queue.reserve(job.engine),
        stop: new AbortController(),
        state: 'new' as State,
        ended: Promise.resolve(),
      }));
      const settle = async () => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        const queues = Map.groupBy(all, ({ engine, long }) => `${engine} ${long}`);
        for (const [name, jobsOfQueue] of queues) {
          const running = jobsOfQueue.filter(({ state }) => state === 'running').length;
          const waiting = jobsOfQueue.filter(({ state }) => state === 'waiting').length;
          const most = width(jobsOfQueue[0]?.engine ?? '');
          assert(running <= most, `${name}: ${running} at once`);
          assert(waiting === 0 || running === most, `${name}: one waits for a free engine`);
        }
        const admitted = all.filter(({ state }) => state !== 'released').length;
        const running = all.filter(({ state }) => state === 'running').length;
        assert.deepEqual(queue.load(), { running, waiting: admitted - running });
      };
      for (const { job: index, move } of steps) {
        const job = all[index];
        if (!job) continue;
        if (move === 'turn' && job.state === 'new') {
          const mustWait = job.ticket.mustWait(job.long);
          job.state = 'waiting';
          const became = (state: State) => () => {
            job.state = state;
          };
          const turn = job.ticket.turn(job.stop.signal, job.long);
          job.ended = turn.then(became('running'), became('canceled'));
          await settle();
          assert.equal(job.state === 'waiting', mustWait);
        } else if (move === 'abort' && job.state === 'waiting') {
          job.stop.abort(new Error('gone'));
          await settle();
          assert.equal(job.state, 'canceled');
        } else if (move === 'release' && job.state !== 'waiting') {
          job.ticket.release();
          job.state = 'released';
          await settle();
        }
      }
      for (const job of all) {
        if (job.state === 'waiting') job.stop.abort(new Error('gone'));
        await job.ended;
        job.ticket.release();
      }
      assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
    }),
    { numRuns: 100 },
  );
});

/** Work that ends when it is asked to, or canceled. */
function gated(log: string[] = [], name = 'job') {
  const gate = Promise.withResolvers<string>();
  const work = async (signal: AbortSignal) => {
    log.push(`${name} begins`);
    signal.addEventListener('abort', () => gate.reject(signal.reason), { once: true });
    if (signal.aborted) gate.reject(signal.reason);
    try {
      return await gate.promise;
    } finally {
      log.push(`${name} ends`);
    }
  };
  return { work, end: () => gate.resolve('done') };
}

test('a job is known while it is in progress, and anyone who stops it waits until it has let go', async () => {
  const jobs = new RunningJobs();
  const log: string[] = [];
  const { work } = gated(log);
  const running = jobs.run('a', calm(), work);
  const failed = assert.rejects(running, { code: 'CANCELLED' });
  assert(jobs.has('a') && jobs.busy);
  assert.equal(await jobs.stop('a', new AppError('CANCELLED')), true);
  assert.deepEqual(log, ['job begins', 'job ends']);
  await failed;
  assert.deepEqual([jobs.has('a'), jobs.busy], [false, false]);
  assert.equal(await jobs.stop('a', new AppError('CANCELLED')), false);
});

test('a job with the same id begins when the one before has ended', async () => {
  const jobs = new RunningJobs();
  const log: string[] = [];
  const [first, second] = [gated(log, 'first'), gated(log, 'second')];
  const one = jobs.run('a', calm(), first.work);
  const other = jobs.run('a', calm(), second.work);
  await nextTurn();
  assert.deepEqual(log, ['first begins']);
  first.end();
  await one;
  assert(jobs.has('a'));
  second.end();
  await Promise.all([other, jobs.settled('a')]);
  assert.deepEqual(log, ['first begins', 'first ends', 'second begins', 'second ends']);
  assert(!jobs.has('a'));
});

test('closing stops every job as a shutdown and refuses those that come later', async () => {
  const jobs = new RunningJobs();
  const running = ['a', 'b', 'b'].map((id) => jobs.run(id, calm(), gated().work));
  const failed = Promise.all(running.map((job) => assert.rejects(job, Shutdown)));
  await jobs.stopAll();
  await failed;
  await assert.rejects(jobs.run('c', calm(), gated().work), Shutdown);
});

test('whatever begins, ends and is stopped, in any order: never two jobs with one id, and nothing is left over', async () => {
  const step = fc.record({
    do: fc.constantFrom('run' as const, 'end' as const, 'leave' as const, 'stop' as const),
    id: fc.constantFrom('a', 'b'),
    which: fc.nat(9),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const jobs = new RunningJobs();
      const inProgress: string[] = [];
      const broken: string[] = [];
      const all: { end: () => void; caller: AbortController; done: Promise<unknown> }[] = [];
      const stops: Promise<unknown>[] = [];
      for (const { do: what, id, which } of steps) {
        const chosen = all[which % Math.max(1, all.length)];
        if (what === 'run') {
          const { work, end } = gated();
          const caller = new AbortController();
          const done = jobs.run(id, caller.signal, async (signal) => {
            if (inProgress.includes(id)) broken.push(id);
            inProgress.push(id);
            try {
              return await work(signal);
            } finally {
              inProgress.splice(inProgress.indexOf(id), 1);
            }
          });
          all.push({ end, caller, done: done.catch(() => undefined) });
        } else if (what === 'end') chosen?.end();
        else if (what === 'leave') chosen?.caller.abort();
        else stops.push(jobs.stop(id, new AppError('CANCELLED')));
        await nextTurn();
      }
      for (const { end } of all) end();
      await Promise.all([...all.map(({ done }) => done), ...stops]);
      assert.deepEqual([broken, inProgress, jobs.has('a'), jobs.has('b')], [[], [], false, false]);
    }),
    { numRuns: 200 },
  );
});

test('progress is reported at most four times a second, never goes back, and ends with 1', () => {
  let now = 1_000;
  const events = new EventBus((error) => {
    throw error;
  });
  const reported: unknown[] = [];
  events.subscribe((event) => reported.push('progress' in event ? event.progress : event));
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => now } });
  progress.report('a', 0.1);
  assert.equal(progress.percent('a'), undefined);
  progress.begin('a');
  for (const share of [0.1, 0.2, 0.15, 0.3]) {
    progress.report('a', share);
    now += 100;
  }
  assert.equal(progress.percent('a'), 30);
  now += 300;
  progress.report('a', 0.2);
  progress.report('a', 1);
  assert.equal(progress.percent('a'), 99);
  progress.complete('a');
  progress.complete('a');
  assert.deepEqual(reported, [0.1, 0.3, 0.99, 1]);
  assert.equal(progress.percent('a'), undefined);
});

test('where nothing is kept, progress goes to the client of the request, and no program learns of a recording', () => {
  const events = new EventBus((error) => {
    throw error;
  });
  const reported: unknown[] = [];
  events.subscribe((event) => reported.push(event));
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => 0 } });
  progress.begin('a', 'request-1');
  progress.report('a', 0.5);
  progress.complete('a');
  assert.deepEqual(reported, [
    { type: 'request-progressed', requestId: 'request-1', progress: 0.5 },
    { type: 'request-progressed', requestId: 'request-1', progress: 1 },
  ]);
  assert.equal(eventAudiences['request-progressed'], 'none');
  assert(appEventTypes.includes('request-progressed'));
});

test('failed work is not reported as done', () => {
  const events = new EventBus((error) => {
    throw error;
  });
  let count = 0;
  events.subscribe(() => count++);
  const progress = new JobProgress({ events, clock: { now: () => 0, monotonic: () => 0 } });
  progress.begin('a');
  progress.end('a');
  progress.complete('a');
  assert.equal(count, 0);
});

function timerAt(start: number) {
  const clock = { now: start, monotonic: () => clock.now };
  const timer = new StageTimer(clock, start);
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
  };
  return { timer, pass };
}

const sum = (timings: object) => Object.values(timings).reduce((total: number, ms: number) => total + ms, 0);

test('every moment belongs to one stage, and times measured elsewhere are subtracted from it', async () => {
  const { timer, pass } = timerAt(1_000);
  pass(5);
  timer.enter('queue');
  pass(7);
  await timer.during('save', async () => pass(11));
  pass(1);
  timer.enter('other');
  pass(100);
  timer.attribute({ queue: 20, load: 30, decode: 40, check: -5 });
  const { timings, latencyMs } = timer.read();
  assert.deepEqual(
    [
      timings.receive_ms,
      timings.queue_ms,
      timings.save_ms,
      timings.load_ms,
      timings.decode_ms,
      timings.other_ms,
    ],
    [5, 28, 11, 30, 40, 10],
  );
  assert.equal(latencyMs, 124);
});

test('times measured elsewhere never exceed what there was', () => {
  const { timer, pass } = timerAt(0);
  timer.enter('other');
  pass(10);
  timer.attribute({ load: 8, decode: 8 });
  const { timings, latencyMs } = timer.read();
  assert.deepEqual([timings.load_ms, timings.decode_ms, timings.other_ms, latencyMs], [8, 2, 0, 10]);
});

test('whole milliseconds add up to the latency, whatever the fractions', () => {
  const stage = fc.constantFrom<Stage>(
    'queue',
    'audio',
    'check',
    'load',
    'decode',
    'rewrite',
    'save',
    'other',
  );
  const step = fc.tuple(stage, fc.double({ min: 0, max: 9, noNaN: true }), fc.option(stage));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      (steps, start) => {
        const { timer, pass } = timerAt(start);
        for (const [entered, milliseconds, other] of steps) {
          timer.enter(entered);
          pass(milliseconds);
          if (other !== null) timer.attribute({ [other]: milliseconds * 0.7 });
        }
        const { timings, latencyMs } = timer.read();
        assert.equal(sum(timings), latencyMs);
        assert(Object.values(timings).every((ms) => Number.isInteger(ms) && ms >= 0));
      },
    ),
  );
});
