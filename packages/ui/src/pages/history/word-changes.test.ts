import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { oneReplacement, wordChanges } from './word-changes.ts';

const replacements: [
  before: string,
  after: string,
  phrase: string | undefined,
  written: string | undefined,
][] = [
  ['I met Cuba netties today.', 'I met Kubernetes today.', 'Cuba netties', 'Kubernetes'],
  ['call anna', 'call Anna', 'anna', 'Anna'],
  ['the end, then', 'the end. Then', 'end, then', 'end. Then'],
  ['same', 'same', undefined, undefined],
  ['one two three', 'one three', undefined, undefined],
  ['one three', 'one two three', undefined, undefined],
  ['a b c d e f', 'v w x y z u', undefined, undefined],
];

test('the one phrase that an edit replaced is found, and nothing else is taken for one', () => {
  for (const [before, after, phrase, written] of replacements) {
    const found = oneReplacement(before, after);
    assert.deepEqual([found?.phrase, found?.written], [phrase, written], before);
  }
});

test('both sides of a comparison put together are the two texts', () => {
  fc.assert(
    fc.property(fc.lorem(), fc.lorem(), (before, after) => {
      const changes = wordChanges(before, after);
      const whole = (runs: readonly { text: string }[]) => runs.map(({ text }) => text).join('');
      assert.equal(whole(changes.before), before);
      assert.equal(whole(changes.after), after);
    }),
  );
});

test('the words that only one text has are marked', () => {
  const { before, after } = wordChanges('um so the meeting', 'The meeting');
  assert(before.some(({ text, isChanged }) => isChanged && text.includes('um')));
  assert(after.some(({ text, isChanged }) => isChanged && text.includes('The')));
});
