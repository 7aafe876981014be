import { limits, type Timings } from '@quoth/contract';
import type { Transaction } from 'kysely';
import type { Clock } from '../base/index.ts';
import type { Database, Schema } from '../database/index.ts';

/** A caller's own key, and what it stands for: hashes, so that neither can be read from the database. */
export interface RequestKey {
  readonly hash: string;
  /** Of audio and options: the same key with another one is a mistake. */
  readonly fingerprint: string;
}

/** What was measured when the request was answered, for the answer to be the same again. */
export interface Measured {
  readonly timings: Timings;
  readonly latency_ms: number;
}

/** What a key has started. */
export interface KnownRequest {
  readonly fingerprint: string;
  readonly recordingId: string;
  /** Undefined if it was never answered. */
  readonly measured: Measured | undefined;
}

/** The keys of the last 24 hours, the newest 10,000 of them. */
export class RequestKeyStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  async find(hash: string): Promise<KnownRequest | undefined> {
    const row = await this.#database
      .selectFrom('request_keys')
      .selectAll()
      .where('hash', '=', hash)
      .where('created_ms', '>', this.#clock.now() - limits.idempotencyMs)
      .executeTakeFirst();
    return (
      row && {
        fingerprint: row.fingerprint,
        recordingId: row.recording_id,
        measured: row.measured === null ? undefined : (JSON.parse(row.measured) as Measured),
      }
    );
  }

  async answered(hash: string, measured: Measured): Promise<void> {
    await this.#database
      .updateTable('request_keys')
      .set({ measured: JSON.stringify(measured) })
      .where('hash', '=', hash)
      .execute();
  }
}

/** Writes the key down together with its recording, so that there is never one without the other, and forgets old ones. */
export async function keepRequestKey(
  transaction: Transaction<Schema>,
  { hash, fingerprint }: RequestKey,
  recordingId: string,
  nowMs: number,
): Promise<void> {
  const row = { hash, fingerprint, recording_id: recordingId, measured: null, created_ms: nowMs };
  await transaction
    .deleteFrom('request_keys')
    .where((where) =>
      where.or([where('created_ms', '<=', nowMs - limits.idempotencyMs), where('hash', '=', hash)]),
    )
    .execute();
  await transaction.insertInto('request_keys').values(row).execute();
  await transaction
    .deleteFrom('request_keys')
    .where('hash', 'in', (keys) =>
      keys
        .selectFrom('request_keys')
        .select('hash')
        .orderBy('created_ms', 'desc')
        .limit(limits.idempotencyKeys)
        .offset(limits.idempotencyKeys),
    )
    .execute();
}
