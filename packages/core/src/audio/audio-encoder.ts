import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError, asAppError } from '../base/index.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { SPOOL_RATE } from './in-process/write-spool.ts';

/** Samples of a spool to be made a file. */
export interface EncodeJob {
  /** Raw signed 16-bit little-endian samples, 16 kHz, mono. */
  readonly spoolPath: string;
  /** The stretch that is wanted, in samples; all of it where absent. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
  /** Path of the file to make, without the extension; it has mode 600. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/** The file that was made. The caller deletes it. */
export interface EncodedAudio {
  readonly path: string;
  readonly format: 'flac' | 'wav';
  readonly bytes: number;
  readonly seconds: number;
}

const BYTES_PER_SAMPLE = 2;
const WAV_HEADER_BYTES = 44;

/** Makes files of decoded samples, to be sent away: FLAC where the machine has FFmpeg, else plain wav, which is twice as large. */
export class AudioEncoder {
  readonly #searchPath: string;
  readonly #platform: NodeJS.Platform;

  constructor({
    env,
    platform,
  }: { env: Readonly<Record<string, string | undefined>>; platform: NodeJS.Platform }) {
    this.#searchPath = env.PATH ?? '';
    this.#platform = platform;
  }

  /** Throws INTERNAL_ERROR (a full disk says so), or the signal's reason. */
  async encode(job: EncodeJob): Promise<EncodedAudio> {
    const { size } = await stat(job.spoolPath);
    const { start, end } = job.range ?? { start: 0, end: Math.floor(size / BYTES_PER_SAMPLE) };
    const bytes = { first: start * BYTES_PER_SAMPLE, count: (end - start) * BYTES_PER_SAMPLE };
    const seconds = (end - start) / SPOOL_RATE;
    const program = findFfmpeg(this.#searchPath, this.#platform);
    const format = program === undefined ? 'wav' : 'flac';
    const path = `${job.target}.${format}`;
    try {
      if (program === undefined) await writeWav(job, bytes, path);
      else await writeFlac(program, job, bytes, path);
      return { path, format, bytes: (await stat(path)).size, seconds };
    } catch (error) {
      await rm(path, { force: true });
      job.signal.throwIfAborted();
      throw asAppError(error);
    }
  }
}

interface Bytes {
  readonly first: number;
  readonly count: number;
}

function samplesOf({ spoolPath }: EncodeJob, { first, count }: Bytes) {
  return createReadStream(spoolPath, { start: first, end: first + Math.max(0, count - 1) });
}

async function writeWav(job: EncodeJob, bytes: Bytes, path: string): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  file.write(wavHeader(bytes.count));
  await pipeline(samplesOf(job, bytes), file, { signal: job.signal });
}

/** RIFF, WAVE, `fmt ` with PCM, `data` (Microsoft, "Multimedia Programming Interface and Data Specifications 1.0"). */
function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SPOOL_RATE, 24);
  header.writeUInt32LE(SPOOL_RATE * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

async function writeFlac(program: string, job: EncodeJob, bytes: Bytes, path: string): Promise<void> {
  const child = spawn(
    program,
    [
      ...['-nostdin', '-hide_banner', '-loglevel', 'quiet'],
      ...['-f', 's16le', '-ar', String(SPOOL_RATE), '-ac', '1', '-i', 'pipe:0'],
      ...['-c:a', 'flac', '-f', 'flac', 'pipe:1'],
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true, signal: job.signal },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code] = await Promise.all([
    ended,
    pipeline(samplesOf(job, bytes), child.stdin),
    pipeline(child.stdout, createWriteStream(path, { mode: 0o600 })),
  ]);
  if (code !== 0)
    throw new AppError('INTERNAL_ERROR', { message: 'The audio could not be made ready to be sent.' });
}
