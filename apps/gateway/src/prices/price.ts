import type { Micro } from '../ledger/micro.ts';

/** What a minute of a vendor's speech costs here. */
export interface SpeechPrice {
  readonly id: bigint;
  readonly kind: 'speech';
  readonly perMinute: Micro;
  /** Shorter audio costs as much as audio of this length. */
  readonly minimumSeconds: number;
  /** Lengths are rounded up to whole multiples of this. */
  readonly roundingSeconds: number;
}

/** What a million tokens cost here. */
export interface TextPrice {
  readonly id: bigint;
  readonly kind: 'text';
  readonly perMillionInput: Micro;
  readonly perMillionOutput: Micro;
}

export type Price = SpeechPrice | TextPrice;

/** What audio of this length costs, in whole micro-units, rounded up. `milliseconds` is the measured length. */
export function speechCharge(price: SpeechPrice, milliseconds: bigint): Micro {
  const minimum = BigInt(price.minimumSeconds) * 1_000n;
  const step = BigInt(price.roundingSeconds) * 1_000n;
  const longest = milliseconds > minimum ? milliseconds : minimum;
  return dividedUp(dividedUp(longest, step) * step * price.perMinute, 60_000n);
}

export function textCharge(price: TextPrice, inputTokens: bigint, outputTokens: bigint): Micro {
  return dividedUp(inputTokens * price.perMillionInput + outputTokens * price.perMillionOutput, 1_000_000n);
}

/**
 * Tokens of a text if the vendor does not count them: one for every four bytes of UTF-8, rounded up. Every vendor's tokenizer
 * returns about as many for English, and more for most other scripts.
 */
export function estimatedTokens(text: string): bigint {
  return dividedUp(BigInt(Buffer.byteLength(text)), 4n);
}

/** The most tokens that a text can have: no token is shorter than a byte. */
export function mostTokens(text: string): bigint {
  return BigInt(Buffer.byteLength(text));
}

function dividedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
