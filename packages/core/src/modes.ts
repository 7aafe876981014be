import { randomUUID } from 'node:crypto';
import {
  AppError,
  type CreateModeBody,
  type Mode,
  type ModeFields,
  modeDefaults,
  modeFields,
  modeNameKey,
  primaryLanguage,
  type RecordingSource,
  type Settings,
  type SpokenPlace,
  say,
  type UpdateModeBody,
  type VocabularyEntry,
  visibleLine,
  withoutUndefined,
} from '@quoth/contract';
import type { SpokenOptions } from '@quoth/text/spoken';
import { isoTime, Mutex } from './base/index.ts';
import { authorOf, checkDeletedMode, checkNewMode, theUser } from './callers.ts';
import { writeChange } from './changes.ts';
import type { CoreContext, ModesTable } from './database/index.ts';
import type { Caller } from './declarations/index.ts';

/**
 * Saved modes: read from memory, written to the database. There is always at least one, and exactly one is the default.
 */
export class ModeStore {
  readonly #options: Omit<CoreContext, 'logger'>;
  readonly #writes = new Mutex();
  #modes: readonly Mode[] = [];

  private constructor(options: Omit<CoreContext, 'logger'>) {
    this.#options = options;
  }

  /** Loads the modes; a first start seeds a small set, in the language given. */
  static async open(options: Omit<CoreContext, 'logger'>, language = 'auto'): Promise<ModeStore> {
    const store = new ModeStore(options);
    const rows = await options.database.selectFrom('modes').selectAll().execute();
    if (rows.length === 0) await store.#seed(language);
    else store.#modes = sorted(rows.map(fromRow));
    return store;
  }

  /** Every mode in its sort order. */
  list(): readonly Mode[] {
    return this.#modes;
  }

  /** Throws MODE_NOT_FOUND for an unknown or malformed id. */
  get(id: string): Mode {
    const wanted = id.toLowerCase();
    const mode = this.#modes.find((candidate) => candidate.id === wanted);
    if (!mode) throw new AppError('MODE_NOT_FOUND');
    return mode;
  }

  default(): Mode {
    const mode = this.#modes.find((candidate) => candidate.isDefault) ?? this.#modes[0];
    if (!mode) throw new AppError('MODE_NOT_FOUND');
    return mode;
  }

  create(body: CreateModeBody, caller: Caller): Promise<Mode> {
    return this.#writes.run(async () => {
      checkNewMode(caller, body);
      this.#refuseTakenName(body.name, undefined);
      const mode = this.#made(body, this.#nextPlace());
      const next = [...this.#modes.map((other) => withoutDefault(other, mode)), mode];
      await this.#replace(next, caller, { kind: 'mode-created', after: mode });
      this.#options.events.publish({ type: 'mode-created', mode });
      return mode;
    });
  }

  update(id: string, body: UpdateModeBody, caller: Caller): Promise<Mode> {
    return this.#writes.run(async () => {
      const before = this.get(id);
      if (body.name !== undefined) this.#refuseTakenName(body.name, before.id);
      if (before.isDefault && body.isDefault === false) {
        throw new AppError('INVALID_REQUEST', {
          message: say('oneModeIsDefault'),
          hint: say('makeOtherModeDefault'),
        });
      }
      const mode: Mode = {
        ...before,
        ...withoutUndefined(body),
        modifiedDate: isoTime(this.#options.clock.now()),
      };
      const others = this.#modes.filter((other) => other.id !== mode.id);
      const next = [...others.map((other) => withoutDefault(other, mode)), mode];
      await this.#replace(next, caller, { kind: 'mode-updated', before, after: mode });
      this.#options.events.publish({ type: 'mode-updated', mode, before });
      return mode;
    });
  }

  /** Deleting the default passes it on to the first of the others. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.#writes.run(async () => {
      const mode = this.get(id);
      checkDeletedMode(caller, mode);
      const [next, ...rest] = this.#modes.filter((other) => other.id !== mode.id);
      if (!next) {
        throw new AppError('INVALID_REQUEST', {
          message: say('lastModeStays'),
          hint: say('createOtherModeFirst'),
        });
      }
      const left = mode.isDefault ? [{ ...next, isDefault: true }, ...rest] : [next, ...rest];
      await this.#replace(left, caller, { kind: 'mode-deleted', before: mode });
      this.#options.events.publish({ type: 'mode-deleted', mode });
    });
  }

  /** Puts a mode back as it was, under its own id. Throws MODE_NAME_TAKEN when another one has its name by now. */
  put(mode: Mode): Promise<void> {
    return this.#writes.run(async () => {
      this.#refuseTakenName(mode.name, mode.id);
      const before = this.#modes.find((other) => other.id === mode.id);
      const others = this.#modes.filter((other) => other.id !== mode.id);
      await this.#replace([...others.map((other) => withoutDefault(other, mode)), mode], theUser);
      this.#options.events.publish(
        before ? { type: 'mode-updated', mode, before } : { type: 'mode-created', mode },
      );
    });
  }

  /** A mode as `create` would make it, without keeping it. */
  draft(body: CreateModeBody): Mode {
    return this.#made(body, this.#nextPlace());
  }

  async #seed(language: string): Promise<void> {
    const modes = seedModes.map((body, index) => ({
      ...this.#made({ ...seedRules, ...body, language }, index),
      isSystemProvided: true,
    }));
    await this.#replace(modes, theUser);
  }

  #made(body: CreateModeBody, place: number): Mode {
    const now = isoTime(this.#options.clock.now());
    return {
      ...modeDefaults,
      ...withoutUndefined(body),
      sortOrder: body.sortOrder ?? place,
      id: randomUUID(),
      isSystemProvided: false,
      createdDate: now,
      modifiedDate: now,
    };
  }

  #nextPlace(): number {
    return this.#modes.reduce((highest, mode) => Math.max(highest, mode.sortOrder), -1) + 1;
  }

  #refuseTakenName(name: string, ownId: string | undefined): void {
    const key = modeNameKey(name);
    const taken = this.#modes.some((mode) => mode.id !== ownId && modeNameKey(mode.name) === key);
    if (taken) throw new AppError('MODE_NAME_TAKEN');
  }

  /** Writes what differs in one transaction, then shows it: memory never says what the disk does not. */
  async #replace(next: readonly Mode[], caller: Caller, change?: ModeChange): Promise<void> {
    const before = new Map(this.#modes.map((mode) => [mode.id, mode]));
    const changed = next.filter((mode) => before.get(mode.id) !== mode);
    const gone = this.#modes.filter((mode) => !next.some((other) => other.id === mode.id));
    const announce = await this.#options.database.transaction().execute(async (transaction) => {
      for (const mode of gone) await transaction.deleteFrom('modes').where('id', '=', mode.id).execute();
      for (const mode of changed) {
        const row = toRow(mode);
        await transaction
          .insertInto('modes')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
      }
      const subject = change?.after ?? change?.before;
      if (authorOf(caller) === 'user' || !change || !subject) return undefined;
      const otherDefault = (change.after ? this.#modes : next).find(
        (mode) => mode.isDefault && mode.id !== subject.id,
      )?.id;
      return writeChange(this.#options, transaction, {
        ...change,
        subjectId: subject.id,
        title: subject.name,
        ...(otherDefault !== undefined && { otherDefault }),
      });
    });
    this.#modes = sorted(next);
    announce?.();
  }
}

/** What is written down of a change. */
interface ModeChange {
  readonly kind: 'mode-created' | 'mode-updated' | 'mode-deleted';
  readonly before?: Mode;
  readonly after?: Mode;
}

function withoutDefault(other: Mode, mode: Mode): Mode {
  return mode.isDefault && other.isDefault ? { ...other, isDefault: false } : other;
}

function sorted(modes: readonly Mode[]): readonly Mode[] {
  return [...modes].sort(
    (a, b) =>
      a.sortOrder - b.sortOrder || a.createdDate.localeCompare(b.createdDate) || a.id.localeCompare(b.id),
  );
}

function toRow(mode: Mode): ModesTable {
  const { id, name, isDefault, isSystemProvided, sortOrder, createdDate, modifiedDate, ...fields } = mode;
  return {
    id,
    name,
    name_key: modeNameKey(name),
    fields: JSON.stringify(fields),
    is_default: Number(isDefault),
    is_system: Number(isSystemProvided),
    sort_order: sortOrder,
    created_ms: Date.parse(createdDate),
    modified_ms: Date.parse(modifiedDate),
  };
}

/** The stored mode; a field that an older version did not know, or that no longer fits, is its default. */
function fromRow(row: ModesTable): Mode {
  const stored = JSON.parse(row.fields) as Record<string, unknown>;
  const fields: Record<string, unknown> = { ...modeDefaults };
  for (const key of Object.keys(modeDefaults) as (keyof typeof modeDefaults)[]) {
    const parsed = modeFields[key].safeParse(stored[key]);
    if (parsed.success) fields[key] = parsed.data;
  }
  return {
    ...(fields as unknown as Omit<ModeFields, 'name' | 'sortOrder'>),
    id: row.id,
    // An earlier version took invisible characters: they are shown, so that no two modes look the same.
    name: visibleLine(row.name, '\ufffd'),
    isDefault: row.is_default === 1,
    isSystemProvided: row.is_system === 1,
    sortOrder: row.sort_order,
    createdDate: isoTime(row.created_ms),
    modifiedDate: isoTime(row.modified_ms),
  };
}

/**
 * The modes of a first start: small and useful. The default one needs no language model, because no one has set one up
 * yet.
 */
const seedModes: readonly CreateModeBody[] = [
  { name: 'Voice to text', preset: 'hyper', postProcessingMode: 0, isDefault: true },
  { name: 'Hyper', preset: 'hyper', postProcessingMode: 1 },
  { name: 'Email', preset: 'email', postProcessingMode: 1 },
  { name: 'Note', preset: 'note', postProcessingMode: 1 },
  { name: 'Commit', preset: 'commit', postProcessingMode: 1 },
];

/** In dictations only: what files and programs get is what was said, until somebody chooses otherwise. */
const seedRules = {
  numbersAsDigits: 'dictation',
  spokenMarks: 'dictation',
  removeFillers: 'dictation',
} as const;

/** Where those who work with modes read them. */
export interface ModeSource {
  list(): readonly Mode[];
  /** Throws MODE_NOT_FOUND for an unknown or malformed id. */
  get(id: string): Mode;
  default(): Mode;
}

/**
 * A mode as transcription and rewriting work with it. `scoped` are the entries of the vocabulary for all modes that are
 * snippets, or for some languages alone.
 */
export type ModeWithVocabulary = Mode & { readonly scoped?: readonly VocabularyEntry[] };

/**
 * The modes as transcription and rewriting work with them: each with the vocabulary for all modes behind its own, so
 * that it reaches every engine that takes hints, the text rules and every prompt. A mode's own entry goes first and
 * wins.
 */
export class ModesWithVocabulary implements ModeSource {
  readonly #modes: ModeSource;
  readonly #entries: () => readonly VocabularyEntry[];
  readonly #merged = new WeakMap<
    Mode,
    { readonly entries: readonly VocabularyEntry[]; readonly mode: ModeWithVocabulary }
  >();

  /** The entries are the same array until something changes. */
  constructor(modes: ModeSource, entries: () => readonly VocabularyEntry[]) {
    this.#modes = modes;
    this.#entries = entries;
  }

  list(): readonly ModeWithVocabulary[] {
    return this.#modes.list().map((mode) => this.with(mode));
  }

  get(id: string): ModeWithVocabulary {
    return this.with(this.#modes.get(id));
  }

  default(): ModeWithVocabulary {
    return this.with(this.#modes.default());
  }

  /** The mode with the vocabulary for all modes; also for one that is not saved. */
  with(mode: Mode): ModeWithVocabulary {
    const entries = this.#entries();
    if (entries.length === 0) return mode;
    const before = this.#merged.get(mode);
    if (before?.entries === entries) return before.mode;
    const own = entries.filter(({ modes }) => modes.length === 0 || modes.includes(mode.id));
    const isScoped = ({ kind, languages }: VocabularyEntry) => kind === 'snippet' || languages.length > 0;
    const terms = own.filter((entry) => !isScoped(entry)).map(termOf);
    const merged = {
      ...mode,
      customVocabulary: [...mode.customVocabulary, ...terms],
      scoped: own.filter(isScoped),
    };
    this.#merged.set(mode, { entries, mode: merged });
    return merged;
  }
}

/**
 * What of the vocabulary counts in a text of this language; null: it is not known, so that no entry for some languages
 * does.
 */
export function vocabularyIn(
  { customVocabulary, scoped = [] }: Pick<ModeWithVocabulary, 'customVocabulary' | 'scoped'>,
  language: string | null,
): { readonly terms: string[]; readonly snippets: readonly VocabularyEntry[] } {
  const spoken = language === null ? 'auto' : primaryLanguage(language);
  const own = scoped.filter(({ languages }) => languages.length === 0 || languages.includes(spoken));
  const others = own.filter(({ kind }) => kind !== 'snippet');
  return {
    terms: others.length === 0 ? customVocabulary : [...customVocabulary, ...others.map(termOf)],
    snippets: own.filter(({ kind }) => kind === 'snippet'),
  };
}

/** As a mode's own vocabulary writes it: `phrase`, or `phrase => written`. */
function termOf({ phrase, written }: VocabularyEntry): string {
  return written === null ? phrase : `${phrase} => ${written}`;
}

/** Throws INVALID_REQUEST for a setting that names a mode that is not there. */
export function checkModeSettings({ wyomingMode }: Partial<Settings>, modes: readonly Mode[]): void {
  if (wyomingMode === undefined || wyomingMode === null) return;
  if (modes.some(({ id }) => id === wyomingMode)) return;
  throw new AppError('INVALID_REQUEST', {
    message: say('wyomingModeNotFound'),
    hint: say('takeOneOfModes', { modes: { list: modes.map(({ id, name }) => `${id} (${name})`) } }),
  });
}

/** What a mode asks for where something was spoken; undefined if nothing. */
export function spokenOptionsOf(
  { numbersAsDigits, numbersAsWords, spokenMarks, removeFillers, spokenLineBreaks }: Mode,
  source: RecordingSource | undefined,
): SpokenOptions | undefined {
  const isOn = (place: SpokenPlace) =>
    place === 'always' || (place === 'dictation' && source === 'dictation');
  const [numbers, words] = [isOn(numbersAsDigits), isOn(numbersAsWords)];
  const [marks, fillers] = [isOn(spokenMarks), isOn(removeFillers)];
  if (!numbers && !words && !marks && !fillers) return undefined;
  return { numbers, words, marks, fillers, lineBreaks: spokenLineBreaks };
}
