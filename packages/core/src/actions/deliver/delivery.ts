import type { ActionKind, RecordingSource, WorkOfKind } from '@quoth/contract';

/** A recording's text and what goes with it, as an action gets it. */
export interface DeliveredRecording {
  readonly id: string;
  readonly text: string;
  readonly dateMs: number;
  /** Seconds. */
  readonly duration: number;
  /** The mode's name at that time. */
  readonly mode: string | null;
  readonly language: string | null;
  readonly source: RecordingSource;
}

/** One attempt to do something with it. */
export interface Delivery<Kind extends ActionKind> {
  readonly does: WorkOfKind<Kind>;
  readonly recording: DeliveredRecording;
  readonly runId: string;
  readonly actionId: string;
  readonly sequence: number;
  readonly queuedMs: number;
  /** A test of the user's: there is no such recording. */
  readonly isTrial: boolean;
  /** To be told of the process group of a program as soon as there is one. */
  readonly onStarted?: (group: number) => void;
}

/** How an attempt ended. */
export interface Outcome {
  readonly ok: boolean;
  /** A sentence for the user, without anything that was said. */
  readonly message: string;
  /** What came back, as bytes from outside: not cleaned yet. */
  readonly output: string;
  /** `no`: only the user repeats it. */
  readonly retry: 'no' | 'later';
  /** The other side asks to be left alone for so long. */
  readonly retryAfterMs?: number;
  /** The other side says that nobody will ever be there again. */
  readonly isGone?: boolean;
}

/** Carries out one kind of action. Rejects with the signal's reason when it was aborted, and never for anything else. */
export type Deliver<Kind extends ActionKind> = (
  delivery: Delivery<Kind>,
  signal: AbortSignal,
) => Promise<Outcome>;

/** Each kind's. */
export type DeliverByKind = { readonly [Kind in ActionKind]: Deliver<Kind> };
