import type { Queries } from '../database/database.ts';

/**
 * Whole millionths of the currency. Money is never anything else here: no floating-point numbers, and rounding only
 * where a price says so.
 */
export type Micro = bigint;

/** An amount for people: `1.2345` for 1,234,500. */
export function inUnits(amount: Micro): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = String(absolute % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${absolute / 1_000_000n}.${fraction}`;
}

/** Reads `12.5` as 12,500,000. Undefined for anything that is not an amount, or is finer than a millionth. */
export function parseUnits(written: string): Micro | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(written.trim());
  if (!match) return undefined;
  return BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'));
}

/** Names of amounts in what the admin routes send. */
const AMOUNT =
  /^(?:balance|held|amount|charge|spent|spent_today|(?:daily|total)_budget|per_minute|per_million_(?:in|out)put|\w+_micro)$/;

/** What an admin route sent, with every amount in the currency: `"balance": "10.00"`. */
export function withUnits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnits);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const isAmount = AMOUNT.test(name) && (Number.isSafeInteger(each) || /^-?\d+$/.test(String(each)));
    return isAmount
      ? [name.replace(/_micro$/, ''), inUnits(BigInt(each as number))]
      : [name, withUnits(each)];
  });
  return Object.fromEntries(entries);
}

/** The largest of these amounts; 0 if there are none. (Math.max takes no bigint.) */
export function largest(amounts: readonly Micro[]): Micro {
  return amounts.reduce((most, each) => {
    if (each > most) return each;
    return most;
  }, 0n);
}

export function atMost(amount: Micro, limit: Micro): Micro {
  if (amount > limit) return limit;
  return amount;
}

/** What a minute of a vendor's speech costs here. */
export interface SpeechPrice {
  readonly id: bigint;
  readonly kind: 'speech';
  readonly perMinute: Micro;
  /** Shorter audio costs as much as audio of this length. */
  readonly minSeconds: number;
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

type Price = SpeechPrice | TextPrice;

/** What audio of this length costs, in whole micro-units, rounded up. `milliseconds` is the measured length. */
export function speechCharge(price: SpeechPrice, milliseconds: bigint): Micro {
  const minimum = BigInt(price.minSeconds) * 1_000n;
  const step = BigInt(price.roundingSeconds) * 1_000n;
  const longest = milliseconds > minimum ? milliseconds : minimum;
  return dividedUp(dividedUp(longest, step) * step * price.perMinute, 60_000n);
}

export function textCharge(price: TextPrice, inputTokens: bigint, outputTokens: bigint): Micro {
  return dividedUp(inputTokens * price.perMillionInput + outputTokens * price.perMillionOutput, 1_000_000n);
}

/**
 * Tokens of a text if the vendor does not count them: one for every four bytes of UTF-8, rounded up. Every vendor's
 * tokenizer returns about as many for English, and more for most other scripts.
 */
export function estimatedTokens(text: string): bigint {
  return dividedUp(BigInt(Buffer.byteLength(text)), 4n);
}

/**
 * Tokens of a text as a vendor counts them; estimated where it does not count, or says what no text has: none, or less.
 */
export function countedTokens(counted: number | undefined, text: string): bigint {
  const isCount = counted !== undefined && Number.isSafeInteger(counted) && (counted > 0 || text === '');
  return isCount && counted >= 0 ? BigInt(counted) : estimatedTokens(text);
}

/** The most tokens that a text can have: no token is shorter than a byte. */
export function maxTokens(text: string): bigint {
  return BigInt(Buffer.byteLength(text));
}

function dividedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}

interface PriceRow extends Record<string, unknown> {
  readonly id: bigint;
  readonly vendor: string;
  readonly model: string;
  readonly kind: 'speech' | 'text';
  readonly effective_from: Date;
  readonly per_minute: bigint | null;
  readonly minimum_seconds: number | null;
  readonly rounding_seconds: number | null;
  readonly per_million_input: bigint | null;
  readonly per_million_output: bigint | null;
  /** The database's clock when this was read, in milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds after which every node knows a new price. */
const FRESH_MS = 5_000;

/** Prices by their dates. The one of today is the newest whose date has come, by the database's clock. */
export class PriceBook {
  readonly #database: Queries;
  readonly #monotonic: () => number;
  #rows: { readonly rows: readonly PriceRow[]; readonly at: number } | undefined;

  constructor(database: Queries, monotonic: () => number) {
    this.#database = database;
    this.#monotonic = monotonic;
  }

  async speech(vendor: string, model: string): Promise<SpeechPrice | undefined> {
    const price = await this.#price(vendor, model, 'speech');
    return price?.kind === 'speech' ? price : undefined;
  }

  async text(vendor: string, model: string): Promise<TextPrice | undefined> {
    const price = await this.#price(vendor, model, 'text');
    return price?.kind === 'text' ? price : undefined;
  }

  async #read() {
    const known = this.#rows;
    if (known && this.#monotonic() - known.at < FRESH_MS) return known;
    const at = this.#monotonic();
    this.#rows = { rows: await this.#database.q<PriceRow>('pricesNow'), at };
    return this.#rows;
  }

  forget(): void {
    this.#rows = undefined;
  }

  async #price(vendor: string, model: string, kind: Price['kind']): Promise<Price | undefined> {
    const { rows, at } = await this.#read();
    const since = this.#monotonic() - at;
    const known = rows.filter(
      (row) => row.vendor === vendor && row.kind === kind && row.effective_from.getTime() <= row.now + since,
    );
    const row = known.find((each) => each.model === model) ?? known.find((each) => each.model === '*');
    if (!row) return undefined;
    if (row.kind === 'speech')
      return {
        id: row.id,
        kind: 'speech',
        perMinute: row.per_minute ?? 0n,
        minSeconds: row.minimum_seconds ?? 0,
        roundingSeconds: row.rounding_seconds ?? 1,
      };
    return {
      id: row.id,
      kind: 'text',
      perMillionInput: row.per_million_input ?? 0n,
      perMillionOutput: row.per_million_output ?? 0n,
    };
  }
}
