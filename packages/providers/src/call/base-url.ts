import { ProviderError } from './provider-error.ts';

/** True for this machine's own names and addresses. They are never asked through a proxy. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/**
 * The base address of a vendor or of the user's own endpoint, without a slash at the end: https, or http on this machine only; without a
 * user, a query or a fragment. Throws ProviderError `rejected` for any other: a bad address never falls back to another one.
 */
export function checkBaseUrl(written: string, displayName: string): string {
  const url = URL.parse(written.trim());
  if (!url) throw refused(displayName, 'is not an address');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw refused(displayName, 'must start with https:// (http:// is for this machine only)');
  if (url.username || url.password) throw refused(displayName, 'must not hold a name or a password');
  if (url.search || url.hash) throw refused(displayName, 'must end with its path, without ? or #');
  return url.href.replace(/\/+$/, '');
}

function refused(displayName: string, why: string): ProviderError {
  return new ProviderError('rejected', `The base URL of ${displayName} ${why}. Nothing was sent.`);
}
