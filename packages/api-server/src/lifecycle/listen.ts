import type { Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { EventStreams } from '../events/event-streams.ts';
import type { ListenerEnding } from '../http/listener-ending.ts';
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
/** How much of that is left for saying that they did not. */
const LAST_WORDS_MS = 500;

/** What a server has open that would not end by itself. */
export interface OpenAnswers {
  readonly events: Pick<EventStreams, 'close'>;
  readonly ending: ListenerEnding;
  readonly sockets?: Pick<RealtimeSockets, 'close'>;
}

/** Stops listening at once, lets answers in hand finish for a moment, has the others say that they cannot, then closes what is left. */
export async function closeServer(server: Server, { events, ending, sockets }: OpenAnswers): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Those would never finish by themselves.
  events.close();
  sockets?.close();
  ending.begin();
  server.closeIdleConnections();
  // One that is answering now is idle in a moment.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  let timer = setTimeout(() => {
    ending.callIn();
    timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
  }, GRACE_MS - LAST_WORDS_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
