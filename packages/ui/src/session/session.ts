import { createClient, type Transport } from '@quoth/client';
import { windowApiPath } from '@quoth/contract';

/** Whether a window has access to the application. */
export type Session =
  | { readonly state: 'open'; readonly token: string }
  /** Opened without a code, or with one that is too old. */
  | { readonly state: 'none' }
  /** The code had been used before: neither that window nor this one has access now. */
  | { readonly state: 'revoked' };

/** Where the page keeps its token: for this tab only, until it is closed. */
export interface TokenStore {
  read(): string | null;
  write(token: string): void;
  forget(): void;
}

/** The address of the window's own calls. */
export function apiBase(origin: string): string {
  return `${origin}${windowApiPath}`;
}

/** Takes the code from the address's fragment, which browsers never send to a server. */
export function codeIn(fragment: string): string | undefined {
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
