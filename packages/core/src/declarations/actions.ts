import type {
  Action,
  ActionAttempt,
  ActionRun,
  ActionRunsQuery,
  CreateActionBody,
  UpdateActionBody,
} from '@quoth/contract';

/** What is done with texts after their transcription. The user's alone: no program sees or changes it. */
export interface Actions {
  /** True while an attempt is being made, or could be made now. */
  readonly isBusy: boolean;
  /** In alphabetical order. */
  list(): Promise<readonly Action[]>;
  /**
   * `secret` signs what is posted; it is not shown again, and null for other kinds. Throws INVALID_REQUEST for a name that is taken, when there are too many, and
   * where the secret cannot be kept.
   */
  create(body: CreateActionBody): Promise<{ readonly action: Action; readonly secret: string | null }>;
  /** Throws INVALID_REQUEST for an unknown id, a name that is taken, and another kind. */
  update(id: string, body: UpdateActionBody): Promise<Action>;
  /** Ends what it is doing. Throws INVALID_REQUEST for an unknown id. */
  delete(id: string): Promise<void>;
  /** Throws INVALID_REQUEST for an unknown id, and for an action that signs nothing. */
  renewSecret(id: string): Promise<string>;
  /** Does it now with this text, or a sentence of ours, and keeps nothing of it. Throws INVALID_REQUEST for an unknown id. */
  try(id: string, text: string | undefined, signal: AbortSignal): Promise<ActionAttempt>;
  /** Queues it for a recording. Throws RECORDING_NOT_FOUND, and INVALID_REQUEST for an unknown id, a paused action, and a recording without a text. */
  run(id: string, recordingId: string): Promise<ActionRun>;
  /** Newest first. Throws RECORDING_NOT_FOUND. */
  runs(query: ActionRunsQuery): Promise<readonly ActionRun[]>;
  /** Makes another attempt now. Throws INVALID_REQUEST for an unknown run, one at work, and a paused action. */
  repeat(runId: string): Promise<ActionRun>;
}
