import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { limits, modeNameKey, type Recording } from '@quoth/contract';

/** Latin, Greek and Cyrillic accents; vowel signs and voicing marks of other scripts are letters and stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Between the texts of one recording, so that no match runs from one into the next. */
const SEPARATOR = '\u001f';

/** Text as search compares it: without case, accents and compatibility forms. */
function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .normalize('NFKC')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      // SQLite's text functions stop at NUL, and the separator is ours.
      .replaceAll('\u0000', '\ufffd')
      .replaceAll(SEPARATOR, '\ufffd')
  );
}

/** The texts of one recording as one searchable text; equal ones count once. */
export function foldAll(texts: readonly (string | null)[]): string {
  const folded = texts.map((text) => fold(text ?? '')).filter((text) => text !== '');
  return [...new Set(folded)].join(SEPARATOR);
}

/** A search with every value resolved. Times are milliseconds since 1970. */
export interface RecordingSearch {
  /** Each is a substring of one of its texts; none finds everything. */
  readonly terms: readonly string[];
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly status: Recording['status'] | undefined;
  /** Name or id of a mode. */
  readonly mode: string | undefined;
  /** The beginning of an id, in lower case. */
  readonly id: string | undefined;
  readonly inTrash: boolean;
  readonly source: Recording['source'] | undefined;
  /** The engine or provider that made the text. */
  readonly provider: string | undefined;
  /** Id of a named token: only what its program made. */
  readonly madeBy: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What was found: the page's places in time, newest first, and how many there are in all, up to the cap. */
export interface FoundRecordings {
  readonly seqs: readonly number[];
  readonly total: number;
  readonly capped: boolean;
}

/** `seq` is milliseconds times this, plus a counter for recordings of the same millisecond. */
export const SEQ_PER_MILLISECOND = 1_000;

/**
 * Status of a row in the trash that is being deleted permanently: no one sees it any more, and the next start deletes
 * what is left of it.
 */
export const DISCARDING = 'discarding';

interface Part {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** The table that knows the text, and its column of places in time. */
interface Source {
  readonly table: 'recordings' | 'recording_texts' | 'recording_index';
  readonly seq: string;
  readonly filters: readonly Part[];
}

/**
 * Finds recordings, newest first. Terms of three characters or more are looked up in the trigram index; a shorter one
 * has no trigram and is looked for in the text itself. The trash has no index, so that nothing deleted stays in it:
 * there, each text is read.
 */
export function findRecordings(database: DatabaseSync, search: RecordingSearch): FoundRecordings {
  const source = sourceOf(
    search.terms.map(fold).filter((term) => term !== ''),
    search.inTrash,
  );
  return source.table === 'recording_index'
    ? findByIndex(database, search, source)
    : findByRows(database, search, source);
}

/**
 * Up to the contract's cap everything is read in the order of the index, which is twice as fast as against it; only if
 * there is more, the newest are queried separately.
 */
function findByIndex(database: DatabaseSync, search: RecordingSearch, source: Source): FoundRecordings {
  const end = search.offset + search.limit;
  const oldestFirst = seqs(database, search, source, 'ASC', limits.searchTotalMax + 1);
  const capped = oldestFirst.length > limits.searchTotalMax;
  const newestFirst = capped ? seqs(database, search, source, 'DESC', end) : oldestFirst.reverse();
  return {
    seqs: newestFirst.slice(search.offset, end),
    total: Math.min(oldestFirst.length, limits.searchTotalMax),
    capped,
  };
}

/** Rows are as fast in either order, and counting those beyond the page is faster than fetching them. */
function findByRows(database: DatabaseSync, search: RecordingSearch, source: Source): FoundRecordings {
  const end = search.offset + search.limit;
  const newestFirst = seqs(database, search, source, 'DESC', end);
  const last = newestFirst.at(-1);
  const mayBeMore = last !== undefined && newestFirst.length === end && end <= limits.searchTotalMax;
  const older = mayBeMore ? countOlder(database, search, source, last, limits.searchTotalMax + 1 - end) : 0;
  const total = newestFirst.length + older;
  return {
    seqs: newestFirst.slice(search.offset),
    total: Math.min(total, limits.searchTotalMax),
    capped: total > limits.searchTotalMax,
  };
}

function seqs(
  database: DatabaseSync,
  search: RecordingSearch,
  source: Source,
  order: 'ASC' | 'DESC',
  maximum: number,
): number[] {
  const { sql, values } = statement(source, search);
  const query = prepare(database, `SELECT ${source.seq} ${sql} ORDER BY ${source.seq} ${order} LIMIT ?`);
  query.setReturnArrays(true);
  return (query.all(...values, maximum) as unknown as [number][]).map(([seq]) => seq);
}

function countOlder(
  database: DatabaseSync,
  search: RecordingSearch,
  source: Source,
  than: number,
  maximum: number,
): number {
  const isOlder: Part = { sql: `${source.seq} < ?`, values: [than] };
  const { sql, values } = statement({ ...source, filters: [...source.filters, isOlder] }, search);
  const query = prepare(database, `SELECT count(*) FROM (SELECT 1 ${sql} LIMIT ?)`);
  query.setReturnArrays(true);
  return (query.get(...values, maximum) as unknown as [number])[0];
}

function prepare(database: DatabaseSync, sql: string): StatementSync {
  database.function('mode_name_key', { deterministic: true }, (name) => modeNameKey(String(name)));
  database.function('folded', { deterministic: true, varargs: true }, (...texts) =>
    foldAll(texts.map((text) => (text === null ? null : String(text)))),
  );
  return database.prepare(sql);
}

/** From where, and under which conditions. */
function statement(source: Source, search: RecordingSearch): Part {
  const filters = [...source.filters, ...timeFilters(source.seq, search)];
  const rowFilters = recordingFilters(search);
  const from =
    rowFilters.length > 0 && source.table !== 'recordings'
      ? `${source.table} CROSS JOIN recordings ON recordings.seq = ${source.seq}`
      : source.table;
  const all = [...filters, ...rowFilters];
  const where = all.length > 0 ? ` WHERE ${all.map((part) => part.sql).join(' AND ')}` : '';
  return { sql: `FROM ${from}${where}`, values: all.flatMap((part) => part.values) };
}

/** What `indexTexts` writes into the index. */
const foldedTexts =
  'folded(recordings.text, recordings.post_processed_text, recordings.transcribed_text, recordings.source_name)';

function sourceOf(terms: readonly string[], inTrash: boolean): Source {
  const says = (text: string) =>
    terms.map((term): Part => ({ sql: `instr(${text}, ?) > 0`, values: [term] }));
  if (terms.length === 0 || inTrash) {
    const isThere: Part = inTrash
      ? { sql: 'recordings.deleted_ms IS NOT NULL AND recordings.status <> ?', values: [DISCARDING] }
      : { sql: 'recordings.deleted_ms IS NULL', values: [] };
    return { table: 'recordings', seq: 'recordings.seq', filters: [isThere, ...says(foldedTexts)] };
  }
  const isLong = (term: string) => [...term].length >= 3;
  if (!terms.some(isLong))
    return {
      table: 'recording_texts',
      seq: 'recording_texts.seq',
      filters: says('recording_texts.folded'),
    };
  // Phrases in double quotes: every character stands for itself.
  const phrases = terms.filter(isLong).map((term) => `"${term.replaceAll('"', '""')}"`);
  const short = terms
    .filter((term) => !isLong(term))
    .map(
      (term): Part => ({
        sql: 'instr((SELECT folded FROM recording_texts WHERE recording_texts.seq = recording_index.rowid), ?) > 0',
        values: [term],
      }),
    );
  return {
    table: 'recording_index',
    seq: 'recording_index.rowid',
    filters: [{ sql: 'recording_index MATCH ?', values: [phrases.join(' AND ')] }, ...short],
  };
}

function timeFilters(seq: string, { since, until }: RecordingSearch): Part[] {
  const parts: Part[] = [];
  if (since !== undefined) parts.push({ sql: `${seq} >= ?`, values: [since * SEQ_PER_MILLISECOND] });
  if (until !== undefined) parts.push({ sql: `${seq} < ?`, values: [until * SEQ_PER_MILLISECOND] });
  return parts;
}

function recordingFilters({ status, mode, id, source, provider, madeBy }: RecordingSearch): Part[] {
  const parts: Part[] = [];
  if (status !== undefined) parts.push({ sql: 'recordings.status = ?', values: [status] });
  if (source !== undefined) parts.push({ sql: 'recordings.source = ?', values: [source] });
  if (provider !== undefined)
    parts.push({ sql: 'recordings.transcription_provider = ?', values: [provider] });
  if (madeBy !== undefined) parts.push({ sql: 'recordings.made_by = ?', values: [madeBy] });
  if (mode !== undefined) {
    parts.push({
      // SQLite's own "lower" knows ASCII alone, but is several times as fast.
      sql: /^[\x20-\x7e]*$/.test(mode)
        ? '(lower(recordings.mode_name) = ? OR recordings.mode_id = ?)'
        : '(mode_name_key(recordings.mode_name) = ? OR recordings.mode_id = ?)',
      values: [modeNameKey(mode), mode.toLowerCase()],
    });
  }
  // Of the characters that an id has, none means something else in a pattern.
  if (id !== undefined) parts.push({ sql: 'recordings.id GLOB ?', values: [`${id}*`] });
  return parts;
}
