import { randomUUID } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { SAMPLE_RATE } from '@quoth/audio';
import { AppError, limits, say } from '@quoth/contract';
import type { Logger } from '../base/index.ts';
import type { BegunRecording } from '../recordings/index.ts';
import {
  type DictatedTranscriptions,
  type DictationPlan,
  type JobCaller,
  type LiveWords,
  type Outcome,
  Shutdown,
} from '../transcription/index.ts';
import { type EndedStatus, notKept, RecordedSound, type RecordingFiles } from './recording-files.ts';

/** How a recording ends that is not to become text: its speaker discards it, or something else cancels it. */
export type EndedEarly = Exclude<EndedStatus, 'pending'>;

export interface RecordingSessionOptions {
  readonly plan: DictationPlan;
  /** Nothing of it is kept. */
  readonly isPrivate: boolean;
  /** What its row says about who made it, and how it was asked for. */
  readonly row: Omit<BegunRecording, 'id' | 'mode'>;
  /** Called with the engine's own text so far, before text rules. */
  readonly onPartial?: ((text: string, stableCharacters?: number) => void) | undefined;
}

export interface RecordingSessionsOptions {
  readonly transcriber: Pick<DictatedTranscriptions, 'beginLive' | 'finish'>;
  readonly files: RecordingFiles;
  readonly logger: Logger;
}

/** What became of its sound. */
interface RecordedAudio {
  /** Undefined where nothing of it can become text. */
  readonly audioPath: string | undefined;
  readonly durationSeconds: number;
  /** Why it is incomplete, or cannot become text. */
  readonly failure: AppError | undefined;
}

/**
 * A recording from its first sample to its text, whatever its sound comes from: its row, its file, its live words, and
 * its endings. Its opener ends it by `finish`, `discard`, `abandon` or `cancel`; `suspend` may come before them.
 */
export class RecordingSession {
  readonly id: string = randomUUID();
  /** Settles when it has its text, or will not have any. */
  readonly closed: Promise<void>;
  readonly #options: RecordingSessionOptions & RecordingSessionsOptions;
  readonly #close: () => void;
  readonly #onRecorded: () => void;
  #live: LiveWords | undefined;
  #sound: RecordedSound | undefined;
  #samples = 0;
  #begunAt = Date.now();
  /** From its ending on. */
  #audio: Promise<RecordedAudio> | undefined;
  #recorded: RecordedAudio | undefined;
  #isRecording = true;
  #isCancelled = false;
  #isSuspended = false;

  /** `onRecorded` is called once, when its file is complete or gone. */
  constructor(options: RecordingSessionOptions & RecordingSessionsOptions, onRecorded: () => void) {
    this.#options = options;
    this.#onRecorded = onRecorded;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#close = resolve;
  }

  /** True until its file is complete, or gone. */
  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** Of what has come, or of what the disk has. */
  get durationMs(): number {
    return (this.#recorded?.durationSeconds ?? this.#samples / SAMPLE_RATE) * 1000;
  }

  /** True once its file is complete, if there is something in it that can become text. */
  get hasAudio(): boolean {
    return this.#recorded?.audioPath !== undefined;
  }

  /** Why its end is missing, once its file is complete. */
  get failure(): AppError | undefined {
    return this.#recorded?.failure;
  }

  /**
   * Loads the model that gives words while somebody speaks. Where that fails, the whole recording is transcribed when
   * it has ended.
   */
  prepare(): void {
    if (this.#live || this.#sound || this.#audio) return;
    const { transcriber, plan, isPrivate, row, onPartial, logger } = this.#options;
    const { source } = row;
    try {
      this.#live = transcriber.beginLive(plan, {
        id: this.id,
        private: isPrivate,
        onPartial,
        ...(source && { source }),
      });
    } catch (error) {
      logger.warn({ error }, 'A recording is not transcribed live.');
    }
  }

  /** The first sample is here: its row comes first, then its file. */
  begin(): void {
    this.prepare();
    const { files, isPrivate, row, plan } = this.#options;
    const { id } = this;
    this.#begunAt = Date.now();
    const channels = plan.options.channels === 'separate' ? 2 : 1;
    const begin = () =>
      isPrivate ? files.nameless(id, channels) : files.kept({ ...row, id, mode: plan.mode }, channels);
    this.#sound = new RecordedSound({ begin, live: this.#live });
  }

  /**
   * Takes samples over; resolves when the disk has them, which is when there is room for more. Rejects with an AppError
   * where the disk takes no more, where the recording becomes too long, and where its user has canceled it; what came
   * before stays. `tracks`: see `RecordedSound.take`.
   */
  async take(samples: Int16Array, tracks?: Int16Array): Promise<void> {
    if (this.#isCancelled) throw cancelled();
    if (this.#samples + samples.length > limits.audioSeconds * SAMPLE_RATE) throw tooLong();
    const sound = this.#sound;
    if (!sound || this.#audio) return;
    this.#samples += samples.length;
    sound.take(samples, tracks);
    await sound.written;
    if (sound.diskError !== undefined)
      throw notKept(sound.diskError, !this.#options.isPrivate && (await sound.hasSound()));
  }

  /**
   * Nothing more comes: its text. Rejects with the AppError that the work ended with; nothing of a kept recording is
   * lost by that. `signal` is aborted when no one wants the text any more. What was discarded may be finished after
   * all.
   */
  async finish(caller: JobCaller, signal: AbortSignal): Promise<Outcome> {
    const { plan, isPrivate, row, transcriber } = this.#options;
    const { id } = this;
    const { source } = row;
    // The engine need not go on with what no one wants.
    using _abort = addAbortListener(signal, () => this.#live?.stop(new AppError('CANCELLED')));
    try {
      const { audioPath, durationSeconds, failure } = await this.#end('pending');
      if (this.#isSuspended) throw new Shutdown(isPrivate ? undefined : id);
      if (audioPath === undefined) throw failure ?? new AppError('NO_SPEECH');
      // The words of a meeting were for the eyes; its channels are transcribed now.
      if (plan.options.channels) this.#live?.stop(new AppError('CANCELLED'));
      const live = this.#live;
      const recordedAt = this.#begunAt;
      const recorded = { id, plan, audioPath, recordedAt, durationSeconds, private: isPrivate, live };
      return await transcriber.finish({ ...recorded, ...(source && { source }) }, caller, signal);
    } finally {
      await this.#cleanUp();
    }
  }

  /** Nothing of it is kept, and nothing of it can be restored. */
  async discard(): Promise<void> {
    const { files, isPrivate } = this.#options;
    this.#live?.stop(new AppError('CANCELLED'));
    await this.#ended(async () => {
      await files.drop(this.#sound, this.id, isPrivate);
      return { audioPath: undefined, durationSeconds: 0, failure: undefined };
    });
    await this.#cleanUp();
  }

  /**
   * Its sender has gone: what is kept becomes text, anything else is discarded, since no one would ever read it. Never
   * rejects: its row says how it ended.
   */
  async abandon(caller: JobCaller): Promise<void> {
    const left = this.#options.isPrivate ? this.discard() : this.finish(caller, new AbortController().signal);
    await left.catch(() => undefined);
  }

  /**
   * Its user does not want its text: what came is kept as canceled, or, if discarded, out of reach until it is restored
   * or deleted.
   */
  async cancel(as: EndedEarly): Promise<void> {
    const { files, isPrivate } = this.#options;
    const isOver = this.#audio !== undefined;
    this.#isCancelled = true;
    this.#live?.stop(cancelled());
    await this.#end(as);
    // Its row has been given another end already.
    if (isOver && as === 'discarded' && !isPrivate) await files.discard(this.id);
    await this.#cleanUp();
  }

  /** The application ends: its file is completed, and the next start transcribes it. */
  async suspend(): Promise<void> {
    this.#isSuspended = true;
    await this.#end('pending');
    this.#live?.stop(new AppError('CANCELLED'));
    await this.#cleanUp();
  }

  #end(status: EndedStatus): Promise<RecordedAudio> {
    return this.#ended(() => this.#complete(status));
  }

  /** The first ending counts. */
  #ended(complete: () => Promise<RecordedAudio>): Promise<RecordedAudio> {
    const once = async () => {
      try {
        this.#recorded = await complete();
        return this.#recorded;
      } finally {
        this.#isRecording = false;
        this.#onRecorded();
      }
    };
    this.#audio ??= once();
    return this.#audio;
  }

  async #complete(status: EndedStatus): Promise<RecordedAudio> {
    const { files, isPrivate } = this.#options;
    const end = { id: this.id, isPrivate, status };
    const { durationSeconds, audioPath, unwritten, ofDisk } = await files.complete(this.#sound, end);
    if (status === 'cancelled') return { audioPath: undefined, durationSeconds, failure: cancelled() };
    const failure = unwritten ?? ofDisk;
    // No one will ask for the live transcript.
    if (audioPath === undefined) this.#live?.stop(failure ?? new AppError('NO_SPEECH'));
    return { audioPath, durationSeconds, failure };
  }

  async #cleanUp(): Promise<void> {
    const live = this.#live;
    this.#live = undefined;
    this.#options.files.close(this.id);
    this.#close();
    await live?.close();
  }
}

function cancelled(): AppError {
  return new AppError('CANCELLED', { message: say('recordingCancelledByUser') });
}

function tooLong(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('recordingTooLong', { hours: limits.audioSeconds / 3600 }),
    hint: say('endAndBeginAnother'),
  });
}

/** Everything that is being recorded, from the microphone and by programs. */
export class RecordingSessions {
  readonly #options: RecordingSessionsOptions;
  readonly #open = new Map<string, RecordingSession>();
  #isClosing = false;

  constructor(options: RecordingSessionsOptions) {
    this.#options = options;
  }

  /** A recording that has no sample yet. Throws CANCELLED while the application ends. */
  open(options: RecordingSessionOptions): RecordingSession {
    if (this.#isClosing) throw new AppError('CANCELLED', { message: say('shuttingDown') });
    const session = new RecordingSession({ ...this.#options, ...options }, () =>
      this.#open.delete(session.id),
    );
    this.#open.set(session.id, session);
    return session;
  }

  /** True until the file of this recording is complete. */
  isRecording(id: string): boolean {
    return this.#open.has(id);
  }

  /** Completes the files of what goes on; it is transcribed at the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#open.values()].map((session) => session.suspend()));
  }
}
