import { type Client, QuothError } from '@quoth/client';
import { type Transcription, wordsFor } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { CommandEnded, exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts';
import { isTerminal } from '../terminal/ask.ts';
import { checkEngine, checkLanguage } from '../terminal/choices.ts';
import { writeOutput } from '../terminal/output-files.ts';
import { printError, printNote } from '../terminal/print.ts';
import { shortId } from '../terminal/wording.ts';
import { GrowingText } from './growing-text.ts';
import { RewritingReport, wantedRewriting } from './rewriting.ts';
import { type Spoken, SpokenInput } from './spoken-input.ts';
import type { TranscribeFlags } from './transcribe-files.ts';
import { formatQuery, rendered, speechQuery, transcribedBy } from './transcribe-files.ts';

/** Written in errors and help: a recorder that every Linux has. */
export const liveExample = 'arecord -f S16_LE -r 16000 -c 1 | quoth transcribe --live -';

/** The options of `quoth transcribe --live`. */
export interface LiveFlags extends TranscribeFlags {
  /** Samples per second of input without a header. */
  readonly rate?: number;
}

/**
 * Transcribes what a recorder writes to standard input while somebody speaks. A terminal shows the text as it grows,
 * and behind it the words that may still change, where the recording is kept; standard output (or `output`) gets all of
 * it at the end. The end of the input or the first Ctrl-C ends the recording; a second one leaves, and Quoth finishes
 * alone.
 */
export async function transcribeSpoken(
  environment: CliEnvironment,
  output: string | undefined,
  flags: LiveFlags,
): Promise<void> {
  checkLanguage(flags.language);
  environment.endsByItself = true;
  // Read before Quoth is there: what is said while it starts counts.
  using input = new SpokenInput(standardInput(environment), environment.signal);
  const client = await environment.openOrStart();
  await checkEngine(client, flags.engine);
  const rewriting = await wantedRewriting(client, flags);
  const shown = new GrowingText(environment, output === undefined && flags.format === 'txt');
  if (rewriting.request && shown.isSeen)
    environment.stderr.write(
      'The text is to be rewritten, so it comes at the end; --no-rewrite shows it while you speak.\n',
    );
  const spoken = await input.open(flags.rate);
  const query = { ...speechQuery(flags, rewriting), ...formatQuery(flags.format, flags) };
  try {
    const isWatched = shown.isSeen && !rewriting.request;
    const result = await answerTo(client, spoken, query, { shown, isWatched });
    const isWritten = shown.complete(result.text);
    new RewritingReport(environment, rewriting).tell(result);
    if (flags.json !== true) printNote(environment, transcribedBy(result));
    if (output !== undefined) await writeOutput(output, rendered(result, flags.format));
    else if (!isWritten) environment.stdout.write(rendered(result, flags.format));
  } catch (error) {
    shown.end();
    if (!environment.signal.aborted) throw error;
    printError(environment, flags.json ?? false, error);
    throw new CommandEnded(exitCodeOf(error));
  }
  // Ctrl-C was the way to say that it is over, and is no failure by itself.
  if (environment.signal.aborted) throw new CommandEnded(exitCodes.ok);
}

async function answerTo(
  client: Client,
  { rate, samples }: Spoken,
  query: Readonly<Record<string, string | boolean | undefined>>,
  { shown, isWatched }: { readonly shown: GrowingText; readonly isWatched: boolean },
): Promise<Transcription> {
  const over = new AbortController();
  let recordingId: string | undefined;
  // Before the recording begins: words that change are made only for who reads them.
  if (isWatched) void watch(client, over.signal, (id, text) => id === recordingId && shown.preview(text));
  try {
    const contentType = `audio/pcm;rate=${rate}`;
    for await (const event of client.transcribeStream({
      ...{ bytes: samples, contentType, query, signal: over.signal },
    })) {
      if (event.type === 'transcription-started') recordingId = event.recording_id;
      else if (event.type === 'transcript-delta') shown.add(event.delta);
      else if (event.type === 'transcription-completed') return event.transcription;
      else throw failureOf(event.error);
    }
    throw new QuothError('NO_CONNECTION', { message: 'Quoth ended before the text was complete.' });
  } catch (error) {
    throw withRecording(error, recordingId);
  } finally {
    // Of an upload that was refused, the rest need not be read.
    over.abort();
  }
}

/**
 * Reports the words of recordings until the signal is aborted. They are for the eye: where none come, nothing is
 * missing.
 */
async function watch(
  client: Client,
  signal: AbortSignal,
  onWords: (recordingId: string, text: string) => void,
): Promise<void> {
  try {
    for await (const event of client.streamEvents({ query: { types: 'transcript-partial' }, signal }))
      if (event.type === 'transcript-partial') onWords(event.recordingId, event.text);
  } catch {
    // The text comes by itself.
  }
}

function failureOf({ code, message, hint }: { code: string; message: string; hint?: string | undefined }) {
  return new QuothError(code as QuothError['code'], { message, hint });
}

/** Says where the sound is when its text is not. */
function withRecording(error: unknown, recordingId: string | undefined): unknown {
  if (!(error instanceof QuothError) || recordingId === undefined) return error;
  // The application's hint names the recording already.
  const hint = wordsFor('commandLine', error.advice);
  if (hint?.includes(recordingId)) return error;
  const id = shortId(recordingId);
  const kept =
    error.code === 'NO_CONNECTION'
      ? `What came until then is kept as recording ${id}, and becomes text when Quoth runs again: quoth recordings show ${id}`
      : `The sound is kept as recording ${id}: quoth recordings retranscribe ${id}`;
  const { code, message, details, status, requestId } = error;
  const both = hint === undefined || error.code === 'NO_CONNECTION' ? kept : `${hint}\n${kept}`;
  return new QuothError(code, { message, hint: both, details, status, requestId, cause: error });
}

function standardInput({ pipes }: CliEnvironment) {
  if (!pipes) throw new UsageError('There is no standard input to read.');
  if (isTerminal(pipes.stdin))
    throw new UsageError(`--live reads what a recorder writes into a pipe: ${liveExample}`);
  return pipes.stdin;
}
