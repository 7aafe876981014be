import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import { plainText, type TranscriptFormat, type Transcription } from '@quoth/contract';
import { type CaptionFlags, captionQuery } from './caption-options.ts';
import { checkEngine } from './check-choice.ts';
import { checkLanguage } from './check-language.ts';
import type { CliEnvironment } from './environment.ts';
import { FailureToldAlready, UsageError } from './exit-codes.ts';
import { followProgress } from './follow-progress.ts';
import { OutcomeTold } from './outcome-told.ts';
import { type FileJob, nameOf, STANDARD_INPUT } from './plan-outputs.ts';
import { errorBodyOf, printError } from './print.ts';
import { Progress } from './progress.ts';
import { type RewriteFlags, type WantedRewriting, wantedRewriting } from './wanted-rewriting.ts';
import { writeOutput } from './write-output.ts';

/** The options of `quoth transcribe`. */
export interface TranscribeFlags extends RewriteFlags, CaptionFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly translate?: boolean;
  /** Terms with commas between. */
  readonly vocabulary?: string;
  /** Undefined: as the user's setting says. */
  readonly save?: boolean;
  readonly format: TranscriptFormat;
  readonly output?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Transcribes the files in turn and writes each result as soon as it is there. A failure does not stop the others; the last one is thrown. */
export async function transcribeFiles(
  environment: CliEnvironment,
  jobs: readonly FileJob[],
  flags: TranscribeFlags,
): Promise<void> {
  checkLanguage(flags.language);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  const outcome = new OutcomeTold(environment, rewriting);
  const isMany = jobs.length > 1;
  const asLines = isMany && (flags.json === true || flags.format === 'json');
  let failure: unknown;
  for (const [index, job] of jobs.entries()) {
    try {
      const result = await transcribeOne(environment, client, job.input, queryOf(flags, rewriting));
      outcome.tell(result);
      if (flags.json !== true) environment.stderr.write(`Transcribed by ${result.model}.\n`);
      const text = asLines && job.output === undefined ? jsonLine(job, result) : render(result, flags);
      if (job.output !== undefined) await writeOutput(job.output, text);
      else
        environment.stdout.write(
          isMany && !asLines ? `${index === 0 ? '' : '\n'}==> ${nameOf(job.input)} <==\n${text}` : text,
        );
    } catch (error) {
      if (environment.signal.aborted) throw error;
      // The last failure is printed by whoever catches it.
      if (failure !== undefined) printError(environment, false, failure);
      failure = isMany ? withFile(error, job.input) : error;
      if (asLines && job.output === undefined)
        environment.stdout.write(
          `${JSON.stringify({ ok: false, file: job.input, error: errorBodyOf(error) })}\n`,
        );
      if (error instanceof QuothError && error.code === 'NO_CONNECTION') break;
    }
  }
  if (failure === undefined) return;
  // Lines of JSON have told it already: there is to be nothing else on that stream.
  throw asLines ? new FailureToldAlready(failure) : failure;
}

function withFile(error: unknown, input: string): unknown {
  if (!(error instanceof QuothError)) return error;
  const { code, hint, details, status, requestId } = error;
  const message = `${nameOf(input)}: ${error.message}`;
  return new QuothError(code, { message, hint, details, status, requestId, cause: error });
}

function queryOf(flags: TranscribeFlags, { mode, request }: WantedRewriting) {
  const { format, model, engine, language, translate, vocabulary, save } = flags;
  return {
    ...(flags.mode === undefined ? {} : { mode_id: mode.id }),
    ...(model === undefined ? {} : { model }),
    ...(engine === undefined ? {} : { engine }),
    ...(language === undefined ? {} : { language }),
    ...(translate === undefined ? {} : { translate }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(save === undefined ? {} : { save }),
    ...request,
    ...(format === 'json' ? { timestamp_granularities: 'segment,word' } : {}),
    ...(isCaptions(format) ? { captions: format, ...captionQuery(flags) } : {}),
  };
}

async function transcribeOne(
  environment: CliEnvironment,
  client: Client,
  input: string,
  query: ReturnType<typeof queryOf>,
): Promise<Transcription> {
  const { bytes, size } = await opened(environment, input);
  using progress = new Progress(environment, nameOf(input));
  const requestId = randomUUID();
  const { signal } = environment;
  await using _followed = followProgress(client, { requestId }, progress, signal);
  const result = await client.transcribe({
    bytes,
    contentType: 'application/octet-stream',
    headers: { 'x-request-id': requestId },
    onUploadProgress: (sent) => {
      if (size === undefined || size === 0) return;
      // What has been sent is at work from then on, even before there is any news of it.
      if (sent < size) progress.show('sending', sent / size);
      else progress.show('transcribing', 0);
    },
    query: { ...query, ...(input === STANDARD_INPUT ? {} : { source_name: basename(input) }) },
    signal,
  });
  if ('text' in result) return result;
  throw new QuothError('BAD_ANSWER', { message: 'Quoth accepted the file but returned no text.' });
}

async function opened({ pipes }: CliEnvironment, input: string) {
  if (input !== STANDARD_INPUT) return { bytes: createReadStream(input), size: (await stat(input)).size };
  if (!pipes) throw new UsageError('There is no standard input to read.');
  if ('isTTY' in pipes.stdin && pipes.stdin.isTTY)
    throw new UsageError('"-" reads audio from a pipe: arecord -f cd -d 5 | quoth transcribe -');
  return { bytes: pipes.stdin, size: undefined };
}

function jsonLine(job: FileJob, result: Transcription): string {
  return `${JSON.stringify({ file: job.input, ...result })}\n`;
}

function render(result: Transcription, { json = false, format }: TranscribeFlags): string {
  if (json || format === 'json') return `${JSON.stringify(result, null, 2)}\n`;
  return plainText(isCaptions(format) ? (result.captions ?? '') : `${result.text}\n`);
}

function isCaptions(format: TranscriptFormat): format is 'srt' | 'vtt' {
  return format === 'srt' || format === 'vtt';
}
