import type { Dictation, Microphone, OpenApplication, Processing, StartDictationBody } from '@quoth/contract';

/** What a recording is asked for with. */
export interface DictationStart extends StartDictationBody {
  /** The program of an action calls: its text triggers no other. Nothing that a request's body could say. */
  readonly byAction?: boolean | undefined;
}

/** The recorder: one microphone, one recording at a time, and any number of recordings being processed. Reads answer from memory. */
export interface Dictations {
  /** True while recording, and until the last text has been delivered. */
  readonly isBusy: boolean;
  /** The `refusal` in it is about this mode, or the default one if none is given. Throws MODE_NOT_FOUND. */
  state(modeId?: string): Dictation;
  /**
   * Returns the recording's id once the first sample has been recorded. Throws INVALID_REQUEST if a recording is in progress,
   * MICROPHONE_UNAVAILABLE, and whatever planning and the provider's health refuse. A program may have to wait for the user: by
   * `signal` it gives up; and it is refused as `ProgramQuestions.ask` does, by DECLINED and by TIMEOUT.
   */
  start(body: DictationStart, signal?: AbortSignal): Promise<string>;
  /** Ends the recording and returns its id. Throws INVALID_REQUEST if nothing is being recorded. */
  stop(): string;
  /** Discards the recording, or else the latest one being processed. Throws INVALID_REQUEST if there is neither. */
  cancel(): string;
  /** Confirms that the user is still there. Throws INVALID_REQUEST if nothing is being recorded. */
  continue(): void;
  /** Throws RECORDING_NOT_FOUND if the recording is unknown or finished more than a minute ago. */
  processing(id: string): Processing;
  /** Like `processing`, but waits until it has finished; also for a recording still in progress. */
  finished(id: string, signal: AbortSignal): Promise<Processing>;
  /** The text that an edit by voice replaced. Throws RECORDING_NOT_FOUND if none is kept. */
  replacedText(id: string): string;
  /** Applications that have a window open now. Throws INVALID_REQUEST if this system does not reveal them. */
  applications(): Promise<readonly OpenApplication[]>;
  /** Publishes an event when a microphone is plugged in or removed, until the returned function is called. */
  followMicrophones(): () => void;
  /** Throws MICROPHONE_UNAVAILABLE. */
  microphones(): Promise<readonly Microphone[]>;
}
