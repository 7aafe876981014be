import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, limits, openAiRoutes, say } from '@quoth/contract';
import { type WebSocket, WebSocketServer } from 'ws';

/** Close codes (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export interface RealtimeSocketsOptions {
  readonly maximum?: number;
  /** How often a peer is asked whether it is still there; one that has not answered by the next time is gone. */
  readonly pingMs?: number;
  /** A peer that sends nothing for so long is sent away, and so is one that has been here for so long. */
  readonly idleMs?: number;
  readonly maxMs?: number;
  /** Bytes that a peer may leave unread. */
  readonly maxUnreadBytes?: number;
  /** Bytes of a message. */
  readonly maxMessageBytes?: number;
}

/** A request to speak another protocol from here on, as Node hands it over. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

export interface SessionPeer {
  send(text: string): void;
  /** Nothing more is read until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the session because of what the peer has done; the reason is for people. */
  refuse(reason: string): void;
}

/** What a socket reports to its session. */
interface SocketListener {
  /** Undefined stands for a message that is not text. */
  message(bytes: Buffer | undefined): void;
  /** Once, however it ended. */
  closed(): void;
}

/** The WebSockets of one listener: their number, size, time and unread bytes are limited. */
export class RealtimeSockets {
  readonly #options: Required<RealtimeSocketsOptions>;
  readonly #server: WebSocketServer;
  readonly #open = new Map<WebSocket, { readonly tokenId: string | undefined }>();

  constructor(options: RealtimeSocketsOptions = {}) {
    this.#options = {
      maximum: limits.realtimeSockets,
      pingMs: limits.realtimePingMs,
      idleMs: limits.realtimeIdleMs,
      maxMs: limits.realtimeSessionMs,
      maxUnreadBytes: limits.realtimeUnreadBytes,
      maxMessageBytes: limits.realtimeMessageBytes,
      ...options,
    };
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // No compression: a small message could become a huge one, and on this machine it saves nothing.
      perMessageDeflate: false,
      maxPayload: this.#options.maxMessageBytes,
      // One message a turn of the event loop: thousands of tiny ones that came in one go leave others their turn.
      allowSynchronousEvents: false,
      handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
    });
    // Requests that are no handshake were refused before. Any other failure of a handshake ends its socket.
    this.#server.on('wsClientError', (_error, socket) => socket.destroy());
  }

  /** Throws RATE_LIMITED when there are as many as there may be. */
  check(): void {
    const { maximum } = this.#options;
    if (this.#open.size < maximum) return;
    throw new AppError('RATE_LIMITED', {
      message: say('tooManySessions', { count: maximum }),
      hint: say('closeASession'),
    });
  }

  /** Makes a WebSocket of the request's socket. `open` is given its peer and says who listens. */
  accept(
    { request, socket, head }: UpgradeRequest,
    tokenId: string | undefined,
    open: (peer: SessionPeer) => SocketListener,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#open.set(webSocket, { tokenId });
      this.#follow(webSocket, open(this.#peerOf(webSocket)));
    });
  }

  /** Sends away those that were let in with the discovery file's token. */
  endShared(): void {
    for (const [webSocket, { tokenId }] of [...this.#open])
      if (tokenId === undefined) this.#sendAway(webSocket, POLICY_VIOLATION, 'the token has changed');
  }

  /** Sends everybody away, because the server ends. */
  close(): void {
    for (const webSocket of [...this.#open.keys()]) this.#sendAway(webSocket, GOING_AWAY, 'the server ends');
  }

  #peerOf(webSocket: WebSocket): SessionPeer {
    return {
      send: (text) => {
        if (webSocket.readyState !== webSocket.OPEN) return;
        // A peer that does not read is not waited for.
        if (webSocket.bufferedAmount + text.length > this.#options.maxUnreadBytes) webSocket.terminate();
        else webSocket.send(text);
      },
      pause: () => webSocket.pause(),
      resume: () => webSocket.resume(),
      refuse: (reason) => this.#sendAway(webSocket, POLICY_VIOLATION, reason),
    };
  }

  #follow(webSocket: WebSocket, listener: SocketListener): void {
    const { pingMs, idleMs, maxMs } = this.#options;
    const openedAt = performance.now();
    let heardAt = openedAt;
    let isThere = true;
    const timer = setInterval(() => {
      const now = performance.now();
      // While a client is paused, nothing of it is read, its pong included.
      const isGone = !isThere && !webSocket.isPaused;
      if (now - openedAt > maxMs) this.#sendAway(webSocket, POLICY_VIOLATION, 'the session is too long');
      else if (now - heardAt > idleMs)
        this.#sendAway(webSocket, POLICY_VIOLATION, 'nothing came for too long');
      else if (isGone) webSocket.terminate();
      else {
        isThere = webSocket.isPaused;
        webSocket.ping();
      }
    }, pingMs);
    timer.unref();
    webSocket.on('pong', () => {
      isThere = true;
    });
    // `ws` has answered it by now, whether the peer reads or not.
    webSocket.on('ping', () => {
      if (webSocket.bufferedAmount > this.#options.maxUnreadBytes) webSocket.terminate();
    });
    webSocket.on('message', (data, isBinary) => {
      if (webSocket.readyState !== webSocket.OPEN) return;
      heardAt = performance.now();
      isThere = true;
      listener.message(isBinary ? undefined : bytesOf(data));
    });
    // Too large a message, or no text: `ws` closes it and says why; `close` follows.
    webSocket.on('error', () => undefined);
    webSocket.once('close', () => {
      clearInterval(timer);
      this.#open.delete(webSocket);
      listener.closed();
    });
  }

  /** In order, and by force where the peer does not answer. */
  #sendAway(webSocket: WebSocket, code: number, reason: string): void {
    if (webSocket.readyState !== webSocket.OPEN) return;
    webSocket.close(code, reason);
    webSocket.resume();
    setTimeout(() => webSocket.terminate(), CLOSE_MS).unref();
  }
}

/** How long the peer may take to close its side. */
const CLOSE_MS = 1_000;

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

/** A request that wants to be a WebSocket at the one address that takes them. */
export function isRealtime({ method, headers, url = '' }: IncomingMessage): boolean {
  const [path] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    path === openAiRoutes.openRealtime.path
  );
}
