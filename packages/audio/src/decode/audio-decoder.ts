import { rm, stat } from 'node:fs/promises';
import type { Finding } from '@quoth/contract';
import { AppError, type AudioFormat, systemCode } from '@quoth/contract';
import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { decodeInChild } from './decode-in-child.ts';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import { DecodeError } from './decoded-block.ts';
import { decodeWithFfmpeg, findFfmpeg } from './ffmpeg.ts';
import { isAsSpool, missingSeconds } from './read-wav.ts';
import type { DecoderLimits } from './run-decoder.ts';

/** Plain wav up to this size is read in this process: faster than starting another, and too short to delay anything. */
const INLINE_BYTES = 4 * 1024 * 1024;

/** What a decoder says about its work, for the log: facts, never content. */
export interface DecoderLogger {
  debug(facts: Readonly<Record<string, unknown>>, message: string): void;
}

export interface AudioDecoderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly logger: DecoderLogger;
  /** A decoder that writes nothing for this long is killed. */
  readonly stalledMs?: number;
  /** So is one that takes longer than this for the whole file. A slow machine needs a few minutes for six hours. */
  readonly totalMs?: number;
}

/** What to decode and where to put the samples. */
export interface DecodeJob {
  readonly path: string;
  readonly format: AudioFormat;
  /** Raw signed 16-bit little-endian samples, 16 kHz, mono; made with mode 600. */
  readonly spoolPath: string;
  readonly signal: AbortSignal;
  /** Longer audio is refused with INVALID_REQUEST. */
  readonly maxSeconds: number;
}

/**
 * Turns audio of any known format into a spool of samples: small and plain wav in-process, the rest by FFmpeg, or by WebAssembly if it is not
 * installed. Both run in separate processes with limited memory, time and output, so that no file can exhaust the application.
 */
export class AudioDecoder {
  readonly #searchPath: string;
  readonly #platform: NodeJS.Platform;
  readonly #logger: DecoderLogger;
  readonly #limits: DecoderLimits;

  constructor({ env, platform, logger, stalledMs = 15_000, totalMs = 20 * 60_000 }: AudioDecoderOptions) {
    this.#limits = { stalledMs, totalMs };
    this.#searchPath = env.PATH ?? '';
    this.#platform = platform;
    this.#logger = logger;
  }

  /**
   * `missingSeconds`: how much the file announces and does not have; 0 where that is not known. Throws AUDIO_DECODE_FAILED, INVALID_REQUEST when it
   * is too long, or the signal's reason.
   */
  async decode(
    job: DecodeJob,
  ): Promise<{ durationSeconds: number; missingSeconds: number; decoder: string }> {
    const { path, format, spoolPath, signal, maxSeconds } = job;
    const spoolJob: SpoolJob = { path, format, spoolPath, maximumSamples: maxSeconds * SAMPLE_RATE };
    try {
      const { samples, decoder } = await this.#decoded(spoolJob, signal);
      if (samples === 0) throw new DecodeError('The audio contains no samples.');
      if (samples > spoolJob.maximumSamples) throw tooLong(maxSeconds);
      const missing = format === 'wav' ? await missingSeconds(path) : 0;
      return { durationSeconds: samples / SAMPLE_RATE, missingSeconds: missing, decoder };
    } catch (error) {
      await rm(spoolPath, { force: true });
      signal.throwIfAborted();
      throw inWords(error);
    }
  }

  /** For the doctor. */
  async findings(): Promise<Finding[]> {
    const title = 'Audio decoder FFmpeg';
    const program = this.#ffmpeg();
    if (program) return [{ id: 'ffmpeg', title, status: 'ok', detail: `${program}.` }];
    return [
      {
        id: 'ffmpeg',
        title,
        status: 'warning',
        detail: 'Not installed: m4a and aac cannot be decoded, other formats take longer.',
        fix: this.#platform === 'darwin' ? 'brew install ffmpeg' : 'sudo apt-get install -y ffmpeg',
      },
    ];
  }

  async #decoded(job: SpoolJob, signal: AbortSignal): Promise<{ samples: number; decoder: string }> {
    const plain = job.format === 'wav' || job.format === 'aiff';
    const ffmpeg = this.#ffmpeg();
    if (plain) {
      try {
        // What only needs copying is no work for a thread of its own.
        const small =
          (await stat(job.path)).size <= INLINE_BYTES ||
          (job.format === 'wav' && (await isAsSpool(job.path)));
        const samples = small ? await decodeInProcess(job) : await decodeInChild(job, signal, this.#limits);
        return { samples, decoder: 'in-process' };
      } catch (error) {
        if (!(error instanceof DecodeError) || !ffmpeg) throw error;
      }
    }
    if (ffmpeg)
      return { samples: await decodeWithFfmpeg(ffmpeg, job, signal, this.#limits), decoder: 'ffmpeg' };
    this.#logger.debug({ format: job.format }, 'No FFmpeg: decoding in-process.');
    return { samples: await decodeInChild(job, signal, this.#limits), decoder: 'webassembly' };
  }

  /** Looked up each time: it may be installed while the application runs, and the lookup takes microseconds. */
  #ffmpeg(): string | undefined {
    return findFfmpeg(this.#searchPath, this.#platform);
  }
}

function tooLong(maxSeconds: number): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The audio is longer than ${maxSeconds < 3_600 ? `${maxSeconds} seconds` : `${Math.round(maxSeconds / 360) / 10} hours`}.`,
    hint: 'Split it into parts and send them one by one.',
  });
}

function inWords(error: unknown): unknown {
  if (error instanceof DecodeError) {
    return new AppError('AUDIO_DECODE_FAILED', {
      message: error.message,
      hint: error.hint ?? 'Check that the file plays, or export it again as wav or mp3.',
      cause: error,
    });
  }
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('TRANSCRIPTION_FAILED', {
      message: 'The disk is full, so the audio could not be decoded. The recording is kept.',
      hint: 'Free some space in the data folder, then transcribe the recording again.',
      cause: error,
    });
  }
  return error;
}
