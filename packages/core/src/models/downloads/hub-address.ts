import { isLoopback } from '@quoth/contract';

/** Where the catalog's files lie. */
export const HUB = 'https://huggingface.co';

/** The address of a file, at the hub or at the mirror that the user has set. */
export function fileAddress(hubPath: string, mirror: string | null): string {
  return `${(mirror ?? HUB).replace(/\/+$/, '')}/${hubPath}`;
}

/** True where a download may lead: https without credentials; plain http on this machine only, and only for who began there. */
export function maySendTo(url: URL, origin: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(origin.hostname);
}
