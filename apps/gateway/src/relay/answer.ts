import type { Tried } from '../chain/failover.ts';
import type { Micro } from '../ledger/micro.ts';

/** What a vendor's answer came to, as the client gets it. */
export interface Answer {
  readonly contentType: string;
  readonly body: string;
  /** Nothing was said: settled at zero. */
  readonly isEmpty: boolean;
  readonly charge: Micro;
  readonly priceId: bigint;
}

/** An answer with all that its headers say. */
export interface RelayedAnswer {
  readonly requestId: string;
  readonly contentType: string;
  readonly body: string;
  readonly vendor: string;
  readonly model: string;
  readonly tried: readonly Tried[];
  readonly charge: Micro;
  /** What is left and not held; undefined for a replay. */
  readonly available: Micro | undefined;
  readonly isReplay: boolean;
  /** True where the key counts no more once the answer is delivered. */
  readonly endsWithDelivery: boolean;
}

type Kept = Pick<RelayedAnswer, 'contentType' | 'body' | 'vendor' | 'model' | 'tried'> & {
  readonly charge: string;
};

/** As it is sealed. */
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

/** What the client gets besides the answer. */
export function answerHeaders(answer: RelayedAnswer): Record<string, string> {
  return {
    'Content-Type': answer.contentType,
    'X-Quoth-Request': answer.requestId,
    'X-Quoth-Vendor': answer.vendor,
    'X-Quoth-Model': answer.model,
    'X-Quoth-Tries': answer.tried.map(({ vendor, outcome }) => `${vendor}:${outcome}`).join(', '),
    'X-Quoth-Charge-Micro': String(answer.charge),
    ...(answer.available === undefined ? {} : { 'X-Quoth-Available-Micro': String(answer.available) }),
    ...(answer.isReplay ? { 'X-Quoth-Replayed': 'true' } : {}),
  };
}
