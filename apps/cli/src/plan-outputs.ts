import { stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { QuothError } from '@quoth/client';
import { UsageError } from './exit-codes.ts';

/** One file to transcribe and where its text goes; without `output` to standard output. */
export interface FileJob {
  readonly input: string;
  readonly output: string | undefined;
}

/** Where each input's text goes. Refuses two inputs on one output, and an input as its own output. Throws UsageError or FILE_NOT_FOUND. */
export async function planOutputs(
  inputs: readonly string[],
  output: string | undefined,
  extension: string,
): Promise<FileJob[]> {
  for (const input of inputs) {
    const kind = await kindOf(input);
    if (kind === 'none')
      throw new QuothError('FILE_NOT_FOUND', {
        message: `There is no file "${input}".`,
        hint: 'Check the path.',
      });
    if (kind === 'folder') throw new UsageError(`"${input}" is a folder; name the files in it.`);
  }
  if (output === undefined) return inputs.map((input) => ({ input, output: undefined }));
  const isFolder = /[/\\]$/.test(output) || (await kindOf(output)) === 'folder';
  if (!isFolder && inputs.length > 1)
    throw new UsageError('Several files need a folder as --output; end it with a slash.');
  const jobs = inputs.map((input) => ({
    input,
    output: isFolder ? join(output, `${basename(input, extname(input))}.${extension}`) : output,
  }));
  const targets = jobs.map((job) => resolve(job.output));
  const double = jobs.find((job, index) => targets.indexOf(resolve(job.output)) !== index);
  if (double) throw new UsageError(`Two inputs would be written to "${double.output}".`);
  const own = inputs.find((input) => targets.includes(resolve(input)));
  if (own !== undefined) throw new UsageError(`"${own}" would be overwritten by a transcript.`);
  return jobs;
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'none'> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return 'none';
  return facts.isDirectory() ? 'folder' : 'file';
}
