import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, unlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path';
import { AppError, englishText, type Message, say, systemCode } from '@quoth/contract';
import { isAllowed, O_PATH, openRegularFile, type PathPolicy, placeOf } from '../intake/index.ts';
import { type Deliver, fillTemplate } from './delivery.ts';

/** The system's folders, our own, and the home. Whose files programs may read is another question. */
type Policy = Omit<PathPolicy, 'allowed'>;

interface AppendToFileOptions {
  readonly policy: Policy;
}

/** Why nothing was written, for the user. */
class NotWritten extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(englishText(why));
    this.why = why;
  }
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;
// A pipe is not waited for, and a link is no file. Windows has neither flag.
const EXISTING = O_RDWR | O_APPEND | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

const OURS = say('systemFoldersRefused');
const LINK = say('linkNotFollowed');
const A_FOLDER = say('pathIsFolder');
const REPLACED = say('folderReplacedByLink');

/**
 * Adds an entry to the end of a file, in one write, so that others who add to it at the same time lose nothing; our own
 * entries for a file are added in turn, since not every system adds at the end (Wine does not). A new
 * file is its user's alone (mode 600); one that is there keeps its mode. Links, pipes and devices are refused, and so
 * are Quoth's own data, the system's folders, and hidden files and folders in the home, where shells and programs look
 * for what to execute.
 */
export function fileAppender({ policy }: AppendToFileOptions): Deliver<'file'> {
  const rules = rulesOf(policy);
  /** The last entry that is being added, by the file's path. */
  const turns = new Map<string, Promise<unknown>>();
  return async ({ does, recording }, signal) => {
    signal.throwIfAborted();
    try {
      const named = inFull(fillTemplate(does.path, recording), policy);
      const entry = lineOf(fillTemplate(does.entry, recording));
      const heading = does.heading === undefined ? '' : lineOf(fillTemplate(does.heading, recording));
      const adding = (turns.get(named) ?? Promise.resolve()).then(() => add(named, heading, entry, rules));
      const turn = adding
        .catch(() => undefined)
        .then(() => {
          if (turns.get(named) === turn) turns.delete(named);
        });
      turns.set(named, turn);
      const path = await adding;
      return { ok: true, message: [say('addedToFile', { path })], output: '', retry: 'no' };
    } catch (error) {
      return { ok: false, message: [reasonOf(error)], output: '', retry: 'later' };
    }
  };
}

/**
 * Refuses, before an action is kept, a path that the rules refuse as it is written; where links lead is seen when it
 * runs. Throws INVALID_REQUEST.
 */
export function checkFileToAppend(template: string, policy: Policy): void {
  try {
    refuse(inFull(template, policy), rulesOf(policy));
  } catch (error) {
    throw new AppError('INVALID_REQUEST', { message: reasonOf(error), cause: error });
  }
}

function inFull(path: string, { home }: Policy): string {
  return normalize(path.replace(/^~(?=[\\/])/, () => home));
}

function lineOf(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/**
 * A folder that files are opened in: on Linux through its descriptor, so that swapping a folder on the way for a link
 * leads nowhere else.
 */
interface Folder {
  readonly handle: FileHandle | undefined;
  /** Where it really lies. */
  readonly place: string;
  /** What the system is asked for a name in it. */
  at(name: string): string;
}

/**
 * Where the file belongs, with the links of its folder resolved; folders that are missing are made. The folder is the
 * caller's to close. Throws NotWritten.
 */
async function folderOf(path: string, rules: Rules): Promise<Folder> {
  refuse(path, rules);
  let there = path;
  const missing: string[] = [];
  let found: string | undefined;
  while (found === undefined) {
    if (there !== path) missing.unshift(basename(there));
    there = dirname(there);
    found = await realpath(there).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT' && dirname(there) !== there) return undefined;
      throw error;
    });
  }
  const file = join(...missing, basename(path));
  refuse(join(found, file), rules);
  let folder = await openedFolder(found, found, file, rules);
  for (const [index, name] of missing.entries()) {
    try {
      await mkdir(folder.at(name), { mode: 0o700 }).catch((error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error;
      });
      const rest = join(...missing.slice(index + 1), basename(path));
      const next = await openedFolder(folder.at(name), join(folder.place, name), rest, rules);
      await folder.handle?.close();
      folder = next;
    } catch (error) {
      await folder.handle?.close();
      throw error;
    }
  }
  return folder;
}

/** `rest` is the way to the file from there, to which the rules are applied. */
async function openedFolder(path: string, place: string, rest: string, rules: Rules): Promise<Folder> {
  if (process.platform !== 'linux') return { handle: undefined, place, at: (name) => join(place, name) };
  const handle = await open(path, O_PATH | constants.O_DIRECTORY);
  try {
    const real = await readlink(`/proc/self/fd/${handle.fd}`);
    refuse(join(real, rest), rules);
    return { handle, place: real, at: (name) => join(`/proc/self/fd/${handle.fd}`, name) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface Rules {
  readonly policy: PathPolicy;
  /** Root may write where the system finds what it executes. */
  readonly isRoot: boolean;
}

function rulesOf(policy: Policy): Rules {
  return { policy: { ...policy, allowed: 'anywhere' }, isRoot: process.geteuid?.() === 0 };
}

/** Where programs, their settings and what the system executes lie, apart from `/home` and disks that were mounted. */
const ROOT_FOLDERS =
  /^\/(?:bin|boot|efi|etc|lib\w*|nix|opt|root|run|sbin|snap|usr|var|private\/(?:etc|var)|Library|System|Applications)(?:\/|$)/i;

function refuse(path: string, { policy, isRoot }: Rules): void {
  const isOthers =
    ROOT_FOLDERS.test(path) &&
    ![policy.home, ...policy.temporaryFolders, '/run/media'].some((folder) => isInside(path, folder));
  if (!isAllowed(path, policy) || (isRoot && isOthers)) throw new NotWritten(OURS);
  // Root could write to everybody's home.
  const visible = isInside(path, policy.home) ? relative(policy.home, path) : isRoot ? path : '';
  if (visible.split(sep).some((part) => part.startsWith('.')))
    throw new NotWritten(say('hiddenFilesRefused'));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return folder !== sep && !isAbsolute(way) && way.split(sep)[0] !== '..';
}

async function add(path: string, heading: string, entry: string, rules: Rules): Promise<string> {
  const folder = await folderOf(path, rules);
  const name = basename(path);
  try {
    const { file, isNew } = await opened(folder, name, rules);
    try {
      const facts = await file.stat();
      const before = isNew ? heading : (await endsLine(file, facts)) ? '' : '\n';
      await writeAtOnce(file, Buffer.from(before + entry));
      await file.sync();
      return join(folder.place, name);
    } catch (error) {
      if (isNew) await removeEmpty(file, folder.at(name)).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  } finally {
    await folder.handle?.close();
  }
}

/**
 * The file, made if it is missing. The rules are applied to where the open file really lies, before anything is
 * written.
 */
async function opened(
  folder: Folder,
  name: string,
  rules: Rules,
): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  const path = folder.at(name);
  const check = async (file: FileHandle) => {
    const place = await placeOf(file, path);
    if (place === undefined) throw new NotWritten(REPLACED);
    refuse(place, rules);
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await openRegularFile(path, {
        flags: EXISTING,
        check: async (found, facts) => {
          if (facts.isSymbolicLink()) throw new NotWritten(LINK);
          if (facts.isDirectory()) throw new NotWritten(A_FOLDER);
          if (!facts.isFile()) throw new NotWritten(say('notAFile'));
          await check(found);
        },
      });
      return { file, isNew: false };
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
    let file: FileHandle;
    try {
      file = await open(path, EXISTING | O_CREAT | O_EXCL, 0o600);
    } catch (error) {
      // Somebody else made it just now: then it is there.
      if (systemCode(error) === 'EEXIST') continue;
      throw error;
    }
    try {
      await check(file);
      return { file, isNew: true };
    } catch (error) {
      await removeEmpty(file, path).catch(() => undefined);
      await file.close();
      throw error;
    }
  }
  throw new NotWritten(say('fileReplacedAllTheTime'));
}

async function endsLine(file: FileHandle, { size }: Stats): Promise<boolean> {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/**
 * All or nothing where possible: a part of an entry that did not fit on the disk is cut off again, unless another
 * program has written after it.
 */
async function writeAtOnce(file: FileHandle, bytes: Buffer): Promise<void> {
  const { size: before } = await file.stat();
  let failure: unknown = new NotWritten(say('diskFull'));
  const { bytesWritten } = await file.write(bytes).catch((error: unknown) => {
    failure = error;
    return { bytesWritten: 0 };
  });
  if (bytesWritten === bytes.length) return;
  const { size } = await file.stat();
  if (bytesWritten > 0 && size === before + bytesWritten) await file.truncate(before);
  throw failure;
}

/** Deletes a new file that stayed empty: the next attempt would find it and leave out the heading. */
async function removeEmpty(file: FileHandle, path: string): Promise<void> {
  const [made, there] = await Promise.all([file.stat(), lstat(path)]);
  if (made.size === 0 && made.ino === there.ino && made.dev === there.dev) await unlink(path);
}

function reasonOf(error: unknown): Message {
  if (error instanceof NotWritten) return error.why;
  // One of our own files by another name.
  if (error instanceof AppError) return OURS;
  switch (systemCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return say('fileNotWritable');
    case 'EBUSY':
      return say('fileOpenElsewhere');
    case 'EROFS':
      return say('fileSystemReadOnly');
    case 'ENOSPC':
    case 'EDQUOT':
      return say('diskFull');
    case 'EISDIR':
      return A_FOLDER;
    case 'ENOTDIR':
      return say('pathThroughFile');
    case 'ELOOP':
    case 'EMLINK':
      return LINK;
    case 'ENXIO':
      return say('notAFile');
    case 'ENAMETOOLONG':
      return say('pathTooLong');
    default:
      return say('fileNotWritten');
  }
}
