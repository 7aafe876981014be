import { randomUUID } from 'node:crypto';
import {
  type AcceptedTranscription,
  AppError,
  type AudioFormat,
  asAppError,
  type Recording,
  type RetranscribeBody,
  say,
  type TranscribeOptions,
  type Transcription,
  visibleLine,
  withoutUndefined,
} from '@quoth/contract';
import { type Clock, untilWritten } from '../base/index.ts';
import { checkChanges, checkRewriting, withoutRewriting } from '../callers.ts';
import type {
  AudioSource,
  Caller,
  IngestedAudio,
  Submission,
  TranscriptionContext,
  Transcriptions,
} from '../declarations/index.ts';
import type { AudioIntake, PathPolicy } from '../intake/index.ts';
import type { ModeSource } from '../modes.ts';
import {
  acceptRecording,
  acceptRecordingEarly,
  failWork,
  getAudio,
  getRecording,
  getStored,
  keptOptions,
  makerOf,
  type NewRecording,
  type RecordingPlaces,
  type RequestKey,
  requeueWork,
  type StoredRecording,
  securedAudio,
  type TranscriptionRecord,
  unfinishedWork,
  type WorkRun,
} from '../recordings/index.ts';
import { toTranscription, workOptionsOf } from './finished-transcription.ts';
import { type Answer, type IdempotentRequests, requestKeyOf } from './idempotent-requests.ts';
import { type JobDependencies, runInBackground, runJob } from './job-runner.ts';
import { textRulesOf } from './job-text-rules.ts';
import { type EarlyJob, type Job, type JobQueue, StageTimer } from './jobs.ts';
import { type PlannedTranscription, requestedMode, type WorkOptions } from './plan-transcription.ts';

export interface TranscriptionDependencies extends JobDependencies {
  readonly plan: (options: WorkOptions, preferredMode?: string | null) => PlannedTranscription;
  readonly modes: ModeSource;
  readonly queue: JobQueue;
  readonly requests: IdempotentRequests;
  readonly recordings: RecordingPlaces;
  readonly intake: AudioIntake;
  readonly pathPolicy: () => PathPolicy;
  /** Whether audio and transcript are kept if the caller does not say. */
  readonly savesByDefault: () => boolean;
  readonly clock: Clock;
  /** Abandons a recording that a program is still sending, and does nothing for any other. */
  readonly stopSending: (id: string) => Promise<void>;
}

/** A request whose audio has been taken over. */
interface NewTranscription {
  readonly planned: PlannedTranscription;
  readonly audio: IngestedAudio;
  readonly options: TranscribeOptions;
  readonly context: TranscriptionContext;
  /** Running since the request arrived. */
  readonly timer: StageTimer;
}

/** A recording that was being transcribed this often when the application died fails. */
const MAX_ATTEMPTS = 3;

/** Core's transcriptions, and what of them only core itself calls. */
export interface TranscriptionWork extends Transcriptions {
  /**
   * Resumes in the background what an earlier run accepted and did not finish, oldest first. One that cannot be resumed
   * fails, with its reason in its recording.
   */
  resume(): Promise<void>;
}

/** Speech in, text out: each request becomes a job in the queue, and the job becomes an answer. */
export function transcriptions(parts: TranscriptionDependencies): TranscriptionWork {
  const { jobs, modes, queue } = parts;
  return {
    submit: (source, asked, context) => submit(parts, source, asked, context),
    ingest: (source, signal) => ingest(parts, source, signal),
    retranscribe: (id, given, context) => retranscribe(parts, id, given, context),
    resume: () => resume(parts),
    cancel: (id, caller) => cancel(parts, id, caller),
    textRules: (options) => {
      const mode = requestedMode(modes, options);
      return textRulesOf({ ...mode, removeTrailingPeriod: false }, options).rewriteParts;
    },
    load: () => queue.load(),
    busy: () => {
      const { running, waiting } = queue.load();
      return jobs.busy || running + waiting > 0;
    },
    suspend: () => jobs.stopAll(),
  };
}

/**
 * The one way in. Decides who recognises, checks that there is room in that queue, takes the audio over, and works on
 * it: each step once, and only after the one before.
 */
async function submit(
  parts: TranscriptionDependencies,
  source: AudioSource,
  asked: TranscribeOptions,
  context: TranscriptionContext,
): Promise<Submission> {
  const { plan, queue, clock } = parts;
  const options = workOptionsOf(asked);
  const timer = new StageTimer(clock, context.startedAtMs);
  let audio = source.kind === 'ingested' ? source.audio : undefined;
  try {
    checkRewriting(context.caller, options);
    const planned = plan(options);
    // The same request sent again may join work that is in the queue already.
    if (context.idempotencyKey === undefined) queue.check(planned.queue);
    audio ??= await ingest(parts, source, context.signal);
    const answer = outcomeOf(parts, { planned, audio, options, context, timer }).then(async (outcome) =>
      'record' in outcome ? toTranscription(outcome, asked) : outcome,
    );
    // Anyone who waits for it gets the error; here it must only not go unhandled.
    answer.catch(() => undefined);
    return { answer };
  } catch (error) {
    await audio?.discard();
    throw error;
  }
}

/** Takes over audio before its options are known. Throws as `AudioIntake` does. */
async function ingest(
  parts: TranscriptionDependencies,
  source: AudioSource,
  signal: AbortSignal,
): Promise<IngestedAudio> {
  const { intake, pathPolicy } = parts;
  switch (source.kind) {
    case 'path':
      return intake.fromPath(source.path, pathPolicy(), signal);
    case 'bytes':
      return intake.fromBytes(source.bytes, signal);
    case 'stream':
      return intake.fromStream(source.stream, signal, source.leastBytes);
    case 'ingested':
      return source.audio;
    case 'refused':
      throw source.reason;
  }
}

/**
 * The request as a job, with a recording where it is kept: once for each idempotency key. Discards its audio, unless a
 * recording has taken it over.
 */
async function outcomeOf(parts: TranscriptionDependencies, request: NewTranscription): Promise<Answer> {
  const { requests, jobs } = parts;
  const { audio, options, context } = request;
  const { idempotencyKey, caller, signal } = context;
  if (idempotencyKey === undefined) return first(parts, request).finally(() => audio.discard());
  const key = requestKeyOf(idempotencyKey, audio, options, caller.program?.tokenId);
  const work = {
    first: (requestKey: RequestKey, shared: AbortSignal) =>
      first(parts, { ...request, context: { ...context, signal: shared } }, requestKey),
    again: (id: string, shared: AbortSignal) => again(parts, id, {}, { ...context, signal: shared }),
    settled: (id: string) => jobs.settled(id),
    discard: () => audio.discard(),
  };
  return requests.once(key, options, work, signal);
}

async function first(
  parts: TranscriptionDependencies,
  { planned, audio, options, context, timer }: NewTranscription,
  requestKey?: RequestKey,
): Promise<Answer> {
  const { queue, recordings, savesByDefault, clock } = parts;
  const inBackground = options.async === true;
  const saved = inBackground || (options.save ?? savesByDefault());
  const { path, format, flushed } = audio;
  const ticket = queue.reserve(planned.queue);
  timer.enter('save');
  const recording: NewRecording | undefined = saved
    ? {
        source: context.source,
        sourceName: sourceNameOf(options.source_name),
        mode: planned.mode,
        options: keptOptions(options),
        audio: { path, format, flushed },
        requestKey,
        requestId: context.requestId,
        madeBy: context.caller.program,
        byAction: context.caller.byAction,
      }
    : undefined;
  const startsAtOnce = !inBackground && planned.plan.kind === 'local' && isFastToDecode(audio);
  let early: EarlyJob | undefined;
  let stored: StoredRecording | undefined;
  try {
    if (recording && startsAtOnce) {
      const read = Promise.withResolvers<void>();
      early = { ...acceptRecordingEarly(recordings, recording, read.promise), audioRead: read.resolve };
    } else if (recording) stored = await acceptRecording(recordings, recording);
  } catch (error) {
    ticket.release();
    throw error;
  }
  const job: Job = {
    ...planned,
    id: early?.id ?? stored?.recording.id ?? randomUUID(),
    run: stored?.run ?? 1,
    source: context.source,
    recordedAt: clock.now(),
    saved,
    audio: { path: stored?.recording.audioFilePath ?? path, format },
    ticket,
    timer,
    caller: inBackground ? {} : context,
    early,
  };
  if (inBackground) return runInBackground(parts, job);
  try {
    return await runJob(parts, job, context.signal);
  } finally {
    // Also where the work was never begun: what is left of the audio now is deleted.
    early?.audioRead();
    early?.write('pending').catch(() => undefined);
    await early?.secured.catch(() => undefined);
  }
}

/**
 * Transcribes the audio of a recording again; the previous text stays until there is a new one. Keeps the recording's
 * own options where no others are given. Throws RECORDING_NOT_FOUND, FILE_NOT_FOUND, and what planning does.
 */
async function retranscribe(
  parts: TranscriptionDependencies,
  id: string,
  given: RetranscribeBody,
  context: TranscriptionContext,
): Promise<Transcription | AcceptedTranscription> {
  const { caller } = context;
  await checkChanges(caller, () => makerOf(parts.recordings, id));
  const outcome = await again(parts, id, withoutRewriting(caller, given), context);
  return 'record' in outcome ? toTranscription(outcome, outcome.options) : outcome;
}

async function again(
  parts: TranscriptionDependencies,
  id: string,
  given: RetranscribeBody,
  context: TranscriptionContext,
): Promise<Answer> {
  const { plan, queue, recordings, clock } = parts;
  const timer = new StageTimer(clock, context.startedAtMs);
  const stored = await getStored(recordings, id);
  const asBefore = given.mode_id === undefined && given.engine === undefined;
  // The previous mode may have been deleted; then the default one takes its place.
  const { mode_id: _before, engine, ...before } = stored.work.options;
  // Another model may belong to another engine.
  const kept = { ...before, ...(given.model === undefined && { engine }) };
  // What stands in the channels of a file is the same for every mode.
  const { channels } = before;
  const asked = { ...(channels && { channels }), ...(asBefore && kept), ...withoutUndefined(given) };
  const planned = plan(asked, stored.recording.modeId);
  const { path, format } = await getAudio(recordings, stored.recording.id);
  const ticket = queue.reserve(planned.queue);
  timer.enter('save');
  let run: WorkRun;
  try {
    run = await requeueWork(recordings, stored.recording.id, keptOptions(planned.options), planned.mode);
  } catch (error) {
    ticket.release();
    throw error;
  }
  const job: Job = {
    ...planned,
    ...run,
    source: stored.recording.source,
    recordedAt: Date.parse(stored.recording.date),
    saved: true,
    audio: { path, format },
    ticket,
    timer,
    caller: given.async === true ? {} : context,
  };
  if (given.async === true) return runInBackground(parts, job);
  return runJob(parts, job, context.signal);
}

async function resume(parts: TranscriptionDependencies): Promise<void> {
  const { recordings, logger } = parts;
  for (const stored of await unfinishedWork(recordings)) {
    try {
      await resumeOne(parts, stored);
    } catch (error) {
      const failed = { id: stored.recording.id, run: stored.run };
      await untilWritten(() => failWork(recordings, failed, 'failed', asAppError(error)), {
        logger,
        what: 'that a recording could not be resumed',
      });
    }
  }
}

async function resumeOne(parts: TranscriptionDependencies, stored: StoredRecording): Promise<void> {
  const { plan, queue, recordings, clock } = parts;
  const { id, source, date, audioFilePath, modeId } = stored.recording;
  if (audioFilePath === null || !(await securedAudio(recordings, stored))) {
    throw new AppError('FILE_NOT_FOUND', { message: say('audioMissingAtRestart') });
  }
  if (stored.attempts >= MAX_ATTEMPTS) {
    throw new AppError('TRANSCRIPTION_FAILED', {
      message: say('stoppedAfterCrashes', { count: stored.attempts }),
    });
  }
  // Its mode may have been deleted; then the default one takes its place.
  const { mode_id, ...options } = stored.work.options;
  const planned = plan(options, mode_id ?? modeId);
  runInBackground(parts, {
    ...planned,
    id,
    run: stored.run,
    source,
    recordedAt: Date.parse(date),
    saved: true,
    audio: { path: audioFilePath, format: stored.audioFormat as AudioFormat },
    recognized: recognizedBefore(stored),
    ticket: queue.reserve(planned.queue, { beyondLimit: true }),
    timer: new StageTimer(clock),
    caller: {},
  });
}

/** Stops the work on a recording and waits until it has stopped. Throws RECORDING_NOT_FOUND. */
async function cancel(parts: TranscriptionDependencies, id: string, caller: Caller): Promise<Recording> {
  const { jobs, recordings } = parts;
  await checkChanges(caller, () => makerOf(recordings, id));
  const before = await getRecording(recordings, id);
  await parts.stopSending(before.id);
  await jobs.stop(before.id, new AppError('CANCELLED'));
  return getRecording(recordings, before.id);
}

const QUICK_BYTES = 4 * 1024 * 1024;

/** True for audio that is read within milliseconds, so that moving it to its place may wait for that. */
function isFastToDecode({ bytes, format }: IngestedAudio): boolean {
  return (format === 'wav' || format === 'aiff') && bytes <= QUICK_BYTES;
}

/** What was recognised if the application ended while the text was being rewritten. */
function recognizedBefore({
  recording,
  model,
  language,
  words,
  segments,
}: StoredRecording): TranscriptionRecord | undefined {
  const { status, text, transcribedText, transcriptionProvider, duration } = recording;
  if (status !== 'post_processing' || transcribedText === null) return undefined;
  return {
    text,
    transcribedText,
    provider: transcriptionProvider ?? '',
    model: model ?? '',
    language,
    duration,
    words,
    segments,
  };
}

/** Longest file name on any of the usual file systems. */
const MAX_CHARACTERS = 255;

/**
 * The file name at the end of a path of any platform, on one line and of bounded length; undefined if nothing is left
 * of it.
 */
export function sourceNameOf(path: string | undefined): string | undefined {
  const written = path
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}+/gu, ' ');
  const name = written && visibleLine(written).trim().slice(0, MAX_CHARACTERS);
  return name === '' ? undefined : name;
}
