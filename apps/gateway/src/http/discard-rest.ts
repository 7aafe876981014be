import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;
const MOST_MS = 1_000;

/**
 * Reads the rest of a refused body and throws it away, up to a limit. If the connection were closed at once, a client that is still sending would get a
 * broken connection instead of the refusal and its Retry-After.
 */
export function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) done();
    };
    const done = () => {
      clearTimeout(timer);
      incoming.off('data', onData).off('end', done).off('close', done).off('error', done);
      resolve();
    };
    const timer = setTimeout(done, MOST_MS);
    incoming.on('data', onData).on('end', done).on('close', done).on('error', done);
  });
}
