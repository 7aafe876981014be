import type { AudioFormat } from '@quoth/contract';

/** Audio as a caller gives it. A path is checked against the user's allowed folders before the file is looked up. */
export type AudioSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array> }
  /** Audio that was ingested before its options were known. */
  | { readonly kind: 'ingested'; readonly audio: IngestedAudio }
  /** Audio that was refused before its options were known: what is wrong with those is said first. */
  | { readonly kind: 'refused'; readonly reason: unknown };

/** A complete audio file in our own folder; its format was recognised by its first bytes. */
export interface IngestedAudio {
  /** Absolute. */
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly format: AudioFormat;
  /** Deletes the file, unless a recording has taken it over. */
  discard(): Promise<void>;
}
