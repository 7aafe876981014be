import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableWords, wordErrors } from '@quoth/text';

const cases: [said: string, recognized: string, errors: number][] = [
  ['a b c', 'a b c', 0],
  ['a b c', 'a x c', 1],
  ['a b c', 'a c', 1],
  ['a b c', 'a b b c', 1],
  ['a b c', '', 3],
  ['', 'a b', 2],
  ['he was not an ill disposed young man', 'he was not in hill disposed young man', 2],
];

test('word errors are the fewest substitutions, deletions and insertions', () => {
  for (const [said, recognized, errors] of cases) {
    const result = wordErrors(comparableWords(said), comparableWords(recognized));
    assert.equal(result.errors, errors, `${said} / ${recognized}`);
    assert.equal(result.words, comparableWords(said).length);
    assert.equal(result.steps.filter((step) => step.kind !== 'same').length, errors);
    assert.deepEqual(
      result.steps.flatMap((step) => step.hypothesis ?? []),
      comparableWords(recognized),
    );
    assert.deepEqual(
      result.steps.flatMap((step) => step.reference ?? []),
      comparableWords(said),
    );
  }
});

test('case, punctuation and curly apostrophes make no error', () => {
  assert.deepEqual(comparableWords('Don’t stop, “Élodie” — 3 times!'), [
    'do',
    'not',
    'stop',
    'elodie',
    '3',
    'times',
  ]);
});
