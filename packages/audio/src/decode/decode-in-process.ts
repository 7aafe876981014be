import { closeSync, constants, open, write } from 'node:fs';
import { promisify } from 'node:util';
import { type AudioFormat, say } from '@quoth/contract';
import { Resampler } from '../resampler.ts';
import { SAMPLE_RATE } from '../spool.ts';
import { chosenChannel, mixed, toInteger } from './channels.ts';
import { readFlac, readMp3, readOgg, readOpus } from './compressed.ts';
import {
  type BlockReader,
  type DecodedBlock,
  DecodeError,
  installFfmpegOrSend,
  notTwoChannels,
  readAiff,
  readWav,
} from './wav-and-aiff.ts';

/** Of a file whose channels differ. */
const MAX_LISTENED_S = 300;

const FASTEST_RATE = 768_000;
const SLOWEST_RATE = 1_000;

/** What was written into a spool: how many samples, and the first of them. */
export interface WrittenSpool {
  readonly samples: number;
  readonly head: Int16Array;
}

const openFile = promisify(open);
const writeTo = promisify(write);

/**
 * Mixes down or takes one channel, resamples and writes the blocks of a reader as raw 16-bit samples. Stops one second
 * after the maximum.
 */
async function writeSpool(
  blocks: AsyncIterable<DecodedBlock>,
  { spoolPath, maxSamples }: Pick<SpoolJob, 'spoolPath' | 'maxSamples'>,
  channel: number | undefined,
): Promise<WrittenSpool> {
  const mono = ({ channels }: DecodedBlock) => channels[channel ?? channels.length] ?? mixed(channels);
  const file = await openFile(spoolPath, constants.O_WRONLY | constants.O_TRUNC);
  let written = 0;
  let head: Int16Array = new Int16Array(0);
  let resampler: { rate: number; resampler: Resampler } | undefined;
  const append = async (samples: Float32Array | Int16Array) => {
    const integers = samples instanceof Int16Array ? samples : Int16Array.from(samples, toInteger);
    const bytes = new Uint8Array(integers.buffer, integers.byteOffset, integers.byteLength);
    for (let done = 0; done < bytes.length; ) {
      done += (await writeTo(file, bytes, done, bytes.length - done)).bytesWritten;
    }
    if (head.length === 0) head = integers;
    written += samples.length;
  };
  try {
    for await (const block of blocks) {
      const { sampleRate, integers } = block;
      if (resampler && resampler.rate !== sampleRate) {
        await append(resampler.resampler.end());
        resampler = undefined;
      }
      if (sampleRate === SAMPLE_RATE) await append(integers ?? mono(block));
      else {
        if (!isPossible(sampleRate)) {
          throw new DecodeError(say('sampleRateImpossible', { rate: sampleRate }));
        }
        resampler ??= { rate: sampleRate, resampler: new Resampler(sampleRate, SAMPLE_RATE) };
        await append(resampler.resampler.push(mono(block)));
      }
      if (written > maxSamples + SAMPLE_RATE) break;
    }
    if (resampler) await append(resampler.resampler.end());
    return { samples: written, head };
  } finally {
    closeSync(file);
  }
}

function isPossible(sampleRate: number): boolean {
  if (!Number.isInteger(sampleRate) || sampleRate < SLOWEST_RATE || sampleRate > FASTEST_RATE) return false;
  return Resampler.handles(sampleRate, SAMPLE_RATE);
}

const readers: Partial<Record<AudioFormat, BlockReader>> = {
  wav: readWav,
  aiff: readAiff,
  mp3: readMp3,
  flac: readFlac,
  ogg: readOgg,
  opus: readOpus,
  webm: readOpus,
};

/** What to decode; the same for every decoder. */
export interface SpoolJob {
  readonly path: string;
  readonly format: AudioFormat;
  readonly spoolPath: string;
  readonly maxSamples: number;
  /** Of a file with two channels this one alone, counted from 0; else the one or the mix with the most speech. */
  readonly channel?: number | undefined;
}

/** Decodes without FFmpeg. Throws DecodeError. */
export async function decodeInProcess(job: SpoolJob): Promise<WrittenSpool> {
  const reader = readers[job.format];
  if (!reader) {
    throw new DecodeError(
      say('noDecoderForFormat', { format: job.format }),
      installFfmpegOrSend(say('formatsWithoutFfmpeg')),
    );
  }
  const blocks = reader(job.path);
  const first = await blocks.next();
  if (job.channel !== undefined) {
    if (first.done || first.value.integers || first.value.channels.length !== 2) throw notTwoChannels();
    return writeSpool(resumed(first, blocks), job, job.channel);
  }
  const isMono = first.done || first.value.integers !== undefined || first.value.channels.length === 1;
  const choice = isMono ? 'mix' : await chosenChannel(reader(job.path), MAX_LISTENED_S);
  return writeSpool(resumed(first, blocks), job, typeof choice === 'number' ? choice : undefined);
}

/** A generator from its first block on, which has been taken already. */
async function* resumed(
  first: IteratorResult<DecodedBlock>,
  rest: AsyncGenerator<DecodedBlock>,
): AsyncGenerator<DecodedBlock> {
  if (!first.done) yield first.value;
  yield* rest;
}
