/** An example in one language: complete when its preamble stands before it. */
export interface Snippet {
  /** Shown once for all snippets that have the same one. */
  readonly preamble: string;
  readonly code: string;
}
