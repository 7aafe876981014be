import { randomUUID } from 'node:crypto';
import { AppError, limits, type TranscribeOptions } from '@quoth/contract';
import type {
  LiveAudio,
  LiveAudioFormat,
  LiveContext,
  LiveInput,
  LiveRecording,
} from '../declarations/index.ts';
import type { RecordingFiles } from '../dictation/index.ts';
import type { DictatedTranscriptions } from '../transcription/index.ts';
import { checkLiveOptions } from './check-live-options.ts';
import { openLiveInput } from './live-input.ts';
import { RecordingInProgress } from './recording-in-progress.ts';
import { VoiceMeters } from './voice-meters.ts';

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
  readonly #with: LiveRecordingsOptions;
  readonly #meters = new VoiceMeters();
  readonly #open = new Map<string, RecordingInProgress>();
  /** Those that have no text yet, whether their sound still comes or not. */
  readonly #unanswered = new Set<string>();
  /** Processes that recordings in progress have for themselves. */
  #processes = 0;
  #isClosing = false;

  constructor(options: LiveRecordingsOptions) {
    this.#with = options;
  }

  check(options: TranscribeOptions): void {
    checkLiveOptions(options);
    this.#with.transcriber.planFor(options);
  }

  begin(options: TranscribeOptions, context: LiveContext): LiveRecording {
    const { transcriber, files, savesByDefault, maximum = limits.liveRecordings } = this.#with;
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
    const takesProcess = transcriber.takesProcess(plan);
    const recording = new RecordingInProgress({
      id,
      plan,
      isLive: !takesProcess || this.#processes < limits.liveProcesses,
      isPrivate: !(options.save ?? savesByDefault()),
      sourceName: options.source_name,
      context,
      transcriber,
      files,
      onEnd: () => this.#open.delete(id),
      onAnswered: () => this.#unanswered.delete(id),
    });
    this.#open.set(id, recording);
    this.#unanswered.add(id);
    if (takesProcess) this.#count(recording.recognized);
    return recording;
  }

  input(format: LiveAudioFormat): Promise<LiveInput> {
    return openLiveInput(format, this.#meters);
  }

  /** A process is at work for as long as this takes. */
  #count(recognized: Promise<unknown> | undefined): void {
    if (!recognized) return;
    this.#processes++;
    const over = () => {
      this.#processes--;
    };
    recognized.then(over, over);
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
