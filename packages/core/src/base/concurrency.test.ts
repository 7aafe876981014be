import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  closeAll,
  Mutex,
  runInThread,
  Semaphore,
  SingleFlight,
  settledOrAborted,
  waitOrAbort,
} from './concurrency.ts';

const gone = new Error('gone');
const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

test('a mutex runs work one at a time in the order it came, past work that fails or throws', async () => {
  const works = fc.array(
    fc.record({ turns: fc.nat(3), ends: fc.constantFrom('well', 'rejected', 'thrown') }),
  );
  await fc.assert(
    fc.asyncProperty(works, async (list) => {
      const mutex = new Mutex();
      const order: number[] = [];
      let running = 0;
      const results = list.map((work, index) =>
        mutex.run(() => {
          order.push(index);
          if (work.ends === 'thrown') throw gone;
          assert.equal(++running, 1);
          return turns(work.turns).then(() => {
            running--;
            if (work.ends === 'rejected') throw gone;
            return index;
          });
        }),
      );
      const settled = await Promise.allSettled(results);
      assert.deepEqual(order, [...list.keys()]);
      for (const [index, { ends }] of list.entries()) {
        const expected =
          ends === 'well' ? { status: 'fulfilled', value: index } : { status: 'rejected', reason: gone };
        assert.deepEqual(settled[index], expected);
      }
    }),
    { numRuns: 50 },
  );
});

test('a semaphore never runs more than its count, serves in order, and loses no slot to failures or aborted callers', async () => {
  const works = fc.array(
    fc.record({ turns: fc.nat(3), fails: fc.boolean(), abortedAfter: fc.option(fc.nat(6)) }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), works, async (count, list) => {
      const semaphore = new Semaphore(count);
      const began: number[] = [];
      let [running, most] = [0, 0];
      const signals = list.map(() => new AbortController());
      const jobs = list.map((work, index) =>
        semaphore.run(signals[index]?.signal ?? AbortSignal.abort(), async () => {
          began.push(index);
          most = Math.max(most, ++running);
          await turns(work.turns);
          running--;
          if (work.fails) throw new Error('failed');
        }),
      );
      const stops = list.map(async ({ abortedAfter }, index) => {
        if (abortedAfter === null) return;
        await turns(abortedAfter);
        signals[index]?.abort(gone);
      });
      const [settled] = await Promise.all([Promise.allSettled(jobs), Promise.all(stops)]);
      assert(most <= count, `${most} of ${count}`);
      assert.deepEqual(
        began,
        [...began].sort((one, other) => one - other),
      );
      for (const [index, result] of settled.entries()) {
        const reason = result.status === 'rejected' ? (result.reason as Error).message : undefined;
        if (began.includes(index)) assert.equal(reason, list[index]?.fails ? 'failed' : undefined);
        else assert.equal(reason, 'gone', 'one that never began was canceled');
      }
      assert(signals.every(({ signal }) => listenersOf(signal) === 0));
      // Every slot is there again: as many as the count run at once.
      let atOnce = 0;
      const calm = new AbortController().signal;
      await Promise.all(
        Array.from({ length: count }, () =>
          semaphore.run(calm, async () => {
            atOnce++;
            await turns(1);
            assert.equal(atOnce, count);
          }),
        ),
      );
    }),
    { numRuns: 50 },
  );
});

test('a semaphore starts nothing for a signal that is aborted already', async () => {
  const semaphore = new Semaphore(1);
  const never = () => Promise.reject(new Error('it ran'));
  await assert.rejects(semaphore.run(AbortSignal.abort(gone), never), gone);
  assert.equal(await semaphore.run(new AbortController().signal, async () => 'free'), 'free');
});

test('a single flight is aborted with its last caller, not before', async () => {
  let stopped: unknown;
  const flight = new SingleFlight<string>((signal) =>
    settledOrAborted(signal, () => () => (stopped = signal.reason)),
  );
  const [first, second] = [new AbortController(), new AbortController()];
  const waiting = [first, second].map(({ signal }) => flight.wait(signal));
  const outcomes = Promise.allSettled(waiting);
  first.abort(gone);
  await turns(1);
  assert.deepEqual([flight.isAbandoned, stopped], [false, undefined]);
  second.abort(gone);
  await flight.settled();
  assert.deepEqual([flight.isAbandoned, stopped], [true, gone]);
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('a single flight works once, and every caller gets the same result or failure', async () => {
  for (const fails of [false, true]) {
    let begun = 0;
    const flight = new SingleFlight(async () => {
      begun++;
      await turns(1);
      if (fails) throw gone;
      return 'result';
    });
    const calm = new AbortController();
    const outcomes = await Promise.allSettled([flight.wait(calm.signal), flight.wait(calm.signal)]);
    const expected = fails ? { status: 'rejected', reason: gone } : { status: 'fulfilled', value: 'result' };
    assert.deepEqual([begun, ...outcomes], [1, expected, expected]);
    assert.equal(listenersOf(calm.signal), 0);
  }
});

test('waiting ends with what comes first, the result or the abort, and leaves no listener', async () => {
  const cases = [
    { name: 'a result', work: () => turns(1).then(() => 'result'), abortAfter: undefined, is: 'result' },
    { name: 'a failure', work: () => turns(1).then(() => Promise.reject(new Error('failed'))), is: 'failed' },
    { name: 'an abort', work: () => turns(9).then(() => 'late'), abortAfter: 1, is: 'gone' },
    {
      name: 'a result before an abort',
      work: () => turns(1).then(() => 'result'),
      abortAfter: 5,
      is: 'result',
    },
  ];
  for (const { name, work, abortAfter, is } of cases) {
    const stop = new AbortController();
    const waited = waitOrAbort(work(), stop.signal).catch((error: Error) => error.message);
    if (abortAfter !== undefined) {
      await turns(abortAfter);
      stop.abort(gone);
    }
    assert.equal(await waited, is, name);
    assert.equal(listenersOf(stop.signal), 0, name);
  }
});

test('what was begun is taken back at an abort alone; a signal that is aborted already begins nothing', async () => {
  const events: string[] = [];
  const begin = (signal: AbortSignal, settle: (resolve: (value: string) => void) => void) =>
    settledOrAborted<string>(signal, (resolve) => {
      events.push('begun');
      settle(resolve);
      return () => events.push('taken back');
    });
  await assert.rejects(
    begin(AbortSignal.abort(gone), () => undefined),
    gone,
  );
  assert.deepEqual(events, []);
  const stop = new AbortController();
  assert.equal(await begin(stop.signal, (resolve) => resolve('done')), 'done');
  stop.abort(gone);
  assert.deepEqual(events, ['begun']);
  const late = new AbortController();
  const waiting = begin(late.signal, () => undefined);
  late.abort(gone);
  await assert.rejects(waiting, gone);
  assert.deepEqual(events, ['begun', 'begun', 'taken back']);
  const throwing = new AbortController();
  await assert.rejects(
    settledOrAborted(throwing.signal, () => {
      throw gone;
    }),
    gone,
  );
  assert.equal(listenersOf(throwing.signal), 0);
});

test('everything is closed in its order, also what comes after a failure, and every failure is thrown', async () => {
  const closed: string[] = [];
  const fails = (name: string) => () => {
    closed.push(name);
    throw new Error(name);
  };
  const slow = async () => {
    await new Promise(setImmediate);
    closed.push('slow');
  };
  await closeAll([() => closed.push('first'), [slow, () => closed.push('quick')], () => closed.push('last')]);
  assert.deepEqual(closed.splice(0), ['first', 'quick', 'slow', 'last']);
  await assert.rejects(closeAll([fails('a'), () => closed.push('last')]), /^Error: a$/);
  await assert.rejects(
    closeAll([fails('b'), [slow, fails('c')], () => closed.push('last')]),
    (error: unknown) => error instanceof AggregateError && error.errors.length === 2,
  );
  assert.deepEqual(closed, ['a', 'last', 'b', 'c', 'slow', 'last']);
});

/** A module that does this with its `workerData`. */
const moduleOf = (work: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort, workerData } from 'node:worker_threads'; ${work}`,
    )}`,
  );

test('a thread gives its first message, and knows nothing of the environment', async () => {
  const double = moduleOf('parentPort.postMessage([workerData * 2, Object.keys(process.env).length]);');
  assert.deepEqual(await runInThread(double, 21), [42, 0]);
});

test('a thread that fails, or ends without a result, rejects', async () => {
  await assert.rejects(runInThread(moduleOf('throw new Error("broken");'), 0), /broken/);
  await assert.rejects(runInThread(moduleOf('process.exit(3);'), 0), /without a result \(code 3\)/);
});

test('anyone who gives up ends the thread, before it starts and while it works', async () => {
  const endless = moduleOf('setInterval(() => undefined, 1_000);');
  await assert.rejects(runInThread(endless, 0, AbortSignal.abort(new Error('gone'))), /gone/);
  const stop = new AbortController();
  const work = runInThread(endless, 0, stop.signal);
  stop.abort(new Error('gone later'));
  await assert.rejects(work, /gone later/);
});

test('those who waited and have gone leave nothing on what they waited for', async (context) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const reactions = context.mock.method(promise, 'then');
  for (let n = 0; n < 1_000; n++) {
    const gone = new AbortController();
    const waiting = waitOrAbort(promise, gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
  }
  assert.equal(reactions.mock.callCount(), 1);
  const stays = [1, 2].map(() => waitOrAbort(promise, new AbortController().signal));
  resolve('done');
  assert.deepEqual(await Promise.all(stays), ['done', 'done']);
  assert.equal(await waitOrAbort(promise, new AbortController().signal), 'done', 'also afterwards');
});
