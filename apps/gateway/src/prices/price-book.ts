import type { Queries } from '../database/database.ts';
import type { Price, SpeechPrice, TextPrice } from './price.ts';

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
        minimumSeconds: row.minimum_seconds ?? 0,
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
