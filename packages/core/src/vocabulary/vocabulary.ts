import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  type CreateVocabularyEntryBody,
  check,
  createVocabularyEntryBody,
  limits,
  type Message,
  type Mode,
  modeNameKey,
  parsedJson,
  say,
  type UpdateVocabularyEntryBody,
  type VocabularyEntry,
  type VocabularyFormat,
  type VocabularyImport,
  visibleLine,
  vocabularyEntry,
  vocabularyKind,
  withAdvice,
  withoutUndefined,
} from '@quoth/contract';
import { Mutex, Semaphore } from '../base/index.ts';
import { authorOf, theUser } from '../callers.ts';
import { type EntryChange, writeChange } from '../changes.ts';
import type { CoreContext, Schema } from '../database/index.ts';
import type { Caller } from '../declarations/index.ts';
import type { VocabularyLine } from './file-entry.ts';

/** The parsers of its formats are loaded for the first file. */
const loadFiles = () => import('./vocabulary-files.ts');

/** How many skipped lines of a file are reported at most. */
const MAX_SKIPPED_LISTED = 100;
/** More files than these do not wait to be read. */
const MAX_WAITING = 10;
/** So many lines of a file are checked before others get a turn. */
const LINES_AT_ONCE = 200;

interface VocabularyOptions extends CoreContext {
  /** The names of modes stand in files. */
  readonly modes: () => readonly Pick<Mode, 'id' | 'name'>[];
}

/** The vocabulary for all modes: read from memory, written to the database. Phrases are unique, whatever the case. */
export class VocabularyStore {
  readonly #options: VocabularyOptions;
  readonly #writes = new Mutex();
  /** Files are read one at a time, the user's beside those of programs, and no one who writes waits for it. */
  readonly #reads = { user: new Semaphore(1), program: new Semaphore(1) };
  #entries: readonly VocabularyEntry[] = [];

  private constructor(options: VocabularyOptions) {
    this.#options = options;
  }

  /** Leaves out, and logs, what no route would have let in: no dictation may fail by an entry of a damaged database. */
  static async open(options: VocabularyOptions): Promise<VocabularyStore> {
    const store = new VocabularyStore(options);
    const { database, logger } = options;
    const rows = await database.selectFrom('vocabulary').selectAll().execute();
    let left = limits.vocabularyCharacters;
    const entries = rows.slice(0, limits.vocabularyTerms).flatMap((row) => {
      const entry = fromRow(row);
      left -= entry === undefined ? 0 : charactersOf([entry]);
      return entry === undefined || left < 0 ? [] : [entry];
    });
    store.#show(entries);
    const leftOut = rows.length - entries.length;
    if (leftOut > 0) logger.warn({ leftOut }, 'Entries of the vocabulary cannot be read and are left out.');
    return store;
  }

  /** Every entry in alphabetical order. The same array until something changes. */
  list(): readonly VocabularyEntry[] {
    return this.#entries;
  }

  /** Throws ALREADY_EXISTS for a phrase that is there already, LIMIT_REACHED when the vocabulary is full. */
  create(body: CreateVocabularyEntryBody, caller: Caller): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      const entry = entryOf(randomUUID(), body);
      await this.#replace({ before: [], after: [entry] }, caller);
      return entry;
    });
  }

  /** Throws INVALID_REQUEST for an unknown id, ALREADY_EXISTS for a phrase that another entry has. */
  update(id: string, body: UpdateVocabularyEntryBody, caller: Caller): Promise<VocabularyEntry> {
    return this.#writes.run(async () => {
      const before = this.#get(id);
      const entry = entryOf(before.id, { ...before, ...withoutUndefined(body) });
      await this.#replace({ before: [before], after: [entry] }, caller);
      return entry;
    });
  }

  /** Throws INVALID_REQUEST for an unknown id. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.#writes.run(() => this.#replace({ before: [this.#get(id)], after: [] }, caller));
  }

  /**
   * Puts entries back as they were. Throws CONFLICT where what became of them was changed again, or their phrase is
   * taken.
   */
  undo({ before, after }: EntryChange): Promise<void> {
    return this.#writes.run(async () => {
      const now = after.map((entry) => this.#entries.find(({ id }) => id === entry.id));
      if (now.some((entry, at) => JSON.stringify(entry) !== JSON.stringify(after[at])))
        throw new AppError('CONFLICT', { message: say('entryChangedSince') });
      const present = now.filter((entry) => entry !== undefined);
      const entries = before.map((entry) => entryOf(entry.id, entry));
      await this.#replace({ before: present, after: entries }, theUser).catch((error: unknown) => {
        throw error instanceof AppError ? new AppError('CONFLICT', { message: error.said }) : error;
      });
    });
  }

  /**
   * Adds what is new in a file; an unusable line is skipped and reported. Everything is written in one transaction.
   * Nothing is added once the signal has aborted while the file was read. Throws INVALID_REQUEST for a file with many
   * more lines than a vocabulary has, BUSY where many files wait.
   */
  async import(
    text: string,
    caller: Caller,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<VocabularyImport> {
    const reads = this.#reads[authorOf(caller) === 'user' ? 'user' : 'program'];
    if (reads.waiting >= MAX_WAITING) throw new AppError('BUSY');
    const lines = await reads.run(signal, async () => (await loadFiles()).readVocabulary(text, signal));
    if (lines.length >= (await loadFiles()).MAX_LINES)
      throw new AppError('INVALID_REQUEST', { message: say('vocabularyFileTooLarge') });
    return this.#writes.run(async () => {
      const taken = new Set(this.#entries.map(({ phrase }) => keyOf(phrase)));
      const modes = new Map(this.#options.modes().map(({ id, name }) => [modeNameKey(name), id]));
      const added: VocabularyEntry[] = [];
      const skipped: { readonly line: number; readonly reason: string }[] = [];
      let left = limits.vocabularyCharacters - charactersOf(this.#entries);
      for (const [index, { line, ...given }] of lines.entries()) {
        if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await nextTurn();
        const read = this.#read(given, modes);
        const reason =
          'problem' in read
            ? read.problem
            : taken.has(keyOf(read.phrase))
              ? say('existsAlready')
              : fullness(this.#entries.length + added.length + 1, left - charactersOf([read]));
        if (reason !== undefined || 'problem' in read) {
          skipped.push(withAdvice({ line, reason: '' }, { reason: reason === undefined ? [] : [reason] }));
          continue;
        }
        taken.add(keyOf(read.phrase));
        left -= charactersOf([read]);
        added.push(read);
      }
      if (added.length > 0) await this.#replace({ before: [], after: added }, caller);
      return { ok: true, added: added.length, skipped: skipped.slice(0, MAX_SKIPPED_LISTED) };
    });
  }

  /** A line of a file as an entry; or why it is none. */
  #read(
    given: Omit<VocabularyLine, 'line'>,
    modes: ReadonlyMap<string, string>,
  ): VocabularyEntry | { readonly problem: Message } {
    if (given.problem) return { problem: given.problem };
    const known = given.modes.map((name) => modes.get(modeNameKey(name)));
    const unknown = given.modes.find((_, at) => known[at] === undefined);
    if (unknown !== undefined) return { problem: say('modeOfLineNotFound', { mode: unknown }) };
    const parsed = check(createVocabularyEntryBody, { ...given, modes: known });
    if (!parsed.success) return { problem: parsed.problems[0]?.said ?? say('lineUnreadable') };
    return entryOf(randomUUID(), parsed.data);
  }

  /** The whole vocabulary as a file; `import` takes it back. */
  async export(format: VocabularyFormat): Promise<string> {
    const { printVocabulary } = await loadFiles();
    const names = new Map(this.#options.modes().map(({ id, name }) => [id, name]));
    return printVocabulary(
      format,
      // A mode that is gone keeps its place: without it, the entry would be for all of them.
      this.#entries.map((entry) => ({ ...entry, modes: entry.modes.map((id) => names.get(id) ?? id) })),
    );
  }

  /**
   * Writes entries in place of others, with the note that lets the user undo what a program did. Throws ALREADY_EXISTS
   * and LIMIT_REACHED.
   */
  async #replace({ before, after }: EntryChange, caller: Caller): Promise<void> {
    const kept = this.#entries.filter(({ id }) => !before.some((entry) => entry.id === id));
    const entries = [...kept, ...after];
    const keys = new Map(kept.map(({ phrase }) => [keyOf(phrase), phrase]));
    const taken = after.map(({ phrase }) => keys.get(keyOf(phrase))).find((phrase) => phrase !== undefined);
    if (taken !== undefined) throw phraseTaken(taken);
    const full =
      after.length > 0 && fullness(entries.length, limits.vocabularyCharacters - charactersOf(entries));
    if (full) throw new AppError('LIMIT_REACHED', { message: full, hint: say('deleteUnneeded') });
    const { database, events } = this.#options;
    const [first] = [...after, ...before];
    const change = {
      kind: 'vocabulary-changed',
      subjectId: first?.id ?? '',
      title: first?.phrase ?? '',
    } as const;
    const committed = await database.transaction().execute(async (transaction) => {
      for (const { id } of before) await transaction.deleteFrom('vocabulary').where('id', '=', id).execute();
      for (const entry of after) await transaction.replaceInto('vocabulary').values(rowOf(entry)).execute();
      if (authorOf(caller) === 'user') return undefined;
      return writeChange(this.#options, transaction, { ...change, before, after });
    });
    this.#show(entries);
    events.publish({ type: 'vocabulary-changed', entries: entries.length });
    committed?.();
  }

  #get(id: string): VocabularyEntry {
    const entry = this.#entries.find((candidate) => candidate.id === id.toLowerCase());
    if (entry) return entry;
    throw new AppError('INVALID_REQUEST', {
      message: say('vocabularyEntryNotFound'),
      hint: say('listVocabularyAgain'),
    });
  }

  #show(entries: readonly VocabularyEntry[]): void {
    this.#entries = [...entries].sort((a, b) => collator.compare(a.phrase, b.phrase));
  }
}

function phraseTaken(phrase: string): AppError {
  return new AppError('ALREADY_EXISTS', {
    message: say('inVocabularyAlready', { phrase }),
    hint: say('changeThatEntry'),
  });
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

/** Undefined for one that no route would have let in. */
function fromRow({
  id,
  phrase,
  written,
  languages,
  modes,
}: Schema['vocabulary']): VocabularyEntry | undefined {
  // An earlier version took invisible characters: they are shown.
  const text = written?.replace(/[^\n\t]+/gu, (line) => visibleLine(line, '\ufffd')) ?? null;
  return vocabularyEntry.safeParse({
    id,
    phrase: visibleLine(phrase, '\ufffd'),
    written: text,
    kind: vocabularyKind(text),
    languages: parsedJson(languages),
    modes: parsedJson(modes),
  }).data;
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
