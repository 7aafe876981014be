import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Micro } from '../ledger/prices.ts';
import type { Tried } from './chains.ts';

/** A vendor's answer, as the client gets it. */
export interface Answer {
  readonly contentType: string;
  readonly body: string;
  /** No speech detected: settled at zero. */
  readonly isEmpty: boolean;
  readonly charge: Micro;
  readonly priceId: bigint;
}

/** An answer with everything that its headers say. */
export interface RelayedAnswer {
  readonly requestId: string;
  readonly contentType: string;
  readonly body: string;
  readonly vendor: string;
  readonly model: string;
  readonly tried: readonly Tried[];
  readonly charge: Micro;
  /** The balance that is not held; undefined for a replay. */
  readonly available: Micro | undefined;
  readonly isReplay: boolean;
  /** True if the key is no longer valid once the answer is delivered. */
  readonly endsWithDelivery: boolean;
}

type Kept = Pick<RelayedAnswer, 'contentType' | 'body' | 'vendor' | 'model' | 'tried'> & {
  readonly charge: string;
};

/** The answer in sealed form. */
export function packAnswer(
  answer: Pick<RelayedAnswer, 'contentType' | 'body' | 'vendor' | 'model' | 'tried' | 'charge'>,
): Buffer {
  const { contentType, body, vendor, model, tried, charge } = answer;
  const kept: Kept = { contentType, body, vendor, model, tried, charge: String(charge) };
  return Buffer.from(JSON.stringify(kept));
}

export function unpackAnswer(bytes: Uint8Array, requestId: string): RelayedAnswer {
  const kept = JSON.parse(Buffer.from(bytes).toString('utf8')) as Kept;
  return {
    ...kept,
    requestId,
    charge: BigInt(kept.charge),
    available: undefined,
    isReplay: true,
    endsWithDelivery: false,
  };
}

/** What makes a request the same as an earlier one. */
export interface RequestKey {
  /** Stored: identifies the request, and decrypts nothing. */
  readonly lookup: Buffer;
  /** Stored: tells whether the request is the same. */
  readonly fingerprint: Buffer;
  /** False if the client gave no key, so that token and body are the key. */
  readonly isOwn: boolean;
  seal(answer: Uint8Array): Buffer;
  /** Throws if the bytes were sealed with another key or changed. */
  open(sealed: Uint8Array): Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The key of a request, from the client's own `Idempotency-Key` if it gave one, and from what it sent. Answers are
 * sealed with what only the client can send again (key and body), so that no one can read them from the database or its
 * backups.
 */
export function requestKey(options: {
  readonly accountId: string;
  readonly tokenId: string;
  readonly clientKey: string | undefined;
  /** SHA-256 of everything that decides the answer. */
  readonly bodyHash: Uint8Array;
}): RequestKey {
  const { accountId, tokenId, clientKey, bodyHash } = options;
  const isOwn = clientKey !== undefined;
  const who = isOwn ? accountId : tokenId;
  const derive = (secret: Uint8Array | string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, who, `quoth-gateway-v1 ${purpose}`, 32));
  const secret = isOwn ? Buffer.concat([hashOf(clientKey), bodyHash]) : Buffer.from(bodyHash);
  const answerKey = derive(secret, 'answer');
  return {
    lookup: derive(clientKey ?? bodyHash, isOwn ? 'lookup' : 'content'),
    fingerprint: derive(bodyHash, 'fingerprint'),
    isOwn,
    seal: (answer) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', answerKey, iv);
      return Buffer.concat([iv, cipher.update(answer), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', answerKey, sealed.subarray(0, IV_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]);
    },
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
