import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Client, QuothError } from '@quoth/client';
import { plainText, printedJson, type TranscriptFormat, type Transcription } from '@quoth/contract';
import { type CaptionFlags, captionQuery } from './caption-options.ts';
import type { CliEnvironment } from './environment.ts';
import { UsageError } from './exit-codes.ts';
import { followProgress } from './follow-progress.ts';
import { nameOf, STANDARD_INPUT } from './plan-outputs.ts';
import { printNote } from './print.ts';
import { Progress } from './progress.ts';
import { shortId } from './short-id.ts';
import type { RewriteFlags, WantedRewriting } from './wanted-rewriting.ts';

/** Options of a command that transcribes: who recognises what, and what becomes of the text. */
export interface SpeechFlags extends RewriteFlags, CaptionFlags {
  readonly model?: string;
  readonly engine?: string;
  readonly language?: string;
  readonly translate?: boolean;
  /** Terms with commas between. */
  readonly vocabulary?: string;
  /** Undefined: as the user's setting says. */
  readonly save?: boolean;
}

/** One request of POST /transcribe for a file. */
export interface FileRequest {
  readonly query: ReturnType<typeof speechQuery> & ReturnType<typeof formatQuery>;
  /** The same request with the same key is processed only once. */
  readonly idempotencyKey?: string;
}

/** What the options ask for, as the local API takes it. */
export function speechQuery(flags: SpeechFlags, { mode, request }: WantedRewriting) {
  const { model, engine, language, translate, vocabulary, save } = flags;
  return {
    ...(flags.mode === undefined ? {} : { mode_id: mode.id }),
    ...(model === undefined ? {} : { model }),
    ...(engine === undefined ? {} : { engine }),
    ...(language === undefined ? {} : { language }),
    ...(translate === undefined ? {} : { translate }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
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
  const { bytes, size } = await opened(environment, input);
  using progress = new Progress(environment, nameOf(input));
  const requestId = randomUUID();
  const { signal } = environment;
  await using followed = followProgress(client, { requestId }, progress, signal);
  const answer = client.transcribe({
    bytes,
    contentType: 'application/octet-stream',
    headers: {
      'x-request-id': requestId,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    onUploadProgress: (sent) => {
      if (size === undefined || size === 0) return;
      // What has been sent is at work from then on, even before there is any news of it.
      if (sent < size) progress.show('sending', sent / size);
      else progress.show('transcribing', 0);
    },
    query: { ...query, ...(input === STANDARD_INPUT ? {} : { source_name: basename(input) }) },
    signal,
  });
  const result = await answer.catch((error: unknown) => {
    if (signal.aborted) printNote(environment, interrupted(followed.recordingId()));
    throw error;
  });
  if ('text' in result) return result;
  throw new QuothError('BAD_ANSWER', { message: 'Quoth accepted the file but returned no text.' });
}

/** What became of a file whose transcription was interrupted. */
function interrupted(recordingId: string | undefined): string {
  if (recordingId === undefined) return 'Interrupted: nothing was kept.';
  const id = shortId(recordingId);
  return `Interrupted. The audio is kept as ${id}; to continue: quoth recordings retranscribe ${id}`;
}

/** A transcription as the content of a file. */
export function rendered(result: Transcription, format: TranscriptFormat): string {
  if (format === 'json') return `${printedJson(result, 2)}\n`;
  return plainText(isCaptions(format) ? (result.captions ?? '') : `${result.text}\n`);
}

async function opened({ pipes }: CliEnvironment, input: string) {
  if (input !== STANDARD_INPUT) return { bytes: createReadStream(input), size: (await stat(input)).size };
  if (!pipes) throw new UsageError('There is no standard input to read.');
  if ('isTTY' in pipes.stdin && pipes.stdin.isTTY)
    throw new UsageError('"-" reads audio from a pipe: arecord -f cd -d 5 | quoth transcribe -');
  return { bytes: pipes.stdin, size: undefined };
}

function isCaptions(format: TranscriptFormat): format is 'srt' | 'vtt' {
  return format === 'srt' || format === 'vtt';
}
