import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, say } from '@quoth/contract';
import type { DeliveryOutcome } from './delivery.ts';
import { type RunEvent, type RunState, stepRun, type TargetState } from './run-machine.ts';

const fresh: RunState = { phase: 'waiting', dueMs: 0, attempts: 0, interruptions: 0, firstMs: 0 };
const well: TargetState = { failures: 0, paused: null, notBeforeMs: 0 };
const failure: DeliveryOutcome = {
  ok: false,
  message: [say('programNotStarted')],
  output: '',
  retry: 'later',
};
const ended = (outcome: DeliveryOutcome, nowMs = 0): RunEvent => ({
  type: 'ended',
  outcome,
  nowMs,
  random: 0,
});

/** Attempts that all fail, each as soon as it is due. */
function failing(most: number, outcome = failure) {
  let [run, target] = [fresh, well];
  const times: number[] = [];
  for (let attempt = 0; attempt < most && run.phase === 'waiting'; attempt++) {
    const nowMs = run.dueMs ?? 0;
    times.push(nowMs);
    ({ run, target } = stepRun(run, target, { type: 'started' }));
    ({ run, target } = stepRun(run, target, ended(outcome, nowMs)));
    if (target.paused) break;
  }
  return { run, target, times };
}

test('attempts are repeated at growing intervals, and the tenth failure in a row pauses the action', () => {
  const { run, target, times } = failing(99);
  assert.equal(times.length, limits.actionFailures);
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  assert.deepEqual(
    pauses,
    [...pauses].sort((a, b) => a - b),
  );
  assert((times.at(-1) ?? 0) < limits.actionRetryMs, 'all of them within a day');
  assert.deepEqual([run.phase, target.failures, target.paused], ['waiting', 10, 'failures']);
});

test('after a day a text is canceled, unless its action is paused; a success forgets the failures', () => {
  let { run, target } = failing(9);
  ({ target } = stepRun({ ...fresh, phase: 'running' }, target, ended({ ...failure, ok: true })));
  assert.equal(target.failures, 0, 'another text got through');
  while (run.phase === 'waiting') {
    const nowMs = run.dueMs ?? 0;
    ({ run } = stepRun(run, well, { type: 'started' }));
    ({ run } = stepRun(run, well, ended(failure, nowMs)));
  }
  assert.deepEqual([run.phase, run.dueMs], ['failed', null]);
  const late = { ...fresh, phase: 'running', attempts: 20 } as const;
  const paused: TargetState = { failures: 30, paused: 'failures', notBeforeMs: 0 };
  assert.equal(stepRun(late, paused, ended(failure, limits.actionRetryMs)).run.phase, 'waiting');
});

test('the other side may ask for a longer pause, up to a day, and may say that it is gone', () => {
  const running: RunState = { ...fresh, phase: 'running', attempts: 1 };
  const due = (retryAfterMs: number) => stepRun(running, well, ended({ ...failure, retryAfterMs })).run.dueMs;
  assert.deepEqual([due(1), due(60_000), due(10 ** 12)], [5_000, 60_000, limits.actionRetryMs]);
  const gone = stepRun(running, well, ended({ ...failure, isGone: true }));
  assert.deepEqual([gone.run.phase, gone.target.paused], ['waiting', 'gone']);
});

test('what only the user may repeat is not repeated; what Quoth cut off is, but not forever', () => {
  const running: RunState = { ...fresh, phase: 'running', attempts: 1 };
  assert.equal(stepRun(running, well, ended({ ...failure, retry: 'no' })).run.phase, 'failed');
  let run = running;
  for (let stop = 0; stop < 20; stop++) {
    ({ run } = stepRun(run, well, { type: 'put-off', nowMs: 9 }));
    assert.deepEqual([run.phase, run.dueMs], ['waiting', 9]);
    ({ run } = stepRun(run, well, { type: 'started' }));
  }
  const phases: string[] = [];
  for (let kill = 0; kill < 3; kill++) {
    ({ run } = stepRun(run, well, { type: 'interrupted', nowMs: 9 }));
    phases.push(run.phase);
    ({ run } = stepRun(run, well, { type: 'started' }));
  }
  assert.deepEqual(phases, ['waiting', 'waiting', 'failed']);
  ({ run } = stepRun(run, well, { type: 'repeated', nowMs: 9 }));
  assert.deepEqual([run.phase, run.dueMs, run.interruptions], ['waiting', 9, 0]);
});

test('an event that does not fit changes nothing', () => {
  const events: RunEvent[] = [
    { type: 'started' },
    ended(failure),
    { type: 'put-off', nowMs: 1 },
    { type: 'interrupted', nowMs: 1 },
    { type: 'recording-deleted' },
  ];
  for (const phase of ['done', 'failed', 'cancelled'] as const)
    for (const event of events) {
      const run = { ...fresh, phase };
      assert.deepEqual(stepRun(run, well, event), { run, target: well }, `${phase} ${event.type}`);
    }
  assert.equal(
    stepRun({ ...fresh, phase: 'running' }, well, { type: 'repeated', nowMs: 1 }).run.phase,
    'running',
  );
  assert.equal(stepRun(fresh, well, { type: 'recording-deleted' }).run.phase, 'cancelled');
});

test('an action that fails is left alone by all its texts: many that wait do not use up its ten failures at once', () => {
  const running: RunState = { ...fresh, phase: 'running', attempts: 1 };
  let target = well;
  const pauses: number[] = [];
  for (let text = 0; text < 9; text++) {
    ({ target } = stepRun(running, target, ended(failure)));
    pauses.push(target.notBeforeMs);
  }
  assert.deepEqual(
    pauses,
    [...pauses].sort((a, b) => a - b),
  );
  assert.equal(pauses.at(-1), 480 * 60_000);
  assert.equal(stepRun(running, target, ended({ ...failure, retry: 'no' })).target.notBeforeMs, 0);
  assert.equal(stepRun(running, target, ended({ ...failure, ok: true })).target.notBeforeMs, 0);
  const failed = { ...running, phase: 'failed' } as const;
  assert.equal(stepRun(failed, target, { type: 'repeated', nowMs: 1 }).target.notBeforeMs, 0);
});
