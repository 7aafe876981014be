import { lookup } from 'node:dns';
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { isIP } from 'node:net';
import { addAbortSignal, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isLoopback, isPrivateAddress } from '@quoth/contract';

/**
 * `fetch`, except that a server which is called without encryption is on this machine or on the local network: there
 * the address that is connected to is the one that was checked, whatever its name meant a moment ago, and no proxy is
 * asked.
 */
export function networkFetch(resolve: typeof lookup = lookup): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.protocol !== 'http:' || isLoopback(url.hostname)) return fetch(input, init);
    try {
      return await fetchNearby(url, init, resolve);
    } catch (error) {
      // As `fetch` says it.
      throw init.signal?.aborted ? init.signal.reason : new TypeError('fetch failed', { cause: error });
    }
  };
}

async function fetchNearby(url: URL, init: RequestInit, resolve: typeof lookup): Promise<Response> {
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // Node looks up no address.
  if (isIP(address) !== 0 && !isPrivateAddress(address)) throw notNearby();
  const { method, headers, body } = new Request(url, init);
  const length = lengthOf(init.body);
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest(url, {
    method,
    headers: { ...Object.fromEntries(headers), ...(length !== undefined && { 'content-length': length }) },
    // One of its own: the global one may go through a proxy.
    agent: new Agent(),
    lookup: nearby(resolve),
    ...(init.signal && { signal: init.signal }),
  });
  outgoing.once('response', answered);
  outgoing.on('error', reject);
  outgoing.once('close', () => reject(new Error('closed without an answer')));
  if (body) pipeline(Readable.fromWeb(body), outgoing).catch(reject);
  else outgoing.end();
  const incoming = await promise;
  // By itself Node says that the connection was lost.
  if (init.signal) addAbortSignal(init.signal, incoming);
  const status = incoming.statusCode ?? 0;
  const isBare = [204, 205, 304].includes(status);
  try {
    if (status >= 300 && status < 400 && !isBare) throw new Error('unexpected redirect');
    if (isBare) incoming.resume();
    return new Response(
      isBare ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>),
      {
        status,
        headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      },
    );
  } catch (error) {
    // Also a status that there is not, such as 999: no one would read the rest, and the connection would stay.
    incoming.destroy();
    throw error;
  }
}

/** Known lengths are said: not every server takes a body in chunks. */
function lengthOf(body: RequestInit['body']): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Blob ? body.size : undefined;
}

/** Looks a name up and leaves the private addresses; without any, the connection fails with QUOTH_NOT_NEARBY. */
export function nearby(resolve: typeof lookup): NonNullable<RequestOptions['lookup']> {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const near = found.filter(({ address }) => isPrivateAddress(address));
      const [first] = near;
      if (first === undefined) return callback(notNearby(), '', 0);
      if (options.all) callback(null, near);
      else callback(null, first.address, first.family);
    });
  };
}

function notNearby(): Error {
  return Object.assign(new Error('not on the local network'), { code: 'QUOTH_NOT_NEARBY' });
}
