import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@quoth/contract';
import { EngineWorkerPool } from '../engine-worker-pool.ts';
import { FakeWorker } from '../fixtures/fake-worker.ts';
import { SharedWorkers } from './shared-workers.ts';

/** Shared workers over a real pool of workers without processes; each worker at work waits until the test says so. */
function sharedOf({ capacity = 3, maximum = 1, room = true } = {}) {
  const workers: FakeWorker[] = [];
  const pool = new EngineWorkerPool<FakeWorker>({
    create: (rank) => {
      const worker = new FakeWorker(workers.length, rank);
      workers.push(worker);
      return worker;
    },
    isUsable: () => true,
    maximum: () => maximum,
    maximumInAll: 2,
    wantsOwnWorker: () => true,
    hasRoomFor: () => room,
  });
  const shared = new SharedWorkers({ pool, capacity, isUsable: () => true, hasRoomFor: () => room });
  const follow = (model = 'tiny') => {
    const stop = new AbortController();
    const over = Promise.withResolvers<void>();
    const began = Promise.withResolvers<FakeWorker>();
    const request = { priority: 0, model, signal: stop.signal, isLive: true };
    const done = shared.run(request, async (worker) => {
      worker.loadedModel = model;
      began.resolve(worker);
      await over.promise;
      return worker.number;
    });
    done.catch((error: unknown) => began.reject(error));
    began.promise.catch(() => undefined);
    return { stop, began: began.promise, done, end: () => over.resolve() };
  };
  return { pool, workers, follow };
}

test('recordings in progress share a worker, up to what it follows; one more gets a worker of its own', async () => {
  const { workers, follow } = sharedOf({ capacity: 3 });
  const all = Array.from({ length: 7 }, () => follow());
  const numbers = await Promise.all(all.map(async ({ began }) => (await began).number));
  assert.deepEqual(numbers, [0, 0, 0, 1, 1, 1, 2]);
  for (const one of all) one.end();
  await Promise.all(all.map(({ done }) => done));
  assert.equal(workers.length, 3);
});

test('after the last of them the worker is free for anything, and the next recording takes it again', async () => {
  const { pool, workers, follow } = sharedOf();
  const [one, two] = [follow(), follow()];
  const worker = await one.began;
  assert.equal(await two.began, worker);
  one.end();
  await one.done;
  const three = follow();
  assert.equal(await three.began, worker);
  for (const each of [two, three]) each.end();
  await Promise.all([two.done, three.done]);
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  assert.equal(await pool.run(request, async (taken) => taken), worker);
  const next = follow();
  assert.equal(await next.began, worker);
  next.end();
  await next.done;
  assert.equal(workers.length, 1);
});

test('models do not share, and a worker that has gone takes nobody in any more', async () => {
  const { follow } = sharedOf();
  const [one, other] = [follow('one'), follow('other')];
  assert.notEqual(await one.began, await other.began);
  (await one.began).crash();
  const again = follow('one');
  assert.notEqual(await again.began, await one.began);
  for (const each of [one, other, again]) each.end();
  await Promise.all([one.done, other.done, again.done]);
});

test('who gives up while a worker is waited for takes nobody with it, and the last one leaves the line', async () => {
  const { pool, follow } = sharedOf({ room: false });
  const busy = Promise.withResolvers<void>();
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  const work = pool.run(request, () => busy.promise);
  const [one, two] = [follow(), follow()];
  one.stop.abort(new AppError('CANCELLED'));
  await assert.rejects(one.done, { code: 'CANCELLED' });
  busy.resolve();
  await work;
  await two.began;
  two.end();
  await two.done;
});

test('where no worker can be had, everybody who waits is told why', async () => {
  const { pool, follow } = sharedOf({ room: false });
  const busy = Promise.withResolvers<void>();
  const request = { priority: 0, model: 'tiny', signal: new AbortController().signal };
  const work = pool.run(request, () => busy.promise);
  const waiting = [follow(), follow()];
  const told = Promise.all(waiting.map(({ done }) => assert.rejects(done, { code: 'CANCELLED' })));
  await pool.end(new AppError('CANCELLED'));
  await told;
  busy.resolve();
  await work;
});
