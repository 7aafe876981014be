import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@quoth/contract';
import fc from 'fast-check';
import { RunningJobs, Shutdown } from './running-jobs.ts';

const calm = () => new AbortController().signal;

/** Work that ends when it is told to, or given up. */
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

test('a job is known while it is at work, and whoever stops it waits until it has let go', async () => {
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
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const jobs = new RunningJobs();
      const atWork: string[] = [];
      const broken: string[] = [];
      const all: { end: () => void; caller: AbortController; done: Promise<unknown> }[] = [];
      const stops: Promise<unknown>[] = [];
      for (const { do: what, id, which } of steps) {
        const chosen = all[which % Math.max(1, all.length)];
        if (what === 'run') {
          const { work, end } = gated();
          const caller = new AbortController();
          const done = jobs.run(id, caller.signal, async (signal) => {
            if (atWork.includes(id)) broken.push(id);
            atWork.push(id);
            try {
              return await work(signal);
            } finally {
              atWork.splice(atWork.indexOf(id), 1);
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
      assert.deepEqual([broken, atWork, jobs.has('a'), jobs.has('b')], [[], [], false, false]);
    }),
    { numRuns: 200 },
  );
});
