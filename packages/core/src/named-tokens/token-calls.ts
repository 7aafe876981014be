import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { limits, type NamedTokenCalls, namedTokenFolder } from '@quoth/contract';
import { type Clock, DAY_MS, localDay, Mutex, moveDurably, writeWhole } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { CallOutcome } from '../declarations/index.ts';

/** What was counted reaches the disk so much later: a write for each request would cost more than the request. */
const WRITE_MS = 5_000;

type Day = { -readonly [Field in keyof NamedTokenCalls]: NamedTokenCalls[Field] };

/**
 * How often each named token was used, by day and outcome, and when last. Counted in memory, written a little later and
 * at the end.
 */
export class TokenCalls {
  readonly #options: Omit<CoreContext, 'events'>;
  readonly #days = new Map<string, Map<string, Day>>();
  readonly #unwritten = new Map<string, { readonly days: Set<string>; usedMs: number }>();
  /** One after the other, so that the last one, too, has ended when it is closed. */
  readonly #writes = new Mutex();
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: Omit<CoreContext, 'events'>) {
    this.#options = options;
  }

  static async open(options: Omit<CoreContext, 'events'>): Promise<TokenCalls> {
    const calls = new TokenCalls(options);
    const { database } = options;
    for (const { token_id, ...day } of await database.selectFrom('named_token_calls').selectAll().execute())
      calls.#daysOf(token_id).set(day.day, day);
    return calls;
  }

  /** Counts one, and answers with its time. */
  count(tokenId: string, outcome: CallOutcome): number {
    const now = this.#options.clock.now();
    const name = localDay(now);
    const days = this.#daysOf(tokenId);
    const day = days.get(name) ?? { day: name, done: 0, failed: 0, refused: 0 };
    day[outcome]++;
    days.set(name, day);
    const unwritten = this.#unwritten.get(tokenId) ?? { days: new Set<string>(), usedMs: now };
    unwritten.days.add(name);
    unwritten.usedMs = now;
    this.#unwritten.set(tokenId, unwritten);
    this.#timer ??= setTimeout(() => void this.#writes.run(() => this.#write()), WRITE_MS).unref();
    return now;
  }

  /** The last 30 days, latest first. */
  of(tokenId: string): NamedTokenCalls[] {
    const first = firstDay(this.#options.clock);
    return [...(this.#days.get(tokenId)?.values() ?? [])]
      .filter(({ day }) => day >= first)
      .sort((a, b) => (a.day < b.day ? 1 : -1))
      .map((day) => ({ ...day }));
  }

  forget(tokenId: string): void {
    this.#days.delete(tokenId);
    this.#unwritten.delete(tokenId);
  }

  async close(): Promise<void> {
    await this.#writes.run(() => this.#write());
  }

  #daysOf(tokenId: string): Map<string, Day> {
    const days = this.#days.get(tokenId) ?? new Map<string, Day>();
    this.#days.set(tokenId, days);
    return days;
  }

  /** A disk that takes nothing costs some numbers, and no one's call. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#unwritten];
    this.#unwritten.clear();
    if (waiting.length === 0) return;
    const { database, logger } = this.#options;
    try {
      await database.transaction().execute(async (transaction) => {
        for (const [id, { days, usedMs }] of waiting) {
          const { numUpdatedRows } = await transaction
            .updateTable('named_tokens')
            .set({ last_used_ms: usedMs })
            .where('id', '=', id)
            .executeTakeFirst();
          // Revoked meanwhile.
          if (numUpdatedRows === 0n) continue;
          for (const name of days) {
            const day = this.#days.get(id)?.get(name);
            if (!day) continue;
            const { done, failed, refused } = day;
            await transaction
              .insertInto('named_token_calls')
              .values({ token_id: id, ...day })
              .onConflict((conflict) =>
                conflict.columns(['token_id', 'day']).doUpdateSet({ done, failed, refused }),
              )
              .execute();
          }
        }
      });
    } catch (error) {
      logger.warn({ error }, 'The number of calls of a program could not be saved.');
    }
  }
}

/** Numbers of days that are no longer shown are forgotten. */
export async function forgetOldCalls({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.deleteFrom('named_token_calls').where('day', '<', firstDay(clock)).execute();
}

function firstDay(clock: Clock): string {
  return localDay(clock.now() - (limits.namedTokenCallDays - 1) * DAY_MS);
}

/**
 * The file of a token that the MCP bridge reads by name: in a folder of the data folder that only the user can open.
 */
export function tokenFile(dataFolder: string, name: string): string {
  return join(dataFolder, namedTokenFolder, name);
}

/**
 * Writes the token beside its file, readable by the user alone: after that, a full disk cannot keep it from its place.
 */
export async function prepareToken(path: string, token: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeWhole(preparedAt(path), `${token}\n`);
}

/** Puts what was prepared into its place. */
export async function placeToken(path: string): Promise<void> {
  await moveDurably(preparedAt(path), path);
}

export async function discardPrepared(path: string): Promise<void> {
  await rm(preparedAt(path), { force: true });
}

/**
 * What a run that was killed had prepared takes its place if it is the token that counts, and goes otherwise. One that
 * can't be read stays where it is: it must not keep Quoth from starting.
 */
export async function settlePrepared(path: string, counts: (token: string) => boolean): Promise<void> {
  const token = await readFile(preparedAt(path), 'utf8').catch(() => undefined);
  if (token === undefined) return;
  if (counts(token.trim())) await placeToken(path);
  else await discardPrepared(path);
}

function preparedAt(path: string): string {
  return `${path}.new`;
}
