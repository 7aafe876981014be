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

/** What a fault must be told as. */
export interface FaultCase {
  readonly name: string;
  readonly fault: Fault;
  readonly kind: VendorErrorKind | readonly VendorErrorKind[];
  readonly message: RegExp;
  /** Requests that arrive: one, or one and two more tries. */
  readonly tries: 1 | 3;
}

export const faults: readonly FaultCase[] = [
  { name: '401', fault: { kind: 'status', status: 401 }, kind: 'unauthorized', message: /API key/, tries: 1 },
  { name: '403', fault: { kind: 'status', status: 403 }, kind: 'unauthorized', message: /API key/, tries: 1 },
  {
    name: '429 with Retry-After',
    fault: { kind: 'status', status: 429, retryAfter: '2' },
    kind: 'limited',
    message: /limit.*2 s/,
    tries: 3,
  },
  {
    name: '429 that wants a day',
    fault: { kind: 'status', status: 429, retryAfter: '86400' },
    kind: 'limited',
    message: /86400 s/,
    tries: 1,
  },
  { name: '402', fault: { kind: 'status', status: 402 }, kind: 'limited', message: /credit/, tries: 1 },
  { name: '400', fault: { kind: 'status', status: 400 }, kind: 'rejected', message: /status 400/, tries: 1 },
  { name: '404', fault: { kind: 'status', status: 404 }, kind: 'rejected', message: /status 404/, tries: 1 },
  { name: '413', fault: { kind: 'status', status: 413 }, kind: 'too_large', message: /large/, tries: 1 },
  { name: '500', fault: { kind: 'status', status: 500 }, kind: 'unreachable', message: /outage/, tries: 3 },
  { name: '503', fault: { kind: 'status', status: 503 }, kind: 'unreachable', message: /outage/, tries: 3 },
  { name: 'reset midway', fault: { kind: 'reset' }, kind: 'unreachable', message: /reached/, tries: 1 },
  { name: 'malformed', fault: { kind: 'malformed' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'truncated', fault: { kind: 'truncated' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'empty', fault: { kind: 'empty' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  { name: 'HTML with 200', fault: { kind: 'html' }, kind: 'malformed', message: /cannot be read/, tries: 1 },
  {
    name: 'a redirect',
    fault: { kind: 'redirect', to: '/elsewhere/v1/stolen' },
    kind: 'rejected',
    message: /redirect/,
    tries: 1,
  },
];
