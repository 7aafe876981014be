import type { WyomingAudioFormat } from '@quoth/contract';

/** The same sound as 16-bit samples of one channel, little-endian; the rate stays. Whole samples only. */
export function monoSamples(
  bytes: Uint8Array,
  { width, channels }: Pick<WyomingAudioFormat, 'width' | 'channels'>,
): Uint8Array {
  if (width === 2 && channels === 1) return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = Math.floor(bytes.length / (width * channels));
  const mono = Buffer.alloc(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += sampleAt(view, (frame * channels + channel) * width, width);
    mono.writeInt16LE(Math.round(sum / channels), frame * 2);
  }
  return mono;
}

/** The upper 16 bits; samples of one byte have no sign, and silence is their middle. */
function sampleAt(view: DataView, at: number, width: number): number {
  return width === 1 ? (view.getUint8(at) - 128) << 8 : view.getInt16(at + width - 2, true);
}
