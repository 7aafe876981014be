/** What went wrong with a call; it decides what to do next. */
export type ProviderErrorKind =
  /** The key is refused. */
  | 'unauthorized'
  /** Too many requests, or no credit left. */
  | 'limited'
  /** No connection, a broken one, or an outage of the vendor. */
  | 'unreachable'
  /** The vendor understood and refused; the same request will be refused again. */
  | 'rejected'
  /** An answer that cannot be read. */
  | 'malformed'
  /** The upload is larger or longer than the vendor accepts. */
  | 'too_large'
  | 'timeout'
  | 'cancelled';

export interface ProviderErrorFacts {
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** How long the vendor asked to wait, if it did. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A call to a vendor that failed. `message` is for the user. It consists of the vendor's name, a status and our own words, never of the vendor's
 * answer, which may repeat a key, a vocabulary or a transcript. There is no `cause` for the same reason.
 */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProviderErrorKind, message: string, facts: ProviderErrorFacts = {}) {
    super(message);
    this.name = 'ProviderError';
    this.kind = kind;
    this.status = facts.status;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** A reply that lacks what its adapter needs. Made into ProviderError `malformed`, with the vendor's name, by the caller. */
export class UnreadableReply extends Error {}

/** A job that the vendor accepted and then failed. Made into ProviderError `rejected` by the caller. */
export class JobFailed extends Error {}
