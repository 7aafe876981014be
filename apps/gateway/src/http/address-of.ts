import { isIP } from 'node:net';
import type { RouteContext } from './environment.ts';

const LONGEST = 100;

/**
 * The address by which requests without a valid token are counted: IPv4, or the /64 network of IPv6, which belongs to one household or machine. Behind
 * a proxy it is the last entry of X-Forwarded-For; anybody can write the entries before it.
 */
export function addressOf(context: RouteContext, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return networkOf(forwarded || context.env.incoming.socket.remoteAddress || 'unknown');
}

/** The network of an address as written by a header or a socket; anything else is returned as it is, shortened. */
export function networkOf(written: string): string {
  // Some proxies add the port.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  if (isIP(bare) !== 6) return bare.slice(0, LONGEST);
  const [head = '', tail] = (bare.split('%')[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const zeros = tail === undefined ? 0 : 8 - before.length - groups(tail).length;
  const all = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
