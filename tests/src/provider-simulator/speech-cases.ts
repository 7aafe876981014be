import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openAiCompatible,
  type SpeechRequest,
  type SpeechTranscript,
  systemIo,
  transcribeWithVendor,
  type Vendor,
  VendorError,
  type VendorErrorKind,
  type VendorIo,
  vendorList,
} from '@quoth/vendors';
import type { Fault } from './fault.ts';
import type { ProviderSimulator } from './simulator.ts';

/** Recordings that the test model knows. */
export const fixtures = join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences');
/** One of them. */
export const spoken = (file: string) => {
  const path = join(fixtures, `${file}.wav`);
  const bytes = statSync(path).size;
  return { path, format: 'wav' as const, bytes, seconds: (bytes - 44) / 32_000 };
};
export const email = spoken('02-please-send-the-email');
/** What is said in it. */
export const EMAIL = 'please send the email to anna tomorrow morning';

/** Every vendor that turns speech into text, and a server of the user's. */
export const vendors: readonly Vendor[] = [
  ...vendorList.filter(({ speech }) => speech),
  openAiCompatible({
    id: 'compatible',
    displayName: 'A server',
    baseUrl: 'https://example.test/v1',
    models: ['local-model'],
  }),
];

/** One of them by its id. */
export function vendorOf(id: string): Vendor {
  const vendor = vendors.find((candidate) => candidate.id === id);
  assert(vendor, id);
  return vendor;
}

/** Milliseconds that were to be slept, in order. */
export const slept: number[] = [];

/** Waiting is not what is tested here: every pause is a turn of the loop. */
export function quickIo(): VendorIo {
  return {
    ...systemIo(),
    random: () => 0,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      await sleep(0, undefined, { signal });
    },
  };
}

/** A transcription by a vendor's stand-in, with the right key unless another is given. */
export function transcribeAt(
  simulator: ProviderSimulator,
  vendor: Vendor,
  changes: Partial<SpeechRequest> = {},
  io: VendorIo = quickIo(),
): Promise<SpeechTranscript> {
  return transcribeWithVendor(
    {
      vendor,
      key: simulator.key(vendor.id),
      baseUrl: simulator.baseUrl(vendor),
      audio: email,
      signal: new AbortController().signal,
      ...changes,
    },
    io,
  );
}

/** The error that the work must end with. */
export async function failure(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    (result) => assert.fail(`no failure but ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  assert(error instanceof VendorError, String(error));
  return error;
}

/** Each fault, what it must be told as, and how many requests arrive: one, or one and two more tries. */
export const faults: readonly (readonly [
  name: string,
  fault: Fault,
  kind: VendorErrorKind,
  message: RegExp,
  tries: 1 | 3,
])[] = [
  ['401', { kind: 'status', status: 401 }, 'unauthorized', /API key/, 1],
  ['403', { kind: 'status', status: 403 }, 'unauthorized', /API key/, 1],
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: '2' }, 'limited', /limit.*2 s/, 3],
  ['429 that wants a day', { kind: 'status', status: 429, retryAfter: '86400' }, 'limited', /86400 s/, 1],
  ['402', { kind: 'status', status: 402 }, 'limited', /credit/, 1],
  ['400', { kind: 'status', status: 400 }, 'rejected', /status 400/, 1],
  ['404', { kind: 'status', status: 404 }, 'rejected', /status 404/, 1],
  ['413', { kind: 'status', status: 413 }, 'too_large', /large/, 1],
  ['500', { kind: 'status', status: 500 }, 'unreachable', /outage/, 3],
  ['503', { kind: 'status', status: 503 }, 'unreachable', /outage/, 3],
  ['reset midway', { kind: 'reset' }, 'unreachable', /reached/, 1],
  ['malformed', { kind: 'malformed' }, 'malformed', /cannot be read/, 1],
  ['truncated', { kind: 'truncated' }, 'malformed', /cannot be read/, 1],
  ['empty', { kind: 'empty' }, 'malformed', /cannot be read/, 1],
  ['HTML with 200', { kind: 'html' }, 'malformed', /cannot be read/, 1],
  ['a redirect', { kind: 'redirect', to: '/elsewhere/v1/stolen' }, 'rejected', /redirect/, 1],
];
