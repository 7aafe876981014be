import type { Notice } from '@quoth/contract';

/** The token of the local API (contract, section 2.4). */
export interface Tokens {
  /** The token in force, created by the first call. Never fails: if the store is broken, the token is valid for this run only. */
  current(): Promise<string>;
  /** Replaces the token; the old one is no longer accepted. */
  regenerate(): Promise<string>;
  /** Deletes the token where it is stored; the next use creates one. False if the store is locked and keeps it. */
  forget(): Promise<boolean>;
  /** Where the token is stored: `memory` if no store works, `none` before the first call. */
  storage(): 'secure-store' | 'file' | 'memory' | 'none';
  notices(): readonly Notice[];
}
