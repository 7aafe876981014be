import { addAbortListener } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { UsageError } from '../exit-codes.ts';
import { MonoSamples } from './mono-samples.ts';
import { isWav, readWavHeader, type SampleFormat } from './wav-header.ts';

/** What is kept of a recorder that is faster than Quoth, such as while Quoth starts: two minutes at 16 kHz. Then the recorder waits. */
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

  /** Finds out what comes; `rate` is what the user says of samples without a header. Throws UsageError where it is nothing, and no samples. */
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
  const mono = new MonoSamples(format);
  let left = dataBytes;
  for (let chunk: Buffer = first; ; ) {
    const samples = mono.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (samples.length > 0) yield samples;
    // What follows the samples of a finished file is no sound.
    if (left <= 0) return;
    const { done, value } = await chunks.next();
    if (done) return;
    chunk = value;
  }
}

function refuseContainer(start: Buffer): void {
  const found = containers.find(([, at, text]) => start.toString('latin1', at, at + text.length) === text);
  if (!found) return;
  throw new UsageError(
    `This is ${found[0]}; --live takes raw samples or wav, as recorders write them. For a file that is complete, leave --live out; else convert it: ffmpeg -i - -f wav -ac 1 -ar 16000 -`,
  );
}
