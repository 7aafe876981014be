import type { ActiveApplication, ActiveProgram } from './active-application.ts';

const LOOK_MS = 1_000;

/** For platforms that must be polled: once a second, while somebody listens. */
export class PolledApplication implements ActiveApplication {
  readonly #read: () => Promise<ActiveProgram | null>;
  readonly #listeners = new Set<(program: ActiveProgram | null) => void>();
  #timer: NodeJS.Timeout | undefined;
  #last: string | undefined;

  constructor(read: () => Promise<ActiveProgram | null>) {
    this.#read = read;
  }

  current(): Promise<ActiveProgram | null> {
    return this.#read().catch(() => null);
  }

  /** These platforms report only the program in front. */
  async open(): Promise<readonly ActiveProgram[] | null> {
    const current = await this.current();
    return current && [current];
  }

  onChange(listener: (program: ActiveProgram | null) => void): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#listeners.clear();
  }

  async #look(): Promise<void> {
    const program = await this.current();
    if (program?.windowId === this.#last) return;
    this.#last = program?.windowId;
    for (const listener of [...this.#listeners]) listener(program);
  }
}
