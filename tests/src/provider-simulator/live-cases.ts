import { readFileSync } from 'node:fs';
import { Resampler, SAMPLE_RATE } from '@quoth/audio';
import {
  type LiveRequest,
  type LiveSamples,
  type SpeechTranscript,
  transcribeLive,
  type Vendor,
} from '@quoth/vendors';
import type { ProviderSimulator } from './simulator.ts';
import { email, vendors } from './speech-cases.ts';

const WAV_HEADER = 44;
/** Samples in one piece of audio. */
const PIECE = 1_000;

/** Every vendor that transcribes while one speaks. */
export const liveVendors = vendors.filter(({ speech }) => speech?.live);

/** The model of a vendor that is used where one is enough. */
export function liveModel({ speech }: Vendor) {
  const model = speech?.models.find(({ live }) => live);
  if (!model) throw new Error('no model for streams');
  return model;
}

/** A recording as it would come from a microphone, at the vendor's rate, without waiting. */
export async function* spokenLive(
  vendor: Vendor,
  path = email.path,
): AsyncGenerator<LiveSamples, void, undefined> {
  const wav = readFileSync(path);
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + WAV_HEADER, wav.byteOffset + wav.length));
  const rate = vendor.speech?.live?.sampleRate ?? SAMPLE_RATE;
  const all = rate === SAMPLE_RATE ? samples : resampled(samples, rate);
  for (let at = 0; at < all.length; at += PIECE) yield all.subarray(at, at + PIECE);
}

function resampled(samples: Int16Array, rate: number): Int16Array {
  const resampler = new Resampler(SAMPLE_RATE, rate);
  const floats = [resampler.push(Float32Array.from(samples)), resampler.end()];
  return Int16Array.from(floats.flatMap((part) => [...part].map(Math.round)));
}

/** A stream to a vendor's stand-in, with the right key unless another is given. */
export function streamTo(
  simulator: ProviderSimulator,
  vendor: Vendor,
  changes: Partial<LiveRequest> = {},
): Promise<SpeechTranscript> {
  return transcribeLive({
    vendor,
    key: simulator.key(vendor.id),
    baseUrl: simulator.baseUrl(vendor),
    model: changes.model ?? liveModel(vendor),
    audio: spokenLive(vendor),
    signal: new AbortController().signal,
    ...changes,
  });
}
