import type { TokenStore } from './session.ts';

const KEY = 'quoth-window';

/** The token is in sessionStorage: it survives a reload but not the tab, and no cookie carries it to another port. */
export function tabStore(storage: Storage): TokenStore {
  return {
    read: () => storage.getItem(KEY),
    write: (token) => storage.setItem(KEY, token),
    forget: () => storage.removeItem(KEY),
  };
}
