import { basename, extname, join, resolve } from 'node:path';
import { QuothError } from '@quoth/client';
import { type TranscriptFormat, transcriptFormats } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';
import { kindOf, mayWrite } from './write-output.ts';

/** Written in place of a file: audio comes on standard input. */
export const STANDARD_INPUT = '-';

/** One file to transcribe and where its text goes; without `output` to standard output. */
export interface FileJob {
  readonly input: string;
  readonly output: string | undefined;
}

export interface OutputPlan {
  readonly output: string | undefined;
  readonly format: TranscriptFormat;
  readonly force: boolean;
}

/**
 * Where each input's text goes; every question is asked before any work is done. Refuses two inputs on one output, an input as its own
 * output, folders that are not there, and captions of several files on one stream. Throws UsageError or FILE_NOT_FOUND.
 */
export async function planOutputs(
  environment: CliEnvironment,
  inputs: readonly string[],
  { output, format, force }: OutputPlan,
): Promise<FileJob[]> {
  for (const input of inputs) await checkInput(input);
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
  if (/[/\\]$/.test(output) && kind !== 'folder')
    throw new UsageError(
      kind === 'none'
        ? `There is no folder ${inQuotes(output)}. Create it first: mkdir -p ${inQuotes(output)}`
        : `${inQuotes(output)} is not a folder.`,
    );
  if (kind !== 'folder' && inputs.length > 1)
    throw new UsageError(`With several files, --output must be a folder; ${inQuotes(output)} is not one.`);
  const jobs = inputs.map((input) => ({
    input,
    output: kind === 'folder' ? join(output, `${stem(input)}.${format}`) : output,
  }));
  const targets = jobs.map((job) => resolve(job.output));
  const double = jobs.find((job, index) => targets.indexOf(resolve(job.output)) !== index);
  if (double) throw new UsageError(`Two inputs would be written to ${inQuotes(double.output)}.`);
  const own = inputs.find((input) => targets.includes(resolve(input)));
  if (own !== undefined) throw new UsageError(`${inQuotes(own)} would be overwritten by a transcript.`);
  for (const job of jobs) await mayWrite(environment, job.output, force);
  return jobs;
}

/** Refuses a name that promises another kind of file than is written, such as `talk.docx`, or `talk.srt` for plain text. */
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

async function checkInput(input: string): Promise<void> {
  if (input === STANDARD_INPUT) return;
  const kind = await kindOf(input);
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
