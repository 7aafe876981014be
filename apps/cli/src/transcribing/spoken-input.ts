import { addAbortListener } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { SampleFormat } from '@quoth/audio';
import { UsageError } from '../exit-codes.ts';

/**
 * What is kept of a recorder that is faster than Quoth, such as while Quoth starts: two minutes at 16 kHz. Then the
 * recorder waits.
 */
const KEPT_BYTES = 4 * 1024 * 1024;
/** How long a recorder that was interrupted along with us has for its last samples; it then closes the pipe. */
const LAST_SAMPLES_MS = 300;
const DEFAULT_RATE = 16_000;
/** As much as tells a container. */
const START_BYTES = 12;

/** Starts of formats that are no samples: what follows would be heard as noise. */
const containers: readonly (readonly [name: string, at: number, start: string])[] = [
  ['Ogg', 0, 'OggS'],
  ['FLAC', 0, 'fLaC'],
  ['MP3', 0, 'ID3'],
  ['Matroska or WebM', 0, '\x1aE\xdf\xa3'],
  ['MP4', 4, 'ftyp'],
  ['AIFF', 0, 'FORM'],
  ['au', 0, '.snd'],
];

/** Samples as they are sent: 16-bit, one channel. */
export interface Spoken {
  /** Samples per second. */
  readonly rate: number;
  readonly samples: AsyncIterable<Uint8Array>;
}

/** Samples or a wav stream that a recorder writes while somebody speaks; read from the moment that it is made. */
export class SpokenInput implements Disposable {
  readonly #source: Readable;
  readonly #kept = new PassThrough({ highWaterMark: KEPT_BYTES });
  readonly #listener: Disposable;
  #ending: NodeJS.Timeout | undefined;

  /** `signal` says that nothing more is wanted: what came until then counts. */
  constructor(source: Readable, signal: AbortSignal) {
    this.#source = source;
    source.on('error', (error) => this.#kept.destroy(error));
    source.pipe(this.#kept);
    this.#listener = addAbortListener(signal, () => {
      this.#ending = setTimeout(() => this.#end(), LAST_SAMPLES_MS);
    });
  }

  /**
   * Finds out what comes; `rate` is what the user says of samples without a header. Throws UsageError where it is
   * nothing, and no samples.
   */
  async open(rate: number | undefined): Promise<Spoken> {
    const chunks = this.#kept[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let start = Buffer.alloc(0);
    const readUntil = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        const { done, value } = await chunks.next();
        if (done) return;
        start = Buffer.concat([start, value]);
      }
    };
    await readUntil(() => start.length >= START_BYTES);
    if (start.length === 0) throw new UsageError('Standard input ended before any audio came.');
    refuseContainer(start);
    if (!isWav(start)) {
      const format = { rate: rate ?? DEFAULT_RATE, width: 2, channels: 1 };
      return { rate: format.rate, samples: samplesOf(start, chunks, format, undefined) };
    }
    await readUntil(() => readWavHeader(start) !== undefined);
    const header = readWavHeader(start);
    if (!header) throw new UsageError('Standard input ended in the middle of a wav header.');
    const { format, length, dataBytes } = header;
    if (rate !== undefined && rate !== format.rate)
      throw new UsageError(
        `The wav header says ${format.rate} samples per second, --rate ${rate}. Leave --rate out.`,
      );
    return { rate: format.rate, samples: samplesOf(start.subarray(length), chunks, format, dataBytes) };
  }

  /** Reads no more, so that neither the recorder nor this process goes on because of it. */
  [Symbol.dispose](): void {
    this.#listener[Symbol.dispose]();
    clearTimeout(this.#ending);
    this.#source.unpipe(this.#kept);
    this.#source.destroy();
    this.#kept.destroy();
  }

  #end(): void {
    this.#source.unpipe(this.#kept);
    this.#source.destroy();
    this.#kept.end();
  }
}

async function* samplesOf(
  first: Buffer,
  chunks: AsyncIterator<Buffer>,
  format: SampleFormat,
  dataBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void, undefined> {
  const frameBytes = format.width * format.channels;
  const pieceBytes = frameBytes * Math.ceil(format.rate * PIECE_S);
  const mono = await monoOf(format);
  // It may end with the start of a frame whose rest has not come.
  let bytes: Buffer = Buffer.alloc(0);
  let left = dataBytes;
  for (let chunk: Buffer = first; ; ) {
    bytes = Buffer.concat([bytes, chunk.subarray(0, left)]);
    left -= chunk.length;
    const whole = bytes.length - (bytes.length % frameBytes);
    for (let at = 0; at < whole; at += pieceBytes)
      yield mono(bytes.subarray(at, Math.min(at + pieceBytes, whole)));
    bytes = bytes.subarray(whole);
    // Bytes after the samples of a finished file are not audio.
    if (left <= 0) return;
    const { done, value } = await chunks.next();
    if (done) return;
    chunk = value;
  }
}

/** Which channel is taken may change from one piece to the next. In seconds. */
const PIECE_S = 0.1;

/** What listens to channels takes long to load, and most recorders write the one that is needed. */
async function monoOf(format: SampleFormat): Promise<(bytes: Buffer) => Uint8Array> {
  if (format.width === 2 && format.channels === 1) return (bytes) => bytes;
  const { isRawRate, monoSound } = await import('@quoth/audio');
  // The application refuses any other rate, and says which ones it takes.
  return isRawRate(format.rate) ? monoSound(format) : (bytes) => bytes;
}

function refuseContainer(start: Buffer): void {
  const found = containers.find(([, at, text]) => start.toString('latin1', at, at + text.length) === text);
  if (!found) return;
  throw new UsageError(
    `This is ${found[0]}; --live takes raw samples or wav, as recorders write them. For a file that is complete, leave --live out; else convert it: ffmpeg -i - -f wav -ac 1 -ar 16000 -`,
  );
}

/** The start of a wav stream, read to where its samples begin. */
interface WavHeader {
  readonly format: SampleFormat;
  /** Bytes before the first sample. */
  readonly length: number;
  /** Bytes of samples; undefined where the recorder did not know it yet, so that they go on to the end. */
  readonly dataBytes: number | undefined;
}

const PCM = 1;
/** The format proper is then the start of a longer field (WAVEFORMATEXTENSIBLE). */
const EXTENSIBLE = 0xfffe;
/**
 * Recorders that write into a pipe give 0, or about the largest number that there is: arecord and sox near 2 GiB,
 * FFmpeg 4 GiB.
 */
const UNKNOWN_FROM = 0x7ff0_0000;
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_CHANNELS = 8;

/** True if this is the start of a wav file; at least 12 bytes tell. */
function isWav(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
}

/**
 * The header of a wav stream; undefined while more bytes are needed. Throws UsageError for samples that are not whole
 * numbers, and for no header.
 */
function readWavHeader(bytes: Buffer): WavHeader | undefined {
  let format: SampleFormat | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'data') {
      if (!format) throw notWav();
      const isKnown = size > 0 && size < UNKNOWN_FROM;
      return { format, length: start, dataBytes: isKnown ? size : undefined };
    }
    // Chunks are padded to whole words.
    at = start + size + (size % 2);
    if (at > MAX_HEADER_BYTES) throw notWav();
    if (name === 'fmt ' && start + size <= bytes.length)
      format = formatOf(bytes.subarray(start, start + size));
  }
  return undefined;
}

function formatOf(chunk: Buffer): SampleFormat {
  if (chunk.length < 16) throw notWav();
  const named = chunk.readUInt16LE(0);
  const kind = named === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : named;
  const format = {
    rate: chunk.readUInt32LE(4),
    width: chunk.readUInt16LE(14) / 8,
    channels: chunk.readUInt16LE(2),
  };
  const { width, channels } = format;
  if (kind !== PCM || ![1, 2, 3, 4].includes(width) || channels < 1 || channels > MAX_CHANNELS)
    throw new UsageError(
      'This wav stream is not plain PCM of 8 to 32 bits. Let the recorder write 16 bits: arecord -f S16_LE, parec --format=s16le, or ffmpeg … -c:a pcm_s16le.',
    );
  return format;
}

function notWav(): UsageError {
  return new UsageError('This is the start of a wav file, but its header cannot be read.');
}
