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

/** Everything that clients asked for, and what they were told: what must be true after any crash. */
export class Ledger {
  readonly uploads: Upload[] = [];
  /** By the name that a mode was created with. */
  readonly modes = new Map<string, ModeRecord>();
  /** How often a speech host was killed. */
  hostKills = 0;
  /** Answers that clients got. */
  answers = 0;
  #numbers = 0;

  nextNumber(): number {
    return ++this.#numbers;
  }

  /** Uploads with an answer that were not asked to be deleted. */
  kept(): Upload[] {
    return this.uploads.filter(
      ({ recordingId, deleted }) => recordingId !== undefined && deleted === undefined,
    );
  }
}
