import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TransportAnswer } from '../index.ts';

/** An answer of `node:http` as the client reads it; not a `Response`, for which Node loads its whole `fetch`: 60 ms of every command. */
export class IncomingAnswer implements TransportAnswer {
  readonly status: number;
  readonly headers: TransportAnswer['headers'];
  readonly #incoming: IncomingMessage;
  #body: TransportAnswer['body'] | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    this.status = incoming.statusCode ?? 500;
    this.headers = headersOf(incoming.headers);
    if (this.#isBare) incoming.resume();
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): TransportAnswer['body'] {
    if (this.#isBare) return null;
    this.#body ??= Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return this.#body;
  }

  async text(): Promise<string> {
    return this.#isBare ? '' : text(this.#incoming);
  }

  get #isBare(): boolean {
    return this.status === 204 || this.status === 304;
  }
}

function headersOf(incoming: IncomingHttpHeaders): TransportAnswer['headers'] {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(incoming))
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join(', ') : value);
  return {
    get: (name) => all.get(name.toLowerCase()) ?? null,
    has: (name) => all.has(name.toLowerCase()),
    forEach: (each) => {
      for (const [name, value] of all) each(value, name);
    },
  };
}
