import { writeFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAll } from '@quoth/audio';
import {
  type AppError,
  isSpokenHere,
  type Mode,
  type RecordingSource,
  type TranscribeOptions,
} from '@quoth/contract';
import { PreviewedText } from '@quoth/text';
import { type Clock, type EventBus, type Logger, UnlinkedFile } from '../base/index.ts';
import type { ModeWithVocabulary } from '../modes.ts';
import type { PostProcessingService } from '../rewriting/index.ts';
import { destinationsOf } from './destinations.ts';
import { type Outcome, workOptionsOf } from './finished-transcription.ts';
import { type JobDependencies, runJob } from './job-runner.ts';
import { textRulesOf } from './job-text-rules.ts';
import { type Job, type JobCaller, type JobQueue, StageTimer } from './jobs.ts';
import { LiveTurns } from './live-turns.ts';
import { canStream } from './plan-cloud.ts';
import { type PlannableModel, quickModel } from './plan-local.ts';
import { type PlannedTranscription, type PlanSources, planWith, planWork } from './plan-transcription.ts';
import { previewLive, type Recognition, type Recognizers, recognizeLive } from './recognizers.ts';

/** What is decided about a dictation before its microphone is opened. */
export interface DictationPlan extends PlannedTranscription {
  /** It is transcribed while one speaks; else when it has ended. */
  readonly isLive: boolean;
  /** Shows the words while one speaks, until those of the plan are there. */
  readonly preview: PlannableModel | undefined;
}

export interface DictationDependencies extends JobDependencies {
  readonly planning: PlanSources;
  readonly recognizers: Recognizers;
  readonly rewriting: Pick<PostProcessingService, 'transcript' | 'isSetUp'>;
  readonly queue: JobQueue;
  readonly clock: Clock;
}

/** A recording that has ended and is to become text. */
interface RecordedDictation {
  readonly id: string;
  readonly plan: DictationPlan;
  /** A wav file; the recording's own, unless it is private. */
  readonly audioPath: string;
  /** When it began, in milliseconds since 1970. */
  readonly recordedAt: number;
  readonly durationSeconds: number;
  readonly private: boolean;
  /** Where it was spoken: by default into a microphone of this machine. */
  readonly source?: RecordingSource;
  readonly live: LiveWords | undefined;
}

/** A recording that begins, as far as its live transcription needs to know it. */
type BegunDictation = Pick<LiveTranscriptionOptions, 'id' | 'private' | 'source' | 'onPartial'>;

/** Transcriptions of what somebody is speaking: planned before the first sample, transcribed while they speak. */
export interface DictatedTranscriptions {
  /**
   * Decides who recognises and who rewrites. The default mode leaves the text as it is until a language model is set
   * up: no one asked for rewriting, so nothing is missing. Throws MODE_NOT_FOUND, and what `planTranscription` does.
   */
  plan(modeId: string | undefined): DictationPlan;
  /** The same for audio that a program sends, with the options of its request. */
  planFor(options: TranscribeOptions): DictationPlan;
  /** The same for a mode that need not be saved, without its text rules and rewriting. */
  planTrial(mode: Mode): DictationPlan;
  /** Why the provider cannot be used, as far as known; one that was not checked yet can be. Reads from memory. */
  refusal(plan: DictationPlan): AppError | undefined;
  /**
   * Begins to transcribe; undefined if a provider gets the whole recording at the end, and no model shows words until
   * then.
   */
  beginLive(plan: DictationPlan, recording: BegunDictation): LiveWords | undefined;
  /**
   * The text, after rules and rewriting; its latency counts from here, where the audio has ended. Whatever was not
   * transcribed during the recording is transcribed now. Rejects with an AppError.
   */
  finish(recorded: RecordedDictation, caller: JobCaller, signal: AbortSignal): Promise<Outcome>;
}

export function dictatedTranscriptions(dependencies: DictationDependencies): DictatedTranscriptions {
  const { planning, recognizers, rewriting, spoolFolder } = dependencies;
  return {
    plan: (modeId) => {
      const plan = dictationPlan(
        planning,
        planWork(planning, { ...(modeId !== undefined && { mode_id: modeId }) }),
      );
      const rewrites = plan.options.post_process === true;
      if (modeId !== undefined || !rewrites || rewriting.isSetUp()) return plan;
      const options = { ...plan.options, post_process: false };
      return { ...plan, options, destinations: destinationsOf(planning.rewriting, { ...plan, options }) };
    },
    planFor: (asked) => {
      const options = workOptionsOf(asked);
      const plan = dictationPlan(planning, planWork(planning, options));
      return { ...plan, options, destinations: destinationsOf(planning.rewriting, { ...plan, options }) };
    },
    planTrial: (mode) => dictationPlan(planning, planWith(planning, withoutTextRules(mode), {})),
    refusal: ({ plan }) => (plan.kind === 'cloud' ? recognizers.cloud.refusal(plan) : undefined),
    beginLive: (planned, recording) => {
      const plan = areWordsShown(recording, dependencies.events)
        ? planned
        : { ...planned, preview: undefined };
      if (plan.options.channels) return beginTurns(dependencies, plan, recording);
      if (!plan.isLive && !plan.preview) return undefined;
      const spoolPath = join(spoolFolder, `${recording.id}.live.pcm`);
      return new LiveTranscription({ ...dependencies, ...recording, plan, spoolPath });
    },
    finish: (recorded, caller, signal) => finish(dependencies, recorded, caller, signal),
  };
}

/** The words of two tracks are for the eyes alone; undefined where no model of this machine can show them. */
function beginTurns(
  { recognizers, spoolFolder, events, speakerNames, logger }: DictationDependencies,
  planned: DictationPlan,
  recording: BegunDictation,
): LiveTurns | undefined {
  const { plan } = planned;
  const model = planned.preview ?? (plan.kind === 'local' ? plan.model : undefined);
  if (!model) return undefined;
  let count = 0;
  return new LiveTurns({
    names: speakerNames,
    show: shownWords(recording, events),
    begin: (onPartial) => {
      const spool = new LiveSpool(
        join(spoolFolder, `${recording.id}.${count++}.live.pcm`),
        recording.private,
      );
      const stop = new AbortController();
      const ended = Promise.withResolvers<number>();
      const job = { plan, options: {}, vocabulary: [], spoolPath: spool.path };
      const hooks = { signal: stop.signal, onPartial };
      const text = previewLive(recognizers, model, job, ended.promise, hooks).finally(() => spool.close());
      text.catch((error: unknown) => {
        if (!stop.signal.aborted) logger.debug({ error }, 'A turn of a meeting has no words.');
      });
      return {
        text,
        take: (samples) => spool.take(samples),
        end: () => ended.resolve(spool.samples),
        stop: (reason) => stop.abort(reason),
      };
    },
  });
}

/**
 * True where somebody may see words that are not settled yet: they are spoken into a microphone, or a reader of events
 * is there.
 */
function areWordsShown(
  { private: isPrivate, source = 'dictation' }: BegunDictation,
  events: EventBus,
): boolean {
  return isSpokenHere(source) || (!isPrivate && events.areWordsRead);
}

function finish(
  dependencies: DictationDependencies,
  {
    id,
    plan,
    audioPath,
    recordedAt,
    durationSeconds,
    private: isPrivate,
    live,
    source = 'dictation',
  }: RecordedDictation,
  caller: JobCaller,
  signal: AbortSignal,
): Promise<Outcome> {
  // Speech that was recorded is never refused because the queue is full.
  const ticket = dependencies.queue.reserve(plan.queue, { beyondLimit: true });
  const job: Job = {
    ...plan,
    id,
    // The recording has been asked for but this once.
    run: 1,
    source,
    recordedAt,
    saved: !isPrivate,
    audio: { path: audioPath, format: 'wav' },
    ticket,
    timer: new StageTimer(dependencies.clock),
    caller,
    ...(live?.recognition && { live: { durationSeconds, recognition: live.recognition } }),
  };
  return runJob(dependencies, job, signal).finally(() => ticket.release());
}

function dictationPlan(sources: PlanSources, planned: PlannedTranscription): DictationPlan {
  const { plan, mode } = planned;
  const options = { ...planned.options, post_process: mode.postProcessingMode !== 0 };
  const isLocal = plan.kind === 'local';
  const isLive = isLocal || (mode.useStreamingTranscription && canStream(plan, options));
  const growsByItself = isLive && plan.model.capabilities.streaming;
  const isTranslated = options.translate === true;
  return {
    ...planned,
    options,
    destinations: destinationsOf(sources.rewriting, { mode, options, plan }),
    isLive,
    preview:
      growsByItself || isTranslated
        ? undefined
        : quickModel(sources.engines.models(), plan.language, isLocal ? plan.model : undefined),
  };
}

/** A mode that leaves the engine's text alone; words to expect stay, replacements go. */
function withoutTextRules(mode: Mode): ModeWithVocabulary {
  return {
    ...mode,
    punctuation: true,
    capitalization: true,
    profanityFilter: false,
    removeTrailingPeriod: false,
    englishSpelling: null,
    spokenLineBreaks: false,
    numbersAsDigits: 'off',
    numbersAsWords: 'off',
    spokenMarks: 'off',
    removeFillers: 'off',
    postProcessingMode: 0,
    customVocabulary: mode.customVocabulary.filter((entry) => !entry.includes('=>')),
    scoped: [],
  };
}

/** Milliseconds between two events per character of text: about a second for an hour of speech. */
const CHARACTERS_PER_MS = 50;

/** What transcribes a recording while it is made. */
export interface LiveWords {
  /** The result, once the recording has ended; undefined where it is transcribed afterwards. */
  readonly recognition: Promise<Recognition> | undefined;
  /** Takes samples; of two tracks, their mix, and one sample of each in turn. Rejects where the disk takes no more. */
  take(samples: Int16Array, tracks: Int16Array): Promise<void>;
  /** The recording has ended. */
  end(): void;
  /** No one wants the text any more. */
  stop(reason: AppError): void;
  /** Deletes its samples. */
  close(): Promise<void>;
}

export interface LiveTranscriptionOptions {
  readonly id: string;
  readonly private: boolean;
  /** Where it is spoken: by default into a microphone of this machine. */
  readonly source?: RecordingSource;
  readonly plan: DictationPlan;
  /**
   * Called with the engine's own text so far, before text rules; all but its first `stableCharacters` may still change.
   */
  readonly onPartial?: ((text: string, stableCharacters?: number) => void) | undefined;
  readonly spoolPath: string;
  readonly recognizers: Recognizers;
  readonly events: EventBus;
  readonly logger: Logger;
}

/**
 * Transcribes a recording while it is made: with an engine of this machine, whose model is loaded from the start, or
 * with a provider's stream. Another model may show the words until then.
 */
class LiveTranscription implements LiveWords {
  readonly recognition: Promise<Recognition> | undefined;
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<number>();
  readonly #speaking = new AbortController();
  readonly #spool: LiveSpool;

  constructor(options: LiveTranscriptionOptions) {
    const { plan, source = 'dictation', onPartial, recognizers, logger } = options;
    this.#spool = new LiveSpool(options.spoolPath, options.private);
    const spoolPath = this.#spool.path;
    const { vocabulary } = textRulesOf(plan.mode, plan.options, source);
    const reads = onPartial ? 'settled' : areWordsShown(options, options.events) ? 'words' : 'nothing';
    const job = { ...plan, spoolPath, vocabulary, reads } as const;
    const shown = new PreviewedText();
    const tell = shownWords(options, options.events);
    const show = () => tell(shown.text, shown.stableCharacters);
    const ended = this.#ended.promise;
    const { signal } = this.#stop;
    const quiet = (error: unknown) => {
      if (!signal.aborted && !this.#speaking.signal.aborted)
        logger.debug({ error }, 'The live transcription of a recording ended early.');
    };
    if (plan.isLive) {
      this.recognition = recognizeLive(recognizers, job, ended, {
        signal,
        onPartial: (text, stableCharacters) => {
          onPartial?.(text, stableCharacters);
          shown.write(text, stableCharacters);
          if (plan.preview) show();
          else tell(text, stableCharacters);
        },
      });
      this.recognition.catch(quiet);
    }
    if (!plan.preview) return;
    previewLive(recognizers, plan.preview, job, ended, {
      signal: AbortSignal.any([signal, this.#speaking.signal]),
      onPartial: (text) => {
        shown.preview(text);
        show();
      },
    }).catch(quiet);
  }

  take(samples: Int16Array): Promise<void> {
    return this.#spool.take(samples);
  }

  end(): void {
    // From now on the machine is for the words that count.
    this.#speaking.abort();
    this.#ended.resolve(this.#spool.samples);
  }

  stop(reason: AppError): void {
    this.#stop.abort(reason);
  }

  close(): Promise<void> {
    return this.#spool.close();
  }
}

/** Raw samples that an engine reads while they are written; of a private recording in a file without a name. */
export class LiveSpool {
  readonly path: string;
  readonly #nameless: UnlinkedFile | undefined;
  #file: FileHandle | undefined;
  #samples = 0;
  #isClosed = false;

  constructor(path: string, isPrivate: boolean) {
    // The engine opens it at once, before there is a sample.
    if (isPrivate) this.#nameless = UnlinkedFile.create(path);
    else writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    this.path = this.#nameless?.path ?? path;
  }

  /** Samples that an engine can read. */
  get samples(): number {
    return this.#samples;
  }

  async take(samples: Int16Array): Promise<void> {
    if (this.#isClosed) return;
    this.#file ??= await open(this.path, 'a', 0o600);
    await writeAll(this.#file, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    this.#samples += samples.length;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // It is a copy: the recording itself lies elsewhere.
    await this.#file?.close().catch(() => undefined);
    if (this.#nameless) this.#nameless.close();
    else await rm(this.path, { force: true });
  }
}

/** Tells everybody who shows them the words of a recording so far. */
function shownWords(
  { id, private: isPrivate, source = 'dictation' }: BegunDictation,
  events: EventBus,
): (text: string, stableCharacters?: number) => void {
  let reportedAt = 0;
  return (text, stableCharacters = 0) => {
    // Of what a program sends and no one keeps, only that program hears.
    if (isPrivate && !isSpokenHere(source)) return;
    const now = performance.now();
    if (now - reportedAt < text.length / CHARACTERS_PER_MS) return;
    reportedAt = now;
    events.publish({
      type: 'transcript-partial',
      recordingId: id,
      text,
      stableCharacters,
      source,
      ...(isPrivate && { private: true }),
    });
  };
}
