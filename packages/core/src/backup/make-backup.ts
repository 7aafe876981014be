import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import {
  AppError,
  appVersion,
  type BackupRequest,
  type BackupResult,
  type BackupStep,
  parsedJson,
  say,
  systemCode,
} from '@quoth/contract';
import * as z from 'zod';
import { type DataFolder, dataFolderAt, fileExists, syncFolder, writeWhole } from '../base/index.ts';
import { AlreadyRunning, lockInstance } from '../database/index.ts';
import { audioName, DISCARDING } from '../recordings/index.ts';
import { ABOUT, ArchiveWriter, type BackupAbout, DATABASE, KEYS } from './backup-archive.ts';
import { encryptKeys, readKeys } from './backup-keys.ts';

/** How far: bytes of the total. */
export type OnProgress = (step: BackupStep, done: number, total: number) => void;

/** In one step, so that the copy is one state of the database even while other programs write. */
const ALL_PAGES = 2 ** 30;
/** Bytes between two reports of progress. */
const PROGRESS_BYTES = 4 * 1024 * 1024;

/** Says where the unfinished file of a backup lies, so that the next start finds it after a kill. */
const PART_NOTE = 'part.json';

/**
 * Writes a backup of a data folder, also while the application works with it. The file has its name once it is whole;
 * until then it has one that no one else can know, and is deleted whatever ends the backup. Throws ALREADY_EXISTS,
 * NOT_FOUND for a folder without data, BUSY while another backup or restore runs, DISK_FULL, and the signal's reason.
 */
export async function makeBackup(
  request: BackupRequest,
  onProgress: OnProgress,
  signal: AbortSignal = new AbortController().signal,
): Promise<BackupResult> {
  const folder = dataFolderAt(request.dataFolder);
  if (!(await fileExists(folder.database)))
    throw new AppError('FILE_NOT_FOUND', {
      message: say('nothingToBackUp', { folder: folder.root }),
      hint: say('startOnceOrNameFolder'),
    });
  await checkTarget(request, folder);
  const lock = lockBackups(folder.root);
  const work = folder.backingUp;
  const part = join(dirname(request.file), `.${basename(request.file)}.${randomUUID()}.part`);
  try {
    await removeUnfinished(work);
    await mkdir(work, { mode: 0o700 });
    await writeWhole(join(work, PART_NOTE), JSON.stringify({ part }));
    const result = await write(request, { folder, work, part, onProgress, signal });
    // Another program may have put a file there meanwhile.
    await checkTarget(request, folder);
    signal.throwIfAborted();
    await rename(part, request.file);
    await syncFolder(dirname(request.file));
    return result;
  } finally {
    await removeUnfinished(work);
    lock.release();
  }
}

/**
 * Deletes what a backup that was cut off has left, in the data folder and beside its target; leaves it to the process
 * that still works on it.
 */
export async function discardBackup(root: string): Promise<void> {
  const work = dataFolderAt(root).backingUp;
  await whereIdle(root, () => removeUnfinished(work));
}

async function removeUnfinished(work: string): Promise<void> {
  const note = await readFile(join(work, PART_NOTE), 'utf8').catch(() => '');
  const { data } = z.object({ part: z.string().regex(partName) }).safeParse(parsedJson(note));
  // The disk of the backup may be gone: then only its owner can delete it.
  if (data) await rm(data.part, { force: true }).catch(() => undefined);
  await rm(work, { recursive: true, force: true });
}

const partName = /[/\\]\.[^/\\]+\.[0-9a-f-]{36}\.part$/;

/** Does this unless a backup or restore is running. */
export async function whereIdle(root: string, work: () => Promise<void>): Promise<void> {
  let lock: { release(): void };
  try {
    lock = lockBackups(root);
  } catch (error) {
    if (error instanceof AppError && error.code === 'BUSY') return;
    throw error;
  }
  try {
    await work();
  } finally {
    lock.release();
  }
}

/** One backup or restore at a time works in a data folder. Throws BUSY. */
export function lockBackups(root: string): { release(): void } {
  try {
    return lockInstance(join(root, 'backup.lock'));
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new AppError('BUSY', {
      message: say('backupRunning'),
      hint: say('waitUntilDone'),
    });
  }
}

async function checkTarget({ file, overwrite }: BackupRequest, { root }: DataFolder): Promise<void> {
  const inside = relative(root, file);
  if (inside !== '..' && !inside.startsWith(`..${sep}`))
    throw new AppError('INVALID_REQUEST', {
      message: say('backupInDataFolder'),
      hint: say('chooseOtherFolder'),
    });
  // Not what a link leads to: the file that is renamed to this name takes the link's place.
  const found = await lstat(file).catch(() => undefined);
  if (found?.isDirectory())
    throw new AppError('INVALID_REQUEST', {
      message: say('fileIsFolder', { file }),
      hint: say('nameFileInFolder', { path: join(file, 'quoth-backup.tar') }),
    });
  if (found && !found.isFile())
    throw new AppError('INVALID_REQUEST', {
      message: say('fileIsDevice', { file }),
      hint: say('nameNewFile'),
    });
  if (found && !overwrite)
    throw new AppError('ALREADY_EXISTS', {
      message: say('fileExistsAlready', { file }),
      hint: say('otherNameOrDelete'),
    });
  const parent = await stat(dirname(file)).catch(() => undefined);
  if (!parent?.isDirectory())
    throw new AppError('FILE_NOT_FOUND', {
      message: say('folderNotFound', { folder: dirname(file) }),
      hint: say('createFolderOrOther'),
    });
}

interface Writing {
  readonly folder: DataFolder;
  readonly work: string;
  readonly part: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

async function write(
  request: BackupRequest,
  { folder, work, part, onProgress, signal }: Writing,
): Promise<BackupResult> {
  const copy = join(work, DATABASE);
  const { audio, recordings, secretNames } = await copyDatabase(folder.database, copy, onProgress);
  signal.throwIfAborted();
  const keys = request.passphrase === undefined ? undefined : await readKeys(folder.root, secretNames);
  const databaseBytes = (await stat(copy)).size;
  const sizes = await Promise.all(
    audio.map(async (name) => (await stat(join(folder.audio, name)).catch(() => undefined))?.size ?? 0),
  );
  const total = sizes.reduce((sum, size) => sum + size, databaseBytes);
  const { bavail, bsize } = await statfs(dirname(part));
  if (bavail * bsize < total) throw tooLittleSpace(total, dirname(part));
  const about: BackupAbout = {
    format: 'quoth-backup',
    version: 1,
    app_version: appVersion,
    created_at: new Date().toISOString(),
    recordings,
  };
  const file = await open(part, 'wx', 0o600);
  try {
    const archive = new ArchiveWriter(file);
    let [done, reported, missing] = [0, 0, 0];
    const onBytes = (bytes: number) => {
      signal.throwIfAborted();
      done += bytes;
      if (done < reported + PROGRESS_BYTES) return;
      reported = done;
      onProgress('audio', done, total);
    };
    const addFile = async (name: string, path: string): Promise<boolean> => {
      const source = await open(path, 'r').catch((error: unknown) => {
        if (systemCode(error) !== 'ENOENT') throw error;
      });
      if (!source) return false;
      try {
        // One that is being recorded grows: what it has now is what is backed up.
        const { size } = await source.stat();
        const parts = size === 0 ? [] : source.createReadStream({ end: size - 1, autoClose: false });
        await archive.add(name, size, parts, onBytes);
      } finally {
        await source.close();
      }
      return true;
    };
    await archive.addBytes(ABOUT, Buffer.from(JSON.stringify(about)));
    await addFile(DATABASE, copy);
    // Deleted by the user since the database was copied.
    for (const name of audio) if (!(await addFile(`audio/${name}`, join(folder.audio, name)))) missing++;
    if (keys && request.passphrase !== undefined)
      await archive.addBytes(KEYS, await encryptKeys(keys, request.passphrase));
    await archive.finish();
    onProgress('audio', total, total);
    await file.sync();
    return {
      file: request.file,
      bytes: archive.bytes,
      recordings,
      audio_files: audio.length - missing,
      missing_audio: missing,
      keys: Object.keys(keys ?? {}).length,
    };
  } finally {
    await file.close();
  }
}

/**
 * Copies the database and takes out of the copy what gives access: the programs' tokens, and the keys of requests in
 * progress.
 */
async function copyDatabase(
  path: string,
  copy: string,
  onProgress: OnProgress,
): Promise<{
  readonly audio: readonly string[];
  readonly recordings: number;
  readonly secretNames: readonly string[];
}> {
  const { size } = await stat(path);
  onProgress('database', 0, size);
  const source = new DatabaseSync(path, { readOnly: true, timeout: 30_000 });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  onProgress('database', size, size);
  const database = new DatabaseSync(copy);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON');
    for (const table of ['named_token_calls', 'named_tokens', 'request_keys'])
      if (hasTable(database, table)) database.exec(`DELETE FROM ${table}`);
    // Not what is being deleted permanently.
    database.prepare('DELETE FROM recordings WHERE status = ?').run(DISCARDING);
    const files = database
      .prepare('SELECT audio_file FROM recordings WHERE audio_file IS NOT NULL ORDER BY seq')
      .all()
      .map(({ audio_file }) => String(audio_file).replaceAll('\\', '/'));
    const [count] = database.prepare('SELECT count(*) AS recordings FROM recordings').all();
    const names = hasTable(database, 'provider_keys')
      ? database.prepare('SELECT name FROM provider_keys').all()
      : [];
    return {
      audio: files.filter((name) => audioName.test(name)),
      recordings: Number(count?.recordings),
      secretNames: names.map(({ name }) => String(name)),
    };
  } finally {
    database.close();
  }
}

export function hasTable(database: DatabaseSync, name: string): boolean {
  return (
    database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
  );
}

const MEGABYTE = 1024 * 1024;

export function tooLittleSpace(bytes: number, folder: string): AppError {
  return new AppError('DISK_FULL', {
    message: say('tooLittleSpace', { folder, megabytes: Math.ceil(bytes / MEGABYTE) }),
    hint: say('freeSpaceOrOtherDisk'),
  });
}
