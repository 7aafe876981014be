import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinTexts, mergeChunks, type RecognizedSpeech, shiftedBy } from '@quoth/text';

const speech = (text: string, language: string | null = 'en'): RecognizedSpeech => ({
  text,
  words: [{ word: text, start: 0.1, end: 0.25 }],
  segments: [{ id: 7, start: 0.1, end: 0.25, text }],
  language,
});

const joins: readonly [readonly string[], string][] = [
  [['one.', 'two'], 'one. two'],
  [['', 'one', '', 'two', ''], 'one two'],
  [['これは', 'テストです。', '次です'], 'これはテストです。次です'],
  [['これは、「', 'テスト', '」です，', '次'], 'これは、「テスト」です，次'],
  [['中文', 'and English'], '中文 and English'],
  [['𠀀', '𠀁'], '𠀀𠀁'],
  [[], ''],
];
for (const [texts, whole] of joins) {
  test(`texts of chunks are joined as their script is written: ${JSON.stringify(texts)}`, () => {
    assert.equal(joinTexts(texts), whole);
  });
}

test('times of a chunk become those of the whole; segments are renumbered; the language is that of most of the text', () => {
  const whole = mergeChunks([speech('hallo', 'de'), shiftedBy(28.1234, speech('a longer text'))]);
  assert.deepEqual(whole.words[1], { word: 'a longer text', start: 28.223, end: 28.373 });
  assert.deepEqual(
    whole.segments.map(({ id, start }) => [id, start]),
    [
      [0, 0.1],
      [1, 28.223],
    ],
  );
  assert.equal(whole.language, 'en');
  assert.equal(mergeChunks([speech('x', null)]).language, null);
});
