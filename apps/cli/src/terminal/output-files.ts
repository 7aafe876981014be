import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { QuothError } from '@quoth/client';
import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { ask, canAsk } from './ask.ts';
import { declined } from './print.ts';
import { inQuotes } from './wording.ts';

/** Written in place of a file: audio comes on standard input. */
export const STANDARD_INPUT = '-';

/** One file to transcribe and where its text goes; without `output` to standard output. */
export interface FileJob {
  readonly input: string;
  readonly output: string | undefined;
}

interface OutputPlan {
  readonly output: string | undefined;
  readonly format: TranscriptFormat;
  readonly force: boolean;
  /**
   * Of files found in a folder, by path: the folder inside that one in which each lies. The output gets the same
   * folders.
   */
  readonly subfolders?: ReadonlyMap<string, string>;
}

/**
 * Where each input's text goes; every question is asked before any work is done. Refuses two inputs on one output, an
 * input as its own output, folders that are not there, and captions of several files on one stream. Throws UsageError
 * or FILE_NOT_FOUND.
 */
export async function planOutputs(
  environment: CliEnvironment,
  inputs: readonly string[],
  { output, format, force, subfolders = new Map() }: OutputPlan,
): Promise<FileJob[]> {
  // A shell's pattern takes files with such names as well: they are refused in their turn, and the others are
  // transcribed.
  for (const input of inputs) if (inputs.length === 1 || !isMisnamed(input)) await checkInput(input);
  checkExtension(output, format);
  if (inputs.filter((input) => input === STANDARD_INPUT).length > 1)
    throw new UsageError('Standard input can be read only once.');
  if (output === undefined || output === STANDARD_INPUT) {
    if (inputs.length > 1 && (format === 'srt' || format === 'vtt'))
      throw new UsageError(
        `Captions of several files cannot share one stream. Name a folder: --output FOLDER/`,
      );
    return inputs.map((input) => ({ input, output: undefined }));
  }
  const kind = await kindOf(output);
  if (kind !== 'folder' && (inputs.length > 1 || /[/\\]$/.test(output)))
    throw new UsageError(
      kind === 'none'
        ? `There is no folder ${inQuotes(output)}. Create it first: mkdir -p ${inQuotes(output)}`
        : `${inQuotes(output)} is not a folder.`,
    );
  const jobs = inputs.map((input) => ({
    input,
    output:
      kind === 'folder' ? join(output, subfolders.get(input) ?? '', `${stem(input)}.${format}`) : output,
  }));
  const targets = jobs.map((job) => resolve(job.output));
  const double = targets.findIndex((target, index) => targets.indexOf(target) !== index);
  if (double >= 0) {
    const [first = '', second = ''] = [inputs[targets.indexOf(targets[double] ?? '')], inputs[double]];
    throw new UsageError(
      `${inQuotes(first)} and ${inQuotes(second)} would both be written to ${inQuotes(jobs[double]?.output ?? '')}. Transcribe them one by one, into different files.`,
    );
  }
  const own = inputs.find((input) => targets.includes(resolve(input)));
  if (own !== undefined) throw new UsageError(`${inQuotes(own)} would be overwritten by a transcript.`);
  for (const job of jobs) {
    const isNewFolder = subfolders.has(job.input) && (await kindOf(dirname(job.output))) === 'none';
    if (!isNewFolder) await mayWrite(environment, job.output, force);
  }
  return jobs;
}

/**
 * Refuses a name that promises another kind of file than is written, such as `talk.docx`, or `talk.srt` for plain text.
 */
function checkExtension(output: string | undefined, format: TranscriptFormat): void {
  const extension = output === undefined ? '' : extname(output).slice(1).toLowerCase();
  const other = transcriptFormats.find((one) => one === extension && !['txt', 'md', format].includes(one));
  if (other)
    throw new UsageError(`${inQuotes(output ?? '')} needs --format ${other}: what is written is ${format}.`);
  if (otherFormats.includes(extension))
    throw new UsageError(`Quoth cannot write .${extension} files. Formats: ${transcriptFormats.join(', ')}.`);
}

/** Kinds of file that text or captions in them would not open as. */
const otherFormats = 'doc docx odt rtf pdf html htm epub xls xlsx ods ppt pptx ass ssa ttml sbv lrc'.split(
  ' ',
);

/** The name of an input as people are told it. */
export function nameOf(input: string): string {
  return input === STANDARD_INPUT ? 'standard input' : basename(input);
}

/** True for a name with bytes that are not UTF-8, which arrive as this character: no path leads to the file. */
export function isMisnamed(path: string): boolean {
  return path.includes('\ufffd');
}

/** Throws UsageError or FILE_NOT_FOUND where nothing can be read. */
export async function checkInput(input: string): Promise<void> {
  if (input === STANDARD_INPUT) return;
  const kind = await kindOf(input);
  if (kind === 'none' && isMisnamed(input))
    throw new QuothError('FILE_NOT_FOUND', {
      message: `The name of ${inQuotes(input)} is not UTF-8.`,
      hint: 'Rename the file to have it transcribed.',
    });
  if (kind === 'none')
    throw new QuothError('FILE_NOT_FOUND', {
      message: `There is no file ${inQuotes(input)}.`,
      hint: 'Check the path.',
    });
  if (kind === 'folder')
    throw new UsageError(
      `${inQuotes(input)} is a folder. For all files in it: quoth transcribe -r ${inQuotes(input)}`,
    );
}

function stem(input: string): string {
  return input === STANDARD_INPUT ? 'stdin' : basename(input, extname(input));
}

/**
 * Settles, before any work is done, that a file may be written: its folder exists, and what is there may go (`force`,
 * or the person at the terminal says so). Throws UsageError.
 */
export async function mayWrite(environment: CliEnvironment, path: string, force: boolean): Promise<void> {
  const folder = dirname(path);
  const parent = await kindOf(folder);
  if (parent !== 'folder')
    throw new UsageError(
      `There is no folder "${folder}" for "${basename(path)}". Create it first: mkdir -p "${folder}"`,
    );
  const kind = await kindOf(path);
  if (kind === 'folder') throw new UsageError(`${inQuotes(path)} is a folder.`);
  if (kind !== 'file' || force) return;
  if (!canAsk(environment)) throw new UsageError(`${inQuotes(path)} exists already. --force overwrites it.`);
  const answer = await ask(environment, `${inQuotes(path)} exists already. Overwrite it? [y/N] `);
  if (!/^y/i.test(answer)) throw declined(environment, `${inQuotes(path)} was not changed.`);
}

/** Writes the whole file or nothing of it. Throws FILE_ACCESS_DENIED where the system refuses. */
export async function writeOutput(
  path: string,
  content: string | Readable | AsyncIterable<Uint8Array>,
): Promise<void> {
  // A pipe or a device is written to, never replaced.
  const direct = (await kindOf(path)) === 'special';
  const written = direct ? path : join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
  try {
    const before = await stat(path).catch(() => undefined);
    // A new file gets what the umask leaves: a player or a share of another user may have to read it.
    await writeFile(written, content, direct ? {} : { flag: 'wx' });
    if (!direct) {
      // An existing file keeps its mode, regardless of the umask.
      if (before) await chmod(written, before.mode & 0o777);
      await rename(written, path);
    }
  } catch (cause) {
    if (!direct) await rm(written, { force: true });
    throw readableError(path, cause);
  }
}

/**
 * Writes a file where none exists, the whole of it or nothing; false if there is one, which stays as it is. Throws
 * FILE_ACCESS_DENIED where the system refuses.
 */
export async function writeNewOutput(path: string, content: string): Promise<boolean> {
  const written = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
  try {
    await writeFile(written, content, { flag: 'wx' });
    return await placed(written, path);
  } catch (cause) {
    throw readableError(path, cause);
  } finally {
    await rm(written, { force: true });
  }
}

/** Gives a file its name, unless something has it: in one step where the file system has links. */
async function placed(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    // FAT and some network drives have none.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(String(code))) throw error;
  }
  if (await lstat(path).catch(() => undefined)) return false;
  await rename(written, path);
  return true;
}

/** A file that cannot be read to its end, such as from a damaged disk. */
export function unreadable(path: string, cause: NodeJS.ErrnoException): QuothError {
  const code = cause.code ?? '';
  const why = code === 'EACCES' ? 'you may not read it' : (reasons[code] ?? cause.message);
  return new QuothError('FILE_ACCESS_DENIED', {
    message: `${inQuotes(path)} cannot be read: ${why}.`,
    cause,
  });
}

function readableError(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = reasons[code];
  if (why === undefined) return cause;
  return new QuothError('FILE_ACCESS_DENIED', {
    message: `${inQuotes(path)} cannot be written: ${why}.`,
    cause,
  });
}

/** Windows refuses in the same way what is not allowed and what a program such as Word has open. */
const refused =
  process.platform === 'win32'
    ? 'another program has it open, or you may not write there'
    : 'you may not write there';
const reasons: Readonly<Record<string, string>> = {
  EIO: 'the disk is damaged or gone',
  EACCES: refused,
  EPERM: refused,
  EBUSY: 'another program has it open',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder is gone',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

export async function kindOf(path: string): Promise<'file' | 'folder' | 'special' | 'none'> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return 'none';
  if (facts.isDirectory()) return 'folder';
  return facts.isFile() ? 'file' : 'special';
}
