import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Notice, parsedJson, type Said, say, withAdvice } from '@quoth/contract';
import * as z from 'zod';
import { type Clock, DAY_MS, type Logger, writeWhole } from './base/index.ts';

const HOUR_MS = 3_600_000;
/** A time counts once so many jumps ahead have followed it and none was taken back. */
const AGREEING = 3;

/** What is kept from one run to the next. */
const kept = z.object({
  /** The clock, when it was looked at last. */
  seen_ms: z.number(),
  /** How long Quoth has run since the clock jumped; null where it has not. */
  held_ms: z.number().nullable(),
  /** The clock before that jump, behind what it was before the jumps that came before it. */
  from_ms: z.array(z.number()).default([]),
});

export interface DeletionGuardOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Tells what is deleted by its age how late it is. After the clock jumped ahead by more than a day, that is the time
 * before the jump until Quoth has run for a day: a clock that is wrong must not empty the trash. Where Quoth runs for
 * an hour every other day, each start is such a jump: what is old goes there a few runs later.
 */
export class DeletionGuard {
  readonly #path: string;
  readonly #options: DeletionGuardOptions;
  #seenMs: number | undefined;
  #steadyMs: number;
  #heldMs: number | null = null;
  #fromMs: readonly number[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: DeletionGuardOptions) {
    this.#options = options;
    this.#path = join(options.dataFolder, 'clock.json');
    this.#steadyMs = options.clock.monotonic();
  }

  static async open(options: DeletionGuardOptions): Promise<DeletionGuard> {
    const guard = new DeletionGuard(options);
    const text = await readFile(guard.#path, 'utf8').catch(() => '');
    const { data } = kept.safeParse(parsedJson(text));
    guard.#seenMs = data?.seen_ms;
    guard.#heldMs = data?.held_ms ?? null;
    guard.#fromMs = data?.from_ms ?? [];
    await guard.#note();
    return guard;
  }

  /** Looks at the clock every hour. `onReleased` is called when a hold has ended. */
  follow(onReleased: () => Promise<void>): void {
    this.#timer = setInterval(async () => {
      const wasHeld = this.#heldMs !== null;
      await this.#note();
      if (wasHeld && this.#heldMs === null) await onReleased();
    }, HOUR_MS).unref();
  }

  /** Milliseconds since 1970 by which something is old, and does not only seem so. */
  now(): number {
    const { seen_ms, held_ms, from_ms } = this.#look();
    return held_ms === null ? seen_ms : (from_ms[0] ?? 0);
  }

  notices(): Said<Notice>[] {
    if (this.#heldMs === null) return [];
    return [
      withAdvice(
        { id: 'deletion-held', level: 'info' },
        { message: [say('clockJumped')], hint: [say('deletionResumes')] },
      ),
    ];
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#note();
  }

  #look(): z.output<typeof kept> {
    const { clock, logger } = this.#options;
    const [now, steady] = [clock.now(), clock.monotonic()];
    const passed = steady - this.#steadyMs;
    const before = this.#seenMs ?? now;
    const jump = now - before - passed;
    this.#seenMs = now;
    this.#steadyMs = steady;
    if (jump > DAY_MS) {
      this.#fromMs = [...(this.#heldMs === null ? [] : this.#fromMs), before].slice(-AGREEING);
      this.#heldMs = 0;
      logger.warn({}, 'The clock is ahead; nothing that grew old since then is deleted for a day.');
    } else if (jump < -DAY_MS) this.#heldMs = null;
    else if (this.#heldMs !== null) {
      this.#heldMs += passed;
      if (this.#heldMs >= DAY_MS) this.#heldMs = null;
    }
    return { seen_ms: now, held_ms: this.#heldMs, from_ms: [...this.#fromMs] };
  }

  async #note(): Promise<void> {
    await writeWhole(this.#path, JSON.stringify(this.#look())).catch((error: unknown) =>
      this.#options.logger.warn({ error }, 'The time of this run could not be written.'),
    );
  }
}
