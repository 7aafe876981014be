import type { TranscribeOptions, Transcription } from '@quoth/contract';
import type { TranscriptionContext } from './transcriptions.ts';

/** Samples without a container, one channel, as a program sends them. */
export interface LiveAudioFormat {
  readonly encoding: 'pcm16le' | 'pcm16be' | 'mulaw' | 'alaw';
  /** Samples per second. */
  readonly rate: number;
}

/** Sound that has just come. */
export interface LiveSound {
  /** 16 kHz. Their memory is not used again. */
  readonly samples: Int16Array;
  /** One boolean for each frame of 30 ms that these samples complete: somebody speaks. */
  readonly voiced: readonly boolean[];
}

/** Makes sound of bytes as they come. */
export interface LiveInput {
  push(bytes: Uint8Array): LiveSound;
  /** What was still held back; what comes later is audio of its own. */
  end(): LiveSound;
  /** Nothing more comes. What it holds is used for the next one, so that nothing may be pushed from then on. */
  close(): void;
}

/** Who sends audio while somebody speaks. */
export type LiveContext = Pick<
  TranscriptionContext,
  'source' | 'madeBy' | 'byAction' | 'requestId' | 'onStablePartial'
>;

/** What somebody is speaking. Call `finish` or `discard` once, whatever happens. */
export interface LiveRecording {
  /** Undefined if it is not kept. */
  readonly recordingId: string | undefined;
  /**
   * Takes sound over; resolves when the disk has it, which is when there is room for more. Rejects with an AppError where the disk takes no more, and
   * where it becomes too long; what came before stays.
   */
  take(sound: LiveSound): Promise<void>;
  /**
   * Nothing more comes. Rejects with the AppError that the work ended with; nothing of a kept recording is lost by that. `signal` is aborted when
   * nobody waits for the text any more; without one, what was said becomes text whoever has gone.
   */
  finish(signal?: AbortSignal): Promise<Transcription>;
  /** Keeps nothing of it. */
  discard(): Promise<void>;
  /**
   * Its sender has gone: what is kept becomes text as by `finish`, anything else is discarded, since nobody would ever read it. Never rejects: what
   * became of it is told by its row.
   */
  abandon(): Promise<void>;
}

/** Speech that comes in while it is spoken, from programs. */
export interface LiveAudio {
  /** Throws what is wrong with the options, as `Transcriptions.submit` does, and INVALID_REQUEST for those that make no sense for live audio. */
  check(options: TranscribeOptions): void;
  /** A recording from its first sample on, transcribed while it goes on. Throws what `check` does, and RATE_LIMITED where too many go on already. */
  begin(options: TranscribeOptions, context: LiveContext): LiveRecording;
  /** Throws INVALID_REQUEST for a rate that nobody records speech at. */
  input(format: LiveAudioFormat): Promise<LiveInput>;
}
