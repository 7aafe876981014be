import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeDefaults } from '@quoth/contract';
import { leavesThisThread, threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import fc from 'fast-check';
import { ruleText, ruleTexts } from './long-texts.ts';
import { applyTextRules, type TextRules, withLineBreaks } from './text-rules.ts';

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
  ['abbreviations', { punctuation: false }, 'At 5 p.m. (U.S.A.), e.g. "Bob."', 'At 5 p.m. U.S.A. e.g. Bob'],
  ['marks of other scripts', { punctuation: false }, 'نعم؟ हाँ। 我，你', 'نعم हाँ 我你'],
  ['addresses stay', { punctuation: false }, 'See https://a.b/c?d=1, now', 'See https://a.b/c?d=1 now'],
  ['words held apart', { punctuation: false }, 'well…ok—fine', 'well ok fine'],
  ['wide numbers', { punctuation: false }, '３．５、１，０００。', '３．５１，０００'],
  ['abbreviation at the end', { removeTrailingPeriod: true }, 'At 5 p.m.', 'At 5 p.m.'],
  ['a letter is no abbreviation', { removeTrailingPeriod: true }, 'Plan B.', 'Plan B'],
  ['parts of words', { englishSpelling: 'american' }, "Colour-blind COLOUR's", "Color-blind COLOR's"],
  [
    'nothing inside addresses',
    { englishSpelling: 'american' },
    'https://colour.org/centre me@centre.org /opt/colour colour_map theatre.ts',
    'https://colour.org/centre me@centre.org /opt/colour colour_map theatre.ts',
  ],
  [
    'rare and other words',
    { englishSpelling: 'british' },
    'install the filter connection biased tranquility almanac draft',
    'install the filter connection biased tranquility almanac draft',
  ],
  [
    'american keeps',
    { englishSpelling: 'american' },
    'aesthetic dialogue tonne gauge disc',
    'aesthetic dialogue tonne gauge disc',
  ],
  [
    'canadian words',
    { englishSpelling: 'canadian' },
    'tyre programme paediatric manoeuvre cheque',
    'tire program pediatric manoeuvre cheque',
  ],
  ['other languages', { englishSpelling: 'american', language: 'de' }, 'im Centre', 'im Centre'],
  ['english by region', { englishSpelling: 'american', language: 'en-AU' }, 'the centre', 'the center'],
  [
    'whole words',
    { profanityFilter: true },
    'cockpit cumin pussycat rapeseed shiitake kung fu die Dicke',
    'cockpit cumin pussycat rapeseed shiitake kung fu die Dicke',
  ],
  [
    'whole, endings and all',
    { profanityFilter: true },
    'Fucking motherfucker, asshole, bitches, bullshit',
    '******* ************, *******, *******, ********',
  ],
  [
    'the vocabulary is spared',
    { profanityFilter: true, customVocabulary: ['Dick', 'shit => Schitt'] },
    'dick said shit and fuck',
    'Dick said Schitt and ****',
  ],
  ['hyphens', { customVocabulary: ['e-mail => email', 'X-Ray'] }, 'an e-mail, x-ray', 'an email, X-Ray'],
  ['apostrophes', { customVocabulary: ["don't => do not"] }, 'I don’t', 'I do not'],
  [
    'unspaced scripts',
    { customVocabulary: ['東京 => Tokyo', 'github => GitHub'] },
    '東京のgithubを',
    'TokyoのGitHubを',
  ],
  ['beyond the first plane', { customVocabulary: ['𝒶 => b', 'c'] }, '𝒶 𝒶c C', 'b 𝒶c c'],
  ['final sigma', { customVocabulary: ['ΟΔΟΣ => street'] }, 'οδος Οδοσ', 'street street'],
  ['first arrow', { customVocabulary: ['a -> b => c', '=> x', ' '] }, 'a x', 'b => c x'],
  ['vocabulary wins', { customVocabulary: ['NASA'], capitalization: false }, 'At NASA', 'at NASA'],
];

test('text rules do what they say', () => {
  for (const [name, rules, text, expected] of cases) {
    assert.equal(applyTextRules(text, { ...none, ...rules }), expected, name);
  }
});

test('text that no rule touches comes back byte for byte, whatever it is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => applyTextRules(text, none) === text));
});

test('no text and no vocabulary makes the rules fail, and one pass of each rule is enough', () => {
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

/** What rules for spoken words may look at again and again. */
const repeatedInSpeech = {
  en: [
    'one ',
    'one point ',
    'two to ',
    'scratch that. ',
    'x open quote ',
    'the the ',
    'um, ',
    '.',
    '(',
    'zero twenty ',
    'a',
  ],
  de: ['eins Komma ', 'hundertund', 'Klammer auf '],
  fr: ['zéro vingt ', 'et '],
  ja: ['一', '改行、', '「'],
};

test('200,000 characters of the worst kind take proportional time, with a full vocabulary', () => {
  const rules: TextRules = {
    punctuation: false,
    capitalization: false,
    profanityFilter: true,
    removeTrailingPeriod: true,
    englishSpelling: 'canadian',
    customVocabulary: Array.from({ length: 1_000 }, (_, index) => `${'a '.repeat(95)}${index} => x`),
  };
  // Each of these took minutes, or was refused, when a rule looked back or ahead too far.
  for (const unit of ['.', ' ', 'a ', 'a.', "a'", '—', '(((', 'shit ', `a${' '.repeat(999)}`])
    applyTextRules(unit.repeat(200_000 / unit.length), rules);
  const spoken = { numbers: true, words: false, marks: true, fillers: true, lineBreaks: true };
  for (const [language, units] of Object.entries(repeatedInSpeech)) {
    for (const unit of units)
      applyTextRules(unit.repeat(200_000 / unit.length), {
        ...rules,
        customVocabulary: [],
        spoken,
        language,
      });
  }
  const long = `${'a '.repeat(95)}7`;
  assert.equal(applyTextRules(`Say ${long}.`, rules), 'say x');
});

test('rules for spoken words leave all other texts as they are, byte for byte', () => {
  const off = { numbers: false, words: false, marks: false, fillers: false, lineBreaks: true };
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'ja'), (text, language) => {
      assert.equal(applyTextRules(text, { ...none, spoken: off, language }), text);
    }),
  );
});

test('rules for spoken words come before the others, and know their language', () => {
  const spoken = { numbers: true, words: false, marks: true, fillers: true, lineBreaks: true };
  const rows: readonly (readonly [rules: Partial<TextRules>, said: string, written: string])[] = [
    [{ language: 'en-GB' }, 'Um, twenty three, comma, maybe.', '23, maybe.'],
    [{ language: 'auto' }, 'Um, twenty three, comma, maybe.', 'Um, twenty three, comma, maybe.'],
    [{ language: 'nl' }, 'Um, twenty three.', 'Um, twenty three.'],
    [{ language: 'en', punctuation: false }, 'Yes, comma, it costs five dollars.', 'Yes it costs $5'],
    [{ language: 'en', customVocabulary: ['23 => XXIII'] }, 'Room twenty three.', 'Room XXIII.'],
    [{ language: 'en', removeTrailingPeriod: true }, 'Hello, new line.', 'Hello\n'],
    [{ language: 'en' }, 'He wrote “um, twenty” on it.', 'He wrote “um, 20” on it.'],
    [{ language: 'en' }, 'Um.', 'Um.'],
  ];
  for (const [rules, said, written] of rows)
    assert.equal(applyTextRules(said, { ...none, spoken, ...rules }), written, said);
});

test('line breaks are asked for in the language that is spoken', () => {
  const asked: readonly (readonly [language: string, said: string, written: string])[] = [
    ['de', 'Liebe Anna, neue Zeile, danke. Neuer Absatz. Viele Grüße', 'Liebe Anna,\ndanke.\n\nViele Grüße'],
    ['de-CH', 'liebe anna neue zeile danke', 'liebe anna\ndanke'],
    ['de', 'Wir brauchen eine neue Zeile im Formular.', 'Wir brauchen eine neue Zeile im Formular.'],
    ['de', 'Liebe Anna, new line, danke.', 'Liebe Anna,\ndanke.'],
    [
      'fr',
      'Chère Anna, à la ligne, merci. Nouveau paragraphe. Bien à vous',
      'Chère Anna,\nmerci.\n\nBien à vous',
    ],
    ['fr', 'la nouvelle ligne de métro ouvre demain', 'la nouvelle ligne de métro ouvre demain'],
    ['es', 'Hola, Ana. Nueva línea. Gracias. Nuevo párrafo. Saludos', 'Hola, Ana.\nGracias.\n\nSaludos'],
    ['es', 'una nueva línea de productos', 'una nueva línea de productos'],
    ['pt-BR', 'Oi, Ana. Nova linha. Obrigado. Novo parágrafo. Abraço', 'Oi, Ana.\nObrigado.\n\nAbraço'],
    ['auto', 'Hallo. Neue Zeile. Danke.', 'Hallo.\nDanke.'],
    ['en', 'He said neue Zeile, twice.', 'He said neue Zeile, twice.'],
  ];
  for (const [language, said, written] of asked)
    assert.equal(applyTextRules(said, { ...none, spokenLineBreaks: true, language }), written, said);
});

test('the time of the text rules grows with the blanks of a text and no faster', async () => {
  const ruled = async (blanks: number) => {
    const text = `a${' '.repeat(blanks)}b`;
    return (
      await threadMs(() => applyTextRules(text, { ...none, spokenLineBreaks: true, language: 'en' }))
    )[1];
  };
  await ruled(2_000);
  const [short, long] = [await ruled(4_000), await ruled(32_000)];
  // Eight times the text; quadratic would be 64 times the time.
  assert(long < Math.max(short, 15) * 28, `${Math.round(short)} ms, then ${Math.round(long)} ms`);
});

test('spoken line breaks become real ones where they are meant', () => {
  const rows: readonly [spoken: string, written: string][] = [
    // Engines that write marks.
    ['Dear Anna, new line, thank you. New paragraph. Best regards', 'Dear Anna,\nthank you.\n\nBest regards'],
    ['First. Newline. Second.', 'First.\nSecond.'],
    ['Hello. New line, how are you', 'Hello.\nHow are you'],
    ['“Yes!” New paragraph, élan it is.', '“Yes!”\n\nÉlan it is.'],
    ['Hola. Nueva línea, ¿cómo estás?', 'Hola.\n¿Cómo estás?'],
    ['Hallo. Neue Zeile, „und dann“ ging er.', 'Hallo.\n„Und dann“ ging er.'],
    ['Hello. New line, iPhone first.', 'Hello.\niPhone first.'],
    ['We met at 5 p.m. New line, then we left.', 'We met at 5 p.m.\nthen we left.'],
    ['First. New line.', 'First.\n'],
    ['New paragraph. First.', '\n\nFirst.'],
    ['One. New line. New line. Two.', 'One.\n\nTwo.'],
    ['We launched a new line of shoes. It sells.', 'We launched a new line of shoes. It sells.'],
    ['Write the new line, then stop.', 'Write the new line, then stop.'],
    ['Add new lines, please.', 'Add new lines, please.'],
    ['We talked about new line items yesterday.', 'We talked about new line items yesterday.'],
    // Engines that write none.
    ['dear anna new line thank you new paragraph best regards', 'dear anna\nthank you\n\nbest regards'],
    ['we launched a new line of shoes', 'we launched a new line of shoes'],
    ['new line of products', 'new line of products'],
    ['the new paragraph is good', 'the new paragraph is good'],
    ['renew line rental', 'renew line rental'],
    ['', ''],
  ];
  for (const [spoken, written] of rows) assert.equal(withLineBreaks(spoken), written, spoken);
});

const spoken = ['we', 'met', 'at', 'the', 'old', 'theater,', 'and', 'talked', 'about', 'term7', 'shit.'];
const textOf = (words: number) =>
  Array.from({ length: words }, (_, at) => spoken[at % spoken.length]).join(' ');
const threadRules = {
  ...modeDefaults,
  punctuation: false,
  profanityFilter: true,
  englishSpelling: 'british' as const,
  customVocabulary: Array.from({ length: 500 }, (_, index) => `term${index} => Term No. ${index}`),
};

test('the rules are applied to six hours of speech in a separate thread, with the same result', async () => {
  const text = textOf(60_000);
  // The first use builds the dictionaries.
  applyTextRules('a theater', threadRules);
  const expected = applyTextRules(text, threadRules);
  const [{ text: ruled }, isElsewhere] = await leavesThisThread(() => ruleText(text, threadRules));
  assert.equal(ruled, expected);
  assert.match(ruled, /^we met at the old theatre and talked about Term No. 7 \*{4} we/);
  assert(isElsewhere);
});

test('the rules are applied to many segments in a thread too, in their order', async () => {
  const texts = Array.from({ length: 600 }, (_, at) => `${textOf(10)} ${at}`);
  applyTextRules('a theater', threadRules);
  const expected = texts.map((text) => applyTextRules(text, threadRules));
  const [ruled, isElsewhere] = await leavesThisThread(() => ruleTexts(texts, threadRules));
  assert.deepEqual(
    ruled.map(({ text }) => text),
    expected,
  );
  assert(isElsewhere);
});

test('a text that is looked through for a thousand words goes to a thread as well', async () => {
  const customVocabulary = Array.from(
    { length: 1_000 },
    (_, at) => `Word${(at * 7_919).toString(36)}ish term`,
  );
  const rules = { ...threadRules, customVocabulary, heard: true };
  const text = 'we talked about the old garden again '.repeat(4_000);
  const expected = applyTextRules(text, rules);
  const [{ text: ruled }, isElsewhere] = await leavesThisThread(() => ruleText(text, rules));
  assert.equal(ruled, expected);
  assert(isElsewhere);
});

test('a short text starts no thread, and a caller who has gone gets no result of a long one', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  assert.equal((await ruleText('the old theater', threadRules, gone)).text, 'the old theatre');
  await assert.rejects(ruleText(textOf(20_000), threadRules, gone), /gone/);
});
