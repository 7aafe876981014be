import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { type SpokenOptions, settledLength, writtenAsMeant } from '@quoth/text';
import * as de from './spoken-corpus/de.ts';
import * as en from './spoken-corpus/en.ts';
import * as es from './spoken-corpus/es.ts';
import * as fr from './spoken-corpus/fr.ts';
import * as ja from './spoken-corpus/ja.ts';
import * as pt from './spoken-corpus/pt.ts';

const corpora = { de, en, es, fr, ja, pt };
const all = { fillers: true, numbers: true, marks: true, lineBreaks: true };
/** Of the sentences that are to stay as they are, and of those that are not. */
const MAX_WRONG = 0.005;
const MAX_MISSED = 0.05;
const MIN_LITERAL = 150;
/** Characters by which a text grows: it ends inside a word as well. */
const STEP = 7;

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
  const none = { fillers: false, numbers: false, marks: false, lineBreaks: true };
  for (const options of [all, { ...none, numbers: true }, { ...none, fillers: true }])
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
