import { open } from 'node:fs/promises';
import { type DecodedBlock, DecodeError } from './decoded-block.ts';
import { readSamples, type SampleLayout } from './read-samples.ts';

const MOST_CHUNKS = 1_000;

/** AIFF and AIFF-C with plain samples. */
export async function* readAiff(path: string): AsyncGenerator<DecodedBlock> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let layout: SampleLayout | undefined;
    let position = 12;
    for (let chunk = 0; chunk < MOST_CHUNKS && position + 8 <= size; chunk++) {
      const header = Buffer.alloc(16);
      await file.read(header, 0, 16, position);
      const id = header.toString('latin1', 0, 4);
      const length = header.readUInt32BE(4);
      if (id === 'COMM') {
        const common = Buffer.alloc(Math.min(22, length));
        await file.read(common, 0, common.length, position + 8);
        layout = layoutOf(common);
      }
      if (id === 'SSND') {
        if (!layout) throw new DecodeError('The aiff file does not declare its format before its samples.');
        const from = position + 16 + header.readUInt32BE(8);
        yield* readSamples(file, from, Math.min(size, position + 8 + length), layout);
        return;
      }
      position += 8 + length + (length % 2);
    }
    throw new DecodeError('The aiff file contains no samples.');
  } finally {
    await file.close();
  }
}

function layoutOf(common: Buffer): SampleLayout {
  if (common.length < 18) throw new DecodeError('The header of the aiff file is cut off.');
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
  throw new DecodeError('This aiff encoding is not supported.', 'Convert the file to plain 16-bit wav.');
}

/** IEEE 754 extended precision, 80 bits, as AIFF writes its rate. */
function extended(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16_383;
  const mantissa = bytes.readUInt32BE(2) * 2 ** -31 + bytes.readUInt32BE(6) * 2 ** -63;
  return mantissa * 2 ** exponent;
}
