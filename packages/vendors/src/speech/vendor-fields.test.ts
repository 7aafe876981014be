import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Word } from '@quoth/contract';
import { fitTerms, languageOf, primaryTag, segmentsOfWords, type TermLimits } from './vendor-fields.ts';

const languages: readonly [unknown, string | null][] = [
  ['en', 'en'],
  ['en_us', 'en'],
  ['en-GB', 'en'],
  ['EN', 'en'],
  ['eng', 'en'],
  ['deu', 'de'],
  ['yue', 'yue'],
  ['fil', 'fil'],
  ['english', 'en'],
  ['English', 'en'],
  ['german', 'de'],
  ['', null],
  ['klingonese', null],
  [undefined, null],
  [null, null],
  [7, null],
];
for (const [written, tag] of languages) {
  test(`language ${JSON.stringify(written)} is ${tag}`, () => assert.equal(languageOf(written), tag));
}
test('a vendor that knows no countries gets no country', () => {
  assert.deepEqual(['pt-BR', 'zh_TW', 'EN'].map(primaryTag), ['pt', 'zh', 'en']);
});

const vocabularies: readonly [name: string, string[], TermLimits, string[]][] = [
  ['as it is', ['a', 'b'], { count: 9 }, ['a', 'b']],
  ['no more than fit', ['a', 'b', 'c'], { count: 2 }, ['a', 'b']],
  ['each once, trimmed', [' a  b ', 'a b', '', '  '], { count: 9 }, ['a b']],
  ['too long ones are left out, later ones kept', ['aaaa', 'bb'], { count: 9, characters: 3 }, ['bb']],
  ['too many words', ['a b c', 'd'], { count: 9, words: 2 }, ['d']],
  ['all together', ['aaa', 'bbb', 'c'], { count: 9, total: 5 }, ['aaa']],
  ['what is forbidden is taken out', ['<a>b', '<>'], { count: 9, forbidden: /[<>]/g }, ['a b']],
];
for (const [name, vocabulary, limits, expected] of vocabularies) {
  test(`vocabulary: ${name}`, () => assert.deepEqual(fitTerms(vocabulary, limits), expected));
}

const said = (text: string, start: number, end = start + 0.4): Word => ({ word: text, start, end });
const sentences: readonly [name: string, Word[], string[]][] = [
  ['nothing', [], []],
  ['one', [said('Hello', 0), said('there.', 0.5)], ['Hello there.']],
  ['after a full stop', [said('One.', 0), said('Two?"', 1), said('Three', 2)], ['One.', 'Two?"', 'Three']],
  ['at a long pause', [said('one', 0), said('two', 3)], ['one', 'two']],
  [
    'after half a minute',
    Array.from({ length: 40 }, (_, index) => said(`w${index}`, index, index + 0.9)),
    [
      Array.from({ length: 30 }, (_, index) => `w${index}`).join(' '),
      Array.from({ length: 10 }, (_, index) => `w${index + 30}`).join(' '),
    ],
  ],
];
for (const [name, words, expected] of sentences) {
  test(`segments: ${name}`, () => {
    const segments = segmentsOfWords(words);
    assert.deepEqual(
      segments.map(({ text }) => text),
      expected,
    );
    assert.deepEqual(
      segments.map(({ id }) => id),
      expected.map((_, id) => id),
    );
    if (segments.length > 0) assert.equal(segments.at(-1)?.end, words.at(-1)?.end);
  });
}
