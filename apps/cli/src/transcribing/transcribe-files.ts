import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import {
  captionLimits,
  plainText,
  presets,
  printedJson,
  type TranscriptFormat,
  type Transcription,
} from '@quoth/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliEnvironment } from '../environment.ts';
import { ReportedFailure, UsageError } from '../exit-codes.ts';
import { isTerminal } from '../terminal/ask.ts';
import { checkEngine, checkLanguage, noteMissingLanguageModel } from '../terminal/choices.ts';
import {
  checkInput,
  type FileJob,
  nameOf,
  STANDARD_INPUT,
  unreadable,
  writeOutput,
} from '../terminal/output-files.ts';
import { errorBodyOf, printError, printNote } from '../terminal/print.ts';
import { followProgress, Progress } from '../terminal/progress.ts';
import { clockTime, inQuotes, shortId } from '../terminal/wording.ts';
import { type RewriteFlags, RewritingReport, type WantedRewriting, wantedRewriting } from './rewriting.ts';

/** Adds the options of a command that transcribes files: `SpeechFlags`. */
export function withSpeechOptions(command: Command): Command {
  return withCaptionOptions(command)
    .option('--mode <mode>', 'name or id of a mode; the default mode if omitted')
    .option('--model <id>', 'a model from "quoth models list"')
    .option('--engine <name>', 'such as whisper, parakeet or moonshine')
    .option('--language <tag>', 'such as en, or auto')
    .option('--translate', 'translate into English, with a model that can')
    .option('--vocabulary <terms>', 'expected names and words, separated by commas')
    .option('--rewrite', 'have a language model rewrite the text, even if the mode does not')
    .option('--no-rewrite', "skip the mode's rewriting")
    .addOption(
      new Option('--preset <preset>', 'rewrite with this preset, whatever the mode says').choices(presets),
    )
    .addOption(
      new Option(
        '--channels <how>',
        'separate: a stereo call, your voice in the first channel; the text says who speaks',
      ).choices(['separate']),
    )
    .option('--save', 'keep audio and text in the history, whatever the setting says')
    .option('--no-save', 'keep nothing');
}

/** The options of a command that writes captions. */
export interface CaptionFlags {
  readonly maxLineLength?: number;
  readonly maxLines?: number;
}

/** Adds `--max-line-length` and `--max-lines`. */
export function withCaptionOptions(command: Command): Command {
  const { lineLength, lines } = captionLimits;
  return command
    .addOption(
      new Option(
        '--max-line-length <characters>',
        'for captions (srt, vtt): 42 by default, 16 in Chinese and Japanese',
      ).argParser(wholeNumber(lineLength)),
    )
    .addOption(
      new Option('--max-lines <count>', 'lines per caption: 2 by default').argParser(wholeNumber(lines)),
    );
}

/** The caption shape that the flags ask for, as the local API takes it. */
export function captionQuery({ maxLineLength, maxLines }: CaptionFlags) {
  return {
    ...(maxLineLength === undefined ? {} : { max_line_length: String(maxLineLength) }),
    ...(maxLines === undefined ? {} : { max_lines: String(maxLines) }),
  };
}

function wholeNumber({ least, most }: { readonly least: number; readonly most: number }) {
  return (written: string): number => {
    const value = Number(written);
    if (/^\d{1,4}$/.test(written) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** The options of `quoth transcribe`. */
export interface TranscribeFlags extends SpeechFlags {
  readonly format: TranscriptFormat;
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Transcribes the files in turn and writes each result as soon as it is there. A failure does not stop the others; the
 * last one is thrown.
 */
export async function transcribeFiles(
  environment: CliEnvironment,
  jobs: readonly FileJob[],
  flags: TranscribeFlags,
): Promise<void> {
  checkLanguage(flags.language);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  if (rewriting.named && rewriting.request) await noteMissingLanguageModel(environment, client);
  const outcome = new RewritingReport(environment, rewriting);
  const isMany = jobs.length > 1;
  const asLines = isMany && (flags.json === true || flags.format === 'json');
  let failure: unknown;
  for (const [index, job] of jobs.entries()) {
    try {
      const result = await transcribeOne(environment, client, job.input, {
        query: { ...speechQuery(flags, rewriting), ...formatQuery(flags.format, flags) },
      });
      outcome.tell(result);
      if (flags.json !== true) printNote(environment, transcribedBy(result));
      const text =
        asLines && job.output === undefined
          ? jsonLine(job, result)
          : rendered(result, flags.json ? 'json' : flags.format);
      if (job.output !== undefined) {
        await mkdir(dirname(job.output), { recursive: true });
        await writeOutput(job.output, text);
      } else
        environment.stdout.write(
          isMany && !asLines
            ? `${index === 0 ? '' : '\n'}==> ${plainText(nameOf(job.input))} <==\n${text}`
            : text,
        );
    } catch (error) {
      if (environment.signal.aborted) throw error;
      // The caller prints the last failure.
      if (failure !== undefined) printError(environment, false, failure);
      failure = isMany ? withFile(error, job.input) : error;
      if (asLines && job.output === undefined)
        environment.stdout.write(
          `${printedJson({ ok: false, file: job.input, error: errorBodyOf(error) })}\n`,
        );
      if (error instanceof QuothError && error.code === 'NO_CONNECTION') break;
    }
  }
  if (failure === undefined) return;
  // Lines of JSON have told it already: there is to be nothing else on that stream.
  throw asLines ? new ReportedFailure(failure) : failure;
}

function withFile(error: unknown, input: string): unknown {
  if (!(error instanceof QuothError)) return error;
  const { code, advice, details, status, requestId } = error;
  const message = `${nameOf(input)}: ${error.message}`;
  return new QuothError(code, { message, hint: advice, details, status, requestId, cause: error });
}

function jsonLine(job: FileJob, result: Transcription): string {
  return `${printedJson({ file: job.input, ...result })}\n`;
}

/** Options of a command that transcribes: who recognises what, and what becomes of the text. */
export interface SpeechFlags extends RewriteFlags, CaptionFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly translate?: boolean;
  /** Terms with commas between. */
  readonly vocabulary?: string;
  readonly channels?: 'separate';
  /** Undefined: as the user's setting says. */
  readonly save?: boolean;
}

/** One request of POST /transcribe for a file. */
interface FileRequest {
  readonly query: ReturnType<typeof speechQuery> & ReturnType<typeof formatQuery>;
  /** The same request with the same key is processed only once. */
  readonly idempotencyKey?: string;
}

/** What the options ask for, as the local API takes it. */
export function speechQuery(flags: SpeechFlags, { mode, request }: WantedRewriting) {
  const { model, engine, language, translate, vocabulary, channels, save } = flags;
  return {
    ...(flags.mode === undefined ? {} : { mode_id: mode.id }),
    ...(model === undefined ? {} : { model }),
    ...(engine === undefined ? {} : { engine }),
    ...(language === undefined ? {} : { language }),
    ...(translate === undefined ? {} : { translate }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(channels === undefined ? {} : { channels }),
    ...(save === undefined ? {} : { save }),
    ...request,
  };
}

/** What an answer needs so that it can be printed in this format. */
export function formatQuery(format: TranscriptFormat, flags: CaptionFlags) {
  return {
    ...(format === 'json' ? { timestamp_granularities: 'segment,word' } : {}),
    ...(isCaptions(format) ? { captions: format, ...captionQuery(flags) } : {}),
  };
}

/** Uploads one file (or standard input) and waits for its text, with progress on stderr. */
export async function transcribeOne(
  environment: CliEnvironment,
  client: Client,
  input: string,
  { query, idempotencyKey }: FileRequest,
): Promise<Transcription> {
  await checkInput(input);
  const { bytes, size } = await opened(environment, input);
  let unread: NodeJS.ErrnoException | undefined;
  bytes.once('error', (error: NodeJS.ErrnoException) => {
    unread = error;
  });
  using progress = new Progress(environment, nameOf(input));
  const requestId = randomUUID();
  const { signal } = environment;
  await using followed = followProgress(client, { requestId }, progress);
  const answer = client.transcribe({
    bytes,
    contentType: 'application/octet-stream',
    headers: {
      'x-request-id': requestId,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    onUploadProgress: (sent) => {
      if (size === undefined || size === 0) return;
      // Once it is sent, the work has begun, even before any event says so.
      if (sent < size) progress.show('sending', sent / size);
      else progress.show('transcribing', 0);
    },
    query: { ...query, ...(input === STANDARD_INPUT ? {} : { source_name: basename(input) }) },
    signal,
  });
  const result = await answer.catch(async (error: unknown) => {
    if (signal.aborted) printNote(environment, interrupted(input, await followed.recordingId()));
    else if (unread) throw unreadable(input, unread);
    throw error;
  });
  if ('text' in result) return result;
  throw new QuothError('BAD_ANSWER', { message: 'Quoth accepted the file but returned no text.' });
}

/** What became of a file whose transcription was interrupted. */
function interrupted(input: string, recordingId: string | undefined): string {
  if (recordingId === undefined) return `Interrupted: nothing of ${inQuotes(basename(input))} was kept.`;
  const id = shortId(recordingId);
  return `Interrupted. The audio is kept as ${id}; to continue: quoth recordings retranscribe ${id}`;
}

/** Who wrote the text: `Transcribed by a; 0:03-0:05 by b.` */
export function transcribedBy({ model, other_models: others = [] }: Transcription): string {
  const parts = others.map(
    ({ model: other, start, end }) =>
      `${clockTime(Math.floor(start))}-${clockTime(Math.ceil(end))} by ${other}`,
  );
  return `Transcribed by ${[model, ...parts].join('; ')}.`;
}

/** A transcription as the content of a file. */
export function rendered(result: Transcription, format: TranscriptFormat): string {
  if (format === 'json') return `${printedJson(result, 2)}\n`;
  return plainText(isCaptions(format) ? (result.captions ?? '') : `${result.text}\n`);
}

async function opened({ pipes }: CliEnvironment, input: string) {
  if (input !== STANDARD_INPUT) return { bytes: createReadStream(input), size: (await stat(input)).size };
  if (!pipes) throw new UsageError('There is no standard input to read.');
  if (isTerminal(pipes.stdin))
    throw new UsageError('"-" reads audio from a pipe: arecord -f cd -d 5 | quoth transcribe -');
  return { bytes: pipes.stdin, size: undefined };
}

function isCaptions(format: TranscriptFormat): format is 'srt' | 'vtt' {
  return format === 'srt' || format === 'vtt';
}
