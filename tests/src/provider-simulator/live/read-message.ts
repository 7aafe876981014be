import { Refusal } from '../refusal.ts';
import { strictObject } from '../strict-fields.ts';

/** A text frame as an object with known keys only. */
export function readMessage(text: string, allowed: readonly string[]): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'the message is no JSON');
  }
  return strictObject(value, allowed, 'the message');
}

/** Samples from base64. */
export function samplesOf(value: unknown): Buffer {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new Refusal(400, 'the audio is no base64');
  return wholeSamples(Buffer.from(value, 'base64'));
}

export function wholeSamples(samples: Buffer): Buffer {
  if (samples.length % 2 !== 0) throw new Refusal(400, 'half a sample');
  return samples;
}

export function noAudio(): never {
  throw new Refusal(400, 'binary frames are not taken');
}
