import type { DatabaseSync } from 'node:sqlite';
import type { RecordingSource, Statistics } from '@quoth/contract';
import { DAY_MS, localDay } from '../base/index.ts';
import { SEQ_PER_MILLISECOND } from './find-recordings.ts';

const DAYS = 365;
/** Of modes and of programs. */
const MAX_ROWS = 20;

interface Row {
  readonly date_ms: number;
  readonly text: string;
  readonly duration_s: number;
  readonly source: RecordingSource;
  readonly mode_name: string | null;
  readonly made_by_name: string | null;
}

interface Sum {
  words: number;
  seconds: number;
}

/**
 * Counts what was transcribed in the 365 days before `nowMs`, without the trash. It reads each text of that time: about
 * a second for 100,000 recordings, so it runs on the thread of the searches. Days are those of the machine's time zone.
 */
export function countStatistics(database: DatabaseSync, nowMs: number): Omit<Statistics, 'ok'> {
  const rows = database
    .prepare(
      `SELECT date_ms, text, duration_s, source, mode_name, made_by_name FROM recordings
       WHERE seq >= ? AND deleted_ms IS NULL AND status = 'completed' ORDER BY seq`,
    )
    .iterate((nowMs - DAYS * DAY_MS) * SEQ_PER_MILLISECOND) as unknown as Iterable<Row>;
  const dictated = { recordings: 0, words: 0, seconds: 0 };
  const days = new Map<string, Sum>();
  const modes = new Map<string | null, Sum>();
  const programs = new Map<
    string,
    Sum & { readonly source: RecordingSource; readonly program: string | null }
  >();
  for (const { date_ms, text, duration_s: seconds, source, mode_name, made_by_name: program } of rows) {
    const words = countWords(text);
    const key = JSON.stringify([source, program]);
    add(programs, key, { source, program }, words, seconds);
    if (source !== 'dictation') continue;
    dictated.recordings += 1;
    dictated.words += words;
    dictated.seconds += seconds;
    add(days, localDay(date_ms), {}, words, seconds);
    add(modes, mode_name, {}, words, seconds);
  }
  return {
    dictated: { ...dictated, seconds: rounded(dictated.seconds) },
    days: [...days]
      .map(([day, sum]) => ({ day, ...sum, seconds: rounded(sum.seconds) }))
      .sort((one, other) => one.day.localeCompare(other.day)),
    modes: mostWords([...modes].map(([name, sum]) => ({ name, ...sum }))),
    programs: mostWords([...programs.values()]),
  };
}

/**
 * Words as a reader counts them; two characters of Chinese or Japanese, which puts no spaces between its words, count
 * as one.
 */
export function countWords(text: string): number {
  const spaced = text.match(WORD)?.length ?? 0;
  // Most texts have none.
  const unspaced = UNSPACED.test(text) ? (text.match(EACH_UNSPACED)?.length ?? 0) : 0;
  return spaced + Math.ceil(unspaced / 2);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const EACH_UNSPACED = new RegExp(UNSPACED, 'gu');
/** Letters and digits with the marks inside of a word, such as those of “don’t”, “e-mail” and “3.5”. */
const WORD =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:[’'.,-](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+)*/gu;

function add<Key, Fields extends object>(
  sums: Map<Key, Sum & Fields>,
  key: Key,
  fields: Fields,
  words: number,
  seconds: number,
): void {
  const sum = sums.get(key) ?? { ...fields, words: 0, seconds: 0 };
  sum.words += words;
  sum.seconds += seconds;
  sums.set(key, sum);
}

function mostWords<Counted extends Sum>(counted: Counted[]): Counted[] {
  return counted
    .sort((one, other) => other.words - one.words)
    .slice(0, MAX_ROWS)
    .map((each) => ({ ...each, seconds: rounded(each.seconds) }));
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
