import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateVocabularyEntryBody,
  check,
  createVocabularyEntryBody,
  limits,
  say,
  type UpdateVocabularyEntryBody,
  type VocabularyEntry,
  type VocabularyImport,
  visibleLine,
  withAdvice,
} from '@quoth/contract';
import Papa from 'papaparse';
import { type EventBus, Mutex } from './base/index.ts';
import type { Database } from './database/index.ts';

/** How many skipped lines of a file are reported at most. */
const MAX_SKIPPED_LISTED = 100;

/** The vocabulary for all modes: read from memory, written to the database. Phrases are unique, whatever the case. */
export class VocabularyStore {
  readonly #database: Database;
  readonly #events: EventBus;
  readonly #writes = new Mutex();
  #entries: readonly VocabularyEntry[] = [];
  #terms: readonly string[] = [];

  private constructor(database: Database, events: EventBus) {
    this.#database = database;
    this.#events = events;
  }

  static async open(database: Database, events: EventBus): Promise<VocabularyStore> {
    const store = new VocabularyStore(database, events);
    const rows = await database.selectFrom('vocabulary').select(['id', 'phrase', 'written']).execute();
    // An earlier version took invisible characters: they are shown.
    store.#show(
      rows.map(({ id, phrase, written }) => ({
        id,
        phrase: visibleLine(phrase, '\ufffd'),
        written: written && visibleLine(written, '\ufffd'),
      })),
    );
    return store;
  }

  /** Every entry in alphabetical order. The same array until something changes. */
  list(): readonly VocabularyEntry[] {
    return this.#entries;
  }

  /**
   * The entries as a mode's own vocabulary writes them: `phrase`, or `phrase => written`. The same array until
   * something changes.
   */
  terms(): readonly string[] {
    return this.#terms;
  }

  /** Throws ALREADY_EXISTS for a phrase that is there already, LIMIT_REACHED when the vocabulary is full. */
  create(body: CreateVocabularyEntryBody): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      this.#refuseFull(1);
      this.#refuseTaken(body.phrase, undefined);
      const entry: VocabularyEntry = { id: randomUUID(), phrase: body.phrase, written: body.written ?? null };
      await this.#insert([entry]);
      this.#changed([...this.#entries, entry]);
      return entry;
    });
  }

  /** Throws INVALID_REQUEST for an unknown id, ALREADY_EXISTS for a phrase that another entry has. */
  update(id: string, body: UpdateVocabularyEntryBody): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      const before = this.#get(id);
      const phrase = body.phrase ?? before.phrase;
      const written = body.written === undefined ? before.written : body.written;
      this.#refuseTaken(phrase, before.id);
      await this.#database
        .updateTable('vocabulary')
        .set({ phrase, phrase_key: keyOf(phrase), written })
        .where('id', '=', before.id)
        .execute();
      const entry: VocabularyEntry = { id: before.id, phrase, written };
      this.#changed(this.#entries.map((other) => (other.id === entry.id ? entry : other)));
      return entry;
    });
  }

  /** Throws INVALID_REQUEST for an unknown id. */
  delete(id: string): Promise<void> {
    return this.#writes.run(async () => {
      const entry = this.#get(id);
      await this.#database.deleteFrom('vocabulary').where('id', '=', entry.id).execute();
      this.#changed(this.#entries.filter((other) => other !== entry));
    });
  }

  /**
   * Adds what is new in a CSV file; an unusable line is skipped and reported. Everything is written in one transaction.
   */
  import(csv: string): Promise<VocabularyImport> {
    return this.#writes.run(async () => {
      const taken = new Set(this.#entries.map(({ phrase }) => keyOf(phrase)));
      const added: VocabularyEntry[] = [];
      const skipped: { readonly line: number; readonly reason: string }[] = [];
      const room = limits.vocabularyTerms - this.#entries.length;
      for (const { line, phrase, written } of parseVocabularyCsv(csv)) {
        const parsed = check(createVocabularyEntryBody, { phrase, written });
        const reason = !parsed.success
          ? (parsed.problems[0]?.said ?? say('lineUnreadable'))
          : taken.has(keyOf(parsed.data.phrase))
            ? say('existsAlready')
            : added.length >= room
              ? say('vocabularyFull', { count: limits.vocabularyTerms })
              : undefined;
        if (reason !== undefined || !parsed.success) {
          skipped.push(withAdvice({ line, reason: '' }, { reason: reason === undefined ? [] : [reason] }));
          continue;
        }
        taken.add(keyOf(parsed.data.phrase));
        added.push({
          id: randomUUID(),
          phrase: parsed.data.phrase,
          written: parsed.data.written ?? null,
        });
      }
      if (added.length > 0) {
        await this.#insert(added);
        this.#changed([...this.#entries, ...added]);
      }
      return { ok: true, added: added.length, skipped: skipped.slice(0, MAX_SKIPPED_LISTED) };
    });
  }

  /** The whole vocabulary as CSV; `import` takes it back. */
  export(): string {
    return printVocabularyCsv(this.#entries);
  }

  async #insert(entries: readonly VocabularyEntry[]): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      for (const entry of entries) {
        await transaction
          .insertInto('vocabulary')
          .values({ ...entry, phrase_key: keyOf(entry.phrase) })
          .execute();
      }
    });
  }

  #get(id: string): VocabularyEntry {
    const entry = this.#entries.find((candidate) => candidate.id === id.toLowerCase());
    if (entry) return entry;
    throw new AppError('INVALID_REQUEST', {
      message: say('vocabularyEntryNotFound'),
      hint: say('listVocabularyAgain'),
    });
  }

  #refuseTaken(phrase: string, ownId: string | undefined): void {
    const key = keyOf(phrase);
    const taken = this.#entries.find((entry) => entry.id !== ownId && keyOf(entry.phrase) === key);
    if (!taken) return;
    throw new AppError('ALREADY_EXISTS', {
      message: say('inVocabularyAlready', { phrase: taken.phrase }),
      hint: say('changeThatEntry'),
    });
  }

  #refuseFull(more: number): void {
    if (this.#entries.length + more <= limits.vocabularyTerms) return;
    throw new AppError('LIMIT_REACHED', {
      message: say('vocabularyFull', { count: limits.vocabularyTerms }),
      hint: say('deleteUnneeded'),
    });
  }

  #changed(entries: readonly VocabularyEntry[]): void {
    this.#show(entries);
    this.#events.publish({ type: 'vocabulary-changed', entries: entries.length });
  }

  #show(entries: readonly VocabularyEntry[]): void {
    this.#entries = [...entries].sort((a, b) => collator.compare(a.phrase, b.phrase));
    this.#terms = this.#entries.map(({ phrase, written }) =>
      written === null ? phrase : `${phrase} => ${written}`,
    );
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** As phrases are compared: composed, white space folded, lower case. */
function keyOf(phrase: string): string {
  return phrase.normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();
}

/** A line of a vocabulary file, as it stands there. */
interface VocabularyLine {
  /** Counted from 1. */
  readonly line: number;
  readonly phrase: string;
  readonly written: string | null;
}

const DELIMITERS = [',', ';', '\t'] as const;
const HEADER = ['phrase', 'written'];

/**
 * Reads CSV as spreadsheets write it (comma, semicolon or tab; quotes). The header that `printVocabularyCsv` writes is
 * passed over.
 */
export function parseVocabularyCsv(csv: string): VocabularyLine[] {
  const text = csv.replace(/^\uFEFF/u, '');
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  return data
    .map(([phrase = '', written = ''], index) => ({
      line: index + 1,
      phrase: phrase.trim(),
      written: written.trim() === '' ? null : written.trim(),
    }))
    .filter(({ line, phrase, written }) => {
      const isEmpty = phrase === '' && written === null;
      const isHeader =
        line === 1 && phrase.toLowerCase() === HEADER[0] && written?.toLowerCase() === HEADER[1];
      return !isEmpty && !isHeader;
    });
}

/** CSV with a header. */
function printVocabularyCsv(entries: readonly VocabularyEntry[]): string {
  const rows = entries.map(({ phrase, written }) => [phrase, written ?? '']);
  return `${Papa.unparse([HEADER, ...rows], { newline: '\n' })}\n`;
}

/**
 * The sign that parts most of the first lines in two; the library's own guess needs longer files than a vocabulary is.
 */
function delimiterOf(text: string): string {
  const pairs = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 50 }).data.filter(({ length }) => length > 1).length;
  return DELIMITERS.reduce<string>(
    (best, delimiter) => (pairs(delimiter) > pairs(best) ? delimiter : best),
    ',',
  );
}
