import { constants, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError, type BackupSummary, parsedJson, type RestoreRequest, say } from '@quoth/contract';
import * as z from 'zod';
import { type DataFolder, dataFolderAt, syncFolder, writeWhole } from '../base/index.ts';
import { copiesFolder, lockInstance } from '../database/index.ts';
import { DATABASE, unpackBackup } from './backup-archive.ts';
import { settleDatabase } from './check-database.ts';
import { lockBackups, type OnProgress, tooLittleSpace, whereIdle } from './make-backup.ts';

/*
 * A restore has two halves. First everything is unpacked beside the data, into `restoring`, and checked; a kill until
 * then leaves the old data as it was, and the next start deletes what was unpacked. Then one file, `ready.json`,
 * decides: from that moment the new data counts, and whatever ends the process, the next start of the application
 * finishes the moves. What was there lies in `restoring/old` until all are done.
 */

const READY = 'ready.json';

/** A backup that was unpacked and checked, and not put into place yet. */
export interface StagedRestore {
  readonly summary: BackupSummary;
  readonly root: string;
  /** Still encrypted. */
  readonly keys: Buffer | undefined;
  /** Ends the restore; what was unpacked and not decided for is deleted. */
  release(): Promise<void>;
}

/**
 * Unpacks and checks; the data stays as it is. Throws INVALID_REQUEST and what is said of a file that cannot be read,
 * DISK_FULL, BUSY, and the signal's reason.
 */
export async function stageRestore(
  request: RestoreRequest,
  onProgress: OnProgress,
  signal: AbortSignal = new AbortController().signal,
): Promise<StagedRestore> {
  const found = await stat(request.file).catch((error: unknown) => {
    throw new AppError('FILE_NOT_FOUND', { message: say('noFileAt', { file: request.file }), cause: error });
  });
  if (!found.isFile())
    throw new AppError('INVALID_REQUEST', {
      message: say('pathIsNoFile', { file: request.file }),
      hint: say('nameABackup'),
    });
  if (request.isNewFolder) await makeNewFolder(request.dataFolder);
  const folder = dataFolderAt(request.dataFolder);
  const lock = lockBackups(folder.root);
  try {
    const { bavail, bsize } = await statfs(folder.root);
    if (bavail * bsize < found.size) throw tooLittleSpace(found.size, folder.root);
    const target = folder.restoring;
    if (existsSync(join(target, READY)))
      throw new AppError('CONFLICT', {
        message: say('restoreUnfinished'),
        hint: say('startToFinishRestore'),
      });
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { mode: 0o700 });
    let unpacked = 0;
    const { keys, ...summary } = (await isDatabase(request.file))
      ? await stageDatabase(request.file, target)
      : await stageArchive(request.file, target, (bytes) => {
          signal.throwIfAborted();
          unpacked += bytes;
          onProgress('audio', unpacked, found.size);
        });
    onProgress('checking', 0, 1);
    const facts = await settleDatabase(target, folder.database);
    await syncTree(target);
    onProgress('checking', 1, 1);
    return {
      summary: { ...summary, ...facts, bytes: found.size, has_keys: keys !== undefined },
      root: folder.root,
      keys,
      release: () => ended(folder, lock),
    };
  } catch (error) {
    await ended(folder, lock);
    throw error;
  }
}

async function ended({ restoring }: DataFolder, lock: { release(): void }): Promise<void> {
  try {
    if (!existsSync(join(restoring, READY))) await rm(restoring, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

/** Puts what was checked into place. Throws ALREADY_RUNNING while the application has the data folder. */
export async function commitRestore(staged: StagedRestore): Promise<void> {
  const lock = lockInstance(join(staged.root, 'instance.lock'));
  try {
    await decideRestore(staged);
    await finishRestore(dataFolderAt(staged.root));
  } finally {
    lock.release();
  }
}

/** From now on the backup counts: whatever the application writes until its next start is replaced with the rest. */
export async function decideRestore({ root, summary }: StagedRestore): Promise<void> {
  await writeWhole(
    join(dataFolderAt(root).restoring, READY),
    JSON.stringify({ at: new Date().toISOString(), keeps_replaced: summary.kind === 'database' }),
  );
}

/**
 * Finishes a restore that was decided, and deletes one that was not. Called by the process that has the instance's
 * lock, before the database is opened; each step may have been done before.
 */
export async function finishRestore(folder: DataFolder): Promise<void> {
  const from = folder.restoring;
  await discardRestore(folder.root);
  if (!existsSync(join(from, READY))) return;
  const old = join(from, 'old');
  await mkdir(old, { recursive: true, mode: 0o700 });
  const isWithAudio = existsSync(join(from, 'audio'));
  if (isWithAudio) {
    if (existsSync(folder.audio)) await rename(folder.audio, join(old, `audio-${Date.now()}`));
    await rename(join(from, 'audio'), folder.audio);
  }
  if (existsSync(join(from, DATABASE))) {
    // The log first: a database without its log is old, a log without its database would be taken for the new one's.
    for (const name of ['-wal', '-shm', ''].map((suffix) => basename(folder.database) + suffix))
      if (existsSync(join(folder.root, name))) await rename(join(folder.root, name), join(old, name));
    await rename(join(from, DATABASE), folder.database);
  }
  await syncFolder(folder.root);
  await keepReplaced(from, old, folder);
  await rm(from, { recursive: true, force: true });
}

/** One that a disk has damaged still stands for a decision: then what was replaced is kept. */
const decision = z
  .object({ at: z.iso.datetime(), keeps_replaced: z.boolean() })
  .catch(() => ({ at: new Date().toISOString(), keeps_replaced: true }));

/**
 * After a step back to a copy of the database, the replaced one is kept as a copy as well: its audio is still there.
 */
async function keepReplaced(from: string, old: string, folder: DataFolder): Promise<void> {
  const { at, keeps_replaced: isKept } = decision.parse(parsedJson(readFileSync(join(from, READY), 'utf8')));
  if (!isKept || !existsSync(join(old, DATABASE))) return;
  const copies = copiesFolder(folder.root);
  await mkdir(copies, { recursive: true, mode: 0o700 });
  const name = `quoth-${at.slice(0, 19).replaceAll(':', '-')}-replaced.db`;
  for (const suffix of ['-wal', '']) {
    const replaced = join(old, DATABASE + suffix);
    if (!existsSync(replaced)) continue;
    // Its 30 days begin now, not when it was last written.
    await utimes(replaced, new Date(), new Date(at));
    await rename(replaced, join(copies, name + suffix));
  }
}

/** Deletes what was unpacked of a backup that was not decided for, unless its process is still at it. */
export async function discardRestore(root: string): Promise<void> {
  const from = dataFolderAt(root).restoring;
  if (!existsSync(from) || existsSync(join(from, READY))) return;
  await whereIdle(root, () => rm(from, { recursive: true, force: true }));
}

async function makeNewFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const entries = (await readdir(path)).filter((name) => name !== 'backup.lock');
  if (entries.length > 0)
    throw new AppError('ALREADY_EXISTS', {
      message: say('folderNotEmpty', { path }),
      hint: say('nameEmptyFolder'),
    });
}

type Staged = Pick<BackupSummary, 'kind' | 'app_version' | 'created_at' | 'audio_files'> & {
  readonly keys: Buffer | undefined;
};

async function stageArchive(file: string, target: string, onBytes: (bytes: number) => void): Promise<Staged> {
  const { about, audioFiles, keys } = await unpackBackup(file, target, onBytes);
  await mkdir(join(target, 'audio'), { recursive: true, mode: 0o700 });
  return {
    kind: 'backup',
    app_version: about.app_version,
    created_at: about.created_at,
    audio_files: audioFiles,
    keys,
  };
}

async function stageDatabase(file: string, target: string): Promise<Staged> {
  const copy = join(target, DATABASE);
  for (const suffix of ['', '-wal'])
    if (existsSync(file + suffix)) {
      await copyFile(file + suffix, copy + suffix, constants.COPYFILE_EXCL);
      await chmod(copy + suffix, 0o600);
    }
  return {
    kind: 'database',
    app_version: null,
    created_at: (await stat(file)).mtime.toISOString(),
    audio_files: 0,
    keys: undefined,
  };
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await file.close();
  }
}

/** Flushes the folders; their files were flushed as they were written. */
async function syncTree(folder: string): Promise<void> {
  const file = await open(join(folder, DATABASE), 'r+');
  await file.sync();
  await file.close();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}
