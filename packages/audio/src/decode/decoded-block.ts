/** A block of decoded audio: one array per channel, values from -1 to 1. */
export interface DecodedBlock {
  readonly channels: readonly Float32Array[];
  /** Samples per second. */
  readonly sampleRate: number;
  /** The same for a file with one channel of 16-bit samples. */
  readonly integers?: Int16Array;
}

/** Reads a file block by block. */
export type BlockReader = (path: string) => AsyncGenerator<DecodedBlock>;

/** The file is not what its first bytes promised. The message is for the user. */
export class DecodeError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'DecodeError';
    this.hint = hint;
  }
}
