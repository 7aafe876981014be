import { mixed, power, toInteger } from './decode/channels.ts';
import { Resampler } from './resampler.ts';
import { SAMPLE_RATE } from './spool.ts';
import { VoiceDetector } from './voice-activity.ts';
import { VOICE_FRAME } from './voice-network.ts';

/**
 * The mix holds what the channels hold, if it keeps this share of their power: nothing cancels out, and nothing drowns.
 */
const ALIKE = 0.7;
/** Below this share, channels cancel each other out. */
const CANCELLED = 0.3;
/** How much of what was heard of a channel counts after each frame: half of it after a second. */
const FADING = 0.5 ** (VOICE_FRAME / SAMPLE_RATE);
/** Channels in which about as much was said as in the best one. */
const ABOUT = 0.5;

/**
 * One channel of sound that arrives in several: the mix where it loses nothing, else the channel in which somebody has
 * been speaking in the last second. Where two speak in two channels, the mix.
 */
export class LiveChannels {
  readonly #detectors: readonly VoiceDetector[];
  readonly #resamplers: readonly (Resampler | undefined)[];
  readonly #voiced: number[];

  constructor(channels: number, sampleRate: number) {
    const all = Array.from({ length: channels });
    this.#detectors = all.map(() => new VoiceDetector());
    this.#resamplers = all.map(() =>
      sampleRate === SAMPLE_RATE ? undefined : new Resampler(sampleRate, SAMPLE_RATE),
    );
    this.#voiced = all.map(() => 0);
  }

  /** A piece of a tenth of a second or so; samples from -1 to 1, the same number in each channel. */
  push(channels: readonly Float32Array[]): Float32Array {
    const mix = mixed(channels);
    const powers = channels.map(power);
    const mean = powers.reduce((sum, one) => sum + one, 0) / channels.length;
    const ofMix = power(mix);
    for (const [index, channel] of channels.entries()) this.#listen(index, channel);
    if (ofMix >= ALIKE * mean) return mix;
    const most = Math.max(...this.#voiced);
    const speaking = this.#voiced.filter((voiced) => most > 0 && voiced >= ABOUT * most).length;
    if (speaking !== 1 && ofMix >= CANCELLED * mean) return mix;
    const value = most > 0 ? this.#voiced : powers;
    return channels[value.indexOf(Math.max(...value))] ?? mix;
  }

  #listen(index: number, channel: Float32Array): void {
    const samples = this.#resamplers[index]?.push(channel) ?? channel;
    for (const { isVoiced } of this.#detectors[index]?.push(Int16Array.from(samples, toInteger)) ?? [])
      this.#voiced[index] = (this.#voiced[index] ?? 0) * FADING + (isVoiced ? 1 : 0);
  }
}

/** Samples as a recorder writes them. */
export interface SampleFormat {
  /** Samples per second. */
  readonly rate: number;
  /** Bytes of one sample: 1 (unsigned), 2, 3 or 4 (little-endian). */
  readonly width: number;
  readonly channels: number;
}

/** Sound as 16-bit samples of one channel, little-endian, piece by piece; the rate stays. Whole samples only. */
export function monoSound({ rate, width, channels }: SampleFormat): (bytes: Uint8Array) => Uint8Array {
  if (width === 2 && channels === 1) return (bytes) => bytes;
  const chosen = channels === 1 ? undefined : new LiveChannels(channels, rate);
  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const frames = Math.floor(bytes.length / (width * channels));
    const all = Array.from({ length: channels }, (_, channel) =>
      Float32Array.from(
        { length: frames },
        (_sample, frame) => sampleAt(view, (frame * channels + channel) * width, width) / 32_768,
      ),
    );
    const mono = Buffer.alloc(frames * 2);
    const samples = chosen?.push(all) ?? all[0] ?? new Float32Array(0);
    for (const [frame, sample] of samples.entries())
      mono.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), frame * 2);
    return mono;
  };
}

/** The upper 16 bits; samples of one byte have no sign, and silence is their middle. */
function sampleAt(view: DataView, at: number, width: number): number {
  return width === 1 ? (view.getUint8(at) - 128) << 8 : view.getInt16(at + width - 2, true);
}
