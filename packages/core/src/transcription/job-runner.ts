import { statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type AudioDecoder, containsSpeech, type DecodedAudio, voiceLineOf } from '@quoth/audio';
import {
  type AcceptedTranscription,
  AppError,
  type AudioFormat,
  adviceIn,
  asAppError,
  limits,
  type SpeakerNames,
  say,
  type TranscriptionWarning,
  withAdvice,
} from '@quoth/contract';
import { conversation, nothingSaid } from '@quoth/text';
import { type EventBus, type Logger, Semaphore, untilWritten, waitOrAbort } from '../base/index.ts';
import { LONG_SECONDS } from '../engines/index.ts';
import {
  beginWork,
  completeWork,
  countAttempt,
  failWork,
  interruptWork,
  keepRecognized,
  type RecordingPlaces,
  type TranscriptionRecord,
} from '../recordings/index.ts';
import { receiversOf } from './destinations.ts';
import {
  type FinishedJob,
  type Outcome,
  type RewritingOf,
  rewriteFinished,
} from './finished-transcription.ts';
import { textRulesOf } from './job-text-rules.ts';
import { type Job, type JobAudio, type JobProgress, type RunningJobs, Shutdown } from './jobs.ts';
import { namesOf, type Recognition, type RecognitionCallbacks, type RecognitionJob } from './recognizers.ts';
import { stablePartials, TextThrottle } from './stable-partial.ts';

/** What carries out accepted jobs. */
export interface JobDependencies {
  readonly jobs: RunningJobs;
  /** Folder of the spools. */
  readonly spoolFolder: string;
  readonly recordings: RecordingPlaces;
  readonly decoder: Pick<SpoolDecoder, 'decode'>;
  readonly recognize: (
    job: RecognitionJob,
    callbacks: RecognitionCallbacks,
    signal: AbortSignal,
  ) => Promise<Recognition>;
  readonly rewriting: RewritingOf;
  readonly progress: JobProgress;
  readonly events: EventBus;
  readonly logger: Logger;
  /** What those who speak in two channels are called. */
  readonly speakerNames: () => SpeakerNames;
}

/** What is known about a job when it ends, however it ends. */
interface Measured {
  duration: number;
}

/**
 * Decodes, waits for the job's turn, recognises, applies text rules and rewrites, and keeps the recording's row true at
 * every step. Aborting the signal stops it. Rejects with an AppError once the row says how it ended. The job's place in
 * the queue is released either way.
 */
export async function runJob(dependencies: JobDependencies, job: Job, signal: AbortSignal): Promise<Outcome> {
  const finished = await dependencies.jobs.run(job.id, signal, (jobSignal) =>
    execute(dependencies, job, jobSignal),
  );
  return { ...finished, ...job.timer.read() };
}

/** Starts the job and returns at once; its recording tells how it ends. */
export function runInBackground(dependencies: JobDependencies, job: Job): AcceptedTranscription {
  runJob(dependencies, job, new AbortController().signal).catch((error: unknown) => {
    dependencies.logger.debug({ error }, 'A job in the background failed.');
  });
  return { ok: true, recording_id: job.id, status: 'pending' };
}

async function execute(dependencies: JobDependencies, job: Job, signal: AbortSignal): Promise<FinishedJob> {
  const { progress, recordings, rewriting } = dependencies;
  const spoolPath = join(dependencies.spoolFolder, `${job.id}-${job.run}.pcm`);
  const measured: Measured = { duration: 0 };
  let dropped: Promise<void> | undefined;
  // A missing spool was never written; any other failure is repaired by the sweep at the next start.
  const dropSpool = () => {
    const paths = [spoolPath, ...(job.options.channels === undefined ? [] : [othersPath(spoolPath)])];
    dropped ??= Promise.allSettled(paths.map((path) => unlink(path))).then(() => undefined);
    return dropped;
  };
  const { requestId } = job.caller;
  if (job.saved) progress.begin(job.id);
  else if (requestId !== undefined) progress.begin(job.id, requestId);
  try {
    signal.throwIfAborted();
    const transcribed =
      (job.recognized && (await recognizedEarlier(job, job.recognized, signal))) ??
      (await liveResult(dependencies, job, measured, signal)) ??
      (await recognized(dependencies, job, spoolPath, measured, signal));
    // The engine is free for the next one while a language model writes.
    job.ticket.release();
    job.timer.enter('rewrite');
    const finished = await rewriteFinished(transcribed, {
      rewriting,
      program: job.program,
      receivers: receiversOf(job.destinations),
      onBegin: async (record) => {
        job.caller.onRewriting?.();
        if (!job.saved || job.recognized) return;
        await job.early?.write('transcribing');
        await job.timer.during('save', () => keepRecognized(recordings, job, record));
      },
      signal,
    });
    job.timer.enter('save');
    // While the row is written.
    void dropSpool();
    await job.early?.write('transcribing');
    await job.early?.secured;
    if (job.saved) await completeWork(recordings, job, finished.record, job.webhooks);
    progress.complete(job.id);
    job.timer.enter('other');
    return finished;
  } catch (error) {
    job.early?.audioRead();
    job.early?.write('pending').catch(() => undefined);
    const refusal = await job.early?.secured.catch((refused: unknown) => ({ refused }));
    if (refusal) throw asAppError(refusal.refused);
    throw await ended(dependencies, job, signal.aborted ? signal.reason : error, measured);
  } finally {
    progress.end(job.id);
    job.ticket.release();
    await dropSpool();
  }
}

/** The rules are applied again where its row has no marks for the snippets in its text, which no model may get. */
async function recognizedEarlier(
  job: Job,
  record: TranscriptionRecord,
  signal: AbortSignal,
): Promise<FinishedJob> {
  const { rewriteAll } = textRulesOf(job.mode, job.options, job.source, job.recordedAt);
  const { text, marked } = await rewriteAll(
    { ...record, text: record.transcribedText },
    record.language,
    signal,
  );
  return marked ? { ...finishedOf(job, { ...record, text }), marked } : finishedOf(job, record);
}

async function recognized(
  dependencies: JobDependencies,
  job: Job,
  spoolPath: string,
  measured: Measured,
  signal: AbortSignal,
): Promise<FinishedJob> {
  const { timer } = job;
  const audio = await decoded(dependencies, job, spoolPath, measured, signal);
  const { durationSeconds } = audio;
  await turnOf(dependencies, job, durationSeconds, signal);
  timer.enter('other');
  const { channels } = audio;
  // Beside the engine; without it, it is counted when the recording is first opened.
  const counts = job.saved && !channels;
  const voiceLine = counts ? voiceLineOf(spoolPath, signal).catch(() => undefined) : undefined;
  const result = channels
    ? await recognizeChannels(dependencies, job, channels, signal)
    : await recognizeSpool(dependencies, job, { ...audio, spoolPath }, jobHooks(job, dependencies), signal);
  timer.attribute({
    queue: result.waitMs,
    check: result.checkMs,
    audio: result.encodeMs,
    load: result.loadMs,
    decode: result.decodeMs,
  });
  const warning = incompleteWarning(audio, result.warning);
  const finished = await finishedWith(
    job,
    { ...result, ...(warning && { warning }) },
    durationSeconds,
    signal,
  );
  const line = await voiceLine;
  return line ? { ...finished, record: { ...finished.record, voiceLine: line } } : finished;
}

/** Has the samples of a spool recognised. */
function recognizeSpool(
  { recognize }: Pick<JobDependencies, 'recognize'>,
  job: Job,
  { spoolPath, durationSeconds, files, track, channel }: SpokenSpool,
  hooks: RecognitionCallbacks,
  signal: AbortSignal,
): Promise<Recognition> {
  const asSamples = files !== undefined || track !== undefined || channel !== undefined;
  const { vocabulary } = textRulesOf(job.mode, job.options, job.source);
  return recognize(
    { ...job, spoolPath, durationSeconds, asSamples, vocabulary, isAwaited: job.live !== undefined },
    // While the engine works, so that it need not wait for the database.
    { ...hooks, onStarted: () => void job.early?.write('transcribing').catch(() => undefined) },
    signal,
  );
}

/** One channel after the other, each with times, so that they can be put together. */
async function recognizeChannels(
  dependencies: Pick<JobDependencies, 'recognize' | 'events' | 'progress' | 'speakerNames'>,
  job: Job,
  channels: readonly SpokenSpool[],
  signal: AbortSignal,
): Promise<Recognition> {
  const timed: Job = { ...job, options: { ...job.options, timestamp_granularities: ['segment', 'word'] } };
  const heard: (Recognition | undefined)[] = [undefined, undefined];
  for (const [index, spool] of channels.entries()) {
    const onProgress = (share: number) =>
      dependencies.progress.report(job.id, (index + share) / channels.length);
    // Words of one channel alone would be taken for the beginning of the text.
    const hooks = { onProgress, onPartial: () => undefined };
    heard[spool.channel ?? 0] = await recognizeSpool(dependencies, timed, spool, hooks, signal).catch(
      orSilence,
    );
  }
  const [mine, theirs] = heard;
  const all = heard.filter((one) => one !== undefined);
  const [first] = all;
  if (!first) throw new AppError('NO_SPEECH');
  const sum = (name: 'waitMs' | 'checkMs' | 'encodeMs' | 'loadMs' | 'decodeMs') =>
    all.reduce((total, one) => total + one[name], 0);
  const warning = all.find((one) => one.warning)?.warning;
  const corrections = all.flatMap((one) => one.corrections ?? []);
  return {
    ...conversation(mine ?? nothingSaid, theirs ?? nothingSaid, dependencies.speakerNames(), {
      // A telephone system records each side before any loudspeaker.
      hasLoudspeakers: job.source === 'meeting',
    }),
    language: first.language,
    waitMs: sum('waitMs'),
    checkMs: sum('checkMs'),
    encodeMs: sum('encodeMs'),
    loadMs: sum('loadMs'),
    decodeMs: sum('decodeMs'),
    ...(warning && { warning }),
    ...(corrections.length > 0 && { corrections }),
  };
}

/** Of two channels, one may be silent. */
function orSilence(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
}

/** Where the second channel is decoded into. */
function othersPath(spoolPath: string): string {
  return `${spoolPath}.others`;
}

/** What of a job's audio is recognised by itself. */
interface SpokenSpool extends SpokenAudio {
  readonly spoolPath: string;
  /** The channel that it holds, counted from 0, where channels are separate. */
  readonly channel?: 0 | 1;
}

/** Decodes into the spool; returns what it found in seconds. */
async function decoded(
  { decoder, recordings }: JobDependencies,
  job: Job,
  spoolPath: string,
  measured: Measured,
  signal: AbortSignal,
): Promise<SpokenAudio & { readonly channels?: readonly SpokenSpool[] }> {
  const { timer } = job;
  timer.enter('queue');
  const hooks = {
    // Before decoding: a file that takes the application down with it must not be tried at every start.
    onBegin: async () => {
      timer.enter('save');
      if (job.saved && !job.early) await countAttempt(recordings, job);
      timer.enter('audio');
    },
    onDuration: (seconds: number) => {
      measured.duration = seconds;
      job.caller.onDuration?.(seconds);
    },
  };
  const { audio } = job;
  try {
    if (job.options.channels === undefined) return await decoder.decode(audio, spoolPath, hooks, signal);
    const channels: SpokenSpool[] = [];
    for (const [channel, path] of [
      [0, spoolPath],
      [1, othersPath(spoolPath)],
    ] as const) {
      const onBegin = channel === 0 ? hooks.onBegin : async () => undefined;
      const spoken = await decoder
        .decode({ ...audio, channel }, path, { ...hooks, onBegin }, signal)
        .catch(orSilence);
      if (spoken) channels.push({ ...spoken, spoolPath: path, channel });
    }
    const [first] = channels;
    if (!first) throw new AppError('NO_SPEECH');
    return { ...first, channels };
  } finally {
    job.early?.audioRead();
  }
}

/** Waits for the job's turn at its engine, and says in its row that it has come. */
async function turnOf(
  { recordings }: JobDependencies,
  job: Job,
  durationSeconds: number,
  signal: AbortSignal,
): Promise<void> {
  const { timer, ticket } = job;
  const isLong = durationSeconds > LONG_SECONDS && !job.live;
  timer.enter('save');
  const waits = job.saved && ticket.mustWait(isLong);
  if (waits) await (job.early?.write('pending') ?? countAttempt(recordings, job, -1));
  timer.enter('queue');
  await ticket.turn(signal, isLong);
  timer.enter('save');
  // Its row says so from its beginning.
  if (job.early && !waits) return;
  if (job.saved) await beginWork(recordings, job, waits ? 1 : 0);
}

/**
 * The result of the live transcription; undefined if there was none or it failed, so that the whole recording is
 * recognised now.
 */
async function liveResult(
  { recordings, logger }: JobDependencies,
  job: Job,
  measured: Measured,
  signal: AbortSignal,
): Promise<FinishedJob | undefined> {
  if (!job.live) return undefined;
  const { durationSeconds, recognition } = job.live;
  measured.duration = durationSeconds;
  job.timer.enter('save');
  if (job.saved) await beginWork(recordings, job, 1);
  job.timer.enter('decode');
  try {
    return await finishedWith(job, await waitOrAbort(recognition, signal), durationSeconds, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError && error.code === 'NO_SPEECH') throw error;
    logger.warn({ recording: job.id }, 'A recording is transcribed again as a whole.');
    if (job.saved) await countAttempt(recordings, job, -1);
    return undefined;
  }
}

/** Writes down how the job ended, and returns the error that its caller gets. */
async function ended(
  { recordings, logger }: JobDependencies,
  job: Job,
  reason: unknown,
  { duration }: Measured,
): Promise<AppError> {
  const error =
    reason instanceof AppError ? reason : isAbort(reason) ? new AppError('CANCELLED') : asAppError(reason);
  if (error.code === 'INTERNAL_ERROR') logger.error({ error }, 'A transcription failed.');
  if (!job.saved) return error;
  const written = { logger, what: 'the outcome of a recording' };
  if (error instanceof Shutdown) {
    await untilWritten(() => interruptWork(recordings, job), written);
    return new Shutdown(job.id);
  }
  const status = error.code === 'CANCELLED' ? 'cancelled' : 'failed';
  await untilWritten(() => failWork(recordings, job, status, error, duration), written);
  return error;
}

/** Less is a header that counts itself, or the rest of a block. */
const MIN_MISSING_SECONDS = 0.1;

/**
 * Says that the end of the file is missing, or that its main sound track is silent, in front of the other warning about
 * the speech: one line, because the next one is about rewriting.
 */
function incompleteWarning(
  { missingSeconds, track }: SpokenAudio,
  other: TranscriptionWarning | undefined,
): TranscriptionWarning | undefined {
  const isCut = missingSeconds >= MIN_MISSING_SECONDS;
  if (!isCut && track === undefined) return other;
  const message =
    track === undefined || isCut
      ? say('audioEndsEarly', { seconds: missingSeconds.toFixed(1) })
      : say('otherTrackTranscribed', { track });
  const others = other === undefined ? [] : adviceIn(other, 'message');
  return withAdvice({ code: 'AUDIO_INCOMPLETE' }, { message: [message, ...others] });
}

async function finishedWith(
  job: Job,
  result: Recognition,
  duration: number,
  signal: AbortSignal,
): Promise<FinishedJob> {
  const { rewriteAll } = textRulesOf(job.mode, job.options, job.source, job.recordedAt);
  const language = result.language ?? (job.plan.language === 'auto' ? null : job.plan.language);
  const { text, corrections: bySound, marked } = await rewriteAll(result, language, signal);
  const corrections = [...(result.corrections ?? []), ...bySound];
  const finished = finishedOf(job, {
    ...(result.warning && { warning: result.warning }),
    text,
    ...(corrections.length > 0 && { corrections }),
    transcribedText: result.text,
    ...namesOf(job.plan),
    language,
    duration,
    words: result.words,
    segments: result.segments,
  });
  return marked ? { ...finished, marked } : finished;
}

function finishedOf(job: Job, record: TranscriptionRecord): FinishedJob {
  return {
    recordingId: job.saved ? job.id : undefined,
    mode: job.mode,
    options: job.options,
    ...(record.warning && { warning: record.warning }),
    record,
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/**
 * Reports on a job while the engine is working: by events to everybody, where the recording is kept, and to its caller.
 */
function jobHooks(
  job: Job,
  { events, progress }: Pick<JobDependencies, 'events' | 'progress'>,
): {
  readonly onPartial: (text: string, stableCharacters?: number) => void;
  readonly onProgress: (share: number) => void;
} {
  const { id, saved, source, caller } = job;
  const reportStable = stablePartials(job, source, caller.onStablePartial);
  const growth = new TextThrottle();
  return {
    onPartial: (text, stableCharacters) => {
      if (saved && growth.isDue(text.length))
        events.publish({ type: 'transcript-partial', recordingId: id, text });
      reportStable?.(text, stableCharacters);
    },
    onProgress: (share) => progress.report(id, share),
  };
}

/** What was decoded and holds speech. */
type SpokenAudio = Pick<DecodedAudio, 'durationSeconds' | 'missingSeconds' | 'track' | 'files'>;

/** Callbacks that report on decoding. */
export interface DecodingHooks {
  /** It has a slot; waited for before anything of the audio is read. */
  readonly onBegin: () => Promise<void>;
  readonly onDuration: (seconds: number) => void;
}

export interface SpoolDecoderOptions {
  readonly decoder: Pick<AudioDecoder, 'decode'>;
  /** True where somebody speaks in the spool. */
  readonly hasSpeech?: typeof containsSpeech;
}

/**
 * Turns the audio of jobs into spools. Files that may be long are decoded side by side as far as the machine has cores
 * to spare: more would only slow each other down. Small ones have slots of their own, so that no minute of speech waits
 * for an hour to be decoded.
 */
export class SpoolDecoder {
  readonly #decoder: Pick<AudioDecoder, 'decode'>;
  readonly #hasSpeech: typeof containsSpeech;
  readonly #small = new Semaphore(availableParallelism());
  readonly #large = new Semaphore(Math.max(1, availableParallelism() - 1));

  constructor({ decoder, hasSpeech = containsSpeech }: SpoolDecoderOptions) {
    this.#decoder = decoder;
    this.#hasSpeech = hasSpeech;
  }

  /**
   * Throws as `AudioDecoder.decode` does, and NO_SPEECH if no one speaks, before any engine is started or anything is
   * sent to a provider.
   */
  async decode(
    audio: JobAudio & { readonly channel?: number },
    spoolPath: string,
    hooks: DecodingHooks,
    signal: AbortSignal,
  ): Promise<SpokenAudio> {
    const slots = isSmall(audio) ? this.#small : this.#large;
    return slots.run(signal, async () => {
      await hooks.onBegin();
      const job = { ...audio, spoolPath, signal, maxSeconds: limits.audioSeconds };
      const decoded = await this.#decoder.decode(job);
      hooks.onDuration(decoded.durationSeconds);
      const { head } = decoded;
      if (!(await this.#hasSpeech({ spoolPath, head, signal }))) throw new AppError('NO_SPEECH');
      return decoded;
    });
  }
}

const MIB = 1024 * 1024;
/** About a minute of stereo in raw formats; what is compressed is decoded within a second or two up to its size. */
const smallBytes: Partial<Record<AudioFormat, number>> = { wav: 12 * MIB, aiff: 12 * MIB, flac: 8 * MIB };

function isSmall({ path, format }: JobAudio): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size <= (smallBytes[format] ?? 2 * MIB);
}
