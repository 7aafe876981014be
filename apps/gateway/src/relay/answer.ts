import type { Tried } from '../chain/failover.ts';
import type { Micro } from '../ledger/micro.ts';

/** A vendor's answer, as the client gets it. */
export interface Answer {
  readonly contentType: string;
  readonly body: string;
  /** Nothing was said: settled at zero. */
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

/** The headers of the answer. */
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
