import type { Client } from '@quoth/client';
import type { Dictation, Processing } from '@quoth/contract';

const PATIENCE_MS = 30_000;

/**
 * The state of dictation as the application tells it, so that waiting for a phase costs the measured machine no
 * questions.
 */
export class DictationFeed {
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #state: Dictation;

  private constructor(state: Dictation) {
    this.#state = state;
  }

  static async of(client: Client): Promise<DictationFeed> {
    const feed = new DictationFeed((await client.getDictation({})).dictation);
    void feed.#follow(client);
    return feed;
  }

  async isRecording(): Promise<void> {
    await this.#until(({ recording }) => recording?.phase === 'recording');
  }

  /** Until a dictation that is not among the known ones has come to its end; what became of it. */
  async ended(known: ReadonlySet<string>): Promise<Processing> {
    const one = ({ processing }: Dictation) =>
      processing.find(
        ({ id, phase }) => !known.has(id) && !['transcribing', 'rewriting', 'delivering'].includes(phase),
      );
    await this.#until((state) => state.recording === null && one(state) !== undefined);
    const found = one(this.#state);
    if (!found) throw new Error('It has gone again.');
    return found;
  }

  known(): ReadonlySet<string> {
    return new Set(this.#state.processing.map(({ id }) => id));
  }

  close(): void {
    this.#stop.abort();
  }

  #until(holds: (state: Dictation) => boolean): Promise<void> {
    if (holds(this.#state)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`Waited in vain for: ${holds}`));
      }, PATIENCE_MS);
      const look = () => {
        if (!holds(this.#state)) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  async #follow(client: Client): Promise<void> {
    try {
      for await (const event of client.streamEvents({ signal: this.#stop.signal })) {
        if (event.type !== 'dictation-changed') continue;
        this.#state = event.dictation;
        for (const look of [...this.#waiting]) look();
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }
}
