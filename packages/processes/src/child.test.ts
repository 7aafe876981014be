import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Child, type ChildOptions, type ProcessExit, SupervisedChild } from './child.ts';
import type { TestChannel } from './fixtures/child-main.ts';
import { isAlive, until } from './fixtures/waiting.ts';

const main = join(import.meta.dirname, 'fixtures', 'child-main.ts');
const env = { PATH: process.env.PATH };
const ANSWER_MS = 20_000;
/** For requests that are answered by the end of the child alone. */
const LONG_MS = 120_000;
const isWindows = process.platform === 'win32';

function started(context: TestContext, options: Partial<ChildOptions<TestChannel>> = {}): Child<TestChannel> {
  const child = new Child<TestChannel>({
    main,
    env,
    on: { counted: () => undefined, half: () => 0 },
    ...options,
  });
  context.after(() => child.end(0));
  return child;
}

test('a request is answered with what the child returns, binary data and undefined included', async (context) => {
  const child = started(context);
  const value = {
    samples: new Int16Array([1, -2]),
    problems: new Map([['toggle', undefined]]),
    no: undefined,
  };
  assert.deepEqual(await child.request('echo', ANSWER_MS, value), value);
});

test('a request that the child fails is answered with nothing, and the child lives on', async (context) => {
  const child = started(context);
  assert.equal(await child.request('fail', LONG_MS), undefined);
  assert.equal(await child.request('echo', ANSWER_MS, 'still here'), 'still here');
});

test('a child gets an answer from its parent, and none where that fails or is late', async (context) => {
  const half = async (of: number) => {
    if (of === 1) throw new Error('as asked');
    if (of === 3) return half;
    return of === 2 ? new Promise<never>(() => undefined) : of / 2;
  };
  const child = started(context, { on: { counted: () => undefined, half: half as never } });
  assert.equal(await child.request('askForHalf', ANSWER_MS, 8, ANSWER_MS), 4);
  assert.equal(await child.request('askForHalf', ANSWER_MS, 1, LONG_MS), undefined);
  assert.equal(await child.request('askForHalf', ANSWER_MS, 2, 50), undefined);
  assert.equal(
    await child.request('askForHalf', ANSWER_MS, 3, LONG_MS),
    undefined,
    'nothing that can be sent',
  );
  assert.equal(await child.request('echo', ANSWER_MS, 'still here'), 'still here');
});

test('killing a child settles every request, and its end is reported once', async (context) => {
  const ends: ProcessExit[] = [];
  const child = started(context, { onEnd: (ended) => ends.push(ended) });
  assert.equal(await child.request('echo', ANSWER_MS, 1), 1);
  const pending = [child.request('never', LONG_MS), child.request('hang', LONG_MS)];
  process.kill(child.pid ?? 0, 'SIGKILL');
  assert.deepEqual(await Promise.all(pending), [undefined, undefined]);
  await until(() => ends.length > 0);
  assert.equal(await child.request('echo', LONG_MS, 1), undefined);
  // Windows has no signals: by process.kill, a process ends with code 1.
  assert.deepEqual(ends, [isWindows ? { code: 1, signal: null } : { code: null, signal: 'SIGKILL' }]);
});

test('a child that does not answer in time is ended', async (context) => {
  const ended = Promise.withResolvers<ProcessExit>();
  const child = started(context, { onEnd: ended.resolve });
  assert.equal(await child.request('echo', ANSWER_MS, 1), 1);
  assert.equal(await child.request('hang', 50), undefined);
  assert.equal((await ended.promise).signal, 'SIGKILL');
});

test('what a child says last is heard before its end, however busy the parent is', async (context) => {
  const said: (number | string)[] = [];
  const ended = Promise.withResolvers<void>();
  const child = started(context, {
    on: { counted: (number) => said.push(number), half: () => 0 },
    onEnd: ({ code }) => {
      said.push(`code ${code}`);
      ended.resolve();
    },
  });
  assert.equal(await child.request('echo', ANSWER_MS, 1), 1);
  child.send('count', 30, 7);
  const busyUntil = performance.now() + 500;
  while (performance.now() < busyUntil);
  await ended.promise;
  assert.deepEqual(said, [...Array.from({ length: 30 }, (_, at) => at + 1), 'code 7']);
});

test('a child is asked to end, then told, then forced', async (context) => {
  const polite = started(context);
  assert.equal(await polite.request('echo', ANSWER_MS, 1), 1);
  assert.deepEqual(await polite.end(), { code: 0, signal: null });
  const clinging = started(context);
  assert.equal(await clinging.request('cling', ANSWER_MS), 'clings');
  // On Windows no process can refuse SIGTERM.
  assert.deepEqual(await clinging.end(200), { code: null, signal: isWindows ? 'SIGTERM' : 'SIGKILL' });
  const busy = started(context);
  assert.equal(await busy.request('echo', ANSWER_MS, 1), 1);
  void busy.request('hang', LONG_MS);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(await busy.end(200), { code: null, signal: 'SIGTERM' });
});

test('a child that is left lives on, and its requests are settled', async (context) => {
  const ends: ProcessExit[] = [];
  const child = started(context, { onEnd: (ended) => ends.push(ended) });
  assert.equal(await child.request('cling', ANSWER_MS), 'clings');
  const pending = child.request('never', LONG_MS);
  child.leave();
  assert.equal(await pending, undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert(isAlive(child.pid));
  assert.deepEqual(ends, []);
});

test('one that cannot be started ends at once', async (context) => {
  const ended = Promise.withResolvers<ProcessExit>();
  const child = started(context, {
    main: join(import.meta.dirname, 'no-such-file.ts'),
    onEnd: ended.resolve,
  });
  assert.equal(await child.request('echo', LONG_MS, 1), undefined);
  assert.equal((await ended.promise).code, 1);
});

test('a supervised child that is killed is started again, and abandoned when it never gets well', async (context) => {
  let starts = 0;
  const died: boolean[] = [];
  const child = new SupervisedChild<TestChannel>({
    main,
    env,
    on: { counted: () => undefined, half: () => 0 },
    restart: { waitsMs: [0, 1], maxFailures: 3 },
    onStart: () => {
      starts++;
    },
    onDied: (_ended, isFinal) => died.push(isFinal),
  });
  context.after(() => child.end(0));
  child.start();
  for (let at = 1; at <= 6; at++) {
    await until(() => starts === at && isAlive(child.pid));
    // Only the third is well, so that three more may fail.
    if (at === 3) child.well();
    process.kill(child.pid ?? 0, 'SIGKILL');
    await until(() => died.length === at);
  }
  assert.deepEqual(died, [false, false, false, false, false, true]);
  assert(!child.isWaiting && child.pid === undefined);
  child.start();
  assert.equal(starts, 7);
  const { pid } = child;
  child.end(0);
  await until(() => !isAlive(pid));
  assert.equal(died.length, 6);
});

test('a supervised child is abandoned at once by an exit code that makes starting again useless', async (context) => {
  const given = Promise.withResolvers<boolean>();
  const child = new SupervisedChild<TestChannel>({
    main,
    env,
    on: { counted: () => undefined, half: () => 0 },
    restart: { waitsMs: [0], fatalCode: 7 },
    onStart: () => child.send('count', 1, 7),
    onDied: (_ended, isFinal) => given.resolve(isFinal),
  });
  context.after(() => child.end(0));
  child.start();
  assert.equal(await given.promise, true);
});
