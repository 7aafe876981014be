import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { type SpokenOptions, settledLength, writtenAsMeant } from '@quoth/text/spoken';
import * as de from './spoken-corpus/de.ts';
import * as en from './spoken-corpus/en.ts';
import * as es from './spoken-corpus/es.ts';
import * as fr from './spoken-corpus/fr.ts';
import * as ja from './spoken-corpus/ja.ts';
import * as pt from './spoken-corpus/pt.ts';

const corpora = { de, en, es, fr, ja, pt };
const all = { fillers: true, numbers: true, words: false, marks: true, lineBreaks: true };
/** Of the sentences that are to stay as they are, and of those that are not. */
const MAX_WRONG = 0.005;
const MAX_MISSED = 0.05;
const MIN_LITERAL = 150;
/** Characters by which a text grows: it ends inside a word as well. */
const STEP = 11;

function linesOf(block: string): readonly string[] {
  return block.trim().split('\n');
}

test('literal words stay, and commands, numbers and hesitation are written as meant', () => {
  const table: string[] = [];
  const sums = { literal: 0, wrong: 0, meant: 0, missed: 0 };
  const failures: string[] = [];
  for (const [language, { literal, meant }] of Object.entries(corpora)) {
    const kept = [...new Set(linesOf(literal))];
    const rows = linesOf(meant).map((line) => line.split(' => '));
    const wrong = kept.filter((text) => writtenAsMeant(text, all, language) !== text);
    const missed = rows.filter(
      ([said = '', written = '']) => shown(writtenAsMeant(said, all, language)) !== plain(written),
    );
    failures.push(
      ...wrong.map((text) => `${language} wrong: ${text} -> ${shown(writtenAsMeant(text, all, language))}`),
    );
    failures.push(
      ...missed.map(
        ([said = '']) => `${language} missed: ${said} -> ${shown(writtenAsMeant(said, all, language))}`,
      ),
    );
    table.push(`| ${language} | ${kept.length} | ${wrong.length} | ${rows.length} | ${missed.length} |`);
    assert.ok(kept.length >= MIN_LITERAL, `${language} has ${kept.length} literal sentences`);
    sums.literal += kept.length;
    sums.wrong += wrong.length;
    sums.meant += rows.length;
    sums.missed += missed.length;
  }
  table.push(`| all | ${sums.literal} | ${sums.wrong} | ${sums.meant} | ${sums.missed} |`);
  console.log([...table, ...failures].join('\n'));
  const page = readFileSync(new URL('../../../docs/spoken-words.md', import.meta.url), 'utf8');
  assert.ok(page.includes(table.join('\n')), 'docs/spoken-words.md has other figures');
  assert.ok(sums.wrong / sums.literal <= MAX_WRONG, failures.join('\n'));
  assert.ok(sums.missed / sums.meant <= MAX_MISSED, failures.join('\n'));
});

test('what is settled of a growing text is the beginning of the final one, whichever rules are on', () => {
  const none = { fillers: false, numbers: false, words: false, marks: false, lineBreaks: true };
  const some = [{ numbers: true }, { fillers: true }, { numbers: true, words: true }];
  for (const options of [all, ...some.map((rules) => ({ ...none, ...rules }))])
    for (const [language, { literal, meant }] of Object.entries(corpora)) {
      const said = [...linesOf(meant).map((line) => line.split(' => ')[0] ?? ''), ...linesOf(literal)];
      // Some sentences at a time, so that commands meet what was said before them.
      for (let at = 0; at < said.length; at += 5)
        assertSettled(said.slice(at, at + 5).join(language === 'ja' ? '' : ' '), options, language);
    }
});

test('a command that removes a sentence finds it whole behind marks that were said as sentences', () => {
  for (const text of [
    'Are you coming to the party tonight? Question mark. Scratch that. I will call you later today.',
    'We wait for them at the station tonight. Um. Scratch that. I will call you later today.',
    'I like the red one very much. Comma. And the blue one too. Scratch that. I will call you later today.',
  ])
    assertSettled(text, all, 'en');
});

function assertSettled(text: string, options: SpokenOptions, language: string): void {
  const final = writtenAsMeant(text, options, language);
  let given = '';
  for (let length = 1; length <= text.length; length += STEP) {
    const grown = text.slice(0, length);
    const start = grown.slice(0, settledLength(grown, options, language));
    const written = writtenAsMeant(grown, options, language);
    const settled = commonStart(writtenAsMeant(start, options, language), written).trimEnd();
    assert.ok(final.startsWith(settled), `${language}: ${grown}\n${settled}\n${final}`);
    if (settled.length > given.length) given = settled;
  }
  assert.ok(given.length > 0 || final.length < 200, `nothing of "${text}" is given before its end`);
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

test('a minute of speech takes less than five milliseconds', async () => {
  for (const [language, { literal }] of Object.entries(corpora)) {
    const minute = literal.slice(0, 1_000);
    const times: number[] = [];
    for (let turn = 0; turn < 30; turn++)
      times.push((await threadMs(() => writtenAsMeant(minute, all, language)))[1]);
    assert.ok(Math.min(...times) < 5, `${Math.min(...times)} ms of ${language}`);
  }
});

function plain(written: string): string {
  return written === '∅' ? '' : written;
}

/** Line breaks as ⏎, and every space the same. */
function shown(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll('\u00a0', ' ');
}

const words = { fillers: false, numbers: false, words: true, marks: false, lineBreaks: false };

/** What a model writes, and what becomes of it. */
const counted: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['23 people came.', 'Twenty-three people came.'],
    ['We have 5 cats and 12 dogs.', 'We have five cats and twelve dogs.'],
    [
      'My 3 kids counted 100 of them, then 45.',
      'My three kids counted one hundred of them, then forty-five.',
    ],
    ['Five times a day, 7 times a week.', 'Five times a day, seven times a week.'],
    ['The 5 of us were 25 years old.', 'The five of us were twenty-five years old.'],
  ],
  de: [
    ['Ich habe 23 Katzen und 31 Fische.', 'Ich habe dreiundzwanzig Katzen und einunddreißig Fische.'],
    ['Am 3. Mai kamen 12 Leute.', 'Am 3. Mai kamen zwölf Leute.'],
  ],
  fr: [
    [
      "J'ai 71 ans et 22 amis, 92 livres.",
      "J'ai soixante et onze ans et vingt-deux amis, quatre-vingt-douze livres.",
    ],
  ],
  es: [['Tengo 23 libros y 32 mesas.', 'Tengo veintitrés libros y treinta y dos mesas.']],
  pt: [['Tenho 16 livros e 23 casas.', 'Tenho dezesseis livros e vinte e três casas.']],
  ja: [['23人が来て、10個買いました。', '二十三人が来て、十個買いました。']],
};

/** What keeps its digits. */
const kept: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Windows 11 is out, see page 5 of chapter 7.',
    'It costs 5 dollars, weighs 3 kg and has 4 square meters, 20 percent less.',
    'At 5 pm on May 5 it was 30 degrees, from 3 to 5 in Room 12.',
    '1. Buy milk\n2. Go home',
    'See no. 5, version 2.5, 3:30, the 5th, 5-year plans and 007.',
    'We need 2 or 3, call 555 12 34, 5 plus 7, 101 of 2026.',
    'A score of 3, 2, 1.',
    'It goes 80 km/h over 20 ft, is 9 oz and 70 CHF.',
    'See question 5 on line 12, step 3, from 9 till 5, 1 in 5 people.',
    'My iPhone 15 broke.',
    'We were 8 hours 30 behind.',
    'The iPhone 15 (5) has 1 button.',
  ],
  de: ['In Zimmer 12 um 5 Uhr, am 3. Mai, waren es 30 Grad.', 'Er wohnt in Raum 7 und zahlt 20 Euro.'],
  fr: [
    'Il a 21 pages, 80 euros, à 5 heures, page 12, 20 m², les années 80.',
    'Il est 8 heures 30, ligne 12, nº 5.',
  ],
  es: ['Son 21 casas, 20 euros, página 12, el 5 de mayo, a las 5, el día 7.'],
  pt: ['São 2 casas e 22 reais, página 12, 12 de março, até as 5, dia 7.'],
  ja: ['5月3日の3時に第5回、20%です。'],
};

test('small counts are written in words, and what is no count keeps its digits', () => {
  for (const [language, rows] of Object.entries(counted))
    for (const [heard, written] of rows) assert.equal(writtenAsMeant(heard, words, language), written);
  for (const [language, texts] of Object.entries(kept))
    for (const text of texts) assert.equal(writtenAsMeant(text, words, language), text);
});

test('what was written in digits is written in words after it, where it is a small count', () => {
  const both = { ...words, numbers: true };
  assert.equal(
    writtenAsMeant('Twenty three people paid forty dollars for two hundred books.', both, 'en'),
    'Twenty-three people paid $40 for 200 books.',
  );
});

test('what is settled of a text with counts is the beginning of the final one', () => {
  for (const [language, rows] of Object.entries(counted)) {
    const texts = [...rows.map(([heard]) => heard), ...(kept[language] ?? [])];
    assertSettled(texts.join(language === 'ja' ? '' : ' '), words, language);
  }
});
