/** Samples per second of a spool, and of everything that an engine reads. */
export const SAMPLE_RATE = 16_000;

/** A spool holds raw signed 16-bit little-endian samples of one channel. */
export const BYTES_PER_SAMPLE = 2;

/** A part of a spool, in samples; `end` is exclusive. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
}
