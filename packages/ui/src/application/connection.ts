import type { Transport } from '@quoth/client';

/** Whether the application answers. `ended`: it does, but this window's access is over. */
export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'ended';

/**
 * What the window knows of its connection, told by the event stream: it is always open, so its fate is the application's.
 * A single call that fails says nothing about the others.
 */
export class Connection {
  state: ConnectionState = 'connecting';
  readonly #listeners = new Set<() => void>();

  /** Tells when the state changes; gives back how to stop being told. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The transport, watched. */
  watching(fetch: Transport, isStream: (url: string) => boolean): Transport {
    return async (url, request) => {
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

  #become(state: ConnectionState): void {
    if (this.state === state || this.state === 'ended') return;
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
