import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HealthLabel, healthLabel, say } from '@quoth/contract';
import fc from 'fast-check';
import {
  type CheckOutcome,
  type HealthCheck,
  type HealthEffect,
  type HealthEvent,
  type HealthState,
  initialHealth,
  RESULT_LIFE_MS,
  statusOf,
  step,
} from './health-machine.ts';

const NOW = 1_800_000_000_000;
const good: CheckOutcome = { status: 'healthy', reason: null };
const bad: CheckOutcome = { status: 'unauthorized', reason: say('asWritten', { text: 'rejected' }) };
const away: CheckOutcome = { status: 'unreachable', reason: say('asWritten', { text: 'no answer' }) };

const checked = (outcome: CheckOutcome, ageMs = 0, by: HealthCheck['by'] = 'probe'): HealthCheck => ({
  ...outcome,
  at: NOW - ageMs,
  by,
});
const withKey = (fields: Partial<HealthState> = {}): HealthState => ({ ...initialHealth('key'), ...fields });
const known = (outcome: CheckOutcome, ageMs = 0, by: HealthCheck['by'] = 'probe') =>
  withKey({ check: checked(outcome, ageMs, by) });
const checking = (fields: Partial<HealthState> = {}) => withKey({ probe: 0, ...fields });

const typing = withKey({ pausing: true });
const keyless = initialHealth('none');
const open = initialHealth('not-needed');
const waiting = checking({ waiting: [1] });
const due = checking({ version: 1, due: true });

const label = (state: HealthState): HealthLabel => healthLabel(statusOf(state), state.credential !== 'none');
const words = (effects: readonly HealthEffect[]) =>
  effects.map((effect) => ('waiter' in effect ? `${effect.type} ${effect.waiter}` : effect.type));

const starts: HealthEvent = { type: 'transcription-starting', waiter: 1, now: NOW };
const ended = (outcome: CheckOutcome, version = 0): HealthEvent => ({
  type: 'probe-ended',
  version,
  outcome,
  now: NOW,
});
const met = (outcome: CheckOutcome, version = 0): HealthEvent => ({
  type: 'request-met',
  version,
  outcome,
  now: NOW,
});
const changed: HealthEvent = { type: 'key-changed', credential: 'key' };
const removed: HealthEvent = { type: 'key-changed', credential: 'none' };
const pressed: HealthEvent = { type: 'test-pressed' };
const paused: HealthEvent = { type: 'pause-ended' };
const reminder = (inUse: boolean): HealthEvent => ({ type: 'reminder', inUse, now: NOW });
const refresh: HealthEvent = { type: 'refresh-asked', now: NOW };

type Row = readonly [
  name: string,
  state: HealthState,
  event: HealthEvent,
  label: HealthLabel,
  effects: string[],
];

const table: readonly Row[] = [
  // Specification, section 3, in its order.
  ['a key is added', keyless, changed, 'Untested', ['pause']],
  ['a key is added: typing has stopped', typing, paused, 'Checking…', ['probe']],
  ['a key is changed from a valid one', known(good), changed, 'Untested', ['pause']],
  ['a key is changed from an invalid one', known(bad), changed, 'Untested', ['pause']],
  ['a key is changed from an unreachable one', known(away), changed, 'Untested', ['pause']],
  ['typing goes on', typing, changed, 'Untested', ['pause']],
  ['a key is changed during a check', checking(), changed, 'Untested', ['abort-probe', 'pause']],
  ['a key is removed', known(good), removed, 'No key', ['end-pause']],
  ['a key is removed during a check', waiting, removed, 'No key', ['abort-probe', 'end-pause', 'refuse 1']],
  ['Test connection', withKey(), pressed, 'Checking…', ['probe']],
  ['Test connection of a fresh result', known(good), pressed, 'Checking…', ['probe']],
  ['Test connection skips the wait', typing, pressed, 'Checking…', ['end-pause', 'probe']],
  ['Test connection while one runs', checking(), pressed, 'Checking…', []],
  ['Test connection without a key', keyless, pressed, 'No key', []],
  ['Test connection of a server that wants no key', open, pressed, 'Checking…', ['probe']],
  ['a probe accepts the key', checking({ waiting: [1, 2] }), ended(good), 'Valid', ['admit 1', 'admit 2']],
  ['a probe rejects the key', checking({ waiting: [1, 2] }), ended(bad), 'Invalid', ['refuse 1', 'refuse 2']],
  ['a probe finds no one', waiting, ended(away), 'Unreachable', ['refuse 1', 'remind']],
  ['a transcription after 59 s', known(good, RESULT_LIFE_MS - 1), starts, 'Valid', ['admit 1']],
  ['a transcription after 60 s', known(good, RESULT_LIFE_MS), starts, 'Checking…', ['probe']],
  ['a transcription with a clock set back', known(good, -1), starts, 'Checking…', ['probe']],
  ['a transcription before any check', withKey(), starts, 'Checking…', ['probe']],
  ['a transcription while a key is typed', typing, starts, 'Checking…', ['end-pause', 'probe']],
  ['a transcription while a check runs', checking(), starts, 'Checking…', []],
  ['a transcription after a fresh rejection', known(bad, 1_000), starts, 'Invalid', ['refuse 1']],
  ['a transcription after a fresh outage', known(away, 1_000), starts, 'Unreachable', ['refuse 1']],
  ['a transcription after an old rejection', known(bad, RESULT_LIFE_MS), starts, 'Checking…', ['probe']],
  ['a transcription after an old outage', known(away, RESULT_LIFE_MS), starts, 'Checking…', ['probe']],
  ['a transcription without a key', keyless, starts, 'No key', ['refuse 1']],
  ['an answer for an earlier key', checking({ version: 1 }), ended(good), 'Untested', []],
  ['an answer for an earlier key, the new one waiting', due, ended(good), 'Checking…', ['probe']],
  ['a check while an earlier key is still asked', checking({ version: 1 }), pressed, 'Checking…', []],
  ['an answer that no one asked for', withKey(), ended(good), 'Untested', []],
  ['age changes no label', known(good, 10 * RESULT_LIFE_MS), paused, 'Valid', []],
  ['a request succeeds', known(away), met(good), 'Valid', []],
  ['a request is rejected', known(good), met(bad), 'Invalid', []],
  ['a request finds no one', known(good), met(away), 'Unreachable', ['remind']],
  ['a request with an earlier key', { ...known(good), version: 1 }, met(bad), 'Valid', []],
  ['a request ends after its key was removed', keyless, met(good), 'No key', []],
  ['a request ends during a check', checking(), met(bad), 'Checking…', []],
  ['a transcription after a failed request', known(away, 0, 'request'), starts, 'Checking…', ['probe']],
  ['a transcription after a request that succeeded', known(good, 0, 'request'), starts, 'Valid', ['admit 1']],
  ['a minute of outage, in use', known(away, RESULT_LIFE_MS), reminder(true), 'Checking…', ['probe']],
  ['a minute of outage, not in use', known(away, RESULT_LIFE_MS), reminder(false), 'Unreachable', ['remind']],
  ['a minute since an outage that is over', known(good, RESULT_LIFE_MS), reminder(true), 'Valid', []],
  ['a minute since a rejection', known(bad, RESULT_LIFE_MS), reminder(true), 'Invalid', []],
  ['a reminder too early', known(away, 1_000), reminder(true), 'Unreachable', ['remind']],
  ['the machine wakes', known(away, RESULT_LIFE_MS), refresh, 'Checking…', ['probe']],
  ['the machine wakes soon after a check', known(away, 1_000), refresh, 'Unreachable', []],
  ['the machine wakes during a check', checking(), refresh, 'Checking…', []],
  ['the machine wakes without a key', keyless, refresh, 'No key', []],
];

for (const [name, state, event, expected, effects] of table) {
  test(`health: ${name}`, () => {
    const after = step(state, event);
    assert.equal(label(after.state), expected);
    assert.deepEqual(words(after.effects), effects);
  });
}

test('a cancelled transcription is neither admitted nor refused', () => {
  const waiting = step(withKey(), starts).state;
  const { state } = step(waiting, { type: 'transcription-abandoned', waiter: 1 });
  assert.deepEqual(words(step(state, ended(good)).effects), []);
});

/** The outside world: answers come when they like, keys change when they like, and time passes. */
const moves = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('start', 'start', 'key', 'no-key', 'give-up', 'pause-ended', 'test', 'remind', 'refresh')
      .map((kind) => ({ kind, good, delay: 0 })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('answer', 'answer', 'answer', 'met', 'met-earlier'),
      good: fc.constantFrom(good, good, bad, away),
      delay: fc.constant(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      good: fc.constant(good),
      delay: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: -70_000, max: 70_000 })),
    }),
  },
);

test('no order of events sends audio after a failed check, probes twice at once, or leaves a transcription waiting', () => {
  fc.assert(
    fc.property(
      fc.array(moves, { maxLength: 60, size: 'max' }),
      fc.constantFrom('key', 'none', 'not-needed'),
      (list, credential) => {
        let state = initialHealth(credential as HealthState['credential']);
        let now = NOW;
        let waiter = 0;
        /** What was last learned with the key of now, apart from the machine; undefined when nothing was. */
        let lastKnown: { outcome: CheckOutcome; at: number } | undefined;
        /** The probe that runs, and the number of the key that it asks with, counted apart from the machine too. */
        let running: { version: number; key: number } | undefined;
        let key = 0;
        const open = new Set<number>();
        const take = (event: HealthEvent) => {
          const result = step(state, event);
          state = result.state;
          for (const effect of result.effects) {
            if (effect.type === 'probe') {
              assert.equal(running, undefined, 'two probes at once');
              running = { version: effect.version, key };
            }
            if (effect.type === 'admit') {
              assert.equal(effect.version, state.version, 'a key that was not proved');
              assert.equal(lastKnown?.outcome.status, 'healthy', 'audio after a failed check');
              const age = now - (lastKnown?.at ?? 0);
              assert(age >= 0 && age < RESULT_LIFE_MS, 'audio on an old result');
            }
            if (effect.type === 'admit' || effect.type === 'refuse') {
              assert(open.delete(effect.waiter), 'answered twice, or after it was canceled');
            }
          }
        };
        for (const { kind, good: outcome, delay } of list) {
          if (kind === 'wait') now += delay;
          else if (kind === 'key' || kind === 'no-key') {
            lastKnown = undefined;
            key++;
            take({ type: 'key-changed', credential: kind === 'key' ? 'key' : 'none' });
          } else if (kind === 'start') {
            waiter++;
            open.add(waiter);
            take({ type: 'transcription-starting', waiter, now });
          } else if (kind === 'give-up') {
            open.delete(waiter);
            take({ type: 'transcription-abandoned', waiter });
          } else if (kind === 'answer' && running !== undefined) {
            const { version, key: asked } = running;
            running = undefined;
            if (asked === key) lastKnown = { outcome, at: now };
            take({ type: 'probe-ended', version, outcome, now });
          } else if (kind === 'met') {
            const isJudged = state.credential !== 'none' && statusOf(state) !== 'checking';
            if (isJudged) lastKnown = { outcome, at: now };
            take({ type: 'request-met', version: state.version, outcome, now });
          } else if (kind === 'met-earlier') {
            take({ type: 'request-met', version: state.version - 1, outcome, now });
          } else if (kind === 'pause-ended') take({ type: 'pause-ended' });
          else if (kind === 'test') take({ type: 'test-pressed' });
          else if (kind === 'remind') take({ type: 'reminder', inUse: true, now });
          else if (kind === 'refresh') take({ type: 'refresh-asked', now });
        }
        // Once typing has stopped and every probe has answered, no one waits any more.
        take({ type: 'pause-ended' });
        for (let answers = 0; running !== undefined; answers++) {
          assert(answers < 3, 'probes without end');
          const { version, key: asked } = running;
          running = undefined;
          if (asked === key) lastKnown = { outcome: good, at: now };
          take({ type: 'probe-ended', version, outcome: good, now });
        }
        assert.deepEqual([...open], []);
      },
    ),
    { numRuns: 3_000 },
  );
});
