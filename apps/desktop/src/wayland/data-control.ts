import { closeSync, fstatSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { WaylandConnection } from './wayland-connection.ts';
import type { EventBody } from './wire.ts';

export type SelectionName = 'clipboard' | 'primary';
export const selectionNames = ['clipboard', 'primary'] as const;

/** What a selection holds, by MIME type. */
export interface Contents {
  readonly formats: ReadonlyMap<string, Buffer>;
  /** False if something could not be read, or was too large to keep. */
  readonly isWhole: boolean;
}

/** A program's request for what we offer. */
export interface SelectionRead {
  readonly type: string;
  /**
   * Process that waits at the pipe's other end; null for the compositor, which reads for programs under XWayland;
   * undefined if it was not found.
   */
  readonly reader: number | null | undefined;
  /** Resolves to false if the program broke off. */
  readonly served: Promise<boolean>;
}

/** Both protocols have the same requests; the first is the newer one. */
const managers = ['ext_data_control_manager_v1', 'zwlr_data_control_manager_v1'] as const;
/** From this version on, zwlr_data_control_v1 has the primary selection. */
const WITH_PRIMARY = 2;

/** Whether a compositor that offers these protocols, each in a version or not at all, has data control. */
export function isControlOffered(versionOf: (protocol: string) => number | undefined): boolean {
  const [ext, wlr] = managers.map(versionOf);
  return ext !== undefined || (wlr ?? 0) >= WITH_PRIMARY;
}
/** A compositor that is busy answers within this time. */
const SETTLED_MS = 10_000;
/** The largest contents that are kept for their owner meanwhile, in bytes, and in types. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TYPES = 40;
/** A program that does not provide what it has copied within this time hangs. */
const ANSWER_MS = 2_000;
/** Questions of the X11 protocol, which are no contents. */
const questions = new Set(['TARGETS', 'TIMESTAMP', 'MULTIPLE', 'SAVE_TARGETS', 'DELETE', 'INSERT_SELECTION']);
/** What a text is read as, best first. */
const textTypes = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'TEXT'];

/**
 * A text as it is offered; `isPassing`: it is there for a moment, and clipboard managers that know the hint do not keep
 * it.
 */
export function textContents(text: string, isPassing: boolean): Contents {
  const bytes = Buffer.from(text);
  const formats = new Map(textTypes.map((type) => [type, bytes]));
  if (isPassing) formats.set('x-kde-passwordManagerHint', Buffer.from('secret'));
  return { formats, isWhole: true };
}

/** The text among them, if there is one. */
export function textOf({ formats }: Contents): string | undefined {
  const type = textTypes.find((one) => formats.has(one));
  return type === undefined ? undefined : formats.get(type)?.toString();
}

/** Process of a window; where that is unknown, the name of its program. */
export type ProcessOf = number | string;

/** What we offer on a selection, until another program replaces it. */
interface Source {
  readonly id: number;
  readonly contents: Contents;
}

/** What another program offers. */
interface Offer {
  readonly id: number;
  readonly types: string[];
  kept: Promise<Contents> | undefined;
}

/**
 * Both selections of Wayland without a window or the focus, by data control
 * (https://wayland.app/protocols/ext-data-control-v1, https://wayland.app/protocols/wlr-data-control-unstable-v1): KDE,
 * sway, labwc, Wayfire, river, Hyprland, niri; not GNOME.
 */
export class DataControl {
  readonly #connection: WaylandConnection;
  readonly #manager: number;
  readonly #device: number;
  readonly #compositor: number | undefined;
  readonly #offers = new Map<number, Offer>();
  readonly #current = new Map<SelectionName, Offer>();
  readonly #sources = new Map<SelectionName, Source>();
  onRead: (name: SelectionName, read: SelectionRead) => void = () => undefined;
  /** Another program has put something on a selection that was ours. */
  onLost: (name: SelectionName) => void = () => undefined;
  /**
   * Who owned the primary selection last, other than the program that was asked for: histories own it again and again.
   */
  #otherOwner: number | undefined;
  /** Process whose use of the selections is of interest: it is looked for first. */
  target: number | undefined;

  private constructor(connection: WaylandConnection, manager: number, seat: number) {
    this.#connection = connection;
    this.#manager = manager;
    this.#compositor = connection.compositorPid;
    this.#device = connection.newId((opcode, body) => this.#onDevice(opcode, body));
    connection.request(manager, 1, [this.#device, seat]);
  }

  /** Undefined if the compositor offers no data control with both selections. */
  static async open(connection: WaylandConnection): Promise<DataControl | undefined> {
    const seat = connection.global('wl_seat');
    const [ext, wlr] = managers.map((protocol) => connection.global(protocol));
    if (!seat || !isControlOffered((protocol) => connection.global(protocol)?.version)) return undefined;
    const manager = ext
      ? connection.bind(managers[0], ext, 1)
      : connection.bind(managers[1], wlr as NonNullable<typeof wlr>, WITH_PRIMARY);
    const control = new DataControl(connection, manager, connection.bind('wl_seat', seat, 1));
    return (await connection.roundTrip(SETTLED_MS)) ? control : undefined;
  }

  owns(name: SelectionName): boolean {
    return this.#sources.has(name);
  }

  /** All that a selection holds now; read once, and kept until it changes. Never rejects. */
  async keep(name: SelectionName): Promise<Contents> {
    const own = this.#sources.get(name);
    if (own) return own.contents;
    const offer = this.#current.get(name);
    if (!offer) return { formats: new Map(), isWhole: true };
    offer.kept ??= this.#readAll(offer);
    return offer.kept;
  }

  /** Offers these contents, or empties the selection. False if the compositor did not take them. */
  async set(name: SelectionName, contents: Contents): Promise<boolean> {
    const { formats } = contents;
    let source = 0;
    if (formats.size > 0) {
      source = this.#connection.newId((opcode, body) => this.#onSource(name, source, contents, opcode, body));
      this.#connection.request(this.#manager, 0, [source]);
      for (const type of formats.keys()) this.#connection.request(source, 0, [type]);
    }
    this.#connection.request(this.#device, name === 'clipboard' ? 0 : 2, [source]);
    // The one before ends with its event `cancelled`, which is then no loss.
    if (source === 0) this.#sources.delete(name);
    else this.#sources.set(name, { id: source, contents });
    return this.#connection.roundTrip(SETTLED_MS);
  }

  /**
   * The selected text of this program; null if nothing is selected anywhere, undefined if it is another program's or
   * cannot be read. The pipe is full at first, so that its writer can be seen waiting.
   */
  async primaryOf(of: ProcessOf): Promise<string | null | undefined> {
    if (this.#sources.has('primary')) return undefined;
    const offer = this.#current.get('primary');
    if (!offer) return null;
    const type = textTypes.find((one) => offer.types.includes(one));
    const pipe = type === undefined ? undefined : this.#connection.pipe();
    if (type === undefined || !pipe) return undefined;
    const { size, from, to } = pipe;
    writeSync(to, Buffer.alloc(size));
    const pipeName = nameOf(to);
    this.#connection.request(offer.id, 0, [type], to);
    closeSync(to);
    const isOwn = await this.#isHeldBy(typeof of === 'number' ? [of] : processesNamed(of), pipeName);
    const bytes = await readPipe(from, size + MAX_BYTES);
    return isOwn ? bytes?.subarray(size).toString() : undefined;
  }

  /**
   * Whether one of these processes comes to the pipe's other end. Another one there, such as a clipboard history,
   * answers it as well; the compositor only passes the pipe on.
   */
  async #isHeldBy(pids: readonly number[], pipeName: string): Promise<boolean> {
    const start = performance.now();
    let lookAt = start + LOOK_MS;
    while (performance.now() < start + OWNER_MS) {
      if (pids.some((pid) => holds(pid, pipeName))) return true;
      if (performance.now() >= lookAt) {
        const other = holderOf(pipeName, this.#otherOwner, this.#compositor);
        if (other !== undefined && !pids.includes(other)) {
          this.#otherOwner = other;
          return false;
        }
        lookAt = performance.now() + LOOK_MS;
      }
      await pause(1);
    }
    return false;
  }

  #onDevice(opcode: number, body: EventBody): void {
    if (opcode === 0) {
      const offer: Offer = { id: body.number(), types: [], kept: undefined };
      this.#offers.set(offer.id, offer);
      this.#connection.listen(offer.id, (_, type) => void offer.types.push(type.text()));
      return;
    }
    if (opcode !== 1 && opcode !== 3) return;
    const name = opcode === 1 ? 'clipboard' : 'primary';
    const before = this.#current.get(name);
    const offer = this.#offers.get(body.number());
    if (offer) this.#current.set(name, offer);
    else this.#current.delete(name);
    if (!before || before === offer) return;
    this.#offers.delete(before.id);
    this.#connection.forget(before.id);
    this.#connection.request(before.id, 1, []);
  }

  #onSource(name: SelectionName, id: number, { formats }: Contents, opcode: number, body: EventBody): void {
    if (opcode === 1) {
      // A program may have asked for it just before: left where it is, its pipe would be taken for that of the next
      // request, which asks for something else.
      this.#connection.listen(id, (late) => late === 0 && this.#closeDescriptor());
      this.#connection.request(id, 1, []);
      if (this.#sources.get(name)?.id !== id) return;
      this.#sources.delete(name);
      this.onLost(name);
      return;
    }
    const type = body.text();
    const descriptor = this.#connection.takeDescriptor();
    if (descriptor === undefined) return;
    const pipeName = nameOf(descriptor);
    const reader = this.#readerOf(pipeName);
    const written = writePipe(descriptor, formats.get(type));
    const served = written.then(async (isWhole) => {
      if (isWhole && typeof reader === 'number') await untilLetGo(reader, pipeName);
      return isWhole;
    });
    this.onRead(name, { type, reader, served });
  }

  #closeDescriptor(): void {
    const descriptor = this.#connection.takeDescriptor();
    if (descriptor !== undefined) closeSync(descriptor);
  }

  /** The compositor, which passes each pipe on, still holds some that it does not read. */
  #readerOf(pipeName: string): SelectionRead['reader'] {
    const holder = holderOf(pipeName, this.target, this.#compositor);
    if (holder !== undefined || this.#compositor === undefined) return holder;
    return holds(this.#compositor, pipeName) ? null : undefined;
  }

  async #readAll({ id, types }: Offer): Promise<Contents> {
    const wanted = [...new Set(types)].filter((type) => !questions.has(type));
    const formats = new Map<string, Buffer>();
    let left = MAX_BYTES;
    let isWhole = wanted.length <= MAX_TYPES;
    for (const type of wanted.slice(0, MAX_TYPES)) {
      const pipe = this.#connection.pipe();
      if (!pipe) return { formats, isWhole: false };
      this.#connection.request(id, 0, [type], pipe.to);
      closeSync(pipe.to);
      const bytes = await readPipe(pipe.from, left);
      if (bytes) {
        formats.set(type, bytes);
        left -= bytes.length;
      } else isWhole = false;
    }
    return { formats, isWhole };
  }
}

/** A program that owns a selection is at its pipe within this time. */
const OWNER_MS = 300;
/** Looking through all processes takes some milliseconds, so that is done this often. */
const LOOK_MS = 10;

/** The contents of a pipe, which is closed; undefined if there are more bytes than `most`, or its writer hangs. */
function readPipe(descriptor: number, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
    const done = (bytes: Buffer | undefined) => {
      pipe.destroy();
      resolve(bytes);
    };
    pipe.setTimeout(ANSWER_MS, () => done(undefined));
    pipe.on('error', () => done(undefined));
    pipe.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > most) done(undefined);
    });
    pipe.on('end', () => done(Buffer.concat(parts)));
  });
}

/** A reader that keeps the pipe open for longer has forgotten it. */
const LET_GO_MS = 2_000;

/**
 * Waits until a reader has closed its end. What was written still stands in the pipe before, and GTK 3 throws it away
 * when the selection changes meanwhile: a busy program would then paste what was restored.
 */
export async function untilLetGo(reader: number, pipeName: string): Promise<void> {
  const end = performance.now() + LET_GO_MS;
  while (holds(reader, pipeName) && performance.now() < end) await pause(LOOK_MS);
}

/** Writes all of it and closes the pipe; false if its reader broke off. */
function writePipe(descriptor: number, bytes: Buffer | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const pipe = new Socket({ fd: descriptor, readable: false, writable: true });
    pipe.on('error', () => resolve(false));
    pipe.on('finish', () => resolve(true));
    pipe.on('close', () => resolve(false));
    pipe.end(bytes ?? '');
  });
}

/** How /proc names a pipe. */
function nameOf(descriptor: number): string {
  return `pipe:[${fstatSync(descriptor).ino}]`;
}

/** Whether a process has this pipe open, as far as we may see that. */
function holds(pid: number, pipeName: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((descriptor) => {
      try {
        return readlinkSync(`${folder}/${descriptor}`) === pipeName;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/**
 * The other process that has this pipe open, and is not `except`; `first` is looked at first, because all of them take
 * some milliseconds.
 */
function holderOf(pipeName: string, first: number | undefined, except?: number): number | undefined {
  if (first !== undefined && holds(first, pipeName)) return first;
  return processes().find((pid) => pid !== process.pid && pid !== except && holds(pid, pipeName));
}

function processes(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The kernel keeps so much of a program's name. */
const NAME_LENGTH = 15;

/** Processes that have the name of this program, such as `mousepad` of `org.xfce.mousepad`. */
function processesNamed(program: string): readonly number[] {
  const names = [program, program.slice(program.lastIndexOf('.') + 1)].map((name) =>
    name.slice(0, NAME_LENGTH),
  );
  return processes().filter((pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim().toLowerCase();
      return names.some((one) => one.toLowerCase() === name);
    } catch {
      return false;
    }
  });
}
