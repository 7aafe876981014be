import { type BareModifier, isBareModifier, type ModifierName, say } from '@quoth/contract';
import { agoMs, happenedAt } from '../native/shared-clock.ts';
import { Keyboard, keysyms, pressedKeys } from '../x11/keyboard.ts';
import type { XConnection, XEventFields, XServer } from '../x11/x-server.ts';
import type { Binding, BindingProblem, BoundKey, Hotkeys, KeyEvents } from './hotkeys.ts';
import { KeyObserver } from './key-observer.ts';

/** Another program has grabbed it (X11 protocol, BadAccess). */
const BAD_ACCESS = 10;
/** A change of the keyboard arrives as several events. */
const SETTLE_MS = 150;
/** A missed release is noticed within this time. */
const LOOK_MS = 250;
const EVERY_MODIFIER = 0xff;

interface Grab {
  readonly action: BoundKey;
  readonly key: number;
  readonly mask: number;
}

type Problems = Map<BoundKey, BindingProblem>;

const taken: BindingProblem = { state: 'conflict', problem: say('shortcutTaken') };
const noSuchKey: BindingProblem = { state: 'unavailable', problem: say('noSuchKey') };
const noServer: BindingProblem = { state: 'unavailable', problem: say('xServerUnreachable') };

/**
 * Keys by XGrabKey, so that no other program sees them; bare modifiers, which cannot be grabbed, by an observer in a
 * separate process.
 */
export class X11Hotkeys implements Hotkeys {
  readonly way = 'x11';
  readonly #server: XServer;
  readonly #events: KeyEvents;
  readonly #observer: KeyObserver;
  readonly #endConnections: () => void;
  #connection: XConnection | undefined;
  #wanted: readonly Binding[] = [];
  #grabs: readonly Grab[] = [];
  #problems: Problems = new Map();
  /** Actions whose key is down, with the key and the time of what may be its release or a repeat. */
  readonly #down = new Map<BoundKey, { readonly key: number; upAt?: number }>();
  #locks: readonly number[] = [0];
  #keyboard: Keyboard | undefined;
  #looking: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  /** One change of the grabs at a time. */
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(server: XServer, env: Readonly<Record<string, string | undefined>>, events: KeyEvents) {
    this.#server = server;
    this.#events = events;
    this.#observer = new KeyObserver(env, {
      onKey: (action, isDown, ms) => this.#observed(action, isDown, ms),
      onInterrupted: () => events.onInterrupted(),
      onLost: () => events.onLost(),
    });
    this.#endConnections = server.onConnection((connection) => this.#connected(connection));
  }

  async bind(bindings: readonly Binding[]): Promise<ReadonlyMap<BoundKey, BindingProblem>> {
    this.#wanted = bindings;
    await this.#server.connection();
    await this.#apply();
    return this.#problems;
  }

  async close(): Promise<void> {
    this.#wanted = [];
    this.#isClosed = true;
    clearTimeout(this.#settling);
    clearInterval(this.#looking);
    this.#endConnections();
    this.#observer.close();
    await this.#apply();
  }

  #connected(connection: XConnection): void {
    this.#connection = connection;
    this.#grabs = [];
    connection.onEvent((event) => {
      if (event.name === 'KeyPress' || event.name === 'KeyRelease') {
        if (event.wid === connection.root) this.#grabbed(event.name === 'KeyPress', event);
      } else if (event.name === 'MappingNotify' && event.request !== 2) this.#settle();
    });
    connection.onEnd(() => {
      if (this.#connection !== connection) return;
      this.#connection = undefined;
      this.#grabs = [];
      this.#down.clear();
      this.#events.onLost();
    });
    void this.#applyAndReport();
  }

  /** The keyboard has changed: the same character may be on another key now. */
  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#applyAndReport(), SETTLE_MS).unref();
  }

  async #applyAndReport(): Promise<void> {
    await this.#apply();
    if (!this.#isClosed) this.#events.onProblems(this.#problems);
  }

  #apply(): Promise<void> {
    this.#work = this.#work.then(async () => {
      const bare = this.#wanted.filter(({ keys }) => isBareModifier(keys.key));
      this.#observer.watch(bare);
      this.#problems = await this.#grabKeys().catch(
        () => new Map(this.#wanted.map(({ action }) => [action, noServer])),
      );
    });
    return this.#work;
  }

  async #grabKeys(): Promise<Problems> {
    const problems: Problems = new Map();
    const connection = this.#connection;
    if (!connection || connection.hasEnded) {
      for (const { action } of this.#wanted) problems.set(action, noServer);
      return problems;
    }
    const keyboard = await Keyboard.read(connection);
    this.#keyboard = keyboard;
    const locks = keyboard.lockCombinations();
    const wanted = new Map<string, Grab>();
    for (const { action, keys } of this.#wanted) {
      if (isBareModifier(keys.key)) continue;
      const key = keyboard.keyCode(keysymOf(keys.key) ?? 0);
      const masks = keys.modifiers.map((name) => keyboard.modifierMask(...modifierSigns[name]));
      if (key === undefined || masks.includes(0)) problems.set(action, noSuchKey);
      else {
        const mask = masks.reduce((all, one) => all | one, 0);
        wanted.set(`${key} ${mask}`, { action, key, mask });
      }
    }
    const kept: Grab[] = [];
    for (const grab of this.#grabs) {
      const next = locks.join() === this.#locks.join() ? wanted.get(`${grab.key} ${grab.mask}`) : undefined;
      if (next) {
        kept.push(next);
        wanted.delete(`${grab.key} ${grab.mask}`);
      } else this.#ungrab(connection, grab);
    }
    this.#locks = locks;
    for (const grab of wanted.values()) {
      const problem = await this.#grab(connection, grab);
      if (problem) problems.set(grab.action, problem);
      else kept.push(grab);
    }
    this.#grabs = kept;
    await connection.sync();
    return problems;
  }

  /** Grabs it with every combination of locks; all of them or none. */
  async #grab(connection: XConnection, grab: Grab): Promise<BindingProblem | undefined> {
    const asked = this.#locks.map((lock) =>
      connection.ask((done) =>
        connection.client.GrabKey(connection.root, 0, grab.mask | lock, grab.key, 1, 1, done),
      ),
    );
    const failed = (await Promise.allSettled(asked)).find((one) => one.status === 'rejected');
    if (!failed) return undefined;
    this.#ungrab(connection, grab);
    return (failed.reason as { error?: number }).error === BAD_ACCESS ? taken : noServer;
  }

  #ungrab(connection: XConnection, { key, mask }: Grab): void {
    for (const lock of this.#locks) connection.client.UngrabKey(connection.root, key, mask | lock);
  }

  #grabbed(isDown: boolean, { keycode: key = 0, buttons: modifiers = 0, time = 0 }: XEventFields): void {
    const at = happenedAt(time);
    if (!isDown) {
      for (const one of this.#down.values()) if (one.key === key) one.upAt = at;
      void this.#look();
      return;
    }
    const locks = this.#locks.reduce((all, lock) => all | lock, 0);
    const mask = modifiers & EVERY_MODIFIER & ~locks;
    const grab = this.#grabs.find((one) => one.key === key && one.mask === mask);
    // A key that repeats itself is down already.
    if (!grab || this.#down.has(grab.action)) return;
    this.#pressed(grab.action, key, agoMs(at));
  }

  #observed(action: BoundKey, isDown: boolean, ms: number | undefined): void {
    if (!isDown) {
      this.#released(action, ms);
      return;
    }
    const bound = this.#wanted.find((one) => one.action === action);
    if (!bound || !isBareModifier(bound.keys.key)) return;
    this.#pressed(action, this.#keyboard?.keyCode(bareModifierSigns[bound.keys.key]) ?? 0, ms);
  }

  #pressed(action: BoundKey, key: number, ms?: number): void {
    this.#down.set(action, { key });
    this.#looking ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    this.#events.onKey(action, true, ms);
  }

  #released(action: BoundKey, ms?: number): void {
    if (!this.#down.delete(action)) return;
    if (this.#down.size === 0) {
      clearInterval(this.#looking);
      this.#looking = undefined;
    }
    this.#events.onKey(action, false, ms);
  }

  /** Asks the server which keys are down: repeats look like releases, and a release can be missed. */
  async #look(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    try {
      const held = await pressedKeys(connection);
      for (const [action, { key, upAt }] of [...this.#down])
        if (key !== 0 && !held.has(key)) this.#released(action, upAt === undefined ? 0 : agoMs(upAt));
    } catch {
      // The server went, and that is reported by itself.
    }
  }
}

/** Keysyms of keys by our names (keysymdef.h). Letters and digits are their own code, letters in lower case. */
const named: Readonly<Record<string, number>> = {
  Space: 0x20,
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Pause: 0xff13,
  ScrollLock: 0xff14,
  Escape: 0xff1b,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Insert: 0xff63,
  Menu: 0xff67,
  Delete: 0xffff,
};

const FIRST_FUNCTION_KEY = 0xffbe;

function keysymOf(key: string): number | undefined {
  if (/^[A-Z0-9]$/.test(key)) return key.toLowerCase().charCodeAt(0);
  const functionKey = /^F(\d+)$/.exec(key)?.[1];
  return functionKey === undefined ? named[key] : FIRST_FUNCTION_KEY + Number(functionKey) - 1;
}

const modifierSigns: Readonly<Record<ModifierName, readonly number[]>> = {
  Ctrl: [keysyms.Control_L, keysyms.Control_R],
  Alt: [keysyms.Alt_L, keysyms.Alt_R],
  Shift: [keysyms.Shift_L, keysyms.Shift_R],
  Super: [keysyms.Super_L, keysyms.Super_R],
};

const bareModifierSigns: Readonly<Record<BareModifier, number>> = {
  ControlLeft: keysyms.Control_L,
  ControlRight: keysyms.Control_R,
  AltLeft: keysyms.Alt_L,
  AltRight: keysyms.Alt_R,
  ShiftLeft: keysyms.Shift_L,
  ShiftRight: keysyms.Shift_R,
  SuperLeft: keysyms.Super_L,
  SuperRight: keysyms.Super_R,
};
