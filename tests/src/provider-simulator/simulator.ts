import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerWith, type Fault } from './fault.ts';
import { LanguageControl, languageRoutes } from './language/index.ts';
import { type StreamFault, type StreamRecord, StreamServer, simulatedStreams } from './live/index.ts';
import { EngineRecognizer, type Recognizer } from './recognizer.ts';
import { Refusal } from './refusal.ts';
import type { SimulatedAnswer, SimulatedRequest, SimulatedRoute } from './simulated-route.ts';
import { type SimulatedVendor, simulatedVendors } from './simulated-vendors.ts';
import { speechRoutes } from './speech/index.ts';

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
  readonly #routes: Routes;
  readonly #streams: StreamServer;
  readonly #holdings = new Map<string, Map<string, unknown>>();
  #faults: PlannedFault[] = [];
  /** Every request, faulty ones too, in order. */
  readonly arrivals: Arrival[] = [];
  /** How the models that write text behave. */
  readonly language: LanguageControl;

  private constructor(server: Server, recognizer: Recognizer, routes: Routes, language: LanguageControl) {
    this.#server = server;
    this.#recognizer = recognizer;
    this.#streams = new StreamServer(recognizer);
    this.#routes = routes;
    this.language = language;
  }

  /** Listens on a free port of 127.0.0.1, with a real engine's recognizer where it is given no others. */
  static async start(recognizer?: Recognizer): Promise<ProviderSimulator> {
    const server = createServer();
    const language = new LanguageControl();
    const routes = joined(languageRoutes(language), speechRoutes);
    const simulator = new ProviderSimulator(
      server,
      recognizer ?? (await EngineRecognizer.open()),
      routes,
      language,
    );
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
    const { url, id, vendor, path } = this.#place(incoming);
    try {
      const body = await bodyOf(incoming);
      const method = incoming.method ?? 'GET';
      this.arrivals.push({ vendor: id, method, path, query: url.search, body });
      if (!vendor) return void response.writeHead(404).end();
      const planned = this.#faults.find(
        (fault) => fault.vendor === id && fault.left > 0 && fault.path.test(path),
      );
      if (planned) {
        planned.left -= 1;
        const { fault } = planned;
        if (fault.kind === 'late') await fault.until;
        else {
          const isStatus = fault.kind === 'status';
          const said = isStatus ? vendor.errorBody(fault.status, 'simulated fault') : undefined;
          return await answerWith(fault, response, said);
        }
      }
      const headers = new Headers(
        Object.entries(incoming.headersDistinct).map(([name, [value = ''] = []]) => [name, value]),
      );
      const answer = await this.#answer(vendor, {
        method,
        path,
        query: url.searchParams,
        headers,
        body,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body));
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(vendor?.errorBody(status, message) ?? { message }));
    }
  }

  #serveStream(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { url, id, vendor, path } = this.#place(incoming);
    if (!vendor) return void socket.destroy();
    const stream = simulatedStreams[id];
    const [query, key] = [url.searchParams, this.key(id)];
    this.#streams.serve({ incoming, socket, head, vendor, path, query, stream, key });
  }

  /** Which vendor is asked, and for what. */
  #place(incoming: IncomingMessage) {
    const url = new URL(incoming.url ?? '/', this.origin);
    const id = url.pathname.split('/')[1] ?? '';
    const vendor = simulatedVendors.find((candidate) => candidate.id === id);
    const prefix = `/${id}${vendor?.basePath ?? ''}`;
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : '';
    return { url, id, vendor, path };
  }

  async #answer(vendor: SimulatedVendor, request: SimulatedRequest): Promise<SimulatedAnswer> {
    const { id } = vendor;
    const key = vendor.keyOf(request.headers);
    const isGood = key === this.key(id) || (key === undefined && vendor.keyIsOptional === true);
    if (!isGood) return vendor.refusedKey(key ?? '');
    const world = {
      recognizer: this.#recognizer,
      baseUrl: `${this.origin}/${id}`,
      holdings: this.#held(id),
    };
    for (const route of this.#routes[id] ?? []) {
      const match = route.path.exec(request.path);
      if (match && match[0] === request.path && route.method === request.method)
        return await route.answer(request, world, match.slice(1));
    }
    throw new Refusal(404, `no such call: ${request.method} ${request.path}`);
  }
}

type Routes = Readonly<Record<string, readonly SimulatedRoute[]>>;

/** A vendor's calls of both kinds; where both know a call, the first is asked. */
function joined(first: Routes, second: Routes): Routes {
  const vendors = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...vendors].map((id) => [id, [...(first[id] ?? []), ...(second[id] ?? [])]]));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
