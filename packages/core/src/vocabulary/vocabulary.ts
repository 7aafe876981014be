import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateVocabularyEntryBody,
  check,
  createVocabularyEntryBody,
  limits,
  type Message,
  type Mode,
  modeNameKey,
  say,
  type UpdateVocabularyEntryBody,
  type VocabularyEntry,
  type VocabularyImport,
  visibleLine,
  vocabularyKind,
  withAdvice,
  withoutUndefined,
} from '@quoth/contract';
import { type EventBus, Mutex } from '../base/index.ts';
import type { Database, Schema } from '../database/index.ts';
import { parseVocabularyCsv, printVocabularyCsv, type VocabularyLine } from './vocabulary-files.ts';

/** How many skipped lines of a file are reported at most. */
const MAX_SKIPPED_LISTED = 100;

interface VocabularyOptions {
  readonly database: Database;
  readonly events: EventBus;
  /** The names of modes stand in files. */
  readonly modes: () => readonly Pick<Mode, 'id' | 'name'>[];
}

/** The vocabulary for all modes: read from memory, written to the database. Phrases are unique, whatever the case. */
export class VocabularyStore {
  readonly #database: Database;
  readonly #events: EventBus;
  readonly #modes: () => readonly Pick<Mode, 'id' | 'name'>[];
  readonly #writes = new Mutex();
  #entries: readonly VocabularyEntry[] = [];

  private constructor({ database, events, modes }: VocabularyOptions) {
    this.#database = database;
    this.#events = events;
    this.#modes = modes;
  }

  static async open(options: VocabularyOptions): Promise<VocabularyStore> {
    const store = new VocabularyStore(options);
    const { database } = options;
    const rows = await database.selectFrom('vocabulary').selectAll().execute();
    // An earlier version took invisible characters: they are shown.
    store.#show(
      rows.map(({ id, phrase, written, languages, modes }) =>
        entryOf(id, {
          phrase: visibleLine(phrase, '\ufffd'),
          written: written?.replace(/[^\n\t]+/gu, (line) => visibleLine(line, '\ufffd')) ?? null,
          languages: JSON.parse(languages) as string[],
          modes: JSON.parse(modes) as string[],
        }),
      ),
    );
    return store;
  }

  /** Every entry in alphabetical order. The same array until something changes. */
  list(): readonly VocabularyEntry[] {
    return this.#entries;
  }

  /** Throws ALREADY_EXISTS for a phrase that is there already, LIMIT_REACHED when the vocabulary is full. */
  create(body: CreateVocabularyEntryBody): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      const entry = entryOf(randomUUID(), body);
      this.#refuseFull([...this.#entries, entry]);
      this.#refuseTaken(body.phrase, undefined);
      await this.#insert([entry]);
      this.#changed([...this.#entries, entry]);
      return entry;
    });
  }

  /** Throws INVALID_REQUEST for an unknown id, ALREADY_EXISTS for a phrase that another entry has. */
  update(id: string, body: UpdateVocabularyEntryBody): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      const before = this.#get(id);
      const entry = entryOf(before.id, { ...before, ...withoutUndefined(body) });
      const entries = this.#entries.map((other) => (other === before ? entry : other));
      this.#refuseTaken(entry.phrase, before.id);
      this.#refuseFull(entries);
      await this.#database.updateTable('vocabulary').set(rowOf(entry)).where('id', '=', before.id).execute();
      this.#changed(entries);
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
   * Adds what is new in a file; an unusable line is skipped and reported. Everything is written in one transaction.
   */
  import(csv: string): Promise<VocabularyImport> {
    return this.#writes.run(async () => {
      const taken = new Set(this.#entries.map(({ phrase }) => keyOf(phrase)));
      const entries = [...this.#entries];
      const skipped: { readonly line: number; readonly reason: string }[] = [];
      let left = limits.vocabularyCharacters - charactersOf(entries);
      for (const { line, ...given } of parseVocabularyCsv(csv)) {
        const read = this.#read(given);
        const reason =
          'problem' in read
            ? read.problem
            : taken.has(keyOf(read.phrase))
              ? say('existsAlready')
              : fullness(entries.length + 1, left - charactersOf([read]));
        if (reason !== undefined || 'problem' in read) {
          skipped.push(withAdvice({ line, reason: '' }, { reason: reason === undefined ? [] : [reason] }));
          continue;
        }
        taken.add(keyOf(read.phrase));
        left -= charactersOf([read]);
        entries.push(read);
      }
      const added = entries.slice(this.#entries.length);
      if (added.length > 0) {
        await this.#insert(added);
        this.#changed(entries);
      }
      return { ok: true, added: added.length, skipped: skipped.slice(0, MAX_SKIPPED_LISTED) };
    });
  }

  /** A line of a file as an entry; or why it is none. */
  #read({ modes, ...given }: Omit<VocabularyLine, 'line'>): VocabularyEntry | { readonly problem: Message } {
    const known = modes.map(
      (name) => this.#modes().find((mode) => modeNameKey(mode.name) === modeNameKey(name))?.id,
    );
    const unknown = modes.find((_, at) => known[at] === undefined);
    if (unknown !== undefined) return { problem: say('modeOfLineNotFound', { mode: unknown }) };
    const parsed = check(createVocabularyEntryBody, { ...given, modes: known });
    if (!parsed.success) return { problem: parsed.problems[0]?.said ?? say('lineUnreadable') };
    return entryOf(randomUUID(), parsed.data);
  }

  /** The whole vocabulary as CSV; `import` takes it back. */
  export(): string {
    const names = new Map(this.#modes().map(({ id, name }) => [id, name]));
    return printVocabularyCsv(
      // A mode that is gone keeps its place: without it, the entry would be for all of them.
      this.#entries.map((entry) => ({ ...entry, modes: entry.modes.map((id) => names.get(id) ?? id) })),
    );
  }

  async #insert(entries: readonly VocabularyEntry[]): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      for (const entry of entries) {
        await transaction.insertInto('vocabulary').values(rowOf(entry)).execute();
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

  #refuseFull(entries: readonly VocabularyEntry[]): void {
    const full = fullness(entries.length, limits.vocabularyCharacters - charactersOf(entries));
    if (full) throw new AppError('LIMIT_REACHED', { message: full, hint: say('deleteUnneeded') });
  }

  #changed(entries: readonly VocabularyEntry[]): void {
    this.#show(entries);
    this.#events.publish({ type: 'vocabulary-changed', entries: entries.length });
  }

  #show(entries: readonly VocabularyEntry[]): void {
    this.#entries = [...entries].sort((a, b) => collator.compare(a.phrase, b.phrase));
  }
}

function entryOf(
  id: string,
  { phrase, written, languages, modes }: CreateVocabularyEntryBody,
): VocabularyEntry {
  const text = written ?? null;
  return {
    id,
    phrase,
    written: text,
    kind: vocabularyKind(text),
    languages: languages ?? [],
    modes: modes ?? [],
  };
}

function rowOf({ id, phrase, written, languages, modes }: VocabularyEntry): Schema['vocabulary'] {
  return {
    id,
    phrase,
    phrase_key: keyOf(phrase),
    written,
    languages: JSON.stringify(languages),
    modes: JSON.stringify(modes),
  };
}

/** Why so many entries are too many, or there is no room for their characters. */
function fullness(count: number, charactersLeft: number): Message | undefined {
  if (count > limits.vocabularyTerms) return say('vocabularyFull', { count: limits.vocabularyTerms });
  return charactersLeft < 0 ? say('vocabularyTooLong', { count: limits.vocabularyCharacters }) : undefined;
}

function charactersOf(entries: readonly VocabularyEntry[]): number {
  return entries.reduce((sum, { phrase, written }) => sum + phrase.length + (written?.length ?? 0), 0);
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** As phrases are compared: composed, white space folded, lower case. */
function keyOf(phrase: string): string {
  return phrase.normalize('NFC').replace(/\s+/gu, ' ').toLowerCase();
}
