import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

const NEWLINE = 0x0a;
/** Codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/**
 * The protocol's messages, one a line. What is no message is answered with JSON-RPC's own error and the connection goes
 * on: the SDK's transport drops such a line, so that its sender waits forever, and ends with a line that is too long.
 */
export class MessageLines implements Transport {
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isClosed = false;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  constructor(stdin: Readable, stdout: Writable, maxBytes: number) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#maxBytes = maxBytes;
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#read);
    for (const event of ['end', 'close'] as const) this.#stdin.once(event, this.#end);
    this.#stdin.on('error', this.#report);
    this.#stdout.on('error', this.#end);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) setImmediate(this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stdin.off('data', this.#read);
    this.#stdin.pause();
    this.#held = [];
    this.onclose?.();
  }

  readonly #end = () => void this.close();
  readonly #report = (error: Error) => this.onerror?.(error);

  readonly #read = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0 && !this.#isClosed; end = rest.indexOf(NEWLINE)) {
      this.#hold(rest.subarray(0, end));
      this.#take();
      rest = rest.subarray(end + 1);
    }
    this.#hold(rest);
  };

  /** Of a line that is too long, only its length is kept. */
  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > this.#maxBytes) this.#held = [];
    else if (bytes.length > 0) this.#held.push(bytes);
  }

  #take(): void {
    const line = Buffer.concat(this.#held).toString('utf8');
    const isTooLong = this.#heldBytes > this.#maxBytes;
    this.#held = [];
    this.#heldBytes = 0;
    if (isTooLong) this.#refuse(INVALID_REQUEST, `A message has at most ${this.#maxBytes} bytes.`);
    else if (line.trim() !== '') this.#parse(line);
  }

  #parse(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(PARSE_ERROR, 'This line is not JSON.');
      return;
    }
    if (isMessage(value)) this.onmessage?.(value);
    else if (Array.isArray(value))
      this.#refuse(INVALID_REQUEST, 'Send each message in a line of its own, not in a batch.');
    else
      this.#refuse(
        INVALID_REQUEST,
        'This is no JSON-RPC message: "jsonrpc" is "2.0", and an "id" is a text or a whole number.',
        value,
      );
  }

  #refuse(code: number, message: string, value?: unknown): void {
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
    const known = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
    this.#write({ jsonrpc: '2.0', id: known, error: { code, message } }).catch(this.#report);
  }

  #write(message: object): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed.'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#stdout.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    return promise;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    isJSONRPCRequest(value) ||
    isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) ||
    isJSONRPCErrorResponse(value)
  );
}
