import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyTextRules, type TextRules } from './apply-text-rules.ts';

const none: TextRules = {
  punctuation: true,
  capitalization: true,
  profanityFilter: false,
  removeTrailingPeriod: false,
  englishSpelling: null,
  customVocabulary: [],
};

const cases: readonly [name: string, rules: Partial<TextRules>, text: string, expected: string][] = [
  [
    'no punctuation',
    { punctuation: false },
    'Well, “yes”: it is (almost) done!',
    'Well yes it is almost done',
  ],
  [
    'inner marks stay',
    { punctuation: false },
    "Don't pay 3.50 at 10:30 to a.b@c.org.",
    "Don't pay 3.50 at 10:30 to a.b@c.org",
  ],
  ['dashes', { punctuation: false }, 'A well-known word - or two — here.', 'A well-known word or two here'],
  ['cjk marks', { punctuation: false }, 'こんにちは。元気ですか？', 'こんにちは元気ですか'],
  ['no capitals', { capitalization: false }, 'The Élan of ΟΔΟΣ', 'the élan of οδος'],
  ['one period', { removeTrailingPeriod: true }, 'Done. Really. ', 'Done. Really '],
  ['cjk period', { removeTrailingPeriod: true }, '元気です。', '元気です'],
  ['ellipsis stays', { removeTrailingPeriod: true }, 'And then...', 'And then...'],
  ['question stays', { removeTrailingPeriod: true }, 'Really?', 'Really?'],
  [
    'british',
    { englishSpelling: 'british' },
    'The COLOR of the Center was gray.',
    'The COLOUR of the Centre was grey.',
  ],
  ['british ise', { englishSpelling: 'british' }, 'organize', 'organise'],
  ['american', { englishSpelling: 'american' }, 'Organise the colours', 'Organize the colors'],
  ['australian', { englishSpelling: 'australian' }, 'organize the color', 'organise the colour'],
  [
    'canadian',
    { englishSpelling: 'canadian' },
    'organise the color of the theater',
    'organize the colour of the theatre',
  ],
  ['canadian keeps', { englishSpelling: 'canadian' }, 'organize the colour', 'organize the colour'],
  [
    'ambiguous',
    { englishSpelling: 'british' },
    'a parking meter and a program',
    'a parking meter and a program',
  ],
  ['german is left', { englishSpelling: 'british' }, 'Die Farbe der Mitte', 'Die Farbe der Mitte'],
  ['profanity', { profanityFilter: true }, 'What the fuck, Shit!', 'What the ****, ****!'],
  [
    'by chance',
    { profanityFilter: true },
    'Scunthorpe class assess cocktail',
    'Scunthorpe class assess cocktail',
  ],
  ['phrase', { customVocabulary: ['cube cuddle => kubectl'] }, 'run Cube  cuddle now', 'run kubectl now'],
  ['own case', { customVocabulary: ['GitHub'] }, 'on github and githubs', 'on GitHub and githubs'],
  ['longest first', { customVocabulary: ['new => neu', 'new york -> NYC'] }, 'new york is new', 'NYC is neu'],
  ['no chain', { customVocabulary: ['a => b', 'b => c'] }, 'a b', 'b c'],
  ['literal', { customVocabulary: ['cost => $&', 'c++ => C++'] }, 'cost of c++', '$& of C++'],
  ['accents', { customVocabulary: ['café => Café'] }, 'the CAFÉ, cafés', 'the Café, cafés'],
  ['deletes', { customVocabulary: ['um =>'] }, 'um yes', ' yes'],
  ['vocabulary wins', { customVocabulary: ['NASA'], capitalization: false }, 'At NASA', 'at NASA'],
];

test('text rules do what they say [TEXT-RULES] [MODES-SPELLING]', () => {
  for (const [name, rules, text, expected] of cases) {
    assert.equal(applyTextRules(text, { ...none, ...rules }), expected, name);
  }
});

test('text that no rule touches comes back byte for byte, whatever it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => applyTextRules(text, none) === text));
});

test('no text and no vocabulary makes the rules fail, and each rule is done after one pass', () => {
  const words = fc.array(
    fc.constantFrom('color', 'Fuck', 'a.', '“b”', 'organise', '...', 'x', 'Ö', '🙂', '。', "it's"),
  );
  fc.assert(
    fc.property(words, fc.array(fc.string({ unit: 'binary' })), (list, customVocabulary) => {
      applyTextRules(list.join(' '), { ...none, customVocabulary });
      const rules: TextRules = {
        ...none,
        punctuation: false,
        capitalization: false,
        profanityFilter: true,
        englishSpelling: 'british',
      };
      const once = applyTextRules(list.join(' '), rules);
      assert.equal(applyTextRules(once, rules), once);
    }),
  );
});
