import { endpointProblem } from '@quoth/contract';
import { ProviderError } from './provider-error.ts';

/**
 * The base address of a vendor or of the user's own endpoint, without a slash at the end: https, or http on this machine only; without a
 * user, a query or a fragment. Throws ProviderError `rejected` for any other: a bad address never falls back to another one.
 */
export function checkBaseUrl(written: string, displayName: string): string {
  const problem = endpointProblem(written.trim()) ?? hiddenLoopback(written.trim());
  if (problem === undefined) return new URL(written.trim()).href.replace(/\/+$/, '');
  throw new ProviderError(
    'rejected',
    `The base URL of ${displayName} cannot be used. ${problem} Nothing was sent.`,
  );
}

/** Node's list of addresses that bypass the proxy has no ranges, so other names of this machine would go through it. */
function hiddenLoopback(written: string): string | undefined {
  const { hostname } = new URL(written);
  return /^127\./.test(hostname) && hostname !== '127.0.0.1' ? 'Use 127.0.0.1 for this machine.' : undefined;
}
