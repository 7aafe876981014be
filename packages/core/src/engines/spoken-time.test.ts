import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubtsAbout, estimatedPhrases } from './spoken-time.ts';

const sentence = 'It was the best of times, it was the worst of times, it was the age of wisdom.';
const spoken = [
  { start: 1, end: 6 },
  { start: 20, end: 25 },
];
const said = (...parts: readonly (readonly [number, number, string])[]) => ({
  text: parts.map(([, , text]) => text).join(' '),
  segments: parts.map(([start, end, text], id) => ({ id, start, end, text })),
  words: [],
  language: 'en',
});

const cases: readonly [string, ReturnType<typeof said>, readonly (readonly [string, number, number])[]][] = [
  ['what was said', said([1, 6, sentence], [20, 25, sentence]), []],
  ['times that are off by half a second', said([0.5, 5.5, sentence], [20.5, 25.5, sentence]), []],
  ['one part of the speech alone', said([1, 6, sentence]), [['too-little', 20, 25]]],
  [
    'a sentence in the pause',
    said([1, 6, sentence], [10, 12, 'Thank you for watching.'], [20, 25, sentence]),
    [['unspoken', 10, 12]],
  ],
  ['music notes in the pause', said([1, 6, sentence], [10, 12, '♪♪'], [20, 25, sentence]), []],
  [
    'a loop at one place',
    said([1, 6, 'the best of times '.repeat(9)], [20, 25, 'So it was.']),
    [['repeated', 1, 6]],
  ],
  ['a loop', said([1, 25, 'the best of times '.repeat(60)]), [['too-much', 1, 25]]],
  ['a word for ten seconds', said([1, 25, 'You']), [['too-little', 1, 25]]],
  ['a long number', said([1, 6, '0171 445 283 912'], [20, 25, '0171 445 283 912']), []],
];

test('a text is held against when somebody speaks', () => {
  for (const [what, speech, expected] of cases)
    assert.deepEqual(
      doubtsAbout(speech, spoken).map(({ kind, start, end }) => [kind, start, end]),
      expected,
      what,
    );
  const text = said([1, 6, sentence]).text;
  assert.deepEqual(doubtsAbout({ ...said(), text: text + text }, spoken), [], 'without any times');
});

test('a text without times is split where its sentences end', () => {
  for (const parts of [
    ['It grew by 12.5% in 1999.', 'See version 2.0.1 at example.com for more...', 'Is that "true?"', 'Good!'],
    ['Mr. Quilter is the apostle of the middle classes.', 'No. 5 is alive and well!'],
    ['客観的実在の判断的知識が成立する。', 'これは文字起こしのテストです！'],
    ['without any marks'],
  ]) {
    const text = parts.join(parts[0]?.endsWith('。') ? '' : ' ');
    assert.deepEqual(
      estimatedPhrases(text, spoken).map((phrase) => phrase.text),
      parts,
    );
  }
  assert.deepEqual(estimatedPhrases('', spoken), []);
});
