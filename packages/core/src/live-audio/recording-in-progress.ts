import { addAbortListener } from 'node:events';
import { SAMPLE_RATE } from '@quoth/audio';
import { AppError, limits, type Transcription } from '@quoth/contract';
import type { LiveContext, LiveRecording, LiveSound } from '../declarations/index.ts';
import { notKept, RecordedSound, type RecordingFiles } from '../dictation/index.ts';
import {
  type DictatedTranscriptions,
  type DictationPlan,
  keptOptions,
  type LiveTranscription,
  type RecordedDictation,
  stablePartialOf,
} from '../transcription/index.ts';

export interface RecordingInProgressOptions {
  readonly id: string;
  readonly plan: DictationPlan;
  /** It becomes text while it is sent; else when it has ended. */
  readonly isLive: boolean;
  /** Nothing of it is kept. */
  readonly isPrivate: boolean;
  readonly sourceName: string | undefined;
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
  readonly #with: RecordingInProgressOptions;
  readonly #live: LiveTranscription | undefined;
  readonly #sound: RecordedSound;
  #diskError: unknown;
  #samples = 0;
  #ended: Promise<Ended> | undefined;
  #isCancelled = false;

  constructor(options: RecordingInProgressOptions) {
    this.#with = options;
    const { id, plan, isLive, isPrivate, sourceName, context, transcriber, files } = options;
    const { source, madeBy, byAction, requestId, onStablePartial } = context;
    this.recordingId = isPrivate ? undefined : id;
    // Rewritten text has little to do with what was said, so none of that is told before.
    const tells = onStablePartial !== undefined && plan.options.post_process !== true;
    const stable = tells ? stablePartialOf(plan, source) : undefined;
    const begun = {
      id,
      private: isPrivate,
      source,
      onPartial: (text: string, stableCharacters?: number) => {
        const sure = stable?.push(text, stableCharacters);
        if (sure !== undefined) onStablePartial?.(sure);
      },
    };
    this.#live = isLive ? transcriber.beginLive(plan, begun) : undefined;
    const row = { id, mode: plan.mode, options: keptOptions(plan.options), source, sourceName };
    this.#sound = new RecordedSound({
      begin: () => (isPrivate ? files.nameless(id) : files.kept({ ...row, requestId, madeBy, byAction })),
      live: this.#live,
      onFailure: (error) => {
        this.#diskError = error;
      },
    });
  }

  /** Settles when its live transcription is over; undefined where there is none. */
  get recognized(): Promise<unknown> | undefined {
    return this.#live?.recognition;
  }

  async take({ samples, voiced }: LiveSound): Promise<void> {
    if (this.#isCancelled) throw cancelled();
    this.#refuseBeyondLimit(samples.length);
    if (this.#ended === undefined) this.#sound.take(samples, voiced);
    await this.#sound.written;
    const isKept = this.#sound.path !== undefined && !this.#with.isPrivate;
    if (this.#diskError !== undefined) throw notKept(this.#diskError, isKept);
  }

  async finish(signal: AbortSignal = new AbortController().signal): Promise<Transcription> {
    const { transcriber, context } = this.#with;
    // The engine need not go on with what nobody wants.
    using _abort = addAbortListener(signal, () => this.#live?.stop(new AppError('CANCELLED')));
    try {
      const { recorded, failure } = await this.#end();
      if (!recorded) throw failure ?? new AppError('TRANSCRIPTION_FAILED');
      const text = await transcriber.answer(recorded, context, signal);
      // It is not all of it: the disk did not take the rest.
      if (failure) throw failure;
      return text;
    } finally {
      await this.#cleanUp();
    }
  }

  async discard(): Promise<void> {
    const { id, files, isPrivate, onEnd } = this.#with;
    this.#live?.stop(new AppError('CANCELLED'));
    this.#ended ??= this.#sound.finish().then(async () => {
      if (!isPrivate) await files.endRow(id, undefined, 0);
      onEnd();
      return {};
    });
    await this.#ended;
    await this.#cleanUp();
  }

  async abandon(): Promise<void> {
    const left = this.recordingId === undefined ? this.discard() : this.finish();
    // Nobody waits for it any more; what became of it is told by its row, where there is one.
    await left.catch(() => undefined);
  }

  /** Its user gives it up in the middle: its sender is told, and what came is kept without a text. */
  async cancel(): Promise<void> {
    const { id, files, onEnd } = this.#with;
    this.#isCancelled = true;
    this.#live?.stop(cancelled());
    this.#ended ??= this.#sound
      .finish()
      .then(async (durationSeconds) => {
        await files.endRow(id, durationSeconds > 0 ? 'cancelled' : undefined, durationSeconds);
        return { failure: cancelled() };
      })
      .finally(onEnd);
    await this.#ended;
  }

  /** The application ends: its file is completed, and the next start transcribes it. */
  async putOff(): Promise<void> {
    await this.#end();
    this.#live?.stop(new AppError('CANCELLED'));
  }

  #end(): Promise<Ended> {
    this.#ended ??= this.#completed().finally(this.#with.onEnd);
    return this.#ended;
  }

  async #completed(): Promise<Ended> {
    const { id, plan, isPrivate, context, files } = this.#with;
    const durationSeconds = await this.#sound.finish();
    const { path } = this.#sound;
    const hasAudio = path !== undefined && durationSeconds > 0;
    const ofDisk =
      this.#diskError === undefined ? undefined : notKept(this.#diskError, hasAudio && !isPrivate);
    const unwritten =
      isPrivate || path === undefined
        ? undefined
        : await files.endRow(id, hasAudio ? 'pending' : undefined, durationSeconds);
    const failure = unwritten ?? ofDisk ?? (hasAudio ? undefined : new AppError('NO_SPEECH'));
    if (!hasAudio || unwritten) {
      this.#live?.stop(failure ?? new AppError('CANCELLED'));
      return { ...(failure && { failure }) };
    }
    const { source } = context;
    const live = this.#live;
    return {
      recorded: { id, plan, audioPath: path, durationSeconds, private: isPrivate, source, live },
      ...(failure && { failure }),
    };
  }

  async #cleanUp(): Promise<void> {
    await this.#live?.close();
    this.#with.files.close(this.#with.id);
    this.#with.onAnswered();
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
  return new AppError('CANCELLED', { message: 'The recording was cancelled by its user.' });
}
