import { asAppError, type LearnedWord, type Processing } from '@quoth/contract';
import { type Core, type Logger, settledOrAborted } from '@quoth/core';
import type { ActiveApplication } from './active-application/active-application.ts';

/** A text that was pasted stands in its field after a moment: it is looked for so often. */
const ARRIVES_LOOKS = 8;
const ARRIVES_LOOK_MS = 250;
/** For a minute, its field is looked at every two seconds. */
const LOOKS = 30;
const LOOK_MS = 2_000;
/** A text that has changed and then stays as it is for so many looks is what its user wants. */
const SETTLED_LOOKS = 3;
/** A longer text is not read back. */
const MAX_CHARACTERS = 2_000;

export interface CorrectionWatchOptions {
  readonly core: Pick<Core, 'events' | 'recordings' | 'settings'>;
  readonly program: Pick<ActiveApplication, 'textBeforeCursor'>;
  readonly onLearned: (learned: LearnedWord) => void;
  readonly logger: Logger;
}

/**
 * Sees the word that somebody corrects in the program into which they dictated it, where that program lets it be read:
 * for a minute, of the last dictation alone, and of nothing but its text and the hundred characters behind it. What was
 * read is compared and forgotten. Private dictations are not looked at.
 */
export class CorrectionWatch {
  readonly #options: CorrectionWatchOptions;
  readonly #endEvents: () => void;
  /** The last dictation that was seen to arrive. */
  #seen: string | undefined;
  #stop = new AbortController();
  #isClosed = false;

  constructor(options: CorrectionWatchOptions) {
    this.#options = options;
    this.#endEvents = options.program.textBeforeCursor
      ? options.core.events.on({
          'dictation-changed': ({ dictation }) => {
            const last = dictation.processing.at(-1);
            if (last?.phase === 'delivered' && last.id !== this.#seen) this.#follow(last);
          },
        })
      : () => undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#endEvents();
    this.#stop.abort();
  }

  #follow({ id, text, delivery, program, private: isPrivate }: Processing): void {
    this.#seen = id;
    this.#stop.abort();
    const isOurs = delivery === 'paste' && program === null && !isPrivate;
    if (!isOurs || !text || text.length > MAX_CHARACTERS) return;
    if (!this.#options.core.settings.get().suggestWords) return;
    this.#stop = new AbortController();
    void this.#watch(id, text, this.#stop.signal).catch((error: unknown) =>
      // Its recording may have been deleted meanwhile.
      this.#options.logger.info({ code: asAppError(error).code }, 'A correction was not compared.'),
    );
  }

  /** Until a word was corrected, the text has gone, or the next dictation comes, which has a last look at this one. */
  async #watch(id: string, text: string, signal: AbortSignal): Promise<void> {
    const read = await this.#arrived(text, signal);
    let last = text;
    let unchanged = 0;
    for (let look = 0; read && look < LOOKS && !signal.aborted; look++) {
      await waited(LOOK_MS, signal);
      const now = await read();
      // A message that was sent leaves an empty field behind.
      const isGone = now === undefined || now.length * 2 < text.length;
      unchanged = now === last ? unchanged + 1 : 0;
      if (!isGone) last = now;
      const isOver = isGone || signal.aborted;
      if (isOver || unchanged === SETTLED_LOOKS) {
        if ((await this.#isLearned(id, text, last)) || isOver) return;
      }
    }
  }

  async #isLearned(id: string, text: string, now: string): Promise<boolean> {
    if (this.#isClosed || now.startsWith(text)) return false;
    const learned = await this.#options.core.recordings.learn(id, now);
    if (learned) this.#options.onLearned(learned);
    return learned !== undefined;
  }

  async #arrived(text: string, signal: AbortSignal): Promise<Read | undefined> {
    for (let look = 0; look < ARRIVES_LOOKS && !signal.aborted; look++) {
      const read = await this.#options.program.textBeforeCursor?.(text);
      if (read) return read;
      await waited(ARRIVES_LOOK_MS, signal);
    }
    return undefined;
  }
}

type Read = () => Promise<string | undefined>;

/** Ends early when the signal comes. */
function waited(ms: number, signal: AbortSignal): Promise<void> {
  return settledOrAborted<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref?.();
    return () => clearTimeout(timer);
  }).catch(() => undefined);
}
