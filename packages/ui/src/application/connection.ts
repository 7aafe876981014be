import type { Transport } from '@quoth/client';

/** Whether the application answers. `ended`: it does, but this window's access is over. */
export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'ended';

/**
 * What the window knows about its connection, from the event stream: that is always open, so it shows whether the application is running.
 * A single failed call says nothing about others.
 */
export class Connection {
  state: ConnectionState = 'connecting';
  readonly #listeners = new Set<() => void>();

  /** Calls the listener when the state changes; returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The transport, with its failures observed. */
  watching(fetch: Transport, isStream: (url: string) => boolean): Transport {
    return async (url, request) => {
      // Nobody knows who listens there now: the token stays here until the application has shown that it knows it.
      if (this.state === 'lost' && !isStream(url)) throw new TypeError('The application is away.');
      try {
        const response = await fetch(url, request);
        if (response.status === 401) this.#become('ended');
        else if (isStream(url)) this.#become('connected');
        return response;
      } catch (error) {
        if (isStream(url) && request.signal?.aborted !== true) this.#become('lost');
        throw error;
      }
    };
  }

  /** The application cannot be reached. */
  lose(): void {
    this.#become('lost');
  }

  /** The application is running but no longer knows this window. */
  end(): void {
    this.#become('ended');
  }

  #become(state: ConnectionState): void {
    if (this.state === state || this.state === 'ended') return;
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
