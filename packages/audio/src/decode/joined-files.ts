import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { AudioFormat } from '@quoth/contract';

/** Reads bytes of the file from a position; fewer at its end. */
type Read = (position: number, length: number) => Promise<Buffer>;

/** More are taken for one: no person joins so many. */
const MAX_FILES = 100;
/** A fragmented film of hours has some ten thousand. */
const MAX_BOXES = 100_000;
/** Ogg with several tracks has a header for each, one right behind the other. */
const MIN_BYTES = 512;
const BLOCK_BYTES = 1024 * 1024;

/** Bytes that stand only at the start of a file of a format, and what else must stand there. */
interface Signature {
  readonly magic: Buffer;
  readonly isStart?: (head: Buffer) => boolean;
}

const hex = (bytes: string) => Buffer.from(bytes, 'hex');
/** Header object of ASF 1.20, and the `riff` chunk of Sony Wave64. */
const [ASF, W64] = [hex('3026b2758e66cf11a6d900aa0062ce6c'), hex('726966662e91cf11a5d628db04c10000')];

const ogg: Signature = {
  magic: Buffer.from('OggS\0\x02', 'latin1'),
  // OpusHead, \x01vorbis, \x7fFLAC.
  isStart: (head) => /^(Opus|.vorb|.FLAC)/s.test(text(head, 28, 36)),
};

/**
 * Formats of which decoders read the first file alone, or stop where the time begins at zero again. The others are read
 * whole.
 */
const signatures: Partial<Record<AudioFormat, Signature>> = {
  amr: { magic: Buffer.from('#!AMR'), isStart: (head) => /^(-WB)?\n/.test(text(head, 5, 9)) },
  ape: {
    magic: Buffer.from('MAC '),
    // The lengths of its two headers, since version 3.98.
    isStart: (head) => head.readUInt32LE(8) === 52 && head.readUInt32LE(12) === 24,
  },
  aiff: { magic: Buffer.from('FORM'), isStart: (head) => /^AIF[FC](COMM|FVER)/.test(text(head, 8, 16)) },
  caf: { magic: Buffer.from('caff\0\x01\0\0desc', 'latin1') },
  flac: { magic: Buffer.from('fLaC\0\0\0\x22', 'latin1') },
  flv: { magic: Buffer.from('FLV\x01', 'latin1'), isStart: (head) => head.readUInt32BE(5) === 9 },
  ogg,
  opus: ogg,
  rm: { magic: Buffer.from('.RMF\0\0\0\x12', 'latin1') },
  tta: {
    magic: Buffer.from('TTA1'),
    isStart: (head) => crc32(head.subarray(0, 18)) === head.readUInt32LE(18),
  },
  w64: { magic: W64 },
  webm: { magic: hex('1a45dfa3'), isStart: (head) => /webm|matroska/.test(text(head, 0, 64)) },
  wma: { magic: ASF },
  wv: {
    magic: Buffer.from('wvpk'),
    // Of all its blocks, the one with the first sample, and of that the first channels (WavPack 4 and 5 file format).
    isStart: (head) =>
      head.readUInt32LE(16) === 0 &&
      head[10] === 0 &&
      head.readUInt32LE(20) > 0 &&
      (head.readUInt32LE(24) & 0x800) > 0,
  },
};

/**
 * Where the files begin that were joined into this one (`cat a.m4a b.m4a`), where a decoder would read the first alone;
 * else 0 alone.
 */
export async function joinedFiles(path: string, format: AudioFormat): Promise<number[]> {
  const signature = signatures[format];
  if (format !== 'm4a' && !signature) return [0];
  await using file = await open(path, 'r');
  const read: Read = async (position, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  const { size } = await file.stat();
  const starts = signature ? await signedStarts(read, signature) : await movieStarts(read, size);
  return starts.length > MAX_FILES ? [0] : starts;
}

/** Of MP4 (ISO/IEC 14496-12, section 4.2): each `ftyp` behind a whole film begins another. */
async function movieStarts(read: Read, size: number): Promise<number[]> {
  const starts = [0];
  let hasMovie = false;
  let position = 0;
  for (let box = 0; box < MAX_BOXES && position + 8 <= size; box++) {
    const head = await read(position, 16);
    const type = text(head, 4, 8);
    if (type === 'ftyp' && hasMovie) {
      starts.push(position);
      hasMovie = false;
    }
    hasMovie ||= type === 'moov';
    const short = head.readUInt32BE(0);
    // 0: to the end of the file; 1: the length follows in 64 bits.
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) break;
    position += length;
  }
  return starts;
}

async function signedStarts(read: Read, { magic, isStart = () => true }: Signature): Promise<number[]> {
  const starts = [0];
  let position = 1;
  for (;;) {
    const block = await read(position, BLOCK_BYTES);
    for (let at = block.indexOf(magic); at >= 0; at = block.indexOf(magic, at + 1)) {
      const head = await read(position + at, 64);
      const isFar = position + at - (starts.at(-1) ?? 0) > MIN_BYTES;
      if (head.length === 64 && isFar && isStart(head)) starts.push(position + at);
    }
    if (block.length < BLOCK_BYTES || starts.length > MAX_FILES) return starts;
    // The magic may lie across two blocks.
    position += block.length - magic.length + 1;
  }
}

function text(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}
