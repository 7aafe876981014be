import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInThread } from './run-in-thread.ts';

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

test('whoever gives up ends the thread, before it starts and while it works', async () => {
  const endless = moduleOf('setInterval(() => undefined, 1_000);');
  await assert.rejects(runInThread(endless, 0, AbortSignal.abort(new Error('gone'))), /gone/);
  const stop = new AbortController();
  const work = runInThread(endless, 0, stop.signal);
  stop.abort(new Error('gone later'));
  await assert.rejects(work, /gone later/);
});
