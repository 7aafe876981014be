import { existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { type DatabaseCopy, type Finding, type Said, say, withAdvice } from '@quoth/contract';
import { DAY_MS, dataFolderAt, syncFolder } from '../base/index.ts';

/** For so long a copy of the database from before an upgrade is kept. */
const KEPT_DAYS = 30;
/** In one step: nothing else has the database open yet. */
const ALL_PAGES = 2 ** 30;

/** Where copies of the database lie. */
export function copiesFolder(root: string): string {
  return dataFolderAt(root).databaseCopies;
}

/**
 * Copies an open database before its tables are changed: an older version can go back to it. It has its name once it is
 * whole.
 */
export async function copyDatabase(
  connection: DatabaseSync,
  root: string,
  lastMigration: string,
): Promise<void> {
  const folder = copiesFolder(root);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const path = join(folder, `quoth-${day}-after-${lastMigration}.db`);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  try {
    await backup(connection, part, { rate: ALL_PAGES });
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(part, path);
  await syncFolder(folder);
}

/** The copies, latest first. */
export async function listDatabaseCopies(root: string): Promise<DatabaseCopy[]> {
  const folder = copiesFolder(root);
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.db'));
  const copies = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const { size, mtimeMs } = await lstat(file);
      const log = await stat(`${file}-wal`).catch(() => undefined);
      return {
        file,
        bytes: size + (log?.size ?? 0),
        created_at: new Date(mtimeMs).toISOString(),
        deleted_at: new Date(mtimeMs + KEPT_DAYS * DAY_MS).toISOString(),
      };
    }),
  );
  return copies.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
}

/** Deletes the copies whose time is over, and what is left of one that was not finished. */
export async function deleteOldCopies(root: string, now: number): Promise<void> {
  const folder = copiesFolder(root);
  if (!existsSync(folder)) return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await lstat(path);
    if (name.endsWith('.part') || mtimeMs + KEPT_DAYS * DAY_MS < now) await rm(path, { force: true });
  }
}

/** What the doctor says of them. */
export async function copiesFinding(root: string): Promise<Said<Finding>[]> {
  const copies = await listDatabaseCopies(root);
  const [latest] = copies;
  if (!latest) return [];
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0);
  return [
    withAdvice(
      { id: 'database-copies', status: 'ok' },
      {
        title: [say('copiesOfDatabase')],
        detail: [
          say('databaseCopies', { count: copies.length, folder: copiesFolder(root), size: { bytes } }),
          say('latestCopyDeleted', { date: latest.deleted_at.slice(0, 10) }),
        ],
      },
    ),
  ];
}
