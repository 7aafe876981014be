/** Integer and floating-point samples, and the format whose SubFormat says which of the two it is (RFC 2361; Microsoft, WAVEFORMATEXTENSIBLE). */
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
 * Milliseconds of plain samples in a wav file, from its first bytes and its size; undefined if it has to be decoded. Money depends
 * on it: a header that two programs could read in two ways is never believed. Everything after the header counts as audio, so that a data
 * chunk that claims less than it contains is not cheaper.
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
