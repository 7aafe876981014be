import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf, wordAt } from './spoken-words.ts';

const words = Array.from({ length: 95 }, (_, index) => ({
  word: `w${index}`,
  start: index,
  end: index + 0.5,
}));

test('the word of a time is found, also in a pause after it', () => {
  assert.equal(wordAt(words, -1), -1);
  assert.equal(wordAt(words, 0), 0);
  assert.equal(wordAt(words, 4.9), 4);
  assert.equal(wordAt(words, 1_000), 94);
  assert.equal(wordAt([], 1), -1);
});

test('groups hold every word once, in order', () => {
  assert.deepEqual(
    groupsOf(words).flatMap(({ words: group }) => group),
    words,
  );
  assert.deepEqual(groupsOf([]), []);
});
