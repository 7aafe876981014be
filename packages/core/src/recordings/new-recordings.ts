import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { repairWav, SAMPLE_RATE } from '@quoth/audio';
import {
  type Advice,
  type AppError,
  type AudioFormat,
  limits,
  type Mode,
  parsedJson,
  type RecordingSource,
  readAdvice,
  say,
  storedAdvice,
  type Timings,
} from '@quoth/contract';
import type { Transaction } from 'kysely';
import { type DataFolder, fileExists, moveDurably, untilWritten, writeWhole } from '../base/index.ts';
import { writeChange } from '../changes.ts';
import {
  type CoreContext,
  type Database,
  flushed,
  type RecordingsTable,
  type Schema,
  unflushed,
} from '../database/index.ts';
import type { RecordingMaker } from '../declarations/index.ts';
import {
  type AcceptedWork,
  audioFileOf,
  audioPathIn,
  emptyRow,
  freeSeq,
  indexTexts,
  type RecordingPlaces,
  type StoredRecording,
  toStored,
} from './stored-recordings.ts';

/** A caller's own key, and what it stands for: hashes, so that neither can be read from the database. */
export interface RequestKey {
  readonly hash: string;
  /** Of audio and options: the same key with another one is a mistake. */
  readonly fingerprint: string;
}

/** What was measured when the request was answered, for the answer to be the same again. */
export interface MeasuredTimings {
  readonly timings: Timings;
  readonly latency_ms: number;
}

/** What a key has started. */
export interface KnownRequest {
  readonly fingerprint: string;
  readonly recordingId: string;
  /** Undefined if it was never answered. */
  readonly measured: MeasuredTimings | undefined;
  /** What to do about the error that it was answered with. */
  readonly advice: Advice | undefined;
}

/** What a key has started; kept for 24 hours at least, of the newest 10,000 keys. */
export async function findRequest(
  { database }: Pick<RecordingPlaces, 'database'>,
  hash: string,
): Promise<KnownRequest | undefined> {
  const row = await database
    .selectFrom('request_keys')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { fingerprint, recording_id: recordingId, measured } = row;
  const known = { fingerprint, recordingId, measured: undefined, advice: undefined };
  if (measured === null) return known;
  const answered = JSON.parse(measured) as MeasuredTimings | { readonly advice: Advice };
  if (!('advice' in answered)) return { ...known, measured: answered };
  const advice = readAdvice(JSON.stringify(answered.advice));
  return advice.length === 0 ? known : { ...known, advice };
}

export async function requestAnswered(
  { database }: Pick<RecordingPlaces, 'database'>,
  hash: string,
  measured: MeasuredTimings | { readonly advice: Advice },
): Promise<void> {
  await database
    .updateTable('request_keys')
    .set({ measured: JSON.stringify(measured) })
    .where('hash', '=', hash)
    .execute();
}

/**
 * Writes the key down together with its recording, so that there is never one without the other; only so many are kept.
 */
async function keepRequestKey(
  transaction: Transaction<Schema>,
  { hash, fingerprint }: RequestKey,
  recordingId: string,
  nowMs: number,
): Promise<void> {
  const row = { hash, fingerprint, recording_id: recordingId, measured: null, created_ms: nowMs };
  await transaction.deleteFrom('request_keys').where('hash', '=', hash).execute();
  await transaction.insertInto('request_keys').values(row).execute();
  await transaction
    .deleteFrom('request_keys')
    .where('hash', 'in', (keys) =>
      keys
        .selectFrom('request_keys')
        .select('hash')
        .orderBy('created_ms', 'desc')
        .limit(limits.idempotencyKeys)
        .offset(limits.idempotencyKeys),
    )
    .execute();
}

/** Old ones are forgotten. */
export async function forgetOldRequestKeys({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database
    .deleteFrom('request_keys')
    .where('created_ms', '<=', clock.now() - limits.idempotencyMs)
    .execute();
}

/** What every new recording has. */
interface Beginning {
  readonly mode: Pick<Mode, 'id' | 'name'>;
  readonly options: AcceptedWork['options'];
  /** Name of the file that was sent, or what the sender calls it. */
  readonly sourceName?: string | undefined;
  /** Id of the request that creates it. */
  readonly requestId?: string | undefined;
  /** The program that makes it; undefined for the user. */
  readonly madeBy?: RecordingMaker | undefined;
  /** True if the program of an action asked for it. */
  readonly byAction?: boolean | undefined;
}

/** A recording whose audio is there already. */
export interface NewRecording extends Beginning {
  readonly source: RecordingSource;
  /**
   * Complete audio in `incoming`; it is moved to the recording's own place once it is on the disk, which `flushed`
   * tells where it is not yet.
   */
  readonly audio: {
    readonly path: string;
    readonly format: AudioFormat;
    readonly flushed?: Promise<void> | undefined;
  };
  /** The caller's own key, stored in the same transaction as the recording. */
  readonly requestKey?: RequestKey | undefined;
}

/** A recording that is worked on before anything of it is written. */
export interface EarlyRecording {
  readonly id: string;
  /**
   * Writes its row: as one that waits, or with its first attempt counted. Resolves when others can see it; a second
   * call changes nothing. Rejects as `secured` does.
   */
  write(status: 'pending' | 'transcribing'): Promise<void>;
  /** Resolves when row and audio are on the disk and the audio is in its place. */
  readonly secured: Promise<void>;
}

/** A recording whose audio comes while somebody speaks. */
export interface BegunRecording extends Beginning {
  readonly id: string;
  /** Where it is spoken: by default into a microphone of this machine. */
  readonly source?: RecordingSource;
  /** What the program had asked, where this recording answers. */
  readonly question?: string | undefined;
}

/** Everything that the first row of a recording says. */
interface InsertedRecording extends BegunRecording {
  readonly source: RecordingSource;
  readonly status: 'pending' | 'recording' | 'transcribing';
  readonly now: number;
  readonly audioFile: string;
  readonly format: AudioFormat;
  /** Name of the file in `incoming` that still has to be moved. */
  readonly incoming?: string;
}

/** A recording that begins: everything that its row will say, and the path of its audio (wav). */
export interface PlacedRecording {
  readonly row: InsertedRecording;
  readonly path: string;
}

/** The ending of the files in `incoming` that stand for a row while the database is locked. */
const ROW_NOTE = '.row.json';

// Each is a row before it is audio, which is sent as a whole or grows beside the row.

/**
 * Writes the row, then moves the audio to its place. When this returns, both have reached the disk: from then on
 * nothing is lost, whatever crashes.
 */
export async function acceptRecording(
  places: RecordingPlaces,
  recording: NewRecording,
): Promise<StoredRecording> {
  const { announce, secure, stored } = await accepted(places, recording);
  await secure();
  announce();
  return stored;
}

/**
 * The same for audio that is worked on at once, without waiting for the disk: nothing is written before `write` is
 * called, and its audio stays where it is until `read` has settled. No one may get an answer before `secured`, which
 * rejects where it was not accepted after all.
 */
export function acceptRecordingEarly(
  places: RecordingPlaces,
  recording: NewRecording,
  read: Promise<void>,
): EarlyRecording {
  const id = randomUUID();
  const { promise: secured, resolve, reject } = Promise.withResolvers<void>();
  // Anyone who works on it waits for it; here it must only not go unhandled.
  secured.catch(() => undefined);
  let written: Promise<void> | undefined;
  const write = async (status: 'pending' | 'transcribing') => {
    try {
      const { announce, secure } = await accepted(places, recording, id, status);
      announce();
      resolve(secure(read));
    } catch (error) {
      reject(error);
      throw error;
    }
  };
  return {
    id,
    secured,
    write: (status) => {
      written ??= write(status);
      return written;
    },
  };
}

async function accepted(
  places: RecordingPlaces,
  { audio, requestKey, ...recording }: NewRecording,
  id: string = randomUUID(),
  status: 'pending' | 'transcribing' = 'pending',
) {
  const { database, folder, clock } = places;
  const now = clock.now();
  const audioFile = audioFileOf(id, now, audio.format);
  const path = join(folder.audio, audioFile);
  const place = { now, audioFile, format: audio.format, incoming: basename(audio.path) };
  const { row, announce } = await insert(
    places,
    { ...recording, ...place, id, status },
    (transaction) => requestKey && keepRequestKey(transaction, requestKey, id, now),
    unflushed(database),
  );
  const secure = (read?: Promise<void>) => secureRecording(places, { id, audio, to: path, read });
  return { announce, secure, stored: toStored(row, folder) };
}

/**
 * First the audio reaches the disk, then the row, then the audio its place: a row that is there after a power cut has
 * its audio.
 */
async function secureRecording(
  { database, events, logger }: RecordingPlaces,
  {
    id,
    audio,
    to,
    read,
  }: {
    readonly id: string;
    readonly audio: NewRecording['audio'];
    readonly to: string;
    readonly read: Promise<void> | undefined;
  },
): Promise<void> {
  try {
    await audio.flushed;
    await flushed(database);
    await read;
    await moveDurably(audio.path, to);
  } catch (error) {
    // The recording was not accepted, so its row must not stay.
    if (!(await fileExists(to))) {
      await untilWritten(() => forget(database, id), {
        logger,
        what: 'that a recording was rejected after all',
      });
      // Its beginning was announced.
      if (read) events.publish({ type: 'recording-deleted', recordingId: id });
    }
    throw error;
  }
}

/** Finishes a move that a crash interrupted. False if the audio is gone. */
export async function securedAudio(
  { folder }: RecordingPlaces,
  { recording, work }: StoredRecording,
): Promise<boolean> {
  const path = recording.audioFilePath;
  if (path === null) return false;
  if (await fileExists(path)) return true;
  if (work.incoming === undefined) return false;
  const incoming = join(folder.incoming, basename(work.incoming));
  if (!(await fileExists(incoming))) return false;
  await moveDurably(incoming, path);
  return true;
}

/** Decides where its audio lies and what its row says; `beginRecording` writes the row. */
export async function placeRecording(
  { clock, folder }: RecordingPlaces,
  { source = 'dictation', mode, ...begun }: BegunRecording,
): Promise<PlacedRecording> {
  const now = clock.now();
  const audioFile = audioFileOf(begun.id, now, 'wav');
  const path = join(folder.audio, audioFile);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { id, name } = mode;
  const row = {
    ...begun,
    mode: { id, name },
    now,
    audioFile,
    source,
    status: 'recording',
    format: 'wav',
  } as const;
  return { row, path };
}

export async function beginRecording(places: RecordingPlaces, { row }: PlacedRecording): Promise<void> {
  const { announce } = await insert(places, row);
  announce();
}

/** Writes beside the database what its row will say, so that the next start can write the row if this run cannot. */
export async function noteRow({ folder }: RecordingPlaces, { row }: PlacedRecording): Promise<void> {
  await writeWhole(notePath(folder, row.id), JSON.stringify(row));
}

export async function dropNote({ folder }: RecordingPlaces, id: string): Promise<void> {
  await rm(notePath(folder, id), { force: true });
}

function notePath({ incoming }: DataFolder, id: string): string {
  return join(incoming, `${id}${ROW_NOTE}`);
}

/** Its audio is complete: it now waits to be transcribed, or its user cancelled it. */
export async function endRecording(
  { database, events }: RecordingPlaces,
  id: string,
  status: 'pending' | 'cancelled',
  durationSeconds: number,
  voiceLine?: Uint8Array,
): Promise<void> {
  await database
    .updateTable('recordings')
    .set({
      status,
      duration_s: durationSeconds,
      ...(voiceLine && { voice_line: voiceLine }),
      ...(status === 'cancelled' && {
        error_code: 'CANCELLED',
        error_message: storedAdvice([say('cancelledAudioIsKept')]),
      }),
    })
    .where('id', '=', id)
    .where('status', '=', 'recording')
    .execute();
  events.publish({ type: 'recording-status-changed', recordingId: id, status });
}

/** Its audio is there, but its end could not be written at once: it becomes text when its user asks for it. */
export async function failRecording(
  { database, events }: RecordingPlaces,
  id: string,
  { code, said }: Pick<AppError, 'code' | 'said'>,
  durationSeconds: number,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('recordings')
    .set({
      status: 'failed',
      duration_s: durationSeconds,
      error_code: code,
      error_message: storedAdvice([said]),
    })
    .where('id', '=', id)
    .where('status', '=', 'recording')
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    events.publish({ type: 'recording-status-changed', recordingId: id, status: 'failed' });
}

/** The disk took its row, but no sound: nothing is left of it. */
export async function discardRecording(
  { database, folder, events }: RecordingPlaces,
  id: string,
): Promise<void> {
  const row = await database
    .deleteFrom('recordings')
    .where('id', '=', id)
    .where('status', '=', 'recording')
    .returning('audio_file')
    .executeTakeFirst();
  if (!row) return;
  const path = audioPathIn(folder.audio, row.audio_file);
  if (path !== null) await rm(path, { force: true });
  events.publish({ type: 'recording-deleted', recordingId: id });
}

/**
 * Called at start: what a crash cut off in the middle of recording becomes a whole file that waits for its text, and is
 * marked.
 */
export async function reconcileRecordings(places: RecordingPlaces): Promise<void> {
  const { database, folder, logger } = places;
  await writeNotedRows(places);
  const rows = await database
    .selectFrom('recordings')
    .select(['id', 'audio_file', 'options'])
    .where('status', '=', 'recording')
    .execute();
  for (const { id, audio_file, options } of rows) {
    const path = audioPathIn(folder.audio, audio_file);
    const samples = path === null ? 0 : await samplesIn(path);
    if (samples instanceof Error) {
      // A disk that fails now may not fail at the next start; what was said stays as it is until then.
      logger.error({ recording: id, error: samples }, 'An interrupted recording cannot be read; it is kept.');
      continue;
    }
    if (samples === 0) {
      // Killed between its row and its first sound: there is nothing that could be lost.
      if (path !== null) await rm(path, { force: true });
      await database.deleteFrom('recordings').where('id', '=', id).execute();
      continue;
    }
    const work: AcceptedWork = { ...(JSON.parse(options) as AcceptedWork), interrupted: true };
    await database
      .updateTable('recordings')
      .set({
        status: 'pending',
        duration_s: samples / SAMPLE_RATE,
        options: JSON.stringify(work),
      })
      .where('id', '=', id)
      .execute();
    logger.warn({ recording: id }, 'An interrupted recording is being resumed.');
  }
}

/** The rows that a killed run could not write, because another program held the database's lock. */
async function writeNotedRows(places: RecordingPlaces): Promise<void> {
  const { database, folder } = places;
  for (const name of await readdir(folder.incoming)) {
    if (!name.endsWith(ROW_NOTE)) continue;
    // Written whole, by `noteRow` alone; what a disk has damaged keeps no one from starting.
    const row = parsedJson(await readFile(join(folder.incoming, name), 'utf8')) as
      | InsertedRecording
      | undefined;
    if (!row) continue;
    const found = await database.selectFrom('recordings').select('id').where('id', '=', row.id).execute();
    if (found.length === 0) await insert(places, row);
    await dropNote(places, row.id);
  }
}

/** Writes the row of a new recording; returns it, and what tells of it once it has its place. */
async function insert(
  places: RecordingPlaces,
  {
    id,
    now,
    audioFile,
    format,
    incoming,
    status,
    source,
    mode,
    options,
    sourceName,
    requestId,
    madeBy,
    question,
    byAction,
  }: InsertedRecording,
  also?: (transaction: Transaction<Schema>) => Promise<void> | undefined,
  database = places.database,
): Promise<{ readonly row: RecordingsTable; readonly announce: () => void }> {
  const { events, makers } = places;
  const work: AcceptedWork = {
    options,
    ...(incoming !== undefined && { incoming }),
    ...(byAction && { byAction }),
  };
  const { row, announceChange } = await database.transaction().execute(async (transaction) => {
    const row: RecordingsTable = {
      ...emptyRow,
      seq: await freeSeq(transaction, now),
      id,
      date_ms: now,
      status,
      attempts: status === 'transcribing' ? 1 : 0,
      source,
      mode_id: mode.id,
      mode_name: mode.name,
      options: JSON.stringify(work),
      audio_file: audioFile,
      audio_format: format,
      source_name: sourceName ?? null,
      made_by: madeBy?.tokenId ?? null,
      made_by_name: madeBy?.name ?? null,
      question: question ?? null,
    };
    await transaction.insertInto('recordings').values(row).execute();
    if (sourceName !== undefined) await indexTexts(transaction, id);
    await also?.(transaction);
    const announceChange =
      source === 'api'
        ? await writeChange(places, transaction, { kind: 'recording-created', subjectId: id, title: '' })
        : undefined;
    return { row, announceChange };
  });
  const announce = () => {
    if (madeBy) makers.note(id, madeBy.tokenId);
    events.publish({
      type: 'recording-created',
      recordingId: id,
      ...(requestId !== undefined && { requestId }),
    });
    announceChange?.();
    if (status === 'transcribing')
      events.publish({ type: 'recording-status-changed', recordingId: id, status });
  };
  return { row, announce };
}

async function forget(database: Database, id: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('recordings').where('id', '=', id).execute();
    await transaction.deleteFrom('request_keys').where('recording_id', '=', id).execute();
  });
}

/**
 * Samples of a recording that was cut off, made whole; 0 only where nothing was ever written, and an error where no one
 * can tell.
 */
async function samplesIn(path: string): Promise<number | Error> {
  try {
    return await repairWav(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return 'code' in error && error.code === 'ENOENT' ? 0 : error;
  }
}
