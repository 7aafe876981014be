import type { WyomingAudioFormat } from '@quoth/contract';

/** Stands for a length that nobody knows yet: the samples go on to the end of the file. */
const UNKNOWN = 0xffff_ffff;
const PCM = 1;

/** What stands before samples in a wav file that is written while they come. */
export function wavHead({ rate, width, channels }: WyomingAudioFormat): Uint8Array {
  const bytes = Buffer.alloc(44);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(UNKNOWN, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(PCM, 20);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * width * channels, 28);
  bytes.writeUInt16LE(width * channels, 32);
  bytes.writeUInt16LE(8 * width, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(UNKNOWN, 40);
  return bytes;
}
