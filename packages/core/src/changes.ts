import { randomUUID } from 'node:crypto';
import {
  AppError,
  audioProvider,
  type Change,
  type ChangeKind,
  change as changeSchema,
  comparableName,
  limits,
  type Message,
  type Mode,
  type SentThing,
  say,
  type TakenThing,
  type VocabularyEntry,
  vocabularyEntry,
} from '@quoth/contract';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod';
import { DAY_MS, isoTime } from './base/index.ts';
import { theUser } from './callers.ts';
import type { ChangesTable, CoreContext, Database, Schema } from './database/index.ts';
import type { Caller } from './declarations/index.ts';

/** A change to be written down. Modes and entries are kept whole, as they were and as they became. */
export interface NewChange {
  readonly kind: ChangeKind;
  readonly subjectId: string;
  readonly title: string;
  readonly before?: Mode | readonly VocabularyEntry[];
  readonly after?: Mode | readonly VocabularyEntry[];
  /** Id of the mode that was the default before; of a deleted default, of the one that became it. */
  readonly otherDefault?: string;
}

/** A change with what it takes to undo it. */
interface StoredChange {
  readonly change: Change;
  readonly before: Mode | undefined;
  readonly after: Mode | undefined;
  readonly otherDefault: string | null;
  /** What the vocabulary had before, and has since. Throws for what no version of Quoth writes. */
  readonly entries: () => EntryChange;
}

// What programs changed, kept for 30 days, so that the user sees it, also later, and can take it back.

/**
 * Writes a change down in the transaction that makes it, so that there is never the one without the other. Returns what
 * to call once that transaction has been committed.
 */
export async function writeChange(
  { events, clock }: Pick<CoreContext, 'events' | 'clock'>,
  transaction: Transaction<Schema>,
  entry: NewChange,
): Promise<() => void> {
  const row: ChangesTable = {
    id: randomUUID(),
    at_ms: clock.now(),
    kind: entry.kind,
    subject_id: entry.subjectId,
    title: entry.title,
    before: entry.before ? JSON.stringify(entry.before) : null,
    after: entry.after ? JSON.stringify(entry.after) : null,
    undone_ms: null,
    seen: 0,
    other_default: entry.otherDefault ?? null,
  };
  await transaction.insertInto('changes').values(row).execute();
  return () => events.publish({ type: 'change-recorded', change: toStored(row).change });
}

/** Newest first. */
export async function listChanges(database: Database, limit: number): Promise<Change[]> {
  const rows = await database
    .selectFrom('changes')
    .selectAll()
    // In the order in which they were written: dates may be set back, and several have the same one.
    .orderBy(sql`rowid`, 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toStored(row).change);
}

async function undoable(database: Database, id: string): Promise<StoredChange> {
  const row = await database
    .selectFrom('changes')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (!row) {
    throw new AppError('INVALID_REQUEST', {
      message: say('changeNotFound'),
      hint: say('changesKeptFor', { days: limits.changeDays }),
    });
  }
  if (row.undone_ms !== null) {
    throw new AppError('CONFLICT', { message: say('changeUndoneAlready') });
  }
  return toStored(row);
}

export async function markChangesSeen(database: Database, id: string): Promise<void> {
  // Rows are numbered as they are written; dates may be set back.
  await sql`UPDATE changes SET seen = 1
    WHERE seen = 0 AND rowid <= (SELECT rowid FROM changes WHERE id = ${id.toLowerCase()})`.execute(database);
}

/** Deletes what is older than 30 days, and the oldest beyond the number that is kept. */
export async function forgetOldChanges({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  const until = clock.now() - limits.changeDays * DAY_MS;
  await database.deleteFrom('changes').where('at_ms', '<', until).execute();
  const last = await database
    .selectFrom('changes')
    .select('at_ms')
    .orderBy('at_ms', 'desc')
    .offset(limits.changes)
    .limit(1)
    .executeTakeFirst();
  if (last) await database.deleteFrom('changes').where('at_ms', '<=', last.at_ms).execute();
}

/** Reads every change with what it would put back. Throws for what no version of Quoth writes. */
export async function checkChanges(database: Database): Promise<void> {
  for (const row of await database.selectFrom('changes').selectAll().execute()) {
    const { change, entries } = toStored(row);
    if (change.kind === 'vocabulary-changed') entries();
  }
}

/** Checked as the routes check them: undoing a change writes them. */
const changedEntries = z.array(vocabularyEntry);

function toStored(row: ChangesTable): StoredChange {
  const isMode = row.kind !== 'vocabulary-changed';
  const mode = (kept: string | null) => (isMode && kept !== null ? (JSON.parse(kept) as Mode) : undefined);
  const listed = (kept: string | null) => (kept === null ? [] : changedEntries.parse(JSON.parse(kept)));
  const before = mode(row.before);
  const after = mode(row.after);
  return {
    before,
    after,
    entries: () => ({ before: listed(row.before), after: listed(row.after) }),
    otherDefault: row.other_default,
    change: {
      id: row.id,
      date: isoTime(row.at_ms),
      kind: changeSchema.shape.kind.parse(row.kind),
      subjectId: row.subject_id,
      title: row.title,
      sends: after ? newlySent(before, after) : [],
      takes: newlyTaken(before, after),
      fields: before && after ? changedFields(before, after) : [],
      undone: row.undone_ms !== null,
      seen: row.seen === 1,
    },
  };
}

/** The fields in which two states of a mode differ, but for the time of the change. */
function changedFields(before: Mode, after: Mode): string[] {
  return (Object.keys(after) as (keyof Mode)[]).filter(
    (field) => field !== 'modifiedDate' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/**
 * What a mode now sends to a place that did not get it before. If no provider is named, the place is "any that is set
 * up", so that naming one for the first time counts too, also by naming its model. A new mode sent nothing before.
 * Streaming sends what its user gives up, too.
 */
export function newlySent(before: Mode | undefined, after: Mode): SentThing[] {
  const audio = audioPlace(after);
  const text = textPlace(after);
  return [
    ...(audio !== undefined && (audio !== (before && audioPlace(before)) || streamsNow(before, after))
      ? (['audio'] as const)
      : []),
    ...(text !== undefined && text !== (before && textPlace(before)) ? (['text'] as const) : []),
  ];
}

/** Which dictations get another mode than before. Without `after`, the mode was deleted. */
function newlyTaken(before: Mode | undefined, after: Mode | undefined): TakenThing[] {
  const isDefault = after ? after.isDefault && before?.isDefault !== true : before?.isDefault === true;
  const applications = JSON.stringify(after?.applications ?? []);
  const isForOthers = applications !== '[]' && applications !== JSON.stringify(before?.applications ?? []);
  return [...(isDefault ? (['default'] as const) : []), ...(isForOthers ? (['applications'] as const) : [])];
}

/** True if dictations are now sent while they are made, and were not before. */
function streamsNow(before: Mode | undefined, after: Mode): boolean {
  return after.useStreamingTranscription && before?.useStreamingTranscription === false;
}

/**
 * Who gets the audio; undefined if it stays on this machine. Without a provider, a model or a tier chooses among those
 * that are set up.
 */
function audioPlace(mode: Mode): string | undefined {
  const provider = audioProvider(mode);
  if (provider === undefined) return undefined;
  const { cloudTranscriptionModel, cloudAccuracyTier } = mode;
  return provider === null ? `any ${cloudTranscriptionModel ?? cloudAccuracyTier}` : comparableName(provider);
}

/** Who gets the text; undefined if it stays on this machine. */
function textPlace(mode: Mode): string | undefined {
  if (mode.postProcessingMode !== 1) return undefined;
  const named = mode.postProcessingProvider?.trim().toLowerCase() ?? '';
  const isOpen = named === '' || named === 'auto';
  const place = isOpen ? `any ${mode.languageModel || mode.cloudPostProcessingModel || ''}` : named;
  return `${place}${mode.sendProgramName ? ' with the name of the program' : ''}`;
}

/** What taking a change back needs of the modes. */
interface UndoableModes {
  list(): readonly Mode[];
  /** Puts a mode back as it was, under its own id. */
  put(mode: Mode): Promise<void>;
  delete(id: string, caller: Caller): Promise<unknown>;
}

/** What entries of the vocabulary were, and became. */
export interface EntryChange {
  readonly before: readonly VocabularyEntry[];
  readonly after: readonly VocabularyEntry[];
}

/** And of the vocabulary: throws CONFLICT where what became of the entries is not there as it was. */
interface UndoableVocabulary {
  undo(change: EntryChange): Promise<void>;
}

/** And of the recordings. */
interface UndoableRecordings {
  moveToTrash(id: string): Promise<void>;
  restore(id: string): Promise<unknown>;
}

/**
 * Takes a program's change back. Throws INVALID_REQUEST for an unknown id, CONFLICT for a change that is undone
 * already, or when the same thing has been changed since: what somebody did later is never lost to an undo.
 */
export async function undoChange(
  { database, events, clock }: Omit<CoreContext, 'logger'>,
  id: string,
  parts: UndoableParts,
): Promise<Change> {
  const stored = await undoable(database, id);
  await applyUndo(stored, parts);
  const row = await database
    .updateTable('changes')
    .set({ undone_ms: clock.now(), seen: 1 })
    .where('id', '=', stored.change.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { change } = toStored(row);
  events.publish({ type: 'change-recorded', change });
  return change;
}

/** Whatever a change can have been made to. */
interface UndoableParts {
  readonly modes: UndoableModes;
  readonly recordings: UndoableRecordings;
  readonly vocabulary: UndoableVocabulary;
}

async function applyUndo(
  { change, before, after, otherDefault, entries }: StoredChange,
  { modes, recordings, vocabulary }: UndoableParts,
): Promise<void> {
  const id = change.subjectId;
  const now = modes.list().find((mode) => mode.id === id);
  const other = modes.list().find((mode) => mode.id === otherDefault);
  /** Whether the mode is still the default, which another one was before. */
  const hasTaken = now?.isDefault === true && before?.isDefault !== true;
  switch (change.kind) {
    case 'mode-created':
      refuseChanged(now, after);
      if (hasTaken && other) await modes.put({ ...other, isDefault: true });
      await modes.delete(id, theUser);
      return;
    case 'mode-updated':
      refuseChanged(now, after);
      if (hasTaken && other) await modes.put({ ...other, isDefault: true });
      // If that mode is gone, another one has to be the default.
      if (before) await modes.put({ ...before, isDefault: before.isDefault || (hasTaken && !other) });
      return;
    case 'mode-deleted':
      if (now) throw changedSince(say('modeExistsAgain'));
      // A default that the user has chosen since then stays the default.
      if (before) await modes.put({ ...before, isDefault: before.isDefault && other?.isDefault === true });
      return;
    case 'recording-created':
      await recordings.moveToTrash(id);
      return;
    case 'recording-deleted':
      await recordings.restore(id);
      return;
    case 'vocabulary-changed':
      await vocabulary.undo(readable(entries));
      return;
  }
}

/** Throws CONFLICT where a damaged database no longer says what there was. */
function readable(entries: () => EntryChange): EntryChange {
  try {
    return entries();
  } catch {
    throw new AppError('CONFLICT', { message: say('changeUnreadable') });
  }
}

function refuseChanged(now: Mode | undefined, then: Mode | undefined): void {
  if (!now) throw changedSince(say('modeGone'));
  // Which mode is the default, and their order, moves with other modes too.
  const fields = then ? changedFields(then, now) : [];
  if (fields.some((field) => field !== 'isDefault' && field !== 'sortOrder')) {
    throw changedSince(say('modeChangedSince'));
  }
}

function changedSince(message: Message): AppError {
  return new AppError('CONFLICT', { message, hint: say('changeModeByHand') });
}
