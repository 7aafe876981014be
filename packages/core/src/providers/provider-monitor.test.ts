import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, say } from '@quoth/contract';
import type { CheckOutcome } from './health-machine.ts';
import { ProviderMonitor } from './provider-monitor.ts';

const good: CheckOutcome = { status: 'healthy', reason: null };
const away: CheckOutcome = { status: 'unreachable', reason: say('asWritten', { text: 'no answer' }) };
const calm = () => new AbortController().signal;

/** A monitor whose clock, timers and provider are moved by hand. */
function machine(credential: 'none' | 'key' = 'key') {
  let now = 1_800_000_000_000;
  let timers: { at: number; work: () => void }[] = [];
  const probes: { answer: (outcome: CheckOutcome) => void; signal: AbortSignal }[] = [];
  const moves: string[] = [];
  let inUse = true;
  const monitor: ProviderMonitor = new ProviderMonitor({
    credential,
    clock: { now: () => now, monotonic: () => now },
    timers: {
      start: (milliseconds, work) => {
        const timer = { at: now + milliseconds, work };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
    },
    probe: (signal) => new Promise((answer) => probes.push({ answer, signal })),
    isInUse: () => inUse,
    onMove: () => moves.push(monitor.status()),
    refusal: (check) => new AppError('ENGINE_UNAVAILABLE', { message: check?.reason ?? undefined }),
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { work } of due) work();
  };
  const answer = async (outcome: CheckOutcome) => {
    probes.shift()?.answer(outcome);
    await new Promise(setImmediate);
  };
  return { monitor, pass, answer, probes, moves, setInUse: (value: boolean) => (inUse = value) };
}

test('a key that is typed is checked 500 ms after the last change, once', async () => {
  const { monitor, pass, answer, probes, moves } = machine('none');
  monitor.keyChanged('key');
  pass(499);
  monitor.keyChanged('key');
  pass(499);
  assert.equal(probes.length, 0);
  pass(1);
  assert.deepEqual([probes.length, monitor.status()], [1, 'checking']);
  await answer(good);
  assert.deepEqual(moves, ['unknown', 'checking', 'healthy']);
});

test('Test connection skips the wait, joins a running check, and gives its result', async () => {
  const { monitor, pass, answer, probes } = machine('none');
  monitor.keyChanged('key');
  const both = Promise.all([monitor.test(), monitor.test()]);
  assert.equal(probes.length, 1);
  await answer(good);
  await both;
  assert.equal(monitor.status(), 'healthy');
  pass(10_000);
  assert.equal(probes.length, 0, 'the wait was not skipped but added');
});

test('a key that changes during a check: the answer is dropped, the next check waits for its end', async () => {
  const { monitor, pass, answer, probes } = machine();
  const ready = monitor.ready(calm());
  const [first] = probes;
  monitor.keyChanged('key');
  assert(first?.signal.aborted);
  pass(500);
  assert.equal(probes.length, 1, 'two probes at once');
  await answer(good);
  assert.deepEqual([probes.length, monitor.status()], [1, 'checking']);
  await answer(good);
  assert.equal(await ready, monitor.version());
});

test('transcriptions that start together share a probe, and its failure refuses each', async () => {
  const { monitor, answer, probes } = machine();
  const three = [1, 2, 3].map(() => assert.rejects(monitor.ready(calm()), /no answer/));
  assert.equal(probes.length, 1);
  await answer(away);
  await Promise.all(three);
  await assert.rejects(monitor.ready(calm()), /no answer/);
  assert.equal(probes.length, 0, 'a fresh result was not used');
});

test('a waiting caller that gives up leaves at once, and the others stay', async () => {
  const { monitor, answer } = machine();
  const stop = new AbortController();
  const gone = monitor.ready(stop.signal);
  const stays = monitor.ready(calm());
  stop.abort(new Error('canceled'));
  await assert.rejects(gone, /canceled/);
  await answer(good);
  await stays;
});

test('while the provider of the current mode is unreachable, it is probed every minute, otherwise not', async () => {
  const { monitor, pass, answer, probes, setInUse } = machine();
  const refused = assert.rejects(monitor.ready(calm()), /no answer/);
  await answer(away);
  await refused;
  pass(59_999);
  assert.equal(probes.length, 0);
  pass(1);
  assert.equal(probes.length, 1);
  await answer(away);
  setInUse(false);
  pass(60_000);
  monitor.refresh();
  assert.equal(probes.length, 0);
  setInUse(true);
  monitor.refresh();
  assert.equal(probes.length, 1, 'the network came back');
  await answer(good);
  pass(600_000);
  assert.deepEqual([probes.length, monitor.status()], [0, 'healthy']);
});

test('closing the monitor releases everybody who waits', async () => {
  const { monitor, probes } = machine();
  const ready = monitor.ready(calm());
  const tested = monitor.test();
  monitor.close();
  await tested;
  await assert.rejects(ready, (error: unknown) => error instanceof AppError && error.code === 'CANCELLED');
  assert(probes[0]?.signal.aborted);
  await assert.rejects(monitor.ready(calm()), AppError);
});
