import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { asAppError } from '@quoth/contract';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool/spool-format.ts';

/** Samples of a spool, and the file to write them to. */
export interface EncodeJob {
  /** Raw signed 16-bit little-endian samples, 16 kHz, mono. */
  readonly spoolPath: string;
  /** The range to encode, in samples; `end` is exclusive. */
  readonly range: { readonly start: number; readonly end: number };
  /** The file to write, with mode 600. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** The written file. The caller deletes it. */
export interface EncodedAudio {
  readonly path: string;
  readonly format: 'flac';
  readonly bytes: number;
  readonly seconds: number;
}

/** Writes decoded samples to a FLAC file, to be sent to a provider. Throws INTERNAL_ERROR (a full disk says so), or the signal's reason. */
export async function encodeFlac({ spoolPath, range, path, signal }: EncodeJob): Promise<EncodedAudio> {
  try {
    // Loaded with the first use: it takes memory that most users never need.
    const { writeFlac } = await import('./write-flac.ts');
    await writeFlac(samplesOf(spoolPath, range), path, signal);
    const { size } = await stat(path);
    return { path, format: 'flac', bytes: size, seconds: (range.end - range.start) / SAMPLE_RATE };
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    throw asAppError(error);
  }
}

/** Opened when it is read: a stream that fails before anybody listens would end the whole process. */
async function* samplesOf(spoolPath: string, { start, end }: EncodeJob['range']): AsyncGenerator<Uint8Array> {
  yield* createReadStream(spoolPath, { start: start * BYTES_PER_SAMPLE, end: end * BYTES_PER_SAMPLE - 1 });
}
