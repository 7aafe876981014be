import { createReadStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import { type TranscriptFormat, type Transcription, toSrt, toVtt } from '@quoth/contract';
import { modeId } from './commands/modes.ts';
import type { CliEnvironment } from './environment.ts';
import type { FileJob } from './plan-outputs.ts';
import { printError } from './print.ts';
import { ProgressBar } from './progress-bar.ts';

/** The options of `quoth transcribe`. */
export interface TranscribeFlags {
  readonly mode?: string;
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly translate?: boolean;
  /** Terms with commas between. */
  readonly vocabulary?: string;
  readonly format: TranscriptFormat;
  readonly output?: string;
  readonly json?: boolean;
}

/** Transcribes the files in turn and writes each result as soon as it is there. A failure does not stop the others; the last one is thrown. */
export async function transcribeFiles(
  environment: CliEnvironment,
  jobs: readonly FileJob[],
  flags: TranscribeFlags,
): Promise<void> {
  const client = await environment.openOrStart();
  const mode = flags.mode === undefined ? undefined : await modeId(client, flags.mode);
  let failure: unknown;
  for (const job of jobs) {
    try {
      const result = await transcribeOne(environment, client, job.input, queryOf(flags, mode));
      await deliver(environment, job, render(result, flags.json ? 'json' : flags.format));
    } catch (error) {
      if (environment.signal.aborted) throw error;
      // The last failure is printed by whoever catches it.
      if (failure !== undefined) printError(environment, flags.json ?? false, failure);
      failure = jobs.length > 1 ? withFile(error, job.input) : error;
      if (error instanceof QuothError && error.code === 'NO_CONNECTION') break;
    }
  }
  if (failure !== undefined) throw failure;
}

async function deliver(environment: CliEnvironment, job: FileJob, text: string): Promise<void> {
  if (job.output === undefined) {
    environment.stdout.write(text);
    return;
  }
  await mkdir(dirname(job.output), { recursive: true });
  await writeFile(job.output, text);
}

function withFile(error: unknown, input: string): unknown {
  if (!(error instanceof QuothError)) return error;
  const { code, hint, details, status, requestId } = error;
  const message = `${input}: ${error.message}`;
  return new QuothError(code, { message, hint, details, status, requestId, cause: error });
}

function queryOf(flags: TranscribeFlags, mode: string | undefined) {
  const needsTimes = flags.format !== 'txt';
  return {
    ...(mode === undefined ? {} : { mode_id: mode }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.engine === undefined ? {} : { engine: flags.engine }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.translate === undefined ? {} : { translate: flags.translate }),
    ...(flags.vocabulary === undefined ? {} : { vocabulary: flags.vocabulary }),
    ...(needsTimes ? { timestamp_granularities: 'segment,word' } : {}),
  };
}

async function transcribeOne(
  environment: CliEnvironment,
  client: Client,
  path: string,
  query: ReturnType<typeof queryOf>,
): Promise<Transcription> {
  const { size } = await stat(path);
  const bar = new ProgressBar(environment, basename(path));
  const watching = new AbortController();
  const watch = followProgress(client, bar, AbortSignal.any([watching.signal, environment.signal]));
  try {
    const result = await client.transcribe({
      bytes: createReadStream(path),
      contentType: 'application/octet-stream',
      onUploadProgress: (sent) => bar.show('sending', size === 0 ? 1 : sent / size),
      query,
      signal: environment.signal,
    });
    if ('text' in result) return result;
    throw new QuothError('BAD_ANSWER', { message: 'Quoth accepted the file but gave no text.' });
  } finally {
    watching.abort();
    await watch;
    bar.clear();
  }
}

/**
 * Progress is a courtesy: without events the transcription goes on, and the bar stays where it is. Ours is the recording that has begun since
 * we asked; where several have, nobody can tell them apart, and the bar stays too.
 */
async function followProgress(client: Client, bar: ProgressBar, signal: AbortSignal): Promise<void> {
  if (!bar.visible) return;
  const begun = new Set<string>();
  try {
    for await (const event of client.streamEvents({ signal })) {
      if (event.type === 'recording-created') begun.add(event.recordingId);
      if (event.type !== 'transcription-progressed') continue;
      if (begun.size === 1 && begun.has(event.recordingId)) bar.show('transcribing', event.progress);
    }
  } catch (error) {
    if (!(error instanceof QuothError)) throw error;
  }
}

function render(result: Transcription, format: TranscriptFormat): string {
  if (format === 'json') return `${JSON.stringify(result, null, 2)}\n`;
  if (format === 'txt') return `${result.text}\n`;
  const { text, duration_s: duration, segments, words } = result;
  const source = { text, duration, ...(segments ? { segments } : {}), ...(words ? { words } : {}) };
  return format === 'srt' ? toSrt(source) : toVtt(source);
}
