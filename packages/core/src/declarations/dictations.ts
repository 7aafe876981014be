import type {
  AskBody,
  Dictation,
  MicrophoneFacts,
  OpenApplication,
  Processing,
  Question,
  RecordPermission,
  StartDictationBody,
} from '@quoth/contract';
import type { Caller } from './programs.ts';

/**
 * The recorder: one microphone, one recording at a time, and any number of recordings being processed. Reads answer
 * from memory. A program begins, ends and reads what it asked for itself, as far as the user allows it
 * (RECORDING_NOT_ALLOWED); what the user or somebody else does is `busy`.
 */
export interface Dictations {
  /** True while recording, and until the last text has been delivered. */
  readonly isBusy: boolean;
  /** The `refusal` in it is about this mode, or the default one if none is given. Throws MODE_NOT_FOUND. */
  state(caller: Caller, modeId?: string): Dictation;
  /**
   * Returns the recording's id once the first sample has been recorded. Throws RECORDER_BUSY if a recording is in
   * progress, MICROPHONE_UNAVAILABLE, and whatever planning and the provider's health refuse. A program may have to
   * wait for the user: by `signal` it gives up; and it is refused as `ProgramQuestions.ask` does, by DECLINED and by
   * TIMEOUT.
   */
  start(body: StartDictationBody, caller: Caller, signal?: AbortSignal): Promise<string>;
  /** Ends the recording and returns its id. Throws NOT_RECORDING if nothing is being recorded. */
  stop(caller: Caller): string;
  /**
   * Ends the recording, or else the latest one being processed, without its text. What the user discards is deleted ten
   * seconds later; what a program cancels is kept. Throws NOT_RECORDING if there is neither.
   */
  cancel(caller: Caller): string;
  /** For the user: restores a discarded recording, and transcribes it. Throws CONFLICT once it is deleted. */
  undoDiscard(id: string): Promise<void>;
  /** Confirms that the user is still there. Throws NOT_RECORDING if nothing is being recorded. */
  continue(): void;
  /** Throws RECORDING_NOT_FOUND if the recording is unknown or finished more than a minute ago. */
  processing(id: string, caller: Caller): Processing;
  /** Like `processing`, but waits until it has finished; also for a recording still in progress. */
  finished(id: string, caller: Caller, signal: AbortSignal): Promise<Processing>;
  /** The text that an edit by voice replaced. Throws RECORDING_NOT_FOUND if none is kept. */
  replacedText(id: string): string;
  /** Applications that have a window open now. Throws DESKTOP_UNAVAILABLE if this system does not reveal them. */
  applications(): Promise<readonly OpenApplication[]>;
  /** Publishes an event when a microphone is plugged in or removed, until the returned function is called. */
  followMicrophones(): () => void;
  /** Throws MICROPHONE_UNAVAILABLE. */
  microphones(): Promise<readonly MicrophoneFacts[]>;
}

/** A program as the recorder knows it. */
export interface RecordingProgram {
  /** Null for the token of the discovery file. */
  readonly tokenId: string | null;
  /** What the sign on the screen calls it. */
  readonly name: string;
  /** Whether the mode's rewriting may be done for it. */
  readonly mayRewrite: boolean;
  /** What it asked, where it records the answer. */
  readonly question?: string;
}

/**
 * Questions that programs ask on the screen, to be answered by voice. Every method throws QUESTION_NOT_FOUND for an id
 * that is unknown to the caller.
 */
export interface ProgramQuestions {
  /** For programs. Throws RECORDING_NOT_ALLOWED, RECORDER_BUSY, RATE_LIMITED, and what `Dictations.start` does. */
  ask(body: AskBody, caller: Caller): Promise<Question>;
  /**
   * For the program that asked: the question, as soon as its phase has changed or so many milliseconds have passed. A
   * signal that is aborted withdraws it.
   */
  wait(id: string, milliseconds: number, caller: Caller, signal: AbortSignal): Promise<Question>;
  /** For the user: begins to record the answer. Throws what `Dictations.start` does. */
  answer(id: string): Promise<Question>;
  /** For the user. */
  decline(id: string): Question;
  /** How far the caller may record; undefined for the user. */
  permission(caller: Caller): RecordPermission | undefined;
  /** Whether this dictation is the caller's own; every one is the user's. */
  isOwn(dictationId: string, caller: Caller): boolean;
  /**
   * Ends what programs record and ask, or what the one with this token does; null is the token of the discovery file.
   */
  end(tokenId?: string | null): void;
}
