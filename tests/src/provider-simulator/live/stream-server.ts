import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Recognizer } from '../recognizer.ts';
import { Refusal } from '../refusal.ts';
import type { SimulatedVendor } from '../simulated-vendors.ts';
import { HeardAudio } from './heard-audio.ts';
import type {
  OpenStream,
  SimulatedStream,
  StreamFault,
  StreamRecord,
  StreamRequest,
} from './simulated-stream.ts';

/** A handshake that arrived, with its vendor found. */
export interface Handshake {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly vendor: SimulatedVendor;
  /** Below the vendor's base address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly stream: SimulatedStream | undefined;
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
    const { incoming, socket, head, vendor, path, query, stream, key } = handshake;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const planned = this.#faults.find((one) => one.vendor === vendor.id && one.left > 0);
    if (planned) planned.left -= 1;
    const fault = planned?.fault;
    const headers = new Headers(
      Object.entries(incoming.headersDistinct).map(([name, [value = ''] = []]) => [name, value]),
    );
    const request: StreamRequest = { query, headers };
    try {
      if (fault?.kind === 'hang') return;
      if (fault?.kind === 'stall') {
        socket.write(
          'HTTP/1.1 401 Refused\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
        );
        return;
      }
      if (fault?.kind === 'status') {
        const body = fault.body ?? vendor.errorBody(fault.status, 'simulated fault');
        answer(socket, fault.status, JSON.stringify(body));
        return;
      }
      if (fault?.kind === 'redirect') {
        answer(socket, 307, '', `location: ${fault.to}\r\n`);
        return;
      }
      const given = vendor.keyOf(headers);
      if (given !== key) {
        const { status, body } = vendor.refusedKey(given ?? '');
        answer(socket, status, JSON.stringify(body));
        return;
      }
      if (!stream || stream.path.exec(path)?.[0] !== path) throw new Refusal(404, `no such stream: ${path}`);
      stream.check(request);
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      answer(socket, status, JSON.stringify(vendor.errorBody(status, String(error))));
      return;
    }
    const record = { vendor: vendor.id, path, query, texts: [], audioBytes: 0, isClosed: false };
    this.records.push(record);
    this.#server.handleUpgrade(incoming, socket, head, (peer) =>
      this.#run(peer, stream, request, record, fault),
    );
  }

  #run(
    peer: WebSocket,
    stream: SimulatedStream,
    request: StreamRequest,
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
    let open: OpenStream;
    try {
      open = stream.open(request, {
        say,
        close: (code) => isMute || peer.close(code),
        listen: (rate) => new HeardAudio(this.#recognizer, rate),
      });
    } catch (error) {
      refuse(error);
      return;
    }
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
          await (isBinary ? open.onAudio(bytes) : open.onText(text));
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
    }
  }
}

/** Bytes of audio in a text frame. */
function audioIn(text: string): number {
  const [, base64 = ''] = /"audio(?:_base_64)?":"([^"]*)"/.exec(text) ?? [];
  return Buffer.byteLength(base64, 'base64');
}

function answer(socket: Duplex, status: number, body: string, headers = ''): void {
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
