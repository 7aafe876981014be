import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { englishText, type Message, say } from '@quoth/contract';
import { SAMPLE_RATE } from '../spool.ts';

/** A block of decoded audio: one array per channel, values from -1 to 1. */
export interface DecodedBlock {
  readonly channels: readonly Float32Array[];
  /** Samples per second. */
  readonly sampleRate: number;
  /** The same for a file with one channel of 16-bit samples. */
  readonly integers?: Int16Array;
}

/** Reads a file block by block. */
export type BlockReader = (path: string) => AsyncGenerator<DecodedBlock>;

/** The file is not what its first bytes promised: why, and what to do about it, for the user. */
export class DecodeError extends Error {
  readonly why: Message;
  readonly hint: Message | undefined;

  constructor(why: Message, hint?: Message) {
    super(englishText(why));
    this.name = 'DecodeError';
    this.why = why;
    this.hint = hint;
  }
}

/** How samples are written in a file. */
interface SampleLayout {
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

const readFrom = promisify(read);

/**
 * An open file. Opening and closing it does not wait for the disk; reading does, so that is left to the thread pool,
 * with few calls.
 */
class OpenFile {
  readonly size: number;
  readonly #descriptor: number;
  #content: Buffer | undefined;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.size = fstatSync(this.#descriptor).size;
  }

  /** Reads everything with one call, where it is not more than so many bytes. */
  async readAhead(maxBytes: number): Promise<void> {
    if (this.size > maxBytes) return;
    const content = Buffer.allocUnsafeSlow(this.size);
    this.#content = content.subarray(0, await this.read(content, 0));
  }

  /** Fills the buffer from a position on; returns how many bytes there were. */
  async read(buffer: Buffer, position: number): Promise<number> {
    if (this.#content) return this.#content.copy(buffer, 0, position);
    const { bytesRead } = await readFrom(this.#descriptor, buffer, 0, buffer.length, position);
    return bytesRead;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Reads plain samples between two positions in a file; an incomplete last frame is left out. */
async function* readSamples(
  file: OpenFile,
  from: number,
  to: number,
  layout: SampleLayout,
): AsyncGenerator<DecodedBlock> {
  const { bits, channels, sampleRate } = layout;
  const bytes = bits / 8;
  if (channels < 1 || channels > 64 || sampleRate < 1) throw new DecodeError(say('soundHeaderInvalid'));
  const value = sampleReader(layout);
  const isPlain = layout.kind === 'integer' && bits === 16 && channels === 1 && !layout.bigEndian;
  const frameBytes = bytes * channels;
  for (let position = from; position < to; ) {
    const most = isPlain ? PLAIN_FRAMES : FRAMES;
    const buffer = Buffer.allocUnsafeSlow(Math.min(most * frameBytes, to - position));
    const frames = Math.floor((await file.read(buffer, position)) / frameBytes);
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
  const integers = new Int16Array(buffer.buffer, buffer.byteOffset, frames);
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
  throw new DecodeError(say('sampleBitsUnsupported', { bits }), say('convertTo16Bits'));
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

/**
 * Plain audio up to this size is read as a whole, and in the application's own process: faster than starting another,
 * and too short to delay anything.
 */
export const INLINE_BYTES = 4 * 1024 * 1024;

const MAX_CHUNKS = 1_000;
const HEAD_BYTES = 4_096;

/**
 * Reads parts of a header: what lies in the file's first bytes, nearly always all of it, with one call. Zeros stand for
 * what is behind the end.
 */
async function headerReader(
  file: ReadableFile,
): Promise<(position: number, length: number) => Promise<Buffer>> {
  const head = Buffer.alloc(HEAD_BYTES);
  const bytesRead = await file.read(head, 0);
  return async (position, length) => {
    if (position + length <= bytesRead) return head.subarray(position, position + length);
    const part = Buffer.alloc(length);
    await file.read(part, position);
    return part;
  };
}

/** Sizes that mean "not known" in a file that was written as it was recorded, or is larger than 4 GiB (RF64). */
const UNKNOWN_SIZES = [0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000];

/**
 * True for the most usual form of what a spool holds anyway: a header of 44 bytes, then 16-bit samples, 16,000 a
 * second, one channel.
 */
export async function isAsSpool(path: string): Promise<boolean> {
  const file = new OpenFile(path);
  try {
    const header = Buffer.alloc(44);
    await file.read(header, 0);
    const { kind, bits, channels, sampleRate } = layoutOf(header.subarray(20, 36));
    const isPlainHeader =
      header.toString('latin1', 12, 16) === 'fmt ' && header.toString('latin1', 36, 40) === 'data';
    return isPlainHeader && kind === 'integer' && bits === 16 && channels === 1 && sampleRate === SAMPLE_RATE;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  } finally {
    file.close();
  }
}

/**
 * Lengths from here on are not believed in a shorter file: programs that write to a pipe put them there, such as
 * arecord and sox.
 */
const UNKNOWN_FROM = 0x7fff_0000;

/** A file whose size is known before it is read. */
export interface ReadableFile {
  readonly size: number;
  /** Fills the buffer from a position on; returns how many bytes there were. */
  read(buffer: Buffer, position: number): Promise<number>;
}

/**
 * How long a wav file is by its header: the seconds that are there, and those that it announces and does not have, as
 * after a broken copy; 0 where it does not say, or is no wav file.
 */
export async function wavSeconds(file: ReadableFile): Promise<WavSeconds> {
  const { size } = file;
  const read = await headerReader(file);
  let bytesPerSecond = 0;
  let most = 0;
  let position = (await read(8, 4)).toString('latin1') === 'WAVE' ? 12 : size;
  for (let chunk = 0; chunk < MAX_CHUNKS && position + 8 <= size; chunk++) {
    const header = await read(position, 8 + 14);
    const id = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    if (id === 'fmt ') {
      bytesPerSecond = header.readUInt32LE(8 + 8);
      // Some programs write a wrong one: frames a second and their bytes say it once more.
      most = Math.max(bytesPerSecond, header.readUInt32LE(8 + 4) * header.readUInt16LE(8 + 12));
    }
    position += 8;
    if (id === 'data') {
      if (bytesPerSecond === 0) break;
      const end = length > 0 && length < UNKNOWN_FROM ? position + length : size;
      return {
        there: (Math.min(end, size) - position) / most,
        missing: Math.max(0, end - size) / bytesPerSecond,
      };
    }
    position += length + (length % 2);
  }
  return { there: 0, missing: 0 };
}

export async function wavSecondsAt(path: string): Promise<WavSeconds> {
  const file = new OpenFile(path);
  try {
    return await wavSeconds(file);
  } finally {
    file.close();
  }
}

interface WavSeconds {
  readonly there: number;
  readonly missing: number;
}

/**
 * WAVE: plain samples, G.711, and the extensible form; of files that were joined (`cat a.wav b.wav`) all of them. A
 * truncated file yields the samples that it has.
 */
export async function* readWav(path: string): AsyncGenerator<DecodedBlock> {
  const file = new OpenFile(path);
  try {
    const { size } = file;
    await file.readAhead(INLINE_BYTES);
    const read = await headerReader(file);
    let layout: SampleLayout | undefined;
    let hasSamples = false;
    let position = 12;
    for (let chunk = 0; chunk < MAX_CHUNKS && position + 8 <= size; chunk++) {
      const header = await read(position, 8);
      const id = header.toString('latin1', 0, 4);
      const length = header.readUInt32LE(4);
      const body = position + 8;
      if (id === 'RIFF') {
        // The next of several files: its own chunks follow.
        layout = undefined;
        position = body + 4;
        continue;
      }
      if (id === 'fmt ') {
        layout = layoutOf(await read(body, Math.min(40, length)));
      }
      if (id === 'data') {
        if (!layout) throw new DecodeError(say('soundFormatNotDeclared', { format: 'wav' }));
        const known = !UNKNOWN_SIZES.includes(length) && body + length <= size;
        const end = known ? body + length : await endOfSamples(file, body);
        yield* readSamples(file, body, end, layout);
        hasSamples = true;
        const isJoined = (await read(end, 4)).toString('latin1') === 'RIFF';
        position = end + (known && !isJoined ? length % 2 : 0);
        continue;
      }
      position = body + length + (length % 2);
    }
    if (!hasSamples) throw new DecodeError(say('soundFileWithoutSamples', { format: 'wav' }));
  } finally {
    file.close();
  }
}

const SEARCH_BYTES = 1024 * 1024;
/** What programs write about a recording behind its samples: more is not looked for. */
const TAIL_BYTES = 64 * 1024;
const TAIL_CHUNKS = ['LIST', 'id3 ', 'ID3 ', 'bext', 'cue ', 'smpl', 'PEAK'];

/**
 * Where samples of unknown length end: before the header of the next file, and before chunks that reach to that place
 * exactly.
 */
async function endOfSamples(file: OpenFile, from: number): Promise<number> {
  const end = await nextHeader(file, from);
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, end - from));
  const start = end - tail.length;
  const bytes = tail.subarray(0, await file.read(tail, start));
  for (let at = 0; at + 8 <= bytes.length; at++) if (areChunks(bytes, at)) return start + at;
  return end;
}

function areChunks(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at + 8 <= bytes.length && TAIL_CHUNKS.includes(bytes.toString('latin1', at, at + 4))) {
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  // The last byte of padding is often left out.
  return at > from && (at === bytes.length || at === bytes.length + 1);
}

async function nextHeader(file: OpenFile, from: number): Promise<number> {
  const block = Buffer.alloc(SEARCH_BYTES);
  // Headers may lie across two blocks.
  for (let position = from; position < file.size; position += SEARCH_BYTES - 16) {
    const bytes = block.subarray(0, await file.read(block, position));
    for (let at = bytes.indexOf('RIFF'); at >= 0; at = bytes.indexOf('RIFF', at + 1))
      if (bytes.toString('latin1', at + 8, at + 16) === 'WAVEfmt ') return position + at;
  }
  return file.size;
}

const PCM = 1;
const FLOAT = 3;
const A_LAW = 6;
const MU_LAW = 7;
const EXTENSIBLE = 0xfffe;

/** True when the wav file's coding is one that is read in-process. */
function layoutOf(format: Buffer): SampleLayout {
  if (format.length < 16) throw new DecodeError(say('soundHeaderCutOff', { format: 'wav' }));
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
  throw new DecodeError(say('soundEncodingUnsupported', { format: 'wav' }), say('convertToPlain16Bits'));
}

const MAX_AIFF_CHUNKS = 1_000;

/** AIFF and AIFF-C with plain samples. */
export async function* readAiff(path: string): AsyncGenerator<DecodedBlock> {
  const file = new OpenFile(path);
  try {
    const { size } = file;
    await file.readAhead(INLINE_BYTES);
    let layout: SampleLayout | undefined;
    let position = 12;
    for (let chunk = 0; chunk < MAX_AIFF_CHUNKS && position + 8 <= size; chunk++) {
      const header = Buffer.alloc(16);
      await file.read(header, position);
      const id = header.toString('latin1', 0, 4);
      const length = header.readUInt32BE(4);
      if (id === 'COMM') {
        const common = Buffer.alloc(Math.min(22, length));
        await file.read(common, position + 8);
        layout = aiffLayoutOf(common);
      }
      if (id === 'SSND') {
        if (!layout) throw new DecodeError(say('soundFormatNotDeclared', { format: 'aiff' }));
        const from = position + 16 + header.readUInt32BE(8);
        yield* readSamples(file, from, Math.min(size, position + 8 + length), layout);
        return;
      }
      position += 8 + length + (length % 2);
    }
    throw new DecodeError(say('soundFileWithoutSamples', { format: 'aiff' }));
  } finally {
    file.close();
  }
}

function aiffLayoutOf(common: Buffer): SampleLayout {
  if (common.length < 18) throw new DecodeError(say('soundHeaderCutOff', { format: 'aiff' }));
  const coding = common.length >= 22 ? common.toString('latin1', 18, 22) : 'NONE';
  const shared = {
    channels: common.readUInt16BE(0),
    sampleRate: Math.round(extended(common.subarray(8, 18))),
  };
  const bits = Math.ceil(common.readUInt16BE(6) / 8) * 8;
  if (coding === 'NONE' || coding === 'twos') return { ...shared, kind: 'integer', bits, bigEndian: true };
  if (coding === 'sowt') return { ...shared, kind: 'integer', bits, bigEndian: false };
  if (/^fl32$/i.test(coding)) return { ...shared, kind: 'float', bits: 32, bigEndian: true };
  if (/^fl64$/i.test(coding)) return { ...shared, kind: 'float', bits: 64, bigEndian: true };
  if (/^ulaw$/i.test(coding)) return { ...shared, kind: 'mu-law', bits: 8, bigEndian: true };
  if (/^alaw$/i.test(coding)) return { ...shared, kind: 'a-law', bits: 8, bigEndian: true };
  throw new DecodeError(say('soundEncodingUnsupported', { format: 'aiff' }), say('convertToPlain16Bits'));
}

/** IEEE 754 extended precision, 80 bits, as AIFF writes its rate. */
function extended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383;
  const mantissa = bytes.readUInt32BE(2) * 2 ** -31 + bytes.readUInt32BE(6) * 2 ** -63;
  return mantissa * 2 ** exponent;
}

export function ffmpegCommand(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'brew install ffmpeg';
  return platform === 'win32' ? 'winget install Gyan.FFmpeg' : 'sudo apt-get install -y ffmpeg';
}

/** Each channel was to be decoded by itself. */
export function notTwoChannels(): DecodeError {
  return new DecodeError(say('notTwoChannels'), say('omitChannels'));
}

/** What to do about a format that only FFmpeg decodes. */
export function installFfmpegOrSend(formats: Message): Message {
  const { platform } = process;
  const install = platform === 'linux' ? 'installFfmpegOnDebianOrSend' : 'installFfmpegOrSend';
  return say(install, { command: ffmpegCommand(platform), formats });
}
