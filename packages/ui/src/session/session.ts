import { type Client, createClient, QuothError, type Transport } from '@quoth/client';
import { say, windowApiPath, windowProofText } from '@quoth/contract';

/** Whether a window has access to the application. */
export type Session =
  | { readonly state: 'open'; readonly token: string }
  /** Opened without a code, or with one that is too old. */
  | { readonly state: 'none' }
  /** The code had been used before: neither that window nor this one has access now. */
  | { readonly state: 'revoked' };

/** Where the page keeps its token: for this tab only, until it is closed. */
interface TokenStore {
  read(): string | null;
  write(token: string): void;
  forget(): void;
}

/** The address of the window's own calls. */
export function apiBase(origin: string): string {
  return `${origin}${windowApiPath}`;
}

/** Takes the code from the address's fragment, which browsers never send to a server. */
function codeIn(fragment: string): string | undefined {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('code') ?? undefined;
}

/** Exchanges the code for a token, or continues with the token from before a reload. */
export async function openSession({
  origin,
  fragment,
  store,
  fetch,
}: {
  readonly origin: string;
  readonly fragment: string;
  readonly store: TokenStore;
  readonly fetch: Transport;
}): Promise<Session> {
  const code = codeIn(fragment);
  const kept = store.read();
  if (code === undefined) return kept === null ? { state: 'none' } : { state: 'open', token: kept };
  const client = createClient({ fetch, baseUrl: apiBase(origin) });
  const { state, token } = await client.redeemWindowCode({ body: { code } });
  if (state === 'open' && token !== null) {
    store.write(token);
    return { state: 'open', token };
  }
  store.forget();
  return { state: state === 'revoked' ? 'revoked' : 'none' };
}

const KEY = 'quoth-window';

/** The token is in sessionStorage: it survives a reload but not the tab, and no cookie carries it to another port. */
export function tabStore(storage: Storage): TokenStore {
  return {
    read: () => storage.getItem(KEY),
    write: (token) => storage.setItem(KEY, token),
    forget: () => storage.removeItem(KEY),
  };
}

/** `fetch` of the browser, without cookies, cache or redirects, none of which are used here. */
export const browserTransport: Transport = (url, request) => {
  const { method, headers, body, signal } = request;
  return fetch(url, {
    method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    // What is sent while the window closes, such as a cancel, arrives.
    keepalive: method !== 'GET' && body === undefined,
    ...(body !== undefined && { body: body as BodyInit }),
    ...(signal && { signal }),
  });
};

/** Whether the application answers. `ended`: it does, but this window's access is over. */
export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'ended';

/**
 * What the window knows about its connection, from the event stream: that is always open, so it shows whether the
 * application is running.
 * A single failed call says nothing about others. It also keeps the token from anyone who listens on the port while the
 * application is away.
 */
export class Connection {
  state: ConnectionState = 'connecting';
  /** True once a stream was opened: the next one may reach another application. */
  #isReturning = false;
  readonly #listeners = new Set<() => void>();

  /** Calls the listener when the state changes; returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The transport for calls that carry the token. `prove` rejects while no one answers, and says whether who answers
   * knows this window.
   */
  watching(fetch: Transport, isStream: (url: string) => boolean, prove: () => Promise<boolean>): Transport {
    return async (url, request) => {
      if (!isStream(url)) {
        if (this.state === 'lost') throw new TypeError('The application is away.');
        const response = await fetch(url, request);
        if (response.status === 401) this.#become('ended');
        return response;
      }
      try {
        if (this.#isReturning && !(await prove())) {
          this.#become('ended');
          throw new QuothError('UNAUTHORIZED', { message: say('windowSessionEnded') });
        }
        this.#isReturning = true;
        const response = await fetch(url, request);
        if (response.status === 401) this.#become('ended');
        // An application that refuses the stream, for example while it starts, is not back yet.
        else if (response.ok) this.#become('connected');
        return response;
      } catch (error) {
        if (request.signal?.aborted !== true) this.#become('lost');
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

/** Whether who answers now knows this window's token, which is not sent for it. Rejects while no one answers. */
export async function knowsWindow(stranger: Pick<Client, 'proveWindow'>, token: string): Promise<boolean> {
  const challenge = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const { proofs } = await stranger.proveWindow({ query: { challenge } });
  return proofs.includes(await proofOf(token, challenge));
}

async function proofOf(token: string, challenge: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(token), algorithm, false, ['sign']);
  return base64Url(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(windowProofText(challenge)))),
  );
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
