import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say } from '@quoth/contract';
import { LanguageError, VendorError } from '@quoth/vendors';
import { begin, type Failure, failed, failureOf, isVendorsFault, next } from './chains.ts';
import { pauseSeconds, stateOf } from './circuits.ts';

const members = ['a', 'b'].map((vendor) => ({ vendor, model: 'm' }));

const outcomes: readonly [Failure, 'b' | 'give-up'][] = [
  ['unreachable', 'b'],
  ['timeout', 'b'],
  ['limited', 'b'],
  ['key-refused', 'b'],
  ['unreadable', 'b'],
  ['too-large', 'b'],
  ['unknown-model', 'b'],
  ['internal', 'b'],
  ['refused', 'give-up'],
  ['no-audio', 'give-up'],
  ['stopped', 'give-up'],
];
for (const [failure, then] of outcomes)
  test(`after ${failure}: ${then}`, () => {
    const step = next(failed(begin(members), failure, 5), 60_000);
    assert.equal(step.kind === 'try' ? step.member.vendor : step.kind, then);
  });

test('each vendor is asked once, the chosen one first, and no one beyond the deadline', () => {
  const first = next(begin(members), 60_000);
  assert(first.kind === 'try' && first.member.vendor === 'a' && !first.isLast);
  const once = failed(begin(members), 'timeout', 5);
  assert.deepEqual(next(once, 500), { kind: 'give-up', because: 'deadline' });
  assert.deepEqual(next(failed(once, 'limited', 5), 60_000), { kind: 'give-up', because: 'limited' });
  assert.deepEqual(next(begin([]), 60_000), { kind: 'give-up', because: 'none' });
});

test('a circuit opens, lets one probe through, and waits longer each time', () => {
  const circuit = { switchedOn: true, failures: 5, openUntil: 100, probeUntil: null, onlyAccount: null };
  assert.equal(stateOf(undefined, 0), 'closed');
  assert.equal(stateOf(circuit, 99), 'open');
  assert.equal(stateOf(circuit, 100), 'probe');
  assert.equal(stateOf({ ...circuit, probeUntil: 200 }, 150), 'open');
  assert.equal(stateOf({ ...circuit, switchedOn: false }, 100), 'off');
  const onlyAnnas = { ...circuit, onlyAccount: 'anna' };
  assert.deepEqual(
    ['anna', 'ben', undefined].map((account) => stateOf(onlyAnnas, 99, account)),
    ['open', 'closed', 'open'],
  );
  assert.equal(stateOf({ ...onlyAnnas, switchedOn: false }, 99, 'ben'), 'off');
  assert.deepEqual([5, 6, 7, 20].map(pauseSeconds), [10, 20, 40, 300]);
});

const why = say('thereWasNoConnection');
const errors: readonly [what: string, Error, Failure, countsForTheCircuit: boolean][] = [
  ["a language vendor's empty account", new LanguageError('rejected', why, { status: 402 }), 'limited', true],
  ["a language vendor's redirect", new LanguageError('rejected', why), 'unreadable', true],
  ['a path that is gone', new LanguageError('rejected', why, { status: 410 }), 'unknown-model', false],
  ['a text that is too long', new LanguageError('rejected', why, { status: 413 }), 'too-large', false],
  ['a text that is refused', new LanguageError('rejected', why, { status: 400 }), 'refused', false],
  ["a speech vendor's empty account", new VendorError('limited', why, { status: 402 }), 'limited', true],
  ['audio that is refused', new VendorError('rejected', why, { status: 400 }), 'refused', false],
  ['audio that is too large', new VendorError('too_large', why, { status: 413 }), 'too-large', false],
  [
    'a model that one request names',
    new VendorError('rejected', why, { status: 404 }),
    'unknown-model',
    false,
  ],
  ['an outage', new VendorError('unreachable', why, { status: 503 }), 'unreachable', true],
  ['a mistake of ours', new TypeError('x is not a function'), 'internal', false],
];
for (const [what, error, failure, counts] of errors)
  test(`${what} is "${failure}", which ${counts ? 'counts' : 'does not count'} against the vendor`, () => {
    assert.equal(failureOf(error), failure);
    assert.equal(isVendorsFault(failure), counts);
  });
