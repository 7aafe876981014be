import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that no one has at this moment, below those that the system gives to connections by itself: no one takes it by
 * chance until it is needed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true));
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (isFree) return port;
  }
}
