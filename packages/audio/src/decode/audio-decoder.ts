import { createReadStream, createWriteStream, statSync, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  AppError,
  type AudioFormat,
  type Finding,
  isMessage,
  type Said,
  say,
  systemCode,
  withAdvice,
  withFix,
} from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import { spawn } from '@quoth/processes/programs';
import { makeSpool, SAMPLE_RATE } from '../spool.ts';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import type { ChildAnswer } from './decode-main.ts';
import { decodeWithFfmpeg, findFfmpeg } from './ffmpeg.ts';
import { joinedFiles } from './joined-files.ts';
import { type DecoderLimits, runDecoder } from './limited-process.ts';
import { DecodeError, ffmpegCommand, INLINE_BYTES, isAsSpool, wavSecondsAt } from './wav-and-aiff.ts';

const MAIN = ownFile('./decode-main.ts', import.meta.url);
/** An answer is a number or a message. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * Decodes without FFmpeg, in a Node process of its own whose memory the system limits, and returns the number of
 * samples. Whatever the bytes do to the decoder, only that process ends. Throws DecodeError, or the signal's reason.
 */
async function decodeInChild(job: SpoolJob, signal: AbortSignal, limits: DecoderLimits): Promise<number> {
  signal.throwIfAborted();
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=96', '--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', MAIN],
    // The decoders print what they think of a damaged file; the answer has a pipe of its own.
    { env: {}, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] },
  );
  let answer = '';
  child.stdio[3]?.on('data', (words: Buffer) => {
    answer = (answer + words.toString('utf8')).slice(0, MAX_ANSWER_BYTES);
  });
  // A child that did not start, or has died, reads nothing; how it ended is reported below.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(job));
  await runDecoder(child, job.spoolPath, limits, signal);
  const result = readAnswer(answer);
  if (result && 'samples' in result) return result.samples;
  if (result && 'systemCode' in result) {
    throw Object.assign(new Error('The samples could not be written.'), { code: result.systemCode });
  }
  const { why, hint } = result?.failure ?? {};
  throw new DecodeError(isMessage(why) ? why : say('audioDamaged'), isMessage(hint) ? hint : undefined);
}

/** Undefined if the process ended before it could answer. */
function readAnswer(answer: string): ChildAnswer | undefined {
  try {
    return JSON.parse(answer) as ChildAnswer;
  } catch {
    return undefined;
  }
}

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
  /** Makes the empty file for the samples; every decoder below writes into what is there. */
  readonly makeSpool?: (path: string) => Promise<void>;
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
  /** See `SpoolJob`. */
  readonly channel?: number | undefined;
}

/** What was decoded into the spool. */
export interface DecodedAudio {
  readonly durationSeconds: number;
  /** How much the file announces and does not have; 0 where that is not known. */
  readonly missingSeconds: number;
  /** The first samples, where they are in memory anyway. */
  readonly head?: Int16Array;
  /** The sound track, counted from 1, where it is not the main one: no one speaks there. */
  readonly track?: number;
  /** How many files were joined into this one, where other programs read the first alone. */
  readonly files?: number;
  readonly decoder: string;
}

/** What a decoder has written. */
interface Written extends Pick<DecodedAudio, 'head' | 'track' | 'files' | 'decoder'> {
  readonly samples: number;
}

/**
 * Turns audio of any known format into a spool of samples: small and plain wav in-process, the rest by FFmpeg, or by
 * WebAssembly if it is not installed. Both run in separate processes with limited memory, time and output, so that no
 * file can exhaust the application.
 */
export class AudioDecoder {
  readonly #searchPath: string;
  readonly #platform: NodeJS.Platform;
  readonly #logger: DecoderLogger;
  readonly #limits: DecoderLimits;
  readonly #makeSpool: (path: string) => Promise<void>;

  constructor({
    env,
    platform,
    logger,
    stalledMs = 15_000,
    totalMs = 20 * 60_000,
    ...options
  }: AudioDecoderOptions) {
    this.#makeSpool = options.makeSpool ?? makeSpool;
    this.#limits = { stalledMs, totalMs };
    this.#searchPath = env.PATH ?? '';
    this.#platform = platform;
    this.#logger = logger;
  }

  /** Throws AUDIO_DECODE_FAILED, INVALID_REQUEST when it is too long, or the signal's reason. */
  async decode(job: DecodeJob): Promise<DecodedAudio> {
    const { path, format, spoolPath, signal, maxSeconds, channel } = job;
    const spoolJob: SpoolJob = { path, format, spoolPath, maxSamples: maxSeconds * SAMPLE_RATE, channel };
    try {
      const [{ there, missing }] = await Promise.all([
        format === 'wav' ? wavSecondsAt(path) : { there: 0, missing: 0 },
        this.#makeSpool(spoolPath),
      ]);
      if (there > maxSeconds) throw tooLongAudio(maxSeconds);
      const { samples, ...decoded } = await this.#allDecoded(spoolJob, signal);
      if (samples === 0) throw new DecodeError(say('audioWithoutSamples'));
      if (samples > spoolJob.maxSamples) throw tooLongAudio(maxSeconds);
      return { durationSeconds: samples / SAMPLE_RATE, missingSeconds: missing, ...decoded };
    } catch (error) {
      await rm(spoolPath, { force: true });
      signal.throwIfAborted();
      throw readableError(error);
    }
  }

  /** For the doctor. */
  async findings(): Promise<Said<Finding>[]> {
    const title = [say('audioDecoder')];
    const program = this.#ffmpeg();
    if (program) return [withAdvice({ id: 'ffmpeg', status: 'ok', detail: `${program}.` }, { title })];
    return [
      withFix(withAdvice({ id: 'ffmpeg', status: 'warning' }, { title, detail: [say('ffmpegMissing')] }), [
        say('run', { command: ffmpegCommand(this.#platform) }),
      ]),
    ];
  }

  /** Of files that were joined, each decoded by itself and its samples put behind the others. */
  async #allDecoded(job: SpoolJob, signal: AbortSignal): Promise<Written> {
    const starts = await joinedFiles(job.path, job.format);
    if (starts.length === 1) return this.#decoded(job, signal);
    const [path, spoolPath] = [`${job.spoolPath}.file`, `${job.spoolPath}.samples`];
    let all: Written | undefined;
    try {
      for (const [index, start] of starts.entries()) {
        const samples = all?.samples ?? 0;
        if (samples > job.maxSamples) break;
        const end = (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1;
        await pipeline(createReadStream(job.path, { start, end }), newFile(path), { signal });
        const part = { ...job, path, spoolPath, maxSamples: job.maxSamples - samples };
        await makeSpool(spoolPath);
        const written = await this.#decoded(part, signal);
        const append = createWriteStream(job.spoolPath, { flags: 'a' });
        await pipeline(createReadStream(spoolPath), append, { signal });
        await rm(path);
        all = { ...(all ?? written), samples: samples + written.samples, files: starts.length };
      }
      return all ?? { samples: 0, decoder: 'none' };
    } finally {
      for (const made of [path, spoolPath]) await rm(made, { force: true });
    }
  }

  async #decoded(job: SpoolJob, signal: AbortSignal): Promise<Written> {
    const plain = job.format === 'wav' || job.format === 'aiff';
    if (plain) {
      try {
        // Samples that only need copying are not worth a process.
        const small =
          statSync(job.path).size <= INLINE_BYTES || (job.format === 'wav' && (await isAsSpool(job.path)));
        const decoded = small
          ? await decodeInProcess(job)
          : { samples: await decodeInChild(job, signal, this.#limits) };
        return { ...decoded, decoder: 'in-process' };
      } catch (error) {
        if (!(error instanceof DecodeError) || !this.#ffmpeg()) throw error;
      }
    }
    const ffmpeg = this.#ffmpeg();
    if (ffmpeg)
      return {
        ...(await decodeWithFfmpeg(
          { ffmpeg, ffprobe: findFfmpeg(this.#searchPath, this.#platform, 'ffprobe') },
          job,
          signal,
          this.#limits,
        )),
        decoder: 'ffmpeg',
      };
    this.#logger.debug({ format: job.format }, 'No FFmpeg: decoding in-process.');
    return { samples: await decodeInChild(job, signal, this.#limits), decoder: 'webassembly' };
  }

  /** Looked up each time: it may be installed while the application runs, and the lookup takes microseconds. */
  #ffmpeg(): string | undefined {
    return findFfmpeg(this.#searchPath, this.#platform);
  }
}

function newFile(path: string): WriteStream {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 });
}

export function tooLongAudio(maxSeconds: number): AppError {
  return new AppError('INVALID_REQUEST', {
    message:
      maxSeconds < 3_600
        ? say('audioTooLongSeconds', { seconds: maxSeconds })
        : say('audioTooLongHours', { hours: Math.round(maxSeconds / 360) / 10 }),
    hint: say('splitAudio'),
  });
}

function readableError(error: unknown): unknown {
  if (error instanceof DecodeError) {
    return new AppError('AUDIO_DECODE_FAILED', {
      message: error.why,
      hint: error.hint ?? say('checkAudioPlays'),
      cause: error,
    });
  }
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('DISK_FULL', {
      message: say('diskFullWhileDecoding'),
      hint: say('freeSpaceThenTranscribeAgain'),
      cause: error,
    });
  }
  return error;
}
