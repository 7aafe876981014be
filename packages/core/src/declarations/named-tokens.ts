import type {
  CreatedNamedToken,
  CreateNamedTokenBody,
  NamedToken,
  RecordPermission,
  Scope,
} from '@quoth/contract';

/** A program with a named token, as long as that token is good. */
export interface ProgramIdentity {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** The program that made a recording. */
export type RecordingMaker = Pick<ProgramIdentity, 'tokenId' | 'name'>;

/** How a call of a program ended. */
export type CallOutcome = 'done' | 'failed' | 'refused';

/** Tokens that the user made for programs. */
export interface NamedTokens {
  /** In alphabetical order. */
  list(): readonly NamedToken[];
  /** Throws INVALID_REQUEST for a name that is taken, an end that has passed, and when there are too many. */
  create(body: CreateNamedTokenBody): Promise<CreatedNamedToken>;
  /** How far the program may record, from now on. Throws INVALID_REQUEST for an unknown id, and for a token without the scope `record`. */
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
