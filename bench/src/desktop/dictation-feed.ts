import { EventEmitter, once } from 'node:events';
import type { Client } from '@quoth/client';
import type { Dictation, Processing } from '@quoth/contract';

const PATIENCE_MS = 30_000;

/**
 * The state of dictation as the application tells it, so that waiting for a phase costs the measured machine no
 * questions.
 */
export class DictationFeed {
  readonly #stop = new AbortController();
  readonly #changes = new EventEmitter();
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

  async #until(holds: (state: Dictation) => boolean): Promise<void> {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    while (!holds(this.#state)) await once(this.#changes, 'change', { signal: patience });
  }

  async #follow(client: Client): Promise<void> {
    try {
      for await (const event of client.streamEvents({ signal: this.#stop.signal })) {
        if (event.type !== 'dictation-changed') continue;
        this.#state = event.dictation;
        this.#changes.emit('change');
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }
}
