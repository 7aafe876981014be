import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { isRawRate, RawAudio, SAMPLE_RATE, VoiceDetector } from '@quoth/audio';
import { AppError, limits, type TranscribeOptions, type Transcription } from '@quoth/contract';
import { checkRewriting } from './callers.ts';
import type {
  Caller,
  LiveAudio,
  LiveAudioFormat,
  LiveContext,
  LiveInput,
  LiveRecording,
  LiveSound,
} from './declarations/index.ts';
import { notKept, RecordedSound, type RecordingFiles } from './dictation/index.ts';
import { keptOptions } from './recordings/index.ts';
import {
  type DictatedTranscriptions,
  type DictationPlan,
  type LiveTranscription,
  type RecordedDictation,
  stablePartials,
  toTranscription,
} from './transcription/index.ts';

export interface LiveRecordingsOptions {
  readonly transcriber: DictatedTranscriptions;
  readonly files: RecordingFiles;
  /** Whether audio and transcript are kept if the caller does not say. */
  readonly savesByDefault: () => boolean;
  /** How many may go on at a time; those of the contract by default. */
  readonly maximum?: number;
}

/** Recordings whose sound programs send while somebody speaks: the recorder's way of storing and transcribing, without its microphone. */
export class LiveRecordings implements LiveAudio {
  readonly #options: LiveRecordingsOptions;
  readonly #open = new Map<string, RecordingInProgress>();
  /** Those that have no text yet, whether their sound still comes or not. */
  readonly #unanswered = new Set<string>();
  #isClosing = false;

  constructor(options: LiveRecordingsOptions) {
    this.#options = options;
  }

  check(options: TranscribeOptions, caller: Caller): void {
    checkRewriting(caller, options);
    checkLiveOptions(options);
    this.#options.transcriber.planFor(options);
  }

  begin(options: TranscribeOptions, context: LiveContext): LiveRecording {
    const { transcriber, files, savesByDefault, maximum = limits.liveRecordings } = this.#options;
    checkRewriting(context.caller, options);
    checkLiveOptions(options);
    const plan = transcriber.planFor(options);
    const refusal = transcriber.refusal(plan);
    if (refusal) throw refusal;
    if (this.#isClosing) throw new AppError('CANCELLED', { message: 'Quoth is shutting down.' });
    if (this.#open.size >= maximum) {
      throw new AppError('RATE_LIMITED', {
        message: `${maximum} live recordings are already in progress.`,
        hint: 'Wait until one of them has ended, then try again.',
      });
    }
    if (this.#unanswered.size >= limits.liveUnanswered) {
      throw new AppError('RATE_LIMITED', {
        message: `${limits.liveUnanswered} live recordings are still being transcribed.`,
        hint: 'Wait until some of them are done, then try again.',
      });
    }
    const id = randomUUID();
    const recording = new RecordingInProgress({
      id,
      plan,
      isPrivate: !(options.save ?? savesByDefault()),
      options,
      context,
      transcriber,
      files,
      onEnd: () => this.#open.delete(id),
      onAnswered: () => this.#unanswered.delete(id),
    });
    this.#open.set(id, recording);
    this.#unanswered.add(id);
    return recording;
  }

  input(format: LiveAudioFormat): Promise<LiveInput> {
    return openLiveInput(format);
  }

  /** True while its sound still comes, or its file is being completed. */
  isRecording(id: string): boolean {
    return this.#open.has(id);
  }

  /** Gives up one whose sound still comes; does nothing for any other. */
  async cancel(id: string): Promise<void> {
    await this.#open.get(id)?.cancel();
  }

  /** Completes the files of what goes on; it is transcribed at the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#open.values()].map((recording) => recording.putOff()));
  }
}

/** Throws INVALID_REQUEST for options that make no sense while somebody speaks. */
function checkLiveOptions({ async: inBackground }: TranscribeOptions): void {
  if (inBackground !== true) return;
  throw new AppError('INVALID_REQUEST', {
    message: '"async" does not apply to live audio, which is transcribed while somebody speaks.',
    hint: 'Omit "async". If the sender disconnects, the recording is transcribed anyway.',
  });
}

export interface RecordingInProgressOptions {
  readonly id: string;
  readonly plan: DictationPlan;
  /** Nothing of it is kept. */
  readonly isPrivate: boolean;
  /** What its sender asks for. */
  readonly options: TranscribeOptions;
  readonly context: LiveContext;
  readonly transcriber: DictatedTranscriptions;
  readonly files: RecordingFiles;
  /** Called once, when its file is complete or gone. */
  readonly onEnd: () => void;
  /** Called when it has its text, or will not have any. */
  readonly onAnswered: () => void;
}

/** What became of its sound. */
interface Ended {
  readonly recorded?: RecordedDictation;
  readonly failure?: AppError;
}

/** A recording that a program sends: its row, its file and its live transcription, until there is a text. */
export class RecordingInProgress implements LiveRecording {
  readonly recordingId: string | undefined;
  readonly #options: RecordingInProgressOptions;
  readonly #live: LiveTranscription | undefined;
  readonly #sound: RecordedSound;
  #samples = 0;
  #ended: Promise<Ended> | undefined;
  #isCancelled = false;

  constructor(given: RecordingInProgressOptions) {
    this.#options = given;
    const { id, plan, isPrivate, options, context, transcriber, files } = given;
    const { source, caller, requestId, onStablePartial } = context;
    this.recordingId = isPrivate ? undefined : id;
    const begun = {
      id,
      private: isPrivate,
      source,
      onPartial: stablePartials(plan, source, onStablePartial),
    };
    this.#live = transcriber.beginLive(plan, begun);
    const row = {
      id,
      mode: plan.mode,
      options: keptOptions(plan.options),
      source,
      sourceName: options.source_name,
    };
    this.#sound = new RecordedSound({
      begin: () =>
        isPrivate
          ? files.nameless(id)
          : files.kept({ ...row, requestId, madeBy: caller.program, byAction: caller.byAction }),
      live: this.#live,
    });
  }

  async take({ samples }: LiveSound): Promise<void> {
    if (this.#isCancelled) throw cancelled();
    this.#refuseBeyondLimit(samples.length);
    if (this.#ended === undefined) this.#sound.take(samples);
    await this.#sound.written;
    const { path, diskError } = this.#sound;
    if (diskError !== undefined) throw notKept(diskError, path !== undefined && !this.#options.isPrivate);
  }

  async finish(signal: AbortSignal = new AbortController().signal): Promise<Transcription> {
    const { transcriber, context, options } = this.#options;
    // The engine need not go on with what no one wants.
    using _abort = addAbortListener(signal, () => this.#live?.stop(new AppError('CANCELLED')));
    try {
      const { recorded, failure } = await this.#end();
      if (!recorded) throw failure ?? new AppError('TRANSCRIPTION_FAILED');
      const outcome = await transcriber.finish(recorded, context, signal);
      // The text is incomplete, because the disk could not take the rest of the audio.
      if (failure) throw failure;
      return await toTranscription(outcome, options);
    } finally {
      await this.#cleanUp();
    }
  }

  async discard(): Promise<void> {
    const { id, files, isPrivate, onEnd } = this.#options;
    this.#live?.stop(new AppError('CANCELLED'));
    this.#ended ??= files.drop(this.#sound, id, isPrivate).then(() => {
      onEnd();
      return {};
    });
    await this.#ended;
    await this.#cleanUp();
  }

  async abandon(): Promise<void> {
    const left = this.recordingId === undefined ? this.discard() : this.finish();
    // No caller waits for the result anymore; the recording's row says how it ended.
    await left.catch(() => undefined);
  }

  /** Its user gives it up in the middle: its sender learns it, and what came is kept without a text. */
  async cancel(): Promise<void> {
    const { id, isPrivate, files, onEnd } = this.#options;
    this.#isCancelled = true;
    this.#live?.stop(cancelled());
    this.#ended ??= files
      .complete(this.#sound, { id, isPrivate, status: 'cancelled' })
      .then(() => ({ failure: cancelled() }))
      .finally(onEnd);
    await this.#ended;
  }

  /** The application ends: its file is completed, and the next start transcribes it. */
  async putOff(): Promise<void> {
    await this.#end();
    this.#live?.stop(new AppError('CANCELLED'));
  }

  #end(): Promise<Ended> {
    this.#ended ??= this.#completed().finally(this.#options.onEnd);
    return this.#ended;
  }

  async #completed(): Promise<Ended> {
    const { id, plan, isPrivate, context, files } = this.#options;
    const end = { id, isPrivate, status: 'pending' } as const;
    const { durationSeconds, audioPath, unwritten, ofDisk } = await files.complete(this.#sound, end);
    const failure = unwritten ?? ofDisk;
    if (audioPath === undefined) {
      const why = failure ?? new AppError('NO_SPEECH');
      this.#live?.stop(why);
      return { failure: why };
    }
    const { source } = context;
    const live = this.#live;
    return {
      recorded: { id, plan, audioPath, durationSeconds, private: isPrivate, source, live },
      ...(failure && { failure }),
    };
  }

  async #cleanUp(): Promise<void> {
    await this.#live?.close();
    this.#options.files.close(this.#options.id);
    this.#options.onAnswered();
  }

  #refuseBeyondLimit(samples: number): void {
    this.#samples += samples;
    if (this.#samples <= limits.audioSeconds * SAMPLE_RATE) return;
    throw new AppError('INVALID_REQUEST', {
      message: `A recording can last at most ${limits.audioSeconds / 3600} hours.`,
      hint: 'End it and begin another one. What has arrived is kept.',
    });
  }
}

function cancelled(): AppError {
  return new AppError('CANCELLED', { message: 'The recording was canceled by its user.' });
}

/** Bytes as a program sends them become samples, with what is speech in them. Throws INVALID_REQUEST for a rate that speech is not recorded at. */
async function openLiveInput(format: LiveAudioFormat): Promise<LiveInput> {
  if (!isRawRate(format.rate)) {
    throw new AppError('INVALID_REQUEST', {
      message: `Audio with ${format.rate} samples per second is not supported.`,
      hint: 'Send 8000 to 48000 samples per second; 16000 is best.',
    });
  }
  const audio = new RawAudio(format);
  const voice = new VoiceDetector();
  const sound = (samples: Int16Array): LiveSound => ({
    samples,
    voiced: voice.push(samples).map(({ isVoiced }) => isVoiced),
  });
  return {
    push: (bytes) => sound(audio.push(bytes)),
    end: () => {
      const last = sound(audio.end());
      voice.reset();
      return last;
    },
  };
}
