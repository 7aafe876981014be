import { UsageError } from '../exit-codes.ts';

/** Samples as a recorder writes them. */
export interface SampleFormat {
  /** Samples per second. */
  readonly rate: number;
  /** Bytes of one sample: 1 (unsigned), 2, 3 or 4 (little-endian). */
  readonly width: number;
  readonly channels: number;
}

/** The start of a wav stream, read to where its samples begin. */
export interface WavHeader {
  readonly format: SampleFormat;
  /** Bytes before the first sample. */
  readonly length: number;
  /** Bytes of samples; undefined where the recorder did not know it yet, so that they go on to the end. */
  readonly dataBytes: number | undefined;
}

const PCM = 1;
/** The format proper is then the start of a longer field (WAVEFORMATEXTENSIBLE). */
const EXTENSIBLE = 0xfffe;
/** Recorders that write into a pipe give 0, or about the largest number that there is: arecord and sox near 2 GiB, FFmpeg 4 GiB. */
const UNKNOWN_FROM = 0x7ff0_0000;
const LONGEST_HEADER = 64 * 1024;
const MOST_CHANNELS = 8;

/** True if this is the start of a wav file; at least 12 bytes tell. */
export function isWav(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
}

/** The header of a wav stream; undefined while more bytes are needed. Throws UsageError for samples that are not whole numbers, and for no header. */
export function readWavHeader(bytes: Buffer): WavHeader | undefined {
  let format: SampleFormat | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'data') {
      if (!format) throw notWav();
      const isKnown = size > 0 && size < UNKNOWN_FROM;
      return { format, length: start, dataBytes: isKnown ? size : undefined };
    }
    // Chunks are padded to whole words.
    at = start + size + (size % 2);
    if (at > LONGEST_HEADER) throw notWav();
    if (name === 'fmt ' && start + size <= bytes.length)
      format = formatOf(bytes.subarray(start, start + size));
  }
  return undefined;
}

function formatOf(chunk: Buffer): SampleFormat {
  if (chunk.length < 16) throw notWav();
  const named = chunk.readUInt16LE(0);
  const kind = named === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : named;
  const format = {
    rate: chunk.readUInt32LE(4),
    width: chunk.readUInt16LE(14) / 8,
    channels: chunk.readUInt16LE(2),
  };
  const { width, channels } = format;
  if (kind !== PCM || ![1, 2, 3, 4].includes(width) || channels < 1 || channels > MOST_CHANNELS)
    throw new UsageError(
      'This wav stream is not plain PCM of 8 to 32 bits. Let the recorder write 16 bits: arecord -f S16_LE, parec --format=s16le, or ffmpeg … -c:a pcm_s16le.',
    );
  return format;
}

function notWav(): UsageError {
  return new UsageError('This is the start of a wav file, but its header cannot be read.');
}
