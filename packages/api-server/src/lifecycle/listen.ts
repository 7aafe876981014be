import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { EventStreams } from '../events/event-streams.ts';
import type { RealtimeSockets } from '../openai/realtime/realtime-sockets.ts';

/** Starts listening and returns the port (0 for a socket path). Rejects with the system's error. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address as AddressInfo).port : 0;
}

/** How long answers in hand may take when the server is switched off. */
const GRACE_MS = 2_000;

/** Stops listening at once, lets answers in hand finish for a moment, then closes what is left. */
export async function closeServer(
  server: Server,
  events: EventStreams,
  sockets?: Pick<RealtimeSockets, 'close'>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Those would never finish by themselves.
  events.close();
  sockets?.close();
  server.closeIdleConnections();
  // One that is answering now is idle in a moment.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
