import type {
  Action,
  ActionAttempt,
  ActionRun,
  ActionRunsQuery,
  CreateActionBody,
  CreatedNamedToken,
  CreateNamedTokenBody,
  NamedToken,
  Notice,
  RecordPermission,
  Said,
  Scope,
  UpdateActionBody,
} from '@quoth/contract';

/** A program with a named token, as long as that token is good. */
export interface ProgramIdentity {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * Who calls: the user, by the application's own window, command line and keys; anyone with the token of the discovery
 * file; or a program with a named token.
 */
export type Caller = {
  /** The program of an action calls: what it has recorded or transcribed triggers no other. */
  readonly byAction: boolean;
} & (
  | { readonly kind: 'user' | 'shared-token'; readonly program?: undefined }
  | { readonly kind: 'program'; readonly program: ProgramIdentity }
);

/** The program that made a recording. */
export type RecordingMaker = Pick<ProgramIdentity, 'tokenId' | 'name'>;

/** How a call of a program ended. */
export type CallOutcome = 'done' | 'failed' | 'refused';

/** Tokens that the user made for programs. */
export interface NamedTokens {
  /** In alphabetical order. */
  list(): readonly NamedToken[];
  /** Throws ALREADY_EXISTS for a name that is taken, INVALID_REQUEST for an end that has passed, LIMIT_REACHED. */
  create(body: CreateNamedTokenBody): Promise<CreatedNamedToken>;
  /**
   * How far the program may record, from now on. Throws INVALID_REQUEST for an unknown id, CONFLICT for a token without
   * the scope `record`.
   */
  allow(id: string, record: RecordPermission): Promise<NamedToken>;
  /** How far the program with this token may record; `never` for one that there is no more. From memory. */
  recordPermission(tokenId: string): RecordPermission;
  /** It is refused from now on, before this resolves. Throws INVALID_REQUEST for an unknown id. */
  revoke(id: string): Promise<void>;
  /** Whose token this is; undefined for one that is unknown, was revoked, or has expired. From memory. */
  identify(written: string): ProgramIdentity | undefined;
  /** Counts a call. Of what was sent or answered nothing is known here. */
  used(tokenId: string, outcome: CallOutcome): void;
  /** Calls the listener when a token is revoked or expires, until the returned function is called. */
  onEnded(listener: (tokenId: string) => void): () => void;
  /** Calls the listener when a token may no longer record: that was taken from it, or it has ended. */
  onRecordEnded(listener: (tokenId: string) => void): () => void;
}

/** The token of the local API. */
export interface Tokens {
  /**
   * The token in force, created by the first call. Never fails: if the store is broken, the token is valid for this run
   * only.
   */
  current(): Promise<string>;
  /** Replaces the token; the old one is no longer accepted. */
  regenerate(): Promise<string>;
  /** Deletes the token where it is stored; the next use creates one. False if the store is locked and keeps it. */
  forget(): Promise<boolean>;
  /** Where the token is stored: `memory` if no store works, `none` before the first call. */
  storage(): 'secure-store' | 'file' | 'memory' | 'none';
  notices(): readonly Said<Notice>[];
}

/** What is done with texts after their transcription. The user's alone: no program sees or changes it. */
export interface Actions {
  /** True while an attempt is being made, or could be made now. */
  readonly isBusy: boolean;
  /** In alphabetical order. */
  list(): Promise<readonly Action[]>;
  /**
   * `secret` signs what is posted; it is not shown again, and null for other kinds. Throws ALREADY_EXISTS for a name
   * that is taken, LIMIT_REACHED, and where the secret cannot be kept.
   */
  create(body: CreateActionBody): Promise<{ readonly action: Action; readonly secret: string | null }>;
  /** Throws INVALID_REQUEST for an unknown id and another kind, ALREADY_EXISTS for a name that is taken. */
  update(id: string, body: UpdateActionBody): Promise<Action>;
  /** Ends what it is doing. Throws INVALID_REQUEST for an unknown id. */
  delete(id: string): Promise<void>;
  /** Throws INVALID_REQUEST for an unknown id, and for an action that signs nothing. */
  renewSecret(id: string): Promise<string>;
  /**
   * Does it now with this text, or a sentence of ours, and keeps nothing of it. Throws INVALID_REQUEST for an unknown
   * id.
   */
  try(id: string, text: string | undefined, signal: AbortSignal): Promise<ActionAttempt>;
  /**
   * Queues it for a recording. Throws RECORDING_NOT_FOUND, INVALID_REQUEST for an unknown id, and CONFLICT for a paused
   * action and a recording without a text.
   */
  run(id: string, recordingId: string): Promise<ActionRun>;
  /** Newest first. Throws RECORDING_NOT_FOUND. */
  runs(query: ActionRunsQuery): Promise<readonly ActionRun[]>;
  /**
   * Makes another attempt now. Throws INVALID_REQUEST for an unknown run, BUSY for one in progress, and CONFLICT for a
   * paused action.
   */
  repeat(runId: string): Promise<ActionRun>;
}
