import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRepetitive, lettersOf, type TextFault, textFault } from '@quoth/text';

const sentence = 'Mr. Quilter is the apostle of the middle classes, and we are glad to welcome his gospel.';
/**
 * What models wrote, how many seconds somebody spoke, and what is wrong with it. The loops are recorded outputs of
 * Whisper Base at Q5_0 and Q8_0.
 */
const cases: readonly [string, text: string, seconds: number, TextFault | undefined][] = [
  ['a sentence', sentence, 4.9, undefined],
  ['a sentence at twice the tempo', sentence, 2.5, undefined],
  ['a slow reader', 'The quick brown fox jumps.', 2.9, undefined],
  ['a loop', 'and we are glad to welcome his gospel. '.repeat(60), 16.5, 'too-much'],
  ['a Japanese loop', `この${'子供の'.repeat(60)}`, 9, 'too-much'],
  ['a short loop', 'This is a test of the local speech. '.repeat(8), 8, 'repeated'],
  ['a sentence that is said eight times', 'This is a test of the local speech. '.repeat(8), 17, undefined],
  ['a sentence that is said three times', `${sentence} `.repeat(3), 14.7, undefined],
  ['no, no, no, no', 'No, no, no, no, I said no.', 2.5, undefined],
  ['one sentence for the time of five', sentence.slice(0, 40), 15, 'too-little'],
  ['nothing for much speech', '', 3, 'too-little'],
  ['nothing for a hesitation', '', 0.6, undefined],
  ['one word for a short call', 'Hello?', 0.35, undefined],
  ['Japanese at an ordinary pace', '客観的実在の判断的知識が成立するのである。', 3.9, undefined],
  ['Korean at an ordinary pace', '그는 이리저리 피하면서 길 한 옆으로 걸어갔다.', 2.7, undefined],
];
for (const [name, text, seconds, expected] of cases)
  test(`judged: ${name}`, () => assert.equal(textFault(text, seconds), expected));

test('a text of a hundred thousand words is judged without comparing them all', () => {
  const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(' ');
  assert(isRepetitive(words));
});

test('marks, notes and spaces are no letters', () => {
  assert.equal(lettersOf(' ♪♪♪ … [] '), 0);
  assert.equal(lettersOf('a1 日本 한'), 2 + 9);
});
