import type { FileHandle } from 'node:fs/promises';
import { type DecodedBlock, DecodeError } from './decoded-block.ts';

/** How samples are written in a file. */
export interface SampleLayout {
  readonly kind: 'integer' | 'unsigned' | 'float' | 'a-law' | 'mu-law';
  readonly bits: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bigEndian: boolean;
}

/** A block is about a second of CD audio. */
const FRAMES = 48_000;
/** Blocks of samples that need no conversion are larger. */
const PLAIN_FRAMES = 500_000;

/** Reads plain samples between two positions in a file; an incomplete last frame is left out. */
export async function* readSamples(
  file: FileHandle,
  from: number,
  to: number,
  layout: SampleLayout,
): AsyncGenerator<DecodedBlock> {
  const { bits, channels, sampleRate } = layout;
  const bytes = bits / 8;
  if (channels < 1 || channels > 64 || sampleRate < 1)
    throw new DecodeError("The audio file's header is invalid.");
  const value = sampleReader(layout);
  const isPlain = layout.kind === 'integer' && bits === 16 && channels === 1 && !layout.bigEndian;
  const frameBytes = bytes * channels;
  for (let position = from; position < to; ) {
    const most = isPlain ? PLAIN_FRAMES : FRAMES;
    const buffer = Buffer.alloc(Math.min(most * frameBytes, to - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    const frames = Math.floor(bytesRead / frameBytes);
    if (frames === 0) return;
    position += frames * frameBytes;
    if (isPlain) {
      yield blockOf16Bits(buffer, frames, sampleRate);
      continue;
    }
    const data = Array.from({ length: channels }, () => new Float32Array(frames));
    for (const [channel, target] of data.entries()) {
      for (let frame = 0; frame < frames; frame++) {
        target[frame] = value(buffer, frame * frameBytes + channel * bytes);
      }
    }
    yield { channels: data, sampleRate };
  }
}

/** 16 bits and one channel, as in most speech recordings: passed on unchanged, without looking at each sample. */
function blockOf16Bits(buffer: Buffer, frames: number, sampleRate: number): DecodedBlock {
  const integers = new Int16Array(buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + frames * 2));
  return {
    integers,
    sampleRate,
    get channels() {
      const floats = new Float32Array(frames);
      for (let frame = 0; frame < frames; frame++) floats[frame] = (integers[frame] as number) / 32_768;
      return [floats];
    },
  };
}

function sampleReader({ kind, bits, bigEndian }: SampleLayout): (buffer: Buffer, at: number) => number {
  if (kind === 'a-law' && bits === 8) return (buffer, at) => aLaw(buffer[at] ?? 0);
  if (kind === 'mu-law' && bits === 8) return (buffer, at) => muLaw(buffer[at] ?? 0);
  if (kind === 'unsigned' && bits === 8) return (buffer, at) => ((buffer[at] ?? 128) - 128) / 128;
  if (kind === 'float' && bits === 32) {
    return bigEndian ? (buffer, at) => buffer.readFloatBE(at) : (buffer, at) => buffer.readFloatLE(at);
  }
  if (kind === 'float' && bits === 64) {
    return bigEndian ? (buffer, at) => buffer.readDoubleBE(at) : (buffer, at) => buffer.readDoubleLE(at);
  }
  if (kind === 'integer' && [8, 16, 24, 32].includes(bits)) {
    const full = 2 ** (bits - 1);
    const bytes = bits / 8;
    return bigEndian
      ? (buffer, at) => buffer.readIntBE(at, bytes) / full
      : (buffer, at) => buffer.readIntLE(at, bytes) / full;
  }
  throw new DecodeError(
    `Samples of ${bits} bits in this encoding are not supported.`,
    'Convert the file to 16-bit wav.',
  );
}

/** ITU-T G.711, A-law. */
function aLaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 7;
  const mantissa = ((code & 15) << 4) + 8;
  const value = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1);
  return ((code & 0x80) !== 0 ? value : -value) / 32_768;
}

/** ITU-T G.711, mu-law. */
function muLaw(byte: number): number {
  const code = ~byte & 0xff;
  const value = ((((code & 15) << 3) + 132) << ((code >> 4) & 7)) - 132;
  return ((code & 0x80) !== 0 ? -value : value) / 32_768;
}
