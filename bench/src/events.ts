import { connect, type Socket } from 'node:net';
import { type MeasuredProcess, startApplication } from './measured-process.ts';
import { median, type Result } from './result.ts';

const READERS = 1_000;
const ROUNDS = 5;
const EVENTS = 40;

/** What 1,000 readers of events cost: requests that each publish an event, with them and without, in turn. */
export async function benchEvents(): Promise<Result[]> {
  const application = await startApplication();
  try {
    await published(application);
    const [without, withReaders]: [number[], number[]] = [[], []];
    let received = 0;
    let memory = 0;
    for (let round = 0; round < ROUNDS; round++) {
      without.push(await published(application));
      const before = application.memoryMb();
      const readers = await Promise.all(Array.from({ length: READERS }, () => Reader.open(application)));
      withReaders.push(await published(application));
      memory = Math.max(memory, application.memoryMb() - before);
      await Promise.all(readers.map((reader) => reader.until(EVENTS)));
      received += readers.reduce((sum, reader) => sum + reader.count, 0);
      for (const reader of readers) reader.close();
      await idle(application);
    }
    const wanted = READERS * EVENTS * ROUNDS;
    const [alone, crowded] = [median(without), median(withReaders)];
    return [
      {
        what: `${READERS.toLocaleString('en')} readers of events: a request that publishes one, against none`,
        measured: `${(crowded - alone).toFixed(1)} ms more an event (${alone.toFixed(1)} ms, ${crowded.toFixed(1)} ms)`,
        target: 'at most 50 ms',
        met: crowded - alone <= 50,
      },
      {
        what: `${READERS.toLocaleString('en')} readers of events: events that arrived`,
        measured: `${received.toLocaleString('en')} of ${wanted.toLocaleString('en')}`,
        target: 'every one',
        met: received === wanted,
      },
      {
        what: `${READERS.toLocaleString('en')} readers of events: growth of resident memory`,
        measured: `${memory.toFixed(0)} MB`,
        target: 'at most 64 MB',
        met: memory <= 64,
      },
    ];
  } finally {
    await application.end();
  }
}

/** Milliseconds a request, one after the other. */
async function published({ baseUrl, headers }: MeasuredProcess): Promise<number> {
  const { modes } = (await (await fetch(`${baseUrl}/modes`, { headers })).json()) as {
    modes: { id: string }[];
  };
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

/** The server has noticed that the readers are gone. */
async function idle({ baseUrl, headers }: MeasuredProcess): Promise<void> {
  for (let index = 0; index < 20; index++) await (await fetch(`${baseUrl}/modes`, { headers })).text();
}

/** A reader as light as it can be: load and server share the cores. */
class Reader {
  count = 0;
  readonly #socket: Socket;
  #wake: (() => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static async open({ baseUrl, headers }: MeasuredProcess): Promise<Reader> {
    const { port, host } = new URL(baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const reader = new Reader(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.on('data', (chunk: Buffer) => {
        resolve();
        for (let at = chunk.indexOf('event: '); at >= 0; at = chunk.indexOf('event: ', at + 1))
          reader.count++;
        reader.#wake?.();
      });
      socket.write(
        `GET /events?types=mode-updated HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
      );
    });
    return reader;
  }

  async until(count: number): Promise<void> {
    const timer = setTimeout(() => this.#socket.destroy(), 20_000);
    while (this.count < count && !this.#socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#socket.once('close', () => resolve());
      });
    }
    clearTimeout(timer);
  }

  close(): void {
    this.#socket.destroy();
  }
}
