import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerWith, type Fault } from './fault.ts';
import { LanguageControl } from './language-control.ts';
import { EngineRecognizer, type Recognizer } from './recognizer.ts';
import { Refusal } from './refusal.ts';
import { matched } from './simulated-vendor.ts';
import { type StreamFault, type StreamRecord, StreamServer } from './stream-server.ts';
import { simulatedVendors } from './vendors/index.ts';

/** A request that arrived, as tests look at it. */
export interface Arrival {
  readonly vendor: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
}

interface PlannedFault {
  readonly vendor: string;
  readonly fault: Fault;
  readonly path: RegExp;
  left: number;
}

/**
 * The vendors' stand-in: one HTTP server on this machine that speaks the wire format of each, below `/<vendor's id>`.
 * It is as strict as their documentation: another header for the key, an unknown field or a file of another format than
 * its name are refused. What it is sent it transcribes with a real engine. Faults come on command.
 */
export class ProviderSimulator {
  readonly #server: Server;
  readonly #recognizer: Recognizer;
  readonly #streams: StreamServer;
  readonly #holdings = new Map<string, Map<string, unknown>>();
  #faults: PlannedFault[] = [];
  /** Every request, faulty ones too, in order. */
  readonly arrivals: Arrival[] = [];
  /** How the models that write text behave. */
  readonly language = new LanguageControl();

  private constructor(server: Server, recognizer: Recognizer) {
    this.#server = server;
    this.#recognizer = recognizer;
    this.#streams = new StreamServer(recognizer);
  }

  /** Listens on a free port of 127.0.0.1, with a real engine's recognizer where it is given no others. */
  static async start(recognizer?: Recognizer): Promise<ProviderSimulator> {
    const server = createServer();
    const simulator = new ProviderSimulator(server, recognizer ?? (await EngineRecognizer.open()));
    server.on('request', (request, response) => void simulator.#serve(request, response));
    server.on('upgrade', (request, socket, head) => simulator.#serveStream(request, socket, head));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return simulator;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where a vendor is found here, given its own base address. */
  baseUrl({ id, baseUrl }: { id: string; baseUrl: string }): string {
    return `${this.origin}/${id}${new URL(baseUrl).pathname}`.replace(/\/$/, '');
  }

  /** The one key that a vendor takes here. */
  key(id: string): string {
    return `simulated-${id}-key`;
  }

  /** The vendor's next requests (all of them, where no number is given) meet this fault. */
  fail(
    vendor: string,
    fault: Fault,
    { path = /^/, times = Infinity }: { path?: RegExp; times?: number } = {},
  ): void {
    this.#faults.push({ vendor, fault, path, left: times });
  }

  /** Every stream that was opened, in order. */
  get streams(): readonly StreamRecord[] {
    return this.#streams.records;
  }

  /** The vendor's next streams (all of them, where no number is given) meet this fault. */
  failStreams(vendor: string, fault: StreamFault, times = Infinity): void {
    this.#streams.break(vendor, fault, times);
  }

  /** No more faults; what arrived is forgotten. */
  heal(): void {
    this.#streams.heal();
    this.#faults = [];
    this.arrivals.length = 0;
    this.language.heal();
  }

  /** Paths of uploads and jobs that a client has not taken back. */
  leftWith(vendor: string): string[] {
    return [...this.#held(vendor).keys()];
  }

  /** No one has uploaded anything. */
  forget(): void {
    for (const held of this.#holdings.values()) held.clear();
  }

  async close(): Promise<void> {
    this.#streams.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#recognizer.close();
  }

  #held(vendor: string): Map<string, unknown> {
    const held = this.#holdings.get(vendor) ?? new Map<string, unknown>();
    this.#holdings.set(vendor, held);
    return held;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, vendor, path, query, headers } = this.#place(incoming);
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    try {
      const body = await bodyOf(incoming);
      const method = incoming.method ?? 'GET';
      this.arrivals.push({ vendor: id, method, path, query: query.size > 0 ? `?${query}` : '', body });
      if (!vendor) return void response.writeHead(404).end();
      const planned = this.#faults.find(
        (fault) => fault.vendor === id && fault.left > 0 && fault.path.test(path),
      );
      if (planned) {
        planned.left -= 1;
        const { fault } = planned;
        if (fault.kind === 'late') await fault.until;
        else
          return await answerWith(fault, response, (status) => vendor.errorBody(status, 'simulated fault'));
      }
      const key = vendor.keyOf(headers);
      const isGood = key === this.key(id) || (key === undefined && vendor.keyIsOptional === true);
      if (!isGood) return say(vendor.refusedKeyStatus ?? 401, vendor.refusedKey(key ?? ''));
      const call = vendor.calls.find((each) => each.method === method && matched(each.path, path));
      if (!call) throw new Refusal(404, `no such call: ${method} ${path}`);
      const groups = matched(call.path, path)?.slice(1) ?? [];
      const { language } = this;
      const world = { recognizer: this.#recognizer, language, holdings: this.#held(id) };
      const baseUrl = `${this.origin}/${id}`;
      say(call.status, await call.answer({ method, path, groups, query, headers, body, baseUrl, ...world }));
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      const message = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.end();
      else say(status, vendor?.errorBody(status, message) ?? { message });
    }
  }

  #serveStream(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { vendor, ...place } = this.#place(incoming);
    if (!vendor) return void socket.destroy();
    this.#streams.serve({ incoming, socket, head, vendor, key: this.key(vendor.id), ...place });
  }

  /** Which vendor is asked, and for what. */
  #place(incoming: IncomingMessage) {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', this.origin);
    const id = pathname.split('/')[1] ?? '';
    const vendor = simulatedVendors.find((candidate) => candidate.id === id);
    const prefix = `/${id}${vendor?.basePath ?? ''}`;
    const path = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    const headers = new Headers(
      Object.entries(incoming.headersDistinct).map(([name, [value = ''] = []]) => [name, value]),
    );
    return { id, vendor, path, query, headers };
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
