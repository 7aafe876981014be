import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnreadableConfiguration } from './edit-configuration.ts';

/** What became of a client's configuration. `refused`: nothing was changed, and why. */
export type ConfigurationChange =
  | { readonly state: 'unchanged' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: string };

const ATTEMPTS = 3;

/** Changes a client's configuration: a copy of the old file is kept, the new one is there whole or not at all. What cannot be read is left alone. */
export async function changeConfiguration(
  file: string,
  change: (text: string) => string,
): Promise<ConfigurationChange> {
  try {
    for (let attempt = 1; ; attempt++) {
      const changed = await tryToChange(file, change);
      if (changed !== 'overtaken') return changed;
      if (attempt === ATTEMPTS)
        return { state: 'refused', reason: `${file} is being changed by another program.` };
    }
  } catch (error) {
    return { state: 'refused', reason: `${file} is left alone: ${reasonOf(error)}` };
  }
}

/** The text of a configuration; undefined where there is none. Throws UnreadableConfiguration. */
export async function readConfiguration(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableConfiguration('it is not text in UTF-8.');
  }
}

async function tryToChange(
  named: string,
  change: (text: string) => string,
): Promise<Exclude<ConfigurationChange, { state: 'refused' }> | 'overtaken'> {
  // A link, such as one into a folder of dot-files, stays a link: what it leads to is changed.
  const file = await realpath(named).catch(async (error: unknown) => {
    if (await lstat(named).catch(() => undefined)) throw error;
    return named;
  });
  const before = await readConfiguration(file);
  const after = change(before ?? '');
  if (after === (before ?? '')) return { state: 'unchanged' };
  const backup = before === undefined ? null : await backUp(file);
  const mode = before === undefined ? 0o600 : (await stat(file)).mode & 0o777;
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.quoth-${process.pid}.tmp`;
  try {
    await writeWhole(temporary, after, mode);
    if ((await readConfiguration(file)) !== before) {
      if (backup !== null) await rm(backup, { force: true });
      return 'overtaken';
    }
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return { state: 'written', backup };
}

async function backUp(file: string): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const backup = `${file}.before-quoth-${time}`;
  await copyFile(file, backup, constants.COPYFILE_EXCL);
  return backup;
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableConfiguration) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return `it cannot be read or written (${code}).`;
}
