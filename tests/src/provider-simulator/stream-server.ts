import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { HeardAudio } from './heard-audio.ts';
import type { Recognizer } from './recognizer.ts';
import { demand, Refusal } from './refusal.ts';
import { matched, type SimulatedStream, type SimulatedVendor } from './simulated-vendor.ts';

/** A stream that arrived, as tests look at it. */
export interface StreamRecord {
  readonly vendor: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Text frames, in order. */
  readonly texts: string[];
  /** Of audio, base64 decoded. */
  audioBytes: number;
  /** The connection is gone. */
  isClosed: boolean;
}

/** What can go wrong with a stream. */
export type StreamFault =
  /** Answers the handshake with this status. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: object }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The handshake is refused, and why is never told to the end. */
  | { readonly kind: 'stall' }
  /** The handshake is never answered. */
  | { readonly kind: 'hang' }
  /** Closes once there is audio. */
  | { readonly kind: 'closes'; readonly code: number }
  /** The connection is gone once there is audio, after this has been said. */
  | { readonly kind: 'drops'; readonly after?: string }
  /** Sends this once there is audio, besides what it would say. */
  | { readonly kind: 'says'; readonly frame: string | Buffer }
  /** Says nothing at all, or nothing from the first audio on. */
  | { readonly kind: 'mute'; readonly from: 'opening' | 'audio' }
  /** Reads nothing from the first audio on. */
  | { readonly kind: 'deaf' }
  /** Says the same without an end once there is audio. */
  | { readonly kind: 'flood'; readonly frame: string }
  /** Pings without an end from the first audio on, and reads nothing. */
  | { readonly kind: 'pings' };

/** A handshake that arrived, with its vendor found. */
interface Handshake {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly vendor: SimulatedVendor;
  /** Below the vendor's base address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The one key that is taken. */
  readonly key: string;
}

/** The WebSocket side of the vendors' stand-in. */
export class StreamServer {
  readonly #recognizer: Recognizer;
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 1024 * 1024,
  });
  readonly #sockets = new Set<Duplex>();
  #faults: { readonly vendor: string; readonly fault: StreamFault; left: number }[] = [];
  /** Every stream that was opened, in order. */
  readonly records: StreamRecord[] = [];

  constructor(recognizer: Recognizer) {
    this.#recognizer = recognizer;
  }

  /** The vendor's next streams meet this fault. */
  break(vendor: string, fault: StreamFault, times: number): void {
    this.#faults.push({ vendor, fault, left: times });
  }

  heal(): void {
    this.#faults = [];
    this.records.length = 0;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  serve(handshake: Handshake): void {
    const { incoming, socket, head, vendor, path, query, headers, key } = handshake;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const planned = this.#faults.find((one) => one.vendor === vendor.id && one.left > 0);
    if (planned) planned.left -= 1;
    const fault = planned?.fault;
    const { stream } = vendor;
    switch (fault?.kind) {
      case 'hang':
        return;
      case 'stall':
        return void socket.write('HTTP/1.1 401 Refused\r\ncontent-length: 100\r\n\r\n{');
      case 'status':
        return void answer(
          socket,
          fault.status,
          fault.body ?? vendor.errorBody(fault.status, 'simulated fault'),
        );
      case 'redirect':
        return void answer(socket, 307, '', `location: ${fault.to}\r\n`);
    }
    const given = vendor.keyOf(headers);
    if (given !== key)
      return void answer(socket, vendor.refusedKeyStatus ?? 401, vendor.refusedKey(given ?? ''));
    try {
      demand(
        stream !== undefined && matched(stream.path, path) !== undefined,
        `no such stream: ${path}`,
        404,
      );
      stream.check(query);
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      return void answer(socket, status, vendor.errorBody(status, String(error)));
    }
    const record = { vendor: vendor.id, path, query, texts: [], audioBytes: 0, isClosed: false };
    this.records.push(record);
    this.#server.handleUpgrade(incoming, socket, head, (peer) =>
      this.#run(peer, stream, query, record, fault),
    );
  }

  #run(
    peer: WebSocket,
    stream: SimulatedStream,
    query: URLSearchParams,
    record: StreamRecord,
    fault: StreamFault | undefined,
  ): void {
    let isMute = fault?.kind === 'mute' && fault.from === 'opening';
    const say = (message: unknown) => {
      if (!isMute) peer.send(JSON.stringify(message));
    };
    const refuse = (error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      const { message, code } = stream.refusal(status, String(error));
      if (message !== undefined) say(message);
      peer.close(code);
    };
    peer.on('error', () => undefined);
    peer.on('close', () => {
      record.isClosed = true;
    });
    const open = stream.open(query, {
      say,
      close: (code) => isMute || peer.close(code),
      listen: (rate) => new HeardAudio(this.#recognizer, rate),
    });
    // One after the other, however long each takes.
    let turn = Promise.resolve();
    let hasAudio = false;
    peer.on('message', (data, isBinary) => {
      const bytes = data as Buffer;
      const text = isBinary ? '' : bytes.toString('utf8');
      const audio = isBinary ? bytes.length : audioIn(text);
      record.audioBytes += audio;
      if (!isBinary) record.texts.push(text);
      if (audio > 0 && !hasAudio) {
        hasAudio = true;
        if (fault?.kind === 'mute') isMute = true;
        if (fault) misbehave(peer, fault);
      }
      turn = turn
        .then(async () => {
          if (peer.readyState !== peer.OPEN) return;
          if (!isBinary) return open.onText(text);
          demand(open.onAudio !== undefined, 'binary frames are not taken');
          await open.onAudio(bytes);
        })
        .catch(refuse);
    });
  }
}

function misbehave(peer: WebSocket, fault: StreamFault): void {
  switch (fault.kind) {
    case 'closes':
      peer.close(fault.code);
      return;
    case 'drops':
      if (fault.after === undefined) peer.terminate();
      else peer.send(fault.after, () => peer.terminate());
      return;
    case 'says':
      peer.send(fault.frame);
      return;
    case 'deaf':
      peer.pause();
      return;
    case 'flood': {
      const more = () => {
        if (peer.readyState === peer.OPEN) peer.send(fault.frame, () => setImmediate(more));
      };
      more();
      return;
    }
    case 'pings': {
      peer.pause();
      const more = () => {
        for (let count = 0; count < 1_000; count++) peer.ping('x'.repeat(125));
        peer.ping('', undefined, () => peer.readyState === peer.OPEN && setImmediate(more));
      };
      more();
    }
  }
}

/** Bytes of audio in a text frame. */
function audioIn(text: string): number {
  const [, base64 = ''] = /"audio(?:_base_64)?":"([^"]*)"/.exec(text) ?? [];
  return Buffer.byteLength(base64, 'base64');
}

function answer(socket: Duplex, status: number, said: unknown, headers = ''): void {
  const body = JSON.stringify(said);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  const type = 'content-type: application/json\r\nconnection: close\r\n';
  socket.end(`HTTP/1.1 ${status} Refused\r\n${headers}${type}${length}\r\n${body}`);
}
