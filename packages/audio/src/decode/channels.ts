import { setImmediate as turn } from 'node:timers/promises';
import { HighPass } from '../high-pass.ts';
import { Resampler } from '../resampler.ts';
import { SAMPLE_RATE } from '../spool.ts';
import { VoiceDetector } from '../voice-activity.ts';
import { VOICE_FRAME } from '../voice-network.ts';
import type { DecodedBlock } from './wav-and-aiff.ts';

/** So much is listened to at a time, until somebody speaks. */
const WINDOW = 60 * SAMPLE_RATE;
/** More are not told apart: the first ones and the mix are enough. */
const MAX_CHANNELS = 8;
/**
 * Where the mix keeps this share of the channels' power, they hold the same: nothing cancels out, and nothing drowns.
 */
const ALIKE = 0.7;
/** The mix is used where it holds this share of the speech of the best channel... */
const ENOUGH = 0.8;
/** ...and speech stands out of the noise by no less than this share of what it does there (6 dB). */
const CLEAR = 0.25;
/** A channel beside the best holds about as much speech. */
const ABOUT = 0.95;
/** Power of the rounding noise, full scale being 1. */
const ROUNDING = 1e-10;
/** Listened to before others have their turn. */
const STEP = 4 * SAMPLE_RATE;

/** A channel, counted from 0; or the mix of all; or no one speaks in any. */
type Choice = number | 'mix' | 'silent';

/**
 * The channel to transcribe, where the mix of all would lose speech: voices in opposite phase, or one voice among noisy
 * channels. The mix where that is as good. Listens to the first window in which somebody speaks; not beyond so many
 * seconds, because damaged files can hold silence without end.
 */
export async function chosenChannel(
  blocks: AsyncIterable<DecodedBlock>,
  maxSeconds: number,
): Promise<Choice> {
  for await (const window of windows(blocks, maxSeconds)) {
    const mix = mixed(window);
    const mean = window.reduce((sum, channel) => sum + power(channel), 0) / window.length;
    if (power(mix) >= ALIKE * mean) return 'mix';
    const ofMix = await heard(mix);
    const ofChannels: Heard[] = [];
    for (const channel of window) ofChannels.push(await heard(channel));
    const most = Math.max(...ofChannels.map(({ frames }) => frames));
    if (Math.max(most, ofMix.frames) === 0) continue;
    const clearest = ofChannels.reduce((best, one) =>
      one.frames >= ABOUT * most && (best.frames < ABOUT * most || one.clarity > best.clarity) ? one : best,
    );
    const isMixGood = ofMix.frames >= ENOUGH * most && ofMix.clarity >= CLEAR * clearest.clarity;
    // Where each channel holds a part of the conversation, only the mix holds all of it.
    const isAllInOne = clearest.frames >= ABOUT * ofMix.frames;
    return isMixGood || !isAllInOne ? 'mix' : ofChannels.indexOf(clearest);
  }
  return 'silent';
}

/** How much speech was heard, and how it stands out. */
interface Heard {
  /** With speech. */
  readonly frames: number;
  /** Mean power with speech, divided by that of the quiet tenth of all frames. */
  readonly clarity: number;
}

async function heard(samples: Float32Array): Promise<Heard> {
  const detector = new VoiceDetector();
  const voiced: boolean[] = [];
  for (let at = 0; at < samples.length; at += STEP) {
    const step = Int16Array.from(samples.subarray(at, at + STEP), toInteger);
    for (const { isVoiced } of detector.push(step)) voiced.push(isVoiced);
    await turn();
  }
  const filtered = samples.slice();
  new HighPass().apply(filtered);
  const powers = voiced.map((_, frame) =>
    Math.max(ROUNDING, power(filtered.subarray(frame * VOICE_FRAME, (frame + 1) * VOICE_FRAME))),
  );
  const spoken = powers.filter((_, frame) => voiced[frame]);
  const quiet = powers.toSorted((one, other) => one - other)[Math.floor(powers.length / 10)] ?? ROUNDING;
  const mean = spoken.reduce((sum, value) => sum + value, 0) / Math.max(1, spoken.length);
  return { frames: spoken.length, clarity: mean / quiet };
}

/** All channels, window by window, at the rate of a spool; without blocks in which there is nothing at all. */
async function* windows(
  blocks: AsyncIterable<DecodedBlock>,
  maxSeconds: number,
): AsyncGenerator<Float32Array[]> {
  let parts: Float32Array[][] = [];
  let resamplers: Resampler[] = [];
  let length = 0;
  let rate: number | undefined;
  let listened = 0;
  for await (const { integers, channels: all, sampleRate } of blocks) {
    const channels = integers ? [] : all.slice(0, MAX_CHANNELS);
    rate ??= sampleRate;
    // Of joined files, the first decides.
    if (channels.length < 2 || sampleRate !== rate || listened >= maxSeconds) break;
    listened += (all[0]?.length ?? 0) / sampleRate;
    if (channels.every((channel) => power(channel) <= ROUNDING)) continue;
    if (parts.length === 0) parts = channels.map(() => []);
    if (sampleRate !== SAMPLE_RATE && resamplers.length === 0)
      resamplers = channels.map(() => new Resampler(sampleRate, SAMPLE_RATE));
    for (const [index, part] of parts.entries()) {
      const channel = channels[index] ?? new Float32Array(all[0]?.length ?? 0);
      part.push(resamplers[index]?.push(channel) ?? channel);
    }
    length += parts[0]?.at(-1)?.length ?? 0;
    if (length < WINDOW) continue;
    yield parts.map(joined);
    parts = [];
    length = 0;
  }
  if (length > 0) yield parts.map(joined);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The mean of all channels. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  if (others.length === 0) return first;
  const sum = first.slice();
  for (const channel of others) {
    for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + (channel[index] ?? 0);
  }
  for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) / channels.length;
  return sum;
}

export function power(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(1, samples.length);
}

/** A value from -1 to 1 as 16 bits. A broken file can hold NaN; it counts as silence. */
export function toInteger(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));
}
