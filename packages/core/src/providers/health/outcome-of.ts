import type { Outcome } from './health-machine.ts';

/**
 * What a failed request says about its provider's health, by the kind of its error (`ProviderError`, `LanguageError`); undefined if nothing. Too
 * many requests prove that the key is good (contract, section 5).
 */
export function outcomeOf(kind: string, reason: string): Outcome | undefined {
  if (kind === 'unauthorized') return { status: 'unauthorized', reason };
  if (kind === 'unreachable' || kind === 'timeout') return { status: 'unreachable', reason };
  return kind === 'limited' ? { status: 'healthy', reason: null } : undefined;
}
