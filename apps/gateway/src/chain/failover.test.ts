import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseSeconds, stateOf } from './circuit.ts';
import { begin, type Failure, failed, next } from './failover.ts';

const members = ['a', 'b'].map((vendor) => ({ vendor, model: 'm' }));

const outcomes: readonly [Failure, 'b' | 'give-up'][] = [
  ['unreachable', 'b'],
  ['timeout', 'b'],
  ['limited', 'b'],
  ['key-refused', 'b'],
  ['unreadable', 'b'],
  ['too-large', 'b'],
  ['unknown-model', 'b'],
  ['refused', 'give-up'],
  ['no-audio', 'give-up'],
  ['stopped', 'give-up'],
];
for (const [failure, then] of outcomes)
  test(`after ${failure}: ${then} [GATEWAY-FAILOVER]`, () => {
    const step = next(failed(begin(members), failure, 5), 60_000);
    assert.equal(step.kind === 'try' ? step.member.vendor : step.kind, then);
  });

test('each vendor is asked once, the chosen one first, and nobody beyond the deadline', () => {
  const first = next(begin(members), 60_000);
  assert(first.kind === 'try' && first.member.vendor === 'a' && !first.isLast);
  const once = failed(begin(members), 'timeout', 5);
  assert.deepEqual(next(once, 500), { kind: 'give-up', because: 'deadline' });
  assert.deepEqual(next(failed(once, 'limited', 5), 60_000), { kind: 'give-up', because: 'limited' });
  assert.deepEqual(next(begin([]), 60_000), { kind: 'give-up', because: 'nobody' });
});

test('a circuit opens, lets one probe through, and waits longer each time [GATEWAY-CIRCUIT]', () => {
  const circuit = { switchedOn: true, failures: 5, openUntil: 100, probeUntil: null };
  assert.equal(stateOf(undefined, 0), 'closed');
  assert.equal(stateOf(circuit, 99), 'open');
  assert.equal(stateOf(circuit, 100), 'probe');
  assert.equal(stateOf({ ...circuit, probeUntil: 200 }, 150), 'open');
  assert.equal(stateOf({ ...circuit, switchedOn: false }, 100), 'off');
  assert.deepEqual([5, 6, 7, 20].map(pauseSeconds), [10, 20, 40, 300]);
});
