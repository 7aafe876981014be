import type { FileHandle } from 'node:fs/promises';
import {
  channelOfStream,
  DecodeError,
  decodeStream,
  flacOfSamples,
  SAMPLE_RATE,
  sniffFormat,
  splitStream,
} from '@quoth/audio';
import { type AudioFormat, audioFormatNames } from '@quoth/contract';
import { type AudioFile, planUpload, type SpeechAdapter, type SpeechModel } from '@quoth/vendors';
import { GatewayError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import {
  type AudioKeeper,
  type KeptAudio,
  namelessFile,
  type StorageReport,
  storageError,
} from './kept-audio.ts';

interface AudioToolsOptions {
  /** The ffmpeg program; undefined if none exists: then only plain wav is accepted. */
  readonly ffmpeg: () => string | undefined;
  /** A folder in memory. */
  readonly memoryFolder: string;
  readonly maxSeconds: number;
  /** How many decoders measure at a time, and how many others re-encode; each is a process. */
  readonly slots: number;
  /** Keeps re-encoded parts until they are sent. */
  readonly keeper: AudioKeeper;
  /** Called when the file system fails. */
  readonly report: StorageReport;
}

/** Audio whose format and length are known. */
export interface MeasuredAudio {
  readonly kept: KeptAudio;
  readonly format: AudioFormat;
  readonly milliseconds: bigint;
}

/** One upload to a vendor, and where it begins in the whole, in seconds. */
export interface VendorUpload {
  readonly audio: AudioFile;
  readonly startSeconds: number;
}

const SAMPLES_PER_MS = SAMPLE_RATE / 1_000;
/** Re-encoded audio is held in memory one part at a time: ten minutes are 19 MB. */
const MAX_PART_SECONDS = 600;
/** Per owner; the requests that a token may have in progress are limited elsewhere. */
const MAX_WAITING = 10_000;

/**
 * Identifies, measures and re-encodes audio, only in memory, pipes and encrypted files. There are few decoders; owners
 * who wait for one take turns. No decoder waits for a vendor: parts are encoded ahead, so that slow vendors do not
 * block the others.
 */
export class AudioTools {
  readonly #options: AudioToolsOptions;
  readonly #measuring: FairQueue;
  readonly #encoding: FairQueue;

  constructor(options: AudioToolsOptions) {
    this.#options = options;
    const turns = { width: options.slots, waiting: MAX_WAITING };
    this.#measuring = new FairQueue(turns);
    this.#encoding = new FairQueue(turns);
  }

  /** Throws audio_decode_failed, payload_too_large (too long), or the signal's reason. */
  async measure(kept: KeptAudio, owner: string, signal: AbortSignal): Promise<MeasuredAudio> {
    const format = kept.bytes === 0 ? undefined : await sniffFormat((at, length) => kept.readAt(at, length));
    if (!format)
      throw new GatewayError('audio_decode_failed', {
        message:
          kept.bytes === 0
            ? 'The file is empty.'
            : `This is not audio, regardless of its file name or content type. Known are ${audioFormatNames.all}.`,
      });
    const { maxSeconds } = this.#options;
    const plain = format === 'wav' ? wavLength(await kept.readAt(0, 65_536), kept.bytes) : undefined;
    const milliseconds = plain ?? (await this.#decodedLength(kept, format, owner, signal));
    if (milliseconds === 0n)
      throw new GatewayError('audio_decode_failed', { message: 'The audio contains no samples.' });
    if (milliseconds > BigInt(maxSeconds) * 1_000n)
      throw new GatewayError('payload_too_large', {
        message: `The audio is longer than ${Math.round(maxSeconds / 60)} minutes. Split it into parts and send them one by one.`,
        param: 'file',
      });
    return { kept, format, milliseconds };
  }

  /**
   * The uploads that a vendor accepts: the original file, or FLAC of it, cut at pauses. Each part is discarded when the
   * next one is requested.
   */
  async *uploads(
    audio: MeasuredAudio,
    { adapter, model }: { readonly adapter: SpeechAdapter; readonly model: SpeechModel | undefined },
    owner: string,
    signal: AbortSignal,
  ): AsyncGenerator<VendorUpload, void, void> {
    const { kept, format, milliseconds } = audio;
    const seconds = Number(milliseconds) / 1_000;
    const file: AudioFile = { path: '', content: kept, format, bytes: kept.bytes, seconds };
    const plan = planUpload(file, adapter, model);
    if (plan.kind === 'as-is') {
      yield { audio: file, startSeconds: 0 };
      return;
    }
    const most = Math.min(plan.kind === 'parts' ? plan.maxSeconds : Infinity, MAX_PART_SECONDS);
    const parts = madeAhead(
      (ended) => this.#parts(audio, most, owner, ended),
      ({ flac }) => flac.discard(),
      signal,
    );
    for await (const { flac, seconds: length, startSeconds } of parts)
      yield {
        audio: { path: '', content: flac, format: 'flac', bytes: flac.bytes, seconds: length },
        startSeconds,
      };
  }

  async *#parts(
    { kept, format }: MeasuredAudio,
    maxSeconds: number,
    owner: string,
    signal: AbortSignal,
  ): AsyncGenerator<{ readonly flac: KeptAudio; readonly seconds: number; readonly startSeconds: number }> {
    const program = this.#program();
    const leave = await this.#encoding.enter(owner, signal);
    try {
      const samples = this.#decoded(kept, format, signal, channelOfStream);
      const chunks = splitStream(samples, Math.floor(maxSeconds * SAMPLE_RATE));
      for await (const chunk of chunks) {
        const flac = await flacOfSamples(program, chunk.samples, signal);
        yield {
          flac: await this.#options.keeper.keep(inOne(flac), flac.length, Infinity),
          seconds: chunk.samples.length / 2 / SAMPLE_RATE,
          startSeconds: chunk.start / SAMPLE_RATE,
        };
      }
    } finally {
      leave();
    }
  }

  async #decodedLength(
    kept: KeptAudio,
    format: AudioFormat,
    owner: string,
    signal: AbortSignal,
  ): Promise<bigint> {
    const leave = await this.#measuring.enter(owner, signal);
    try {
      let bytes = 0;
      for await (const chunk of this.#decoded(kept, format, signal)) bytes += chunk.length;
      return BigInt(Math.ceil(bytes / 2 / SAMPLES_PER_MS));
    } finally {
      leave();
    }
  }

  /** The mix of all channels, or the one that is chosen. */
  async *#decoded(
    kept: KeptAudio,
    format: AudioFormat,
    signal: AbortSignal,
    choose?: typeof channelOfStream,
  ): AsyncGenerator<Buffer> {
    const program = this.#program();
    try {
      const from = await decoderSource(kept, format, this.#options);
      try {
        const { maxSeconds } = this.#options;
        const job = () => ({ program, format, source: from.source(), maxSeconds, signal });
        yield* decodeStream(job(), await choose?.(job()));
      } finally {
        await from.close();
      }
    } catch (error) {
      if (error instanceof DecodeError)
        throw new GatewayError('audio_decode_failed', { message: error.message });
      throw error;
    }
  }

  #program(): string {
    const program = this.#options.ffmpeg();
    if (program !== undefined) return program;
    throw new GatewayError('unavailable', {
      message: 'This gateway has no FFmpeg, and takes plain wav files alone. Tell its operator.',
    });
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/** What a decoder reads from; `close` when it is done. */
interface DecoderSource {
  /** From the beginning, each time. */
  source(): AsyncIterable<Uint8Array> | { readonly descriptor: number };
  close(): Promise<void>;
}

/** An MP4 file with its table at the end has to be seekable. Up to this many bytes are kept in memory for that. */
const MAX_SEEKABLE_BYTES = 64 * 1024 * 1024;

/**
 * The audio as a decoder can read it: through a pipe, or, for an MP4 file with its table at the end, from a nameless
 * file in memory.
 */
async function decoderSource(
  audio: KeptAudio,
  format: AudioFormat,
  { memoryFolder, report }: { readonly memoryFolder: string; readonly report: StorageReport },
): Promise<DecoderSource> {
  if (format !== 'm4a' || (await tableComesFirst(audio)))
    return { source: () => audio.read(), close: async () => {} };
  if (audio.bytes > MAX_SEEKABLE_BYTES)
    throw new GatewayError('audio_decode_failed', {
      message: `This MP4 file has its table at the end; such files may have ${MAX_SEEKABLE_BYTES / 1024 / 1024} MiB. Write it with "-movflags +faststart", or as another format.`,
    });
  const file = await namelessFile(memoryFolder).catch((error: unknown) => {
    throw storageError(error, report);
  });
  try {
    for await (const chunk of audio.read()) await writeWhole(file, chunk);
    return { source: () => ({ descriptor: file.fd }), close: () => file.close() };
  } catch (error) {
    await file.close();
    throw storageError(error, report);
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; )
    done += (await file.write(chunk, done, chunk.length - done)).bytesWritten;
}

/** Walks over the boxes (ISO/IEC 14496-12, section 4.2). */
async function tableComesFirst(audio: KeptAudio): Promise<boolean> {
  for (let at = 0, boxes = 0; at < audio.bytes && boxes < 64; boxes++) {
    const head = Buffer.from(await audio.readAt(at, 16));
    if (head.length < 8) return false;
    const kind = head.toString('latin1', 4, 8);
    if (kind === 'moov') return true;
    if (kind === 'mdat') return false;
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return false;
    at += size;
  }
  return false;
}

/**
 * Produces items as fast as possible for a slower consumer: the producer never waits for the consumer. Each item is
 * discarded when the next one is requested; leaving the loop ends the producer and discards what was not consumed.
 * Throws what the producer throws, after everything produced before has been consumed.
 */
export async function* madeAhead<Item>(
  make: (signal: AbortSignal) => AsyncIterable<Item>,
  discard: (item: Item) => Promise<void>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const consumerGone = new AbortController();
  const ready: Item[] = [];
  let next = Promise.withResolvers<void>();
  let end: { readonly error?: unknown } | undefined;
  const making = (async () => {
    try {
      for await (const item of make(AbortSignal.any([signal, consumerGone.signal]))) {
        ready.push(item);
        next.resolve();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    next.resolve();
  })();
  try {
    for (;;) {
      const item = ready.shift();
      if (item !== undefined) {
        try {
          yield item;
        } finally {
          await discard(item);
        }
      } else if (end) {
        if ('error' in end) throw end.error;
        return;
      } else {
        await next.promise;
        next = Promise.withResolvers();
      }
    }
  } finally {
    consumerGone.abort(new Error('no one takes more'));
    await making;
    for (const item of ready) await discard(item);
  }
}

/**
 * Integer and floating-point samples, and the format whose SubFormat says which of the two it is (RFC 2361; Microsoft,
 * WAVEFORMATEXTENSIBLE).
 */
const INTEGER = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
/** What follows the tag in a SubFormat that stands for one: xxxx0000-0000-0010-8000-00AA00389B71. */
const SUB_FORMAT_REST = '000000001000800000aa00389b71';
const WIDTHS: Readonly<Record<number, ReadonlySet<number>>> = {
  [INTEGER]: new Set([8, 16, 24, 32]),
  [FLOAT]: new Set([32, 64]),
};

/**
 * Milliseconds of plain samples in a wav file, from its first bytes and its size; undefined if it has to be decoded.
 * Money depends on it: a header that two programs could read in two ways is never believed. Everything after the header
 * counts as audio, so that a data chunk that claims less than it contains is not cheaper.
 */
export function wavLength(head: Uint8Array, fileBytes: number): bigint | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  let samples: Samples | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (id === 'data') {
      const rest = fileBytes - at - 8;
      // A recorder that streams writes no true size, and a file that was cut off has too large a one.
      if (!samples || size === 0 || size > rest) return undefined;
      return BigInt(Math.ceil((Math.floor(rest / samples.frameBytes) * 1_000) / samples.rate));
    }
    if (id === 'fmt ') {
      // FFmpeg takes the first of several, others the last.
      if (samples) return undefined;
      samples = samplesOf(bytes.subarray(at + 8, at + 8 + size));
      if (!samples) return undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

interface Samples {
  readonly rate: number;
  /** One sample of every channel. */
  readonly frameBytes: number;
}

/** Undefined for anything but plain samples whose fields agree with each other. */
function samplesOf(format: Buffer): Samples | undefined {
  if (format.length < 16) return undefined;
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  const frameBytes = format.readUInt16LE(12);
  const bits = format.readUInt16LE(14);
  const isPlain =
    WIDTHS[tagOf(format, bits) ?? 0]?.has(bits) === true &&
    channels >= 1 &&
    channels <= 32 &&
    rate >= 4_000 &&
    rate <= 384_000 &&
    frameBytes === (bits / 8) * channels;
  return isPlain ? { rate, frameBytes } : undefined;
}

function tagOf(format: Buffer, bits: number): number | undefined {
  const tag = format.readUInt16LE(0);
  if (tag !== EXTENSIBLE) return tag;
  if (format.length < 40 || format.toString('hex', 26, 40) !== SUB_FORMAT_REST) return undefined;
  // FFmpeg goes by the valid bits where there are any; they must need the whole width.
  const valid = format.readUInt16LE(18);
  return valid === 0 || Math.ceil(valid / 8) * 8 === bits ? format.readUInt16LE(24) : undefined;
}
