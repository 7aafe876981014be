import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { type Application, withApplication } from './application.ts';
import { residentMb } from './processes.ts';
import { aim, atMost, figure, mb, median, ms, type Result } from './result.ts';

const READERS = 1_000;
const ROUNDS = 5;
const EVENTS = 40;

/** What 1,000 readers of events cost: requests that each publish an event, with them and without, in turn. */
export function benchEvents(): Promise<Result[]> {
  return withApplication(async (application) => {
    await published(application);
    const [without, withReaders]: [number[], number[]] = [[], []];
    let received = 0;
    let memory = 0;
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await published(application));
      const before = residentMb(application.pid);
      const readers = await Promise.all(Array.from({ length: READERS }, () => Reader.open(application)));
      withReaders.push(await published(application));
      memory = Math.max(memory, residentMb(application.pid) - before);
      await until(() => readers.every(({ count }) => count >= EVENTS), 20_000).catch(() => undefined);
      received += readers.reduce((sum, reader) => sum + reader.count, 0);
      for (const reader of readers) reader.close();
      // The application notices that they are gone.
      await sleep(500);
    }
    const wanted = READERS * EVENTS * ROUNDS;
    const [alone, crowded] = [median(without), median(withReaders)];
    const who = `${READERS.toLocaleString('en')} readers of events`;
    return [
      figure(
        `${who}: a request that publishes one, against none`,
        `${ms(crowded - alone, 1)} more an event (${ms(alone, 1)}, ${ms(crowded, 1)})`,
        atMost(crowded - alone, 50, 'ms'),
      ),
      figure(
        `${who}: events that arrived`,
        `${received.toLocaleString('en')} of ${wanted.toLocaleString('en')}`,
        aim('every one', received === wanted),
      ),
      figure(`${who}: growth of resident memory`, mb(memory), atMost(memory, 64, 'MB')),
    ];
  });
}

/** Milliseconds a request, one after the other. */
async function published({ baseUrl, headers, client }: Application): Promise<number> {
  const { modes } = await client.listModes({});
  const startedAt = performance.now();
  for (let index = 0; index < EVENTS; index++) {
    await fetch(`${baseUrl}/modes/${modes.at(-1)?.id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ customInstructions: `${performance.now()}` }),
    }).then((response) => response.text());
  }
  return (performance.now() - startedAt) / EVENTS;
}

/** A reader as light as it can be: load and server share the cores. */
class Reader {
  count = 0;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open({ baseUrl, headers }: Application): Promise<Reader> {
    const { port, host } = new URL(baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const reader = new Reader(socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      resolve();
      for (let at = chunk.indexOf('event: '); at >= 0; at = chunk.indexOf('event: ', at + 1)) reader.count++;
    });
    const head = `GET /events?types=mode-updated HTTP/1.1\r\nHost: ${host}\r\n`;
    socket.write(`${head}Authorization: ${headers.authorization}\r\n\r\n`);
    await promise;
    return reader;
  }

  close(): void {
    this.#socket.destroy();
  }
}
