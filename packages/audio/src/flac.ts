import { addAbortListener } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { asAppError } from '@quoth/contract';
import { spawn } from '@quoth/processes/programs';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from './spool.ts';

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

/**
 * Writes decoded samples to a FLAC file, to be sent to a provider. Throws INTERNAL_ERROR (a full disk says so), or the
 * signal's reason.
 */
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

/**
 * Samples (signed 16-bit little-endian, 16 kHz, mono) as FLAC, entirely in memory. Throws if FFmpeg cannot be started
 * or fails, or the signal's reason.
 */
export async function flacOfSamples(
  program: string,
  samples: Uint8Array,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const child = spawn(
    program,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe'],
      ...['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0', '-f', 'flac', 'pipe:1'],
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const kill = () => child.kill('SIGKILL');
  using _abort = addAbortListener(signal, kill);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new Error('FFmpeg cannot be started.')));
    child.once('close', resolve);
  });
  // Waited for below; it may fail before.
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(samples);
  try {
    const flac: Buffer[] = [];
    for await (const bytes of child.stdout) flac.push(bytes as Buffer);
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw new Error('FFmpeg could not write FLAC.');
    return Buffer.concat(flac);
  } finally {
    kill();
  }
}
