import type { AskBody, Question, RecordPermission } from '@quoth/contract';

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

/** Questions that programs ask on the screen, to be answered by voice. Every method throws QUESTION_NOT_FOUND for an id that is unknown to the caller. */
export interface ProgramQuestions {
  /** For programs. Throws RECORDING_NOT_ALLOWED, RECORDER_BUSY, RATE_LIMITED, and what `Dictations.start` does. */
  ask(body: AskBody): Promise<Question>;
  /** For the program that asked: the question, as soon as its phase has changed or so many milliseconds have passed. A signal that is aborted withdraws it. */
  wait(id: string, milliseconds: number, signal: AbortSignal): Promise<Question>;
  /** For the user: begins to record the answer. Throws what `Dictations.start` does. */
  answer(id: string): Promise<Question>;
  /** For the user. */
  decline(id: string): Question;
  /** How far the caller may record; undefined for the user. */
  permission(): RecordPermission | undefined;
  /** Whether this dictation is the caller's own; every one is the user's. */
  isOwn(dictationId: string): boolean;
  /** Ends what programs record and ask, or what the one with this token does; null is the token of the discovery file. */
  end(tokenId?: string | null): void;
}
