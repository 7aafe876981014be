import type { QuothEvent } from '@quoth/contract';

type Listener = (event: QuothEvent) => void;

/** The one typed bus. A listener that throws is reported and never stops the others. */
export class EventBus {
  readonly #listeners = new Set<Listener>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(event: QuothEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}
