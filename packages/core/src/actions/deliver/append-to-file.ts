import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join, normalize, parse, relative, sep } from 'node:path';
import { AppError, systemCode } from '@quoth/contract';
import { checkOpenedFile, isAllowed, type PathPolicy } from '../../intake/index.ts';
import type { Deliver } from './delivery.ts';
import { fillTemplate } from './fill-template.ts';

export interface AppendToFileOptions {
  /** The system's folders, our own, and the home. Whose files programs may read is another question. */
  readonly policy: Omit<PathPolicy, 'allowed'>;
}

/** What stands in the way, in words for the user. */
class NotWritten extends Error {}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
// A pipe is not waited for, and a link is no file. Windows has neither flag.
const EXISTING = O_RDWR | O_APPEND | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

/**
 * Adds an entry to the end of a file, in one write, so that others who add to it at the same time lose nothing. A new file is its user's alone (mode 600); one that is
 * there keeps its mode. Links, pipes and devices are refused, and so are Quoth's own data, the system's folders, and hidden files and folders in the home, where
 * shells and programs look for what to execute.
 */
export function fileAppender({ policy }: AppendToFileOptions): Deliver<'file'> {
  const anywhere: PathPolicy = { ...policy, allowed: [parse(policy.home).root] };
  return async ({ does, recording }, signal) => {
    signal.throwIfAborted();
    try {
      const written = fillTemplate(does.path, recording);
      const path = await placeOf(normalize(written.replace(/^~(?=[\\/])/, () => policy.home)), anywhere);
      const entry = lineOf(fillTemplate(does.entry, recording));
      const heading = does.heading === undefined ? '' : lineOf(fillTemplate(does.heading, recording));
      await add(path, heading, entry, anywhere);
      return { ok: true, message: `Added to ${path}.`, output: '', retry: 'no' };
    } catch (error) {
      return { ok: false, message: reasonOf(error), output: '', retry: 'later' };
    }
  };
}

function lineOf(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** The file's path with the links of its folder resolved; folders that are missing are made. Throws NotWritten. */
async function placeOf(path: string, policy: PathPolicy): Promise<string> {
  refuse(path, policy);
  let there = dirname(path);
  const missing: string[] = [];
  for (;;) {
    const found = await realpath(there).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT' && dirname(there) !== there) return undefined;
      throw error;
    });
    if (found !== undefined) {
      const folder = join(found, ...missing);
      refuse(join(folder, basename(path)), policy);
      if (missing.length > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, basename(path));
    }
    missing.unshift(basename(there));
    there = dirname(there);
  }
}

function refuse(path: string, policy: PathPolicy): void {
  if (!isAllowed(path, policy))
    throw new NotWritten("Nothing is written to the system's own folders, nor to Quoth's.");
  const way = relative(policy.home, path);
  if (!way.startsWith('..') && way.split(sep).some((part) => part.startsWith('.')))
    throw new NotWritten(
      'Nothing is written to hidden files and folders (those that begin with a dot) in your home folder.',
    );
}

async function add(path: string, heading: string, entry: string, policy: PathPolicy): Promise<void> {
  const { file, isNew } = await opened(path);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new NotWritten('This is not a file.');
    await checkOpenedFile(file, path, policy);
    const before = isNew ? heading : (await endsLine(file, facts)) ? '' : '\n';
    await writeAtOnce(file, Buffer.from(before + entry));
    await file.sync();
  } catch (error) {
    if (isNew) await removeEmpty(file, path).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return { file: await open(path, EXISTING), isNew: false };
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
    try {
      return { file: await open(path, EXISTING | O_CREAT | O_EXCL, 0o600), isNew: true };
    } catch (error) {
      // Somebody else made it just now: then it is there.
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
  throw new NotWritten('This file is being replaced all the time.');
}

async function endsLine(file: FileHandle, { size }: Stats): Promise<boolean> {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/** All or nothing, as far as that can be had: of an entry for which the disk has no room, nothing stays, unless somebody else has written behind it. */
async function writeAtOnce(file: FileHandle, bytes: Buffer): Promise<void> {
  const { size: before } = await file.stat();
  let failure: unknown = new NotWritten('The disk is full.');
  const { bytesWritten } = await file.write(bytes).catch((error: unknown) => {
    failure = error;
    return { bytesWritten: 0 };
  });
  if (bytesWritten === bytes.length) return;
  const { size } = await file.stat();
  if (bytesWritten > 0 && size === before + bytesWritten) await file.truncate(before);
  throw failure;
}

/** A new file that nothing could be written to would take its heading from the next attempt. */
async function removeEmpty(file: FileHandle, path: string): Promise<void> {
  const [made, there] = await Promise.all([file.stat(), lstat(path)]);
  if (made.size === 0 && made.ino === there.ino && made.dev === there.dev) await unlink(path);
}

function reasonOf(error: unknown): string {
  if (error instanceof NotWritten) return error.message;
  if (error instanceof AppError)
    return 'The file is not where it seemed to be: a folder was replaced by a link.';
  switch (systemCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'This file may not be written. Check its permissions and those of its folder.';
    case 'EROFS':
      return 'This file lies where nothing can be written (the file system is read-only).';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full.';
    case 'EISDIR':
      return 'This is a folder. Give the path of a file.';
    case 'ENOTDIR':
      return 'A part of this path is a file, not a folder.';
    case 'ELOOP':
    case 'EMLINK':
      return 'This is a symbolic link, which is not followed. Give the path of the file itself.';
    case 'ENXIO':
      return 'This is not a file.';
    case 'ENAMETOOLONG':
      return 'This path is too long.';
    default:
      return 'The file could not be written.';
  }
}
