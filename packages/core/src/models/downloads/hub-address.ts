import { isLoopback } from '@quoth/contract';

/** Address of the catalog's files. */
export const HUB = 'https://huggingface.co';

/** The address of a file, at the hub or at the mirror that the user has set. */
export function fileAddress(hubPath: string, mirror: string | null): string {
  return `${(mirror ?? HUB).replace(/\/+$/, '')}/${hubPath}`;
}

/** True if a download may be redirected there: https without credentials; plain http on this machine only, and only if it started there. */
export function maySendTo(url: URL, origin: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(origin.hostname);
}
