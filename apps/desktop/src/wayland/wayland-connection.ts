import { closeSync } from 'node:fs';
import koffi from 'koffi';
import {
  DISPLAY,
  type EventBody,
  eventAt,
  REGISTRY,
  requestBytes,
  socketPath,
  type WaylandArgument,
} from './wire.ts';

const AF_UNIX = 1;
const STREAM_CLOSE_ON_EXEC = 0o2000001;
const SOL_SOCKET = 1;
const SCM_RIGHTS = 1;
const SO_PEERCRED = 17;
const MSG_NOSIGNAL = 0x4000;
const MSG_DONTWAIT = 0x40;
const MSG_CMSG_CLOEXEC = 0x4000_0000;
const O_CLOEXEC = 0o2000000;
const F_GETPIPE_SZ = 1_032;
const POLLIN = 1;
const EINTR = 4;
const EAGAIN = 11;
/** Of `struct cmsghdr` on 64-bit Linux: length, level and type, before the descriptors. */
const CONTROL_HEADER = 16;
const MAX_CONTROL_BYTES = 512;
const READ_BYTES = 64 * 1024;
/** The longest request names a MIME type. */
const MAX_REQUEST_BYTES = 4_096;
/** A socket name's length limit (sockaddr_un). */
const MAX_PATH_BYTES = 107;

koffi.struct('QuothBytes', { base: 'void *', length: 'size_t' });
koffi.struct('QuothMessage', {
  name: 'void *',
  nameLength: 'uint32_t',
  parts: 'void *',
  partCount: 'size_t',
  control: 'void *',
  controlLength: 'size_t',
  flags: 'int',
});

/** The functions of libc that a Wayland client needs: Node passes no descriptors over a socket. */
function loadLibc() {
  const libc = koffi.load('libc.so.6');
  const poll = libc.func('int poll(uint8_t *descriptors, unsigned long count, int ms)');
  return {
    socket: libc.func('int socket(int domain, int type, int protocol)'),
    connect: libc.func('int connect(int socket, const uint8_t *address, uint32_t length)'),
    sendmsg: libc.func('intptr_t sendmsg(int socket, const QuothMessage *message, int flags)'),
    recvmsg: libc.func('intptr_t recvmsg(int socket, _Inout_ QuothMessage *message, int flags)'),
    pipe2: libc.func('int pipe2(_Out_ int *ends, int flags)'),
    getsockopt: libc.func(
      'int getsockopt(int socket, int level, int name, _Out_ uint8_t *value, _Inout_ uint32_t *length)',
    ),
    fcntl: libc.func('int fcntl(int descriptor, int command, ...)'),
    poll,
  };
}

/** `struct iovec` over memory outside of JavaScript's. */
class Part {
  readonly bytes: unknown;
  readonly pointer = koffi.alloc('QuothBytes', 1);

  constructor(length: number) {
    this.bytes = koffi.alloc('uint8_t', length);
    koffi.encode(this.pointer, 'QuothBytes', { base: this.bytes, length });
  }

  fill(bytes: Buffer): void {
    koffi.encode(this.bytes, koffi.array('uint8_t', bytes.length, 'Typed'), bytes);
    koffi.encode(this.pointer, 'QuothBytes', { base: this.bytes, length: bytes.length });
  }
}

/** An event of one object; descriptors stay with the connection until `takeDescriptor`. */
type EventListener = (opcode: number, body: EventBody) => void;

/** A global object of the compositor, such as a protocol's manager. */
export interface Global {
  readonly name: number;
  readonly version: number;
}

/**
 * A client's connection to a Wayland compositor (https://wayland.freedesktop.org/docs/html/ch04.html), with descriptors
 * both ways. For a process of its own: a thread waits in poll(2), so the process ends by a signal.
 */
export class WaylandConnection {
  readonly #libc = loadLibc();
  readonly #socket: number;
  readonly #listeners = new Map<number, EventListener>();
  readonly #globals = new Map<string, Global>();
  readonly #descriptors: number[] = [];
  readonly #read = new Part(READ_BYTES);
  readonly #sent = new Part(MAX_REQUEST_BYTES);
  readonly #control = koffi.alloc('uint8_t', MAX_CONTROL_BYTES);
  readonly #waiting = Buffer.alloc(8);
  #bytes: Buffer = Buffer.alloc(0);
  #lastId = REGISTRY;
  #onEnd: () => void = () => undefined;
  hasEnded = false;

  private constructor(socket: number) {
    this.#socket = socket;
    this.#waiting.writeInt32LE(socket, 0);
    this.#waiting.writeInt16LE(POLLIN, 4);
    this.#listeners.set(DISPLAY, (opcode, body) => {
      // `error` ends the connection; after `delete_id` nothing comes for that id, and we use each once.
      if (opcode === 0) this.#end();
      else this.#listeners.delete(body.number());
    });
    this.#listeners.set(REGISTRY, (opcode, body) => {
      const name = body.number();
      if (opcode === 0) {
        const protocol = body.text();
        this.#globals.set(protocol, { name, version: body.number() });
      } else for (const [key, known] of this.#globals) if (known.name === name) this.#globals.delete(key);
    });
  }

  /** Undefined if there is no compositor, or it answers nothing within this time. */
  static async open(
    env: Readonly<Record<string, string | undefined>>,
    withinMs: number,
  ): Promise<WaylandConnection | undefined> {
    const path = socketPath(env);
    if (path === undefined || Buffer.byteLength(path) > MAX_PATH_BYTES) return undefined;
    const libc = loadLibc();
    const socket: number = libc.socket(AF_UNIX, STREAM_CLOSE_ON_EXEC, 0);
    if (socket < 0) return undefined;
    const address = Buffer.alloc(2 + MAX_PATH_BYTES + 1);
    address.writeUInt16LE(AF_UNIX, 0);
    address.write(path, 2);
    if (libc.connect(socket, address, address.length) !== 0) {
      closeSync(socket);
      return undefined;
    }
    const connection = new WaylandConnection(socket);
    connection.request(DISPLAY, 1, [REGISTRY]);
    connection.#wait();
    return (await connection.roundTrip(withinMs)) ? connection : undefined;
  }

  /** Called once, when the compositor has ended or has cut us off. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  get compositorPid(): number | undefined {
    const credentials = Buffer.alloc(12);
    const isKnown = this.#libc.getsockopt(this.#socket, SOL_SOCKET, SO_PEERCRED, credentials, [12]) === 0;
    return isKnown ? credentials.readInt32LE(0) : undefined;
  }

  global(protocol: string): Global | undefined {
    return this.#globals.get(protocol);
  }

  /** Binds a global object; its id. */
  bind(protocol: string, { name }: Global, version: number): number {
    const id = this.newId(() => undefined);
    this.request(REGISTRY, 0, [name, protocol, version, id]);
    return id;
  }

  /** An id for an object that a request makes. */
  newId(listener: EventListener): number {
    this.#lastId += 1;
    this.#listeners.set(this.#lastId, listener);
    return this.#lastId;
  }

  /** Listens to an object that the compositor has made, or to one of ours. */
  listen(id: number, listener: EventListener): void {
    this.#listeners.set(id, listener);
  }

  /** Events of this object are ignored from now on. */
  forget(id: number): void {
    this.#listeners.delete(id);
  }

  /** The next descriptor that came with the event which is being handled; who takes it closes it. */
  takeDescriptor(): number | undefined {
    return this.#descriptors.shift();
  }

  /** Sends a request; `descriptor` goes with it and stays open here. */
  request(id: number, opcode: number, args: readonly WaylandArgument[], descriptor?: number): void {
    if (this.hasEnded) return;
    const bytes = requestBytes(id, opcode, args);
    if (bytes.length > MAX_REQUEST_BYTES) {
      this.#end();
      return;
    }
    const control = descriptor === undefined ? null : withDescriptor(descriptor);
    this.#sent.fill(bytes);
    const message = {
      name: null,
      nameLength: 0,
      parts: this.#sent.pointer,
      partCount: 1,
      control,
      controlLength: control?.length ?? 0,
      flags: 0,
    };
    // Requests are small: the compositor has read the ones before.
    if (Number(this.#libc.sendmsg(this.#socket, message, MSG_NOSIGNAL)) !== bytes.length) this.#end();
  }

  /** Resolves when the compositor has handled everything so far; false if it does not within this time. */
  roundTrip(withinMs: number): Promise<boolean> {
    if (this.hasEnded) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), withinMs);
    const callback = this.newId(() => {
      this.forget(callback);
      resolve(true);
    });
    this.request(DISPLAY, 0, [callback]);
    return promise.finally(() => clearTimeout(timer));
  }

  /** A pipe: its end to read from, its end to write to, and how many bytes it holds. */
  pipe(): { readonly from: number; readonly to: number; readonly size: number } | undefined {
    const ends = [0, 0];
    if (this.#libc.pipe2(ends, O_CLOEXEC) !== 0) return undefined;
    const [from = 0, to = 0] = ends;
    return { from, to, size: this.#libc.fcntl(to, F_GETPIPE_SZ, 'int', 0) };
  }

  #wait(): void {
    this.#libc.poll.async(this.#waiting, 1, -1, () => {
      while (!this.hasEnded && this.#receive()) this.#handle();
      if (!this.hasEnded) this.#wait();
    });
  }

  /** False if there is nothing to read now. */
  #receive(): boolean {
    const message = {
      name: null,
      nameLength: 0,
      parts: this.#read.pointer,
      partCount: 1,
      control: this.#control,
      controlLength: MAX_CONTROL_BYTES,
      flags: 0,
    };
    const size = Number(this.#libc.recvmsg(this.#socket, message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC));
    if (size <= 0) {
      const code = koffi.errno();
      if (size === 0 || (code !== EAGAIN && code !== EINTR)) this.#end();
      return false;
    }
    const bytes: Uint8Array = koffi.decode(this.#read.bytes, koffi.array('uint8_t', size, 'Typed'));
    const length = Number(message.controlLength);
    if (length >= CONTROL_HEADER)
      this.#descriptors.push(
        ...descriptorsOf(Buffer.from(koffi.decode(this.#control, koffi.array('uint8_t', length, 'Typed')))),
      );
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    return true;
  }

  #handle(): void {
    for (let event = eventAt(this.#bytes); event; event = eventAt(this.#bytes)) {
      if (event === 'broken') {
        this.#end();
        return;
      }
      this.#bytes = this.#bytes.subarray(event.length);
      this.#listeners.get(event.id)?.(event.opcode, event.body);
    }
  }

  #end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.#onEnd();
  }
}

function withDescriptor(descriptor: number): Buffer {
  const control = Buffer.alloc(CONTROL_HEADER + 8);
  control.writeBigUInt64LE(BigInt(CONTROL_HEADER + 4), 0);
  control.writeInt32LE(SOL_SOCKET, 8);
  control.writeInt32LE(SCM_RIGHTS, 12);
  control.writeInt32LE(descriptor, CONTROL_HEADER);
  return control;
}

function descriptorsOf(control: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at + CONTROL_HEADER <= control.length; ) {
    const length = Number(control.readBigUInt64LE(at));
    if (length < CONTROL_HEADER) break;
    if (control.readInt32LE(at + 8) === SOL_SOCKET && control.readInt32LE(at + 12) === SCM_RIGHTS)
      for (let one = at + CONTROL_HEADER; one + 4 <= Math.min(at + length, control.length); one += 4)
        found.push(control.readInt32LE(one));
    at += (length + 7) & ~7;
  }
  return found;
}
