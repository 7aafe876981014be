import type { SpokenRequest } from './spoken-requests.ts';

/** What a client was told of one upload. */
export interface Upload {
  readonly request: SpokenRequest;
  /** Set by the answer. */
  recordingId?: string;
  /** The answer said that the work was done. */
  completed?: boolean;
  /** A deletion was asked for; `yes` once it was answered. */
  deleted?: 'asked' | 'yes';
}

/** What a client was told of one mode: names it may have now. Several where a change was not answered. */
export interface ModeRecord {
  names: Set<string>;
  /** False where even its being there is open. */
  mustExist: boolean;
  mayExist: boolean;
}

/** A recording that was at work in so many crashes is given up. */
const CRASHES_TO_GIVE_UP = 3;

/** Everything that clients asked for, and what they were told: what must be true after any crash. */
export class Ledger {
  readonly uploads: Upload[] = [];
  /** By the name that a mode was created with. */
  readonly modes = new Map<string, ModeRecord>();
  /** Answers that clients got. */
  answers = 0;
  readonly #mayFail = new Set<string>();
  readonly #crashes = new Map<string, number>();
  #numbers = 0;

  nextNumber(): number {
    return ++this.#numbers;
  }

  /** What was at work when something was killed, by the ids of recordings: their clients may not have had their answer yet. */
  wereAtWork(recordingIds: ReadonlySet<string>, killed: 'host' | 'application'): void {
    for (const id of recordingIds) {
      if (killed === 'host') this.#mayFail.add(id);
      else this.#crashes.set(id, (this.#crashes.get(id) ?? 0) + 1);
    }
  }

  /** True where a kill explains that the work on a recording failed: of its host, or three of the application. */
  mayHaveFailed(recordingId: string): boolean {
    return this.#mayFail.has(recordingId) || (this.#crashes.get(recordingId) ?? 0) >= CRASHES_TO_GIVE_UP;
  }

  /** Uploads with an answer that were not asked to be deleted. */
  kept(): Upload[] {
    return this.uploads.filter(
      ({ recordingId, deleted }) => recordingId !== undefined && deleted === undefined,
    );
  }
}
