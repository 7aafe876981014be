import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DISPLAY,
  type EventBody,
  eventAt,
  REGISTRY,
  requestBytes,
  socketPath,
  type WaylandArgument,
} from '../wayland/wire.ts';
import type { ActiveApplication, ActiveProgram } from './active-application.ts';
import { focusedProcess } from './focused-process.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A busy compositor answers within this time. */
const ANSWER_MS = 1_000;
/**
 * How long after the last question windows are listened to: they get numbers here, which have to hold from the end of
 * speaking to its text. Later, every change of a title would wake us for nothing.
 */
const KEPT_MS = 10 * 60_000;

/** No window is active for a moment while the focus moves, and on sway when a keyboard comes. */
const LOOKS = 4;
const BETWEEN_MS = 100;
/** A window's state is asked for once the window is known, and other windows may come meanwhile. */
const ROUNDS = 3;

/** Numbers of events and requests in the protocols, by their order. */
const wlr = {
  manager: 'zwlr_foreign_toplevel_manager_v1',
  events: { title: 0, program: 1, state: 4, closed: 6 },
  destroy: 7,
} as const;
const ext = {
  manager: 'ext_foreign_toplevel_list_v1',
  events: { title: 2, program: 3, state: undefined, closed: 0 },
  destroy: 0,
} as const;
/** From this version on, it tells the state of ext's windows. */
const cosmic = { manager: 'zcosmic_toplevel_info_v1', version: 2, extend: 1, state: 8, destroy: 0 } as const;
/** Of a window's states, in each of these protocols. */
const ACTIVATED = 2;

/**
 * The windows of a Wayland desktop, as it tells them to task bars: sway, labwc, Wayfire, river, Hyprland, niri
 * (https://wayland.app/protocols/wlr-foreign-toplevel-management-unstable-v1) and COSMIC
 * (https://wayland.app/protocols/cosmic-toplevel-info-unstable-v1). No descriptors are passed, so this needs none of
 * the system's calls and runs in the application.
 */
export class ToplevelApplication implements ActiveApplication {
  readonly #env: Environment;
  #list: Promise<WindowList | undefined> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastNumber = 0;

  constructor(env: Environment) {
    this.#env = env;
  }

  async current(): Promise<ActiveProgram | null> {
    for (let look = 1; ; look++) {
      const windows = await this.#windows();
      const active = windows?.find(({ isActive }) => isActive);
      if (active) {
        const pid = await focusedProcess(active.program, this.#env);
        // The desktop's socket may have taken its time, and the focus may have moved meanwhile.
        const isStill = (await this.#windows())?.find(({ isActive }) => isActive) === active;
        return isStill ? { ...programOf(active), pid } : null;
      }
      if (!windows?.length || look === LOOKS) return null;
      await pause(BETWEEN_MS);
    }
  }

  async knowsFocus(): Promise<boolean> {
    // A compositor that did not answer has not said that it tells nothing.
    return (await this.#opened())?.tellsWindows ?? true;
  }

  async open(): Promise<readonly ActiveProgram[] | null> {
    const windows = await this.#windows();
    if (!windows) return null;
    const found = new Map<string, ActiveProgram>();
    for (const window of windows)
      if (!found.has(window.program)) found.set(window.program, programOf(window));
    return [...found.values()];
  }

  close(): void {
    clearTimeout(this.#idle);
    const list = this.#list;
    this.#list = undefined;
    void list?.then((open) => open?.close());
  }

  /** All as they are now, the one that was active last first; undefined if the desktop does not tell. */
  async #windows(): Promise<readonly Window[] | undefined> {
    return (await this.#opened())?.now();
  }

  async #opened(): Promise<WindowList | undefined> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), KEPT_MS).unref();
    const before = this.#list;
    const open = await before;
    // Another question may have opened one meanwhile.
    if (before === this.#list && (!open || open.hasEnded)) this.#list = undefined;
    this.#list ??= WindowList.open(this.#env, () => ++this.#lastNumber);
    return this.#list;
  }
}

/** The protocols that the compositor offers, with their versions; undefined if it does not answer. */
export async function offeredProtocols(env: Environment): Promise<ReadonlyMap<string, number> | undefined> {
  const list = await WindowList.open(env, () => 0);
  list?.close();
  return list?.offered;
}

function programOf({ program, title, number }: Window): ActiveProgram {
  return { program, title, windowId: `toplevel:${number}` };
}

interface Window {
  /** Of our own: the compositor gives the id of a window that was closed to another one. */
  readonly number: number;
  program: string;
  title: string | undefined;
  isActive: boolean;
  /** Grows with each window that becomes active; 0 before. */
  activeAt: number;
}

/** A connection to the compositor, for its list of windows. */
class WindowList {
  readonly #socket: Socket;
  readonly #number: () => number;
  readonly #listeners = new Map<number, (opcode: number, body: EventBody) => void>();
  readonly #globals = new Map<string, { readonly name: number; readonly version: number }>();
  readonly #windows = new Map<number, Window>();
  readonly #ends = new Set<() => void>();
  #bytes: Buffer = Buffer.alloc(0);
  #lastId = REGISTRY;
  #activated = 0;
  tellsWindows = false;
  /** Something was asked for whose answer comes with the next round trip. */
  #hasAsked = false;
  hasEnded = false;

  private constructor(path: string, number: () => number) {
    this.#number = number;
    this.#socket = createConnection(path).unref();
    this.#socket.on('data', (bytes: Buffer) => this.#received(bytes));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => this.#end());
    // `error` ends the connection; `delete_id` frees an id, and we use each once.
    this.#listeners.set(DISPLAY, (opcode) => opcode === 0 && this.close());
    this.#listeners.set(REGISTRY, (opcode, body) => {
      const name = body.number();
      if (opcode === 0) this.#globals.set(body.text(), { name, version: body.number() });
    });
  }

  /** Undefined if there is no compositor. */
  static async open(env: Environment, number: () => number): Promise<WindowList | undefined> {
    const path = socketPath(env);
    if (path === undefined) return undefined;
    const list = new WindowList(path, number);
    list.#request(DISPLAY, 1, [REGISTRY]);
    if (!(await list.#roundTrip())) return undefined;
    list.#listen();
    return list;
  }

  /** Undefined if the compositor tells of no windows, or does not answer. */
  async now(): Promise<readonly Window[] | undefined> {
    this.#hasAsked = true;
    for (let round = 0; this.#hasAsked && round < ROUNDS; round++) {
      this.#hasAsked = false;
      if (!(await this.#roundTrip())) return undefined;
    }
    if (!this.tellsWindows) return undefined;
    return [...this.#windows.values()].sort((a, b) => b.activeAt - a.activeAt);
  }

  get offered(): ReadonlyMap<string, number> {
    return new Map([...this.#globals].map(([protocol, { version }]) => [protocol, version]));
  }

  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  #listen(): void {
    const isOffered = ({ manager }: { readonly manager: string }) => this.#globals.has(manager);
    if (isOffered(wlr)) {
      this.tellsWindows = true;
      this.#bind(wlr.manager, 1, (opcode, body) => opcode === 0 && this.#found(body.number(), wlr));
    } else if (isOffered(ext) && (this.#globals.get(cosmic.manager)?.version ?? 0) >= cosmic.version) {
      this.tellsWindows = true;
      const info = this.#bind(cosmic.manager, cosmic.version, () => undefined);
      this.#bind(ext.manager, 1, (opcode, body) => opcode === 0 && this.#found(body.number(), ext, info));
    }
  }

  /** `info`: who is asked for the window's state. */
  #found(id: number, { events, destroy }: typeof wlr | typeof ext, info?: number): void {
    const window: Window = {
      number: this.#number(),
      program: '',
      title: undefined,
      isActive: false,
      activeAt: 0,
    };
    this.#windows.set(id, window);
    const setState = (states: readonly number[]) => {
      const isActive = states.includes(ACTIVATED);
      if (isActive && !window.isActive) window.activeAt = ++this.#activated;
      window.isActive = isActive;
    };
    const extension = info === undefined ? undefined : this.#newId();
    if (info !== undefined && extension !== undefined) {
      this.#listeners.set(extension, (opcode, body) => opcode === cosmic.state && setState(body.numbers()));
      this.#request(info, cosmic.extend, [extension, id]);
      this.#hasAsked = true;
    }
    this.#listeners.set(id, (opcode, body) => {
      if (opcode === events.title) window.title = body.text();
      else if (opcode === events.program) window.program = body.text();
      else if (opcode === events.state) setState(body.numbers());
      else if (opcode === events.closed) {
        this.#windows.delete(id);
        this.#listeners.delete(id);
        if (extension !== undefined) {
          this.#listeners.delete(extension);
          this.#request(extension, cosmic.destroy, []);
        }
        this.#request(id, destroy, []);
      }
    });
  }

  #bind(manager: string, version: number, listener: (opcode: number, body: EventBody) => void): number {
    const id = this.#newId();
    this.#listeners.set(id, listener);
    this.#request(REGISTRY, 0, [this.#globals.get(manager)?.name ?? 0, manager, version, id]);
    return id;
  }

  /** Resolves when the compositor has told everything so far; false if it does not in time. */
  #roundTrip(): Promise<boolean> {
    if (this.hasEnded) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const id = this.#newId();
    const fail = () => resolve(false);
    const timer = setTimeout(() => this.close(), ANSWER_MS);
    this.#ends.add(fail);
    this.#listeners.set(id, () => {
      this.#listeners.delete(id);
      resolve(true);
    });
    this.#request(DISPLAY, 0, [id]);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#ends.delete(fail);
    });
  }

  #newId(): number {
    return ++this.#lastId;
  }

  #request(id: number, opcode: number, args: readonly WaylandArgument[]): void {
    if (!this.hasEnded) this.#socket.write(requestBytes(id, opcode, args));
  }

  #received(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    try {
      for (let event = eventAt(this.#bytes); event && !this.hasEnded; event = eventAt(this.#bytes)) {
        if (event === 'broken') throw new Error('These are no events.');
        this.#bytes = this.#bytes.subarray(event.length);
        this.#listeners.get(event.id)?.(event.opcode, event.body);
      }
    } catch {
      // What cannot be read leaves no place from where to read on.
      this.close();
    }
  }

  #end(): void {
    this.hasEnded = true;
    for (const end of [...this.#ends]) end();
  }
}
