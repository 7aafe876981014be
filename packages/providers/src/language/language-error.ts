/** What went wrong between us and a language model. */
export type LanguageFailure =
  /** The key is refused: 401, 403, or what the vendor says instead. */
  | 'unauthorized'
  /** 429, even after waiting as long as the vendor asked for. */
  | 'limited'
  /** No connection, a connection that broke off, 5xx, or a redirect. */
  | 'unreachable'
  | 'timeout'
  /** The vendor does not know the model: 404. */
  | 'unknown-model'
  /** The vendor understood and refuses: any other 4xx. */
  | 'rejected'
  /** An answer that is not what the vendor documents, or too large. */
  | 'malformed'
  /** The answer stopped before its end: out of tokens, or a filter of the vendor's. */
  | 'cut-off';

/** A language model that gave no text. `reason` is our own words; what the vendor wrote is never in it, because it may quote the prompt. */
export class LanguageError extends Error {
  override readonly name = 'LanguageError';
  readonly kind: LanguageFailure;
  readonly reason: string;
  /** HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** How long the vendor asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LanguageFailure,
    reason: string,
    facts: { readonly status?: number | undefined; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }
}
