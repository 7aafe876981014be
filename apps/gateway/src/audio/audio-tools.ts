import {
  DecodeError,
  decodeStream,
  flacOfSamples,
  PauseFinder,
  SAMPLE_RATE,
  sniffFormat,
  splitStream,
} from '@quoth/audio';
import { type AudioFormat, formatsInWords } from '@quoth/contract';
import { type AudioFile, planUpload, type SpeechAdapter, type SpeechModel } from '@quoth/providers';
import { GatewayError } from '../http/gateway-error.ts';
import { decoderSource } from './decoder-source.ts';
import type { KeptAudio } from './kept-audio.ts';
import { wavLength } from './wav-length.ts';

export interface AudioToolsOptions {
  /** The ffmpeg program; undefined if there is none: then only plain wav is accepted. */
  readonly ffmpeg: () => string | undefined;
  /** A folder in memory. */
  readonly memoryFolder: string;
  readonly maximumSeconds: number;
  /** How many decoders run at a time; each is a process. */
  readonly slots: number;
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
const LONGEST_PART_SECONDS = 600;

/** Identifies, measures and re-encodes audio, only in memory and pipes. */
export class AudioTools {
  readonly #with: AudioToolsOptions;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(options: AudioToolsOptions) {
    this.#with = options;
    this.#free = options.slots;
  }

  /** Throws audio_decode_failed, payload_too_large (too long), or the signal's reason. */
  async measure(kept: KeptAudio, signal: AbortSignal): Promise<MeasuredAudio> {
    const format = kept.bytes === 0 ? undefined : await sniffFormat((at, length) => kept.readAt(at, length));
    if (!format)
      throw new GatewayError('audio_decode_failed', {
        message:
          kept.bytes === 0
            ? 'The file is empty.'
            : `This is not audio, regardless of its file name or content type. Known are ${formatsInWords.all}.`,
      });
    const { maximumSeconds } = this.#with;
    const plain = format === 'wav' ? wavLength(await kept.readAt(0, 65_536), kept.bytes) : undefined;
    const milliseconds = plain ?? (await this.#decodedLength(kept, format, signal));
    if (milliseconds === 0n)
      throw new GatewayError('audio_decode_failed', { message: 'The audio contains no samples.' });
    if (milliseconds > BigInt(maximumSeconds) * 1_000n)
      throw new GatewayError('payload_too_large', {
        message: `The audio is longer than ${Math.round(maximumSeconds / 60)} minutes. Split it into parts and send them one by one.`,
        param: 'file',
      });
    return { kept, format, milliseconds };
  }

  /** The uploads that a vendor accepts: the original file, or FLAC of it, cut at pauses. Each part is encoded when it is requested. */
  async *uploads(
    { kept, format, milliseconds }: MeasuredAudio,
    adapter: SpeechAdapter,
    model: SpeechModel | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<VendorUpload, void, void> {
    const seconds = Number(milliseconds) / 1_000;
    const file: AudioFile = { path: '', content: kept, format, bytes: kept.bytes, seconds };
    const plan = planUpload(file, adapter, model);
    if (plan.kind === 'as-is') {
      yield { audio: file, startSeconds: 0 };
      return;
    }
    const program = this.#program();
    const most = Math.min(plan.kind === 'parts' ? plan.maximumSeconds : Infinity, LONGEST_PART_SECONDS);
    const samples = this.#decoded(kept, format, signal);
    const chunks = splitStream(samples, await PauseFinder.create(), Math.floor(most * SAMPLE_RATE));
    for await (const chunk of chunks) {
      const flac = await flacOfSamples(program, chunk.samples, signal);
      yield {
        audio: {
          path: '',
          content: {
            bytes: flac.length,
            read: async function* () {
              yield flac;
            },
          },
          format: 'flac',
          bytes: flac.length,
          seconds: chunk.samples.length / 2 / SAMPLE_RATE,
        },
        startSeconds: chunk.start / SAMPLE_RATE,
      };
    }
  }

  async #decodedLength(kept: KeptAudio, format: AudioFormat, signal: AbortSignal): Promise<bigint> {
    let bytes = 0;
    for await (const chunk of this.#decoded(kept, format, signal)) bytes += chunk.length;
    return BigInt(Math.ceil(bytes / 2 / SAMPLES_PER_MS));
  }

  async *#decoded(kept: KeptAudio, format: AudioFormat, signal: AbortSignal): AsyncGenerator<Buffer> {
    const program = this.#program();
    await this.#slot(signal);
    try {
      const from = await decoderSource(kept, format, this.#with.memoryFolder);
      try {
        const { maximumSeconds } = this.#with;
        yield* decodeStream({ program, format, source: from.source, maximumSeconds, signal });
      } finally {
        await from.close();
      }
    } catch (error) {
      if (error instanceof DecodeError)
        throw new GatewayError('audio_decode_failed', { message: error.message });
      throw error;
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #slot(signal: AbortSignal): Promise<void> {
    while (this.#free <= 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (signal.aborted) {
        this.#waiting.shift()?.();
        throw signal.reason;
      }
    }
    this.#free -= 1;
  }

  #program(): string {
    const program = this.#with.ffmpeg();
    if (program !== undefined) return program;
    throw new GatewayError('unavailable', {
      message: 'This gateway has no FFmpeg, and takes plain wav files alone. Tell its operator.',
    });
  }
}
