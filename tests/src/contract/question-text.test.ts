import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, limits, questionText } from '@quoth/contract';
import fc from 'fast-check';

const refused: readonly [string, string][] = [
  ['nothing', ''],
  ['spaces', ' \n\t '],
  ['no word', '?!?'],
  ['too long', 'a'.repeat(limits.questionCharacters + 1)],
  ['an escape sequence', 'Delete \u001b[31mall\u001b[0m?'],
  ['a bell', 'Ring\u0007'],
  ['a null', 'a\0b'],
  ['C1', 'a\u009bb'],
  ['a tag', 'Say <b>yes</b>'],
  ['half a tag', 'Is 1 < 2?'],
  ['an entity', 'Say &lt;yes&gt;'],
  ['a numbered entity', 'Say &#60;yes'],
  ['an override of direction', 'Send \u202e?seliF'],
  ['an isolate', 'Send \u2066this\u2069'],
  ['a mark of direction', 'Send\u200f this'],
  ['a zero-width space', 'Pass\u200bword'],
  ['a byte order mark', 'Hel\ufefflo'],
  ['tags of another alphabet', 'Hello\u{e0041}\u{e0042}'],
  ['a soft hyphen', 'Pass\u00adword'],
  ['an invisible letter', 'Hello\u3164'],
  ['half a pair', 'Hello\ud800'],
  ['private letters', 'Hello\ue000'],
  ['a line separator', 'Hello\u2028there'],
  ['a tower of marks', `Z${'\u0335\u0336\u0337\u0338\u0301\u0302'}algo`],
];
const kept: readonly [string, string][] = [
  ['Which branch shall I use?', 'Which branch shall I use?'],
  ['  Two\n\nlines \t and\u00a0spaces ', 'Two lines and spaces'],
  ['Tom & Jerry; R&D?', 'Tom & Jerry; R&D?'],
  ['Wie heißt das Projekt? 🎉', 'Wie heißt das Projekt? 🎉'],
  ['می\u200cخواهم؟', 'می\u200cخواهم؟'],
  ['ブランチの名前は？', 'ブランチの名前は？'],
  ['e\u0301tude', 'étude'],
  ['😀'.repeat(199).concat('a'), '😀'.repeat(199).concat('a')],
];

test('a question is one paragraph of plain characters; everything else is refused and says why', () => {
  for (const [what, text] of refused) {
    const checked = check(questionText, text);
    assert(!checked.success, what);
    assert.match(checked.problems[0]?.message ?? '', /question|empty|string/i, what);
  }
  for (const [text, expected] of kept) assert.equal(questionText.parse(text), expected);
});

test('whatever is taken is short, visible and the same the second time', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(fc.constantFrom('a', ' ', '\u001b', '\u202e', '<', '&', 'amp', ';', '\u0301', '\u200d', '\n'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { success, data } = questionText.safeParse(text);
      if (!success) return;
      assert([...data].length <= limits.questionCharacters);
      assert.doesNotMatch(data, /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f<>]/u);
      assert.equal(questionText.parse(data), data);
    }),
  );
});
