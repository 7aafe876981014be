import { open } from 'node:fs/promises';
import { SAMPLE_RATE } from '../spool/spool-format.ts';
import { type DecodedBlock, DecodeError } from './decoded-block.ts';
import { readSamples, type SampleLayout } from './read-samples.ts';

const MOST_CHUNKS = 1_000;
/** Sizes that mean "not known" in a file that was written as it was recorded, or is larger than 4 GiB (RF64). */
const UNKNOWN_SIZES = [0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000];

/** True for the most usual form of what a spool holds anyway: a header of 44 bytes, then 16-bit samples, 16,000 a second, one channel. */
export async function isAsSpool(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(44);
    await file.read(header, 0, header.length, 0);
    const { kind, bits, channels, sampleRate } = layoutOf(header.subarray(20, 36));
    const isPlainHeader =
      header.toString('latin1', 12, 16) === 'fmt ' && header.toString('latin1', 36, 40) === 'data';
    return isPlainHeader && kind === 'integer' && bits === 16 && channels === 1 && sampleRate === SAMPLE_RATE;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

/** Lengths from here on are not believed in a shorter file: programs that write to a pipe put them there, such as arecord and sox. */
const UNKNOWN_FROM = 0x7fff_0000;

/** Seconds of audio that a wav file's header announces and the file does not have, as after a broken copy; 0 if it is whole or does not say. */
export async function missingSeconds(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let bytesPerSecond = 0;
    let position = 12;
    for (let chunk = 0; chunk < MOST_CHUNKS && position + 8 <= size; chunk++) {
      const header = Buffer.alloc(8 + 12);
      await file.read(header, 0, header.length, position);
      const id = header.toString('latin1', 0, 4);
      const length = header.readUInt32LE(4);
      if (id === 'fmt ') bytesPerSecond = header.readUInt32LE(8 + 8);
      position += 8 + length;
      if (id === 'data') {
        const isKnown = length < UNKNOWN_FROM && bytesPerSecond > 0;
        return isKnown ? Math.max(0, position - size) / bytesPerSecond : 0;
      }
      position += length % 2;
    }
    return 0;
  } finally {
    await file.close();
  }
}

/** WAVE: plain samples, G.711, and the extensible form. A truncated file yields the samples that it has. */
export async function* readWav(path: string): AsyncGenerator<DecodedBlock> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let layout: SampleLayout | undefined;
    let position = 12;
    for (let chunk = 0; chunk < MOST_CHUNKS && position + 8 <= size; chunk++) {
      const header = Buffer.alloc(8);
      await file.read(header, 0, 8, position);
      const id = header.toString('latin1', 0, 4);
      const length = header.readUInt32LE(4);
      const body = position + 8;
      if (id === 'fmt ') {
        const format = Buffer.alloc(Math.min(40, length));
        await file.read(format, 0, format.length, body);
        layout = layoutOf(format);
      }
      if (id === 'data') {
        if (!layout) throw new DecodeError('The wav file does not declare its format before its samples.');
        const known = !UNKNOWN_SIZES.includes(length) && body + length <= size;
        yield* readSamples(file, body, known ? body + length : size, layout);
        return;
      }
      position = body + length + (length % 2);
    }
    throw new DecodeError('The wav file contains no samples.');
  } finally {
    await file.close();
  }
}

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/** True when the wav file's coding is one that is read in-process. */
function layoutOf(format: Buffer): SampleLayout {
  if (format.length < 16) throw new DecodeError('The header of the wav file is cut off.');
  const written = format.readUInt16LE(0);
  const tag = written === EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : written;
  const bits = format.readUInt16LE(14);
  const shared = {
    bits,
    channels: format.readUInt16LE(2),
    sampleRate: format.readUInt32LE(4),
    bigEndian: false,
  };
  if (tag === PCM) return { ...shared, kind: bits === 8 ? 'unsigned' : 'integer' };
  if (tag === FLOAT) return { ...shared, kind: 'float' };
  if (tag === A_LAW) return { ...shared, kind: 'a-law' };
  if (tag === MU_LAW) return { ...shared, kind: 'mu-law' };
  throw new DecodeError('This wav encoding is not supported.', 'Convert the file to plain 16-bit wav.');
}
