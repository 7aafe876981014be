import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, constants, link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { QuothError } from '@quoth/client';
import { plainText, systemCode } from '@quoth/contract';
import {
  alreadyThere,
  foldedName,
  type IfExists,
  isMadeHere,
  noteMade,
  notOurs,
  type OutputFile,
  refuseLinks,
} from './output-file.ts';

const MAX_NUMBERS = 1_000;

/**
 * Writes a transcript so that it is there whole or not at all, and gives its path. Missing folders are made. With
 * `rename` the name gets a number when it is taken. Throws ALREADY_EXISTS, FILE_NOT_ALLOWED (a link has come in
 * between, or a file of somebody else's) or FILE_ACCESS_DENIED.
 */
export async function writeOutput(file: OutputFile, text: string, ifExists: IfExists): Promise<string> {
  try {
    const folder = await madeFolder(file);
    const temporary = join(folder, `.quoth-${randomBytes(8).toString('hex')}.tmp`);
    try {
      const path = join(folder, file.name);
      const there = ifExists === 'append' || ifExists === 'overwrite' ? await ownFileAt(path) : undefined;
      const before = there && ifExists === 'append' ? await written(path) : '';
      // Until it has the permissions of the file that was there, no one else reads it. A new file gets what the umask
      // leaves: its reader may be another user.
      const mode = there ? 0o600 : 0o666;
      await writeWhole(temporary, before + (file.format === 'json' ? text : plainText(text)), mode);
      // Checked again: a folder may have been swapped for a link since it was checked.
      await refuseLinks(file);
      await refuseSwapped(folder);
      const made = await moved(temporary, folder, file.name, ifExists);
      noteMade(await lstat(made));
      return made;
    } finally {
      await rm(temporary, { force: true });
    }
  } catch (cause) {
    if (cause instanceof QuothError) throw cause;
    throw new QuothError('FILE_ACCESS_DENIED', {
      message: `The transcript could not be written (${systemCode(cause) ?? 'unknown reason'}).`,
      hint: 'Check that the folder may be written to and that there is room on the disk, or choose another output_path.',
      cause,
    });
  }
}

async function madeFolder(file: OutputFile): Promise<string> {
  await refuseLinks(file);
  const folder = join(file.base, ...file.folders);
  await mkdir(folder, { recursive: true });
  await refuseSwapped(folder);
  return folder;
}

/** The file of ours that is there, or undefined. Throws FILE_NOT_ALLOWED for somebody else's. */
async function ownFileAt(path: string): Promise<Stats | undefined> {
  const there = await lstat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (there && !isMadeHere(there)) throw notOurs();
  return there;
}

/** What a file of ours holds, as the beginning of more. Throws FILE_NOT_ALLOWED if somebody has changed it. */
async function written(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  if (!isMadeHere(await file.stat())) throw notOurs();
  const text = await file.readFile('utf8');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  // Exclusive: it is made here and now, so that no link is followed.
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function moved(temporary: string, folder: string, name: string, ifExists: IfExists): Promise<string> {
  if (ifExists === 'overwrite' || ifExists === 'append') {
    const path = join(folder, name);
    if (await claimed(temporary, path)) return path;
    // Checked again: it may have been changed since it was checked.
    const there = await lstat(path);
    if (!isMadeHere(there)) throw notOurs();
    // The file keeps the permissions that the user gave it.
    await chmod(temporary, there.mode & 0o777);
    await rename(temporary, path);
    return path;
  }
  const extension = extname(name);
  const stem = name.slice(0, -extension.length);
  const most = ifExists === 'rename' ? MAX_NUMBERS : 1;
  for (let number = 1; number <= most; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${extension}`);
    if (await claimed(temporary, path)) return path;
  }
  throw alreadyThere();
}

/** Gives the file its name unless that is taken. */
async function claimed(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemCode(error) ?? ''))
      throw error;
  }
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(temporary, path);
  return true;
}

/** Compared without case and composition: macOS and Windows find a folder by other spellings too. */
async function refuseSwapped(folder: string): Promise<void> {
  if (foldedName(await realpath(folder)) === foldedName(folder)) return;
  throw new QuothError('FILE_NOT_ALLOWED', { message: 'output_path leads through a link.' });
}
