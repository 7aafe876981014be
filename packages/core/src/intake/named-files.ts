import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, parse, relative, sep } from 'node:path';
import { AppError, isWindowsDevice, say, systemCode } from '@quoth/contract';
import { isOwnFile } from '../base/index.ts';

/** Whose files may be named in a request. */
export interface PathPolicy {
  /**
   * Folders that the user allows; null: the default set; `anywhere`: what the user names in person, besides our own
   * data and the system's devices.
   */
  readonly allowed: readonly string[] | 'anywhere' | null;
  readonly home: string;
  readonly dataFolder: string;
  readonly temporaryFolders: readonly string[];
  readonly platform: NodeJS.Platform;
}

const MAX_PATH_LENGTH = 4_096;
const MAX_LINKS = 40;

/** Where media are mounted. */
const mediaFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/media', '/mnt', '/run/media'],
  darwin: ['/Volumes'],
};
/** Never read, whatever the user allows: reading them acts on the machine, or never ends. */
const systemFolders = ['/proc', '/sys', '/dev', '/private/dev'];

/**
 * The path with every link resolved, if files may be read there. Each step is checked before it is looked up, so that
 * the answer reveals nothing about what exists elsewhere. Throws INVALID_REQUEST, FILE_NOT_ALLOWED, FILE_NOT_FOUND,
 * FILE_ACCESS_DENIED.
 */
export async function checkPathAllowed(written: string, policy: PathPolicy): Promise<string> {
  let path = checkedForm(written, policy.platform);
  refuseForbidden(path, policy);
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await firstLink(path, policy);
    if (next === undefined) return path;
    path = next;
    refuseForbidden(path, policy);
  }
  throw new AppError('FILE_NOT_FOUND', { message: say('pathLoops') });
}

/**
 * Checks the file that is really open: a folder on the way may have been swapped for a link since the path was checked,
 * and a file system that takes upper and lower case as the same knows our data folder by other spellings too. Throws
 * FILE_NOT_ALLOWED.
 */
export async function checkOpenedFile(file: FileHandle, path: string, policy: PathPolicy): Promise<void> {
  const place = await placeOf(file, path);
  if (place === undefined || !isAbsolute(place) || !isAllowed(place, policy)) throw notAllowed();
}

/**
 * Linux reports the path of an open file, even of a deleted one; elsewhere the path must still lead to the same file.
 */
export async function placeOf(file: FileHandle, path: string): Promise<string | undefined> {
  if (process.platform === 'linux') return await readlink(`/proc/self/fd/${file.fd}`);
  try {
    const place = await realpath(path);
    const [opened, there] = [await file.stat({ bigint: true }), await lstat(place, { bigint: true })];
    return opened.ino === there.ino && opened.dev === there.dev ? place : undefined;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') throw new AppError('FILE_NOT_FOUND', { cause: error });
    throw error;
  }
}

/** True when a file at this path may be read. Nothing is looked up. */
export function isAllowed(path: string, policy: PathPolicy): boolean {
  if (systemFolders.some((folder) => isInside(path, folder))) return false;
  if (isInside(path, policy.dataFolder)) return false;
  if (policy.allowed === 'anywhere') return true;
  if (policy.allowed !== null) return policy.allowed.some((folder) => isInside(path, normalize(folder)));
  const open = [...policy.temporaryFolders, ...(mediaFolders[policy.platform] ?? [])];
  return isInHome(path, policy.home) || open.some((folder) => isInside(path, folder));
}

function checkedForm(written: string, platform: NodeJS.Platform): string {
  if (written.includes('\0')) throw new AppError('INVALID_REQUEST', { message: say('pathWithNul') });
  if (written.length > MAX_PATH_LENGTH) {
    throw new AppError('INVALID_REQUEST', { message: say('audioPathTooLong', { limit: MAX_PATH_LENGTH }) });
  }
  // Shares, device paths and alternate streams of Windows, refused everywhere: they look elsewhere than they seem to.
  if (/^[\\/]{2}/.test(written) || (platform === 'win32' && written.slice(2).includes(':')))
    throw notAllowed();
  if (!isAbsolute(written)) {
    throw new AppError('INVALID_REQUEST', {
      message: say('audioPathNotAbsolute'),
      remedy: say('giveAbsolutePath', {
        example: platform === 'win32' ? 'C:\\Users\\me\\talk.wav' : '/home/me/talk.wav',
      }),
    });
  }
  const path = normalize(written);
  // Opening one waits for a serial port or a console; Windows drops dots and spaces at the end of a name.
  if (
    platform === 'win32' &&
    path.split(/[\\/]/).some((part) => isWindowsDevice(part) || /[^.][. ]$/.test(part))
  )
    throw notAllowed();
  return path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
}

function refuseForbidden(path: string, policy: PathPolicy): void {
  if (!isAllowed(path, policy)) throw notAllowed();
}

/**
 * The path with its first link replaced by what it points to; undefined when none exists. Looks only inside allowed
 * folders.
 */
async function firstLink(path: string, policy: PathPolicy): Promise<string | undefined> {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(sep);
  let current = root;
  for (const [index, part] of parts.entries()) {
    current = join(current, part);
    const found = await lookedUp(current, index === parts.length - 1 || isAllowed(current, policy));
    if (!found?.isSymbolicLink()) continue;
    const target = await readlink(current);
    const resolved = isAbsolute(target) ? target : join(dirname(current), target);
    return normalize(join(resolved, ...parts.slice(index + 1)));
  }
  return undefined;
}

/** Folders above the allowed ones (`/home`) are looked at too, but say nothing when they cannot be. */
async function lookedUp(path: string, throwsErrors: boolean) {
  try {
    return await lstat(path);
  } catch (error) {
    if (!throwsErrors) return undefined;
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('FILE_ACCESS_DENIED', { cause: error });
    if (code === 'ENAMETOOLONG') throw new AppError('FILE_NOT_FOUND', { message: say('fileNameTooLong') });
    throw new AppError('FILE_NOT_FOUND', { cause: error });
  }
}

/** In the home folder, but in none of its dot-folders. */
function isInHome(path: string, home: string): boolean {
  return (
    isInside(path, home) &&
    !relative(home, path)
      .split(sep)
      .some((part) => part.startsWith('.'))
  );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

function notAllowed(): AppError {
  return new AppError('FILE_NOT_ALLOWED');
}

/** Linux: refers to a file without opening it, and its closing lets go of no lock. Node has no name for it. */
export const O_PATH = 0o10000000;

/** Descriptors of our own files, opened by a race that was lost: closing one would let go of the database's locks. */
const neverClosed = new Set<FileHandle>();

type Check = (file: FileHandle, facts: BigIntStats) => Promise<void> | void;

/**
 * Opens a regular file that somebody else has named, and never one of our own, whatever name or hard link leads to it:
 * POSIX locks belong to the process, so that closing any descriptor of the database would let go of its locks, and the
 * next program that opens it would throw away what is not in it yet. `check` judges the file before it is opened, on
 * Linux by a descriptor that only refers to it, so that nothing can be swapped in between. Throws FILE_NOT_ALLOWED,
 * what `check` throws, or the system's error.
 */
export async function openRegularFile(
  path: string,
  { flags = constants.O_RDONLY, check }: { readonly flags?: number; readonly check?: Check } = {},
): Promise<FileHandle> {
  // A pipe is not waited for. Windows has no such flag.
  const wanted = flags | (constants.O_NONBLOCK ?? 0);
  if (process.platform === 'linux') {
    await using reference = await open(path, O_PATH | (flags & constants.O_NOFOLLOW));
    const facts = await reference.stat({ bigint: true });
    if (isOwnFile(facts)) throw new AppError('FILE_NOT_ALLOWED');
    await check?.(reference, facts);
    refuseIrregular(facts);
    return await open(`/proc/self/fd/${reference.fd}`, wanted & ~constants.O_NOFOLLOW);
  }
  const named = await stat(path, { bigint: true });
  if (isOwnFile(named)) throw new AppError('FILE_NOT_ALLOWED');
  refuseIrregular(named);
  const file = await open(path, wanted);
  try {
    const facts = await file.stat({ bigint: true });
    if (isOwnFile(facts)) {
      neverClosed.add(file);
      throw new AppError('FILE_NOT_ALLOWED');
    }
    await check?.(file, facts);
    refuseIrregular(facts);
    return file;
  } catch (error) {
    if (!neverClosed.has(file)) await file.close();
    throw error;
  }
}

/** The same for a file that is only read, with the system's errors as FILE_NOT_FOUND and FILE_ACCESS_DENIED. */
export async function openToRead(path: string, check?: Check): Promise<FileHandle> {
  try {
    return await openRegularFile(path, check && { check });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('FILE_ACCESS_DENIED', { cause: error });
    throw new AppError('FILE_NOT_FOUND', { cause: error });
  }
}

function refuseIrregular(facts: BigIntStats): void {
  if (facts.isFile()) return;
  throw new AppError('FILE_NOT_ALLOWED', {
    message: say('notRegularFile'),
    hint: say('nameRegularFile'),
  });
}
