import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError, systemCode } from '@quoth/contract';
import { QuothError } from '../index.ts';

/** What determines the path of the data folder. */
export interface DataFolderEnvironment {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The application's data folder; the application itself asks here too. */
export function dataFolderPath({ platform, home, env }: DataFolderEnvironment): string {
  if (env.QUOTH_HOME) return resolve(env.QUOTH_HOME);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Quoth');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Quoth');
  const data = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(data, 'quoth');
}

/**
 * Creates the data folder and the folders above it that are missing, for this user alone, and closes an existing one to
 * other users; but only one that is empty or holds our data: what others share is refused as it is, and never changed.
 * Throws NO_CONNECTION with what is in the way, because nothing of the application can run without it. `typeOf` stands
 * for the system's number of the file system that a path is on.
 */
export function makeDataFolder(path: string, typeOf: (path: string) => number = typeOfFileSystem): void {
  try {
    refuseNetwork(path, typeOf);
    makeFolder(path);
    closeToOthers(path);
  } catch (error) {
    throw unusableDataFolder(path, error);
  }
}

/** Numbers of statfs(2), of file systems whose disk is in another machine. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'a Windows share'],
  [0xfe534d42, 'a Windows share'],
  [0x517b, 'a Windows share'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
]);

function typeOfFileSystem(path: string): number {
  return process.platform === 'linux' ? statfsSync(path).type : 0;
}

/**
 * SQLite's log is shared memory, which machines do not share: two of them would damage the database, and some mounts
 * one alone.
 */
function refuseNetwork(path: string, typeOf: (path: string) => number): void {
  let existing = path;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const name = networkFileSystems.get(typeOf(existing));
  if (name === undefined) return;
  throw new QuothError('NO_CONNECTION', {
    message: `The data folder "${path}" cannot be used: it is on a network drive (${name}), where the database could be damaged.`,
    hint: 'Set QUOTH_HOME to a folder on a disk of this machine, in the settings of your session too (such as ~/.config/environment.d/quoth.conf).',
  });
}

const OF_OTHERS = 0o077;
/** Everybody may write there, or it is made for that (the sticky bit, as on /tmp). */
const PUBLIC = 0o1002;

/** Windows knows no modes: a profile's folders are the user's own there. */
function closeToOthers(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    // Through the handle: what is judged is what is changed.
    const { uid, mode } = fstatSync(folder);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw refused(path, 'it belongs to another user');
    if ((mode & PUBLIC) !== 0) throw refused(path, 'it is a folder that users of this machine share');
    if ((mode & OF_OTHERS) === 0) return;
    const entries = readdirSync(path);
    if (entries.length > 0 && !entries.includes('quoth.db'))
      throw refused(path, 'other users may look into it, and it holds files that are not Quoth’s');
    fchmodSync(folder, 0o700);
  } finally {
    closeSync(folder);
  }
}

function refused(path: string, reason: string): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: `The data folder "${path}" cannot be used: ${reason}.`,
    hint: 'Set QUOTH_HOME to a new or empty folder of your own, or unset it.',
  });
}

/** Says why the data folder cannot be used; an error that is not the system's is given back as it is. */
export function unusableDataFolder(path: string, error: unknown): unknown {
  const isOurs = error instanceof QuothError || error instanceof AppError;
  const code = isOurs ? undefined : systemCode(error);
  if (code === undefined) return error;
  return new QuothError('NO_CONNECTION', {
    message: `The data folder "${path}" cannot be used: ${reasons[code] ?? code}.`,
    hint:
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'Free some space where the data folder lies, then try again.'
        : 'Set QUOTH_HOME to a folder that you may write to, or unset it.',
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it belongs to another user, or you may not write there',
  EPERM: 'it belongs to another user, or the system does not allow it',
  EROFS: 'the disk is read-only',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file is in its place',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its path contains a loop of symbolic links',
};

/**
 * Creates a folder, and those above it that are missing, for this user alone. Folder by folder: Node's own recursive
 * mkdir never ends where the system has the parent and still answers ENOENT, as below /proc.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
