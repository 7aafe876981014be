import type { XtestExtension } from 'x11';
import type { XConnection } from './x-server.ts';

/** Keysyms that we use (X11 protocol, appendix A; keysymdef.h). */
export const keysyms = {
  a: 0x61,
  c: 0x63,
  s: 0x73,
  x: 0x78,
  z: 0x7a,
  BackSpace: 0xff08,
  Tab: 0xff09,
  Return: 0xff0d,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  Page_Up: 0xff55,
  Page_Down: 0xff56,
  End: 0xff57,
  Insert: 0xff63,
  KP_Enter: 0xff8d,
  KP_Home: 0xff95,
  KP_Left: 0xff96,
  KP_Up: 0xff97,
  KP_Right: 0xff98,
  KP_Down: 0xff99,
  KP_Page_Up: 0xff9a,
  KP_Page_Down: 0xff9b,
  KP_End: 0xff9c,
  KP_Delete: 0xff9f,
  Delete: 0xffff,
  Shift_L: 0xffe1,
  Shift_R: 0xffe2,
  Control_L: 0xffe3,
  Control_R: 0xffe4,
  Caps_Lock: 0xffe5,
  Meta_L: 0xffe7,
  Meta_R: 0xffe8,
  Alt_L: 0xffe9,
  Alt_R: 0xffea,
  Super_L: 0xffeb,
  Super_R: 0xffec,
  Hyper_L: 0xffed,
  Hyper_R: 0xffee,
  ISO_Level3_Shift: 0xfe03,
  Num_Lock: 0xff7f,
  Scroll_Lock: 0xff14,
} as const;

/** Keys that change what another key means while they are held. Locks are not among them, because no one holds them. */
const modifierKeysyms: readonly number[] = [
  keysyms.Shift_L,
  keysyms.Shift_R,
  keysyms.Control_L,
  keysyms.Control_R,
  keysyms.Alt_L,
  keysyms.Alt_R,
  keysyms.Meta_L,
  keysyms.Meta_R,
  keysyms.Super_L,
  keysyms.Super_R,
  keysyms.Hyper_L,
  keysyms.Hyper_R,
  keysyms.ISO_Level3_Shift,
];

/**
 * Keys after which a text no longer ends at the cursor: it was sent or deleted, or the cursor is elsewhere. Those of
 * the keypad count with NumLock too: the server tells the key and not what it means.
 */
const leavingKeysyms: readonly number[] = [
  keysyms.BackSpace,
  keysyms.Tab,
  keysyms.Return,
  keysyms.Home,
  keysyms.Left,
  keysyms.Up,
  keysyms.Right,
  keysyms.Down,
  keysyms.Page_Up,
  keysyms.Page_Down,
  keysyms.End,
  keysyms.KP_Enter,
  keysyms.KP_Home,
  keysyms.KP_Left,
  keysyms.KP_Up,
  keysyms.KP_Right,
  keysyms.KP_Down,
  keysyms.KP_Page_Up,
  keysyms.KP_Page_Down,
  keysyms.KP_End,
  keysyms.KP_Delete,
  keysyms.Delete,
];

/** The lock that every keyboard has: CapsLock. */
const LOCK_MASK = 1 << 1;

/**
 * The keyboard's current mapping: which key types which character. Read again when the server reports a change
 * (`MappingNotify`).
 */
export class Keyboard {
  readonly #first: number;
  /** The keysyms of each key code: unshifted, shifted, then those of the next layout. */
  readonly #rows: readonly (readonly number[])[];
  /** The key codes of each of the eight modifiers. */
  readonly #modifiers: readonly (readonly number[])[];

  private constructor(
    first: number,
    rows: readonly (readonly number[])[],
    modifiers: readonly (readonly number[])[],
  ) {
    this.#first = first;
    this.#rows = rows;
    this.#modifiers = modifiers;
  }

  static async read(connection: XConnection): Promise<Keyboard> {
    const { min_keycode: first, max_keycode: last } = connection.display;
    const { client } = connection;
    const [rows, modifiers] = await Promise.all([
      connection.ask<readonly (readonly number[])[]>((done) =>
        client.GetKeyboardMapping(first, last - first + 1, done),
      ),
      connection.ask<readonly (readonly number[])[]>((done) => client.GetModifierMapping(done)),
    ]);
    return new Keyboard(first, rows, modifiers);
  }

  /** The key that types this character without Shift, in the first layout that has one; undefined if none exists. */
  keyCode(keysym: number): number | undefined {
    const columns = Math.max(0, ...this.#rows.map((row) => row.length));
    for (let column = 0; column < columns; column += 2) {
      const at = this.#rows.findIndex((row) => row[column] === keysym);
      if (at >= 0) return this.#first + at;
    }
    return undefined;
  }

  /** The bit of the modifier that one of these keys sets; 0 if none does. */
  modifierMask(...signs: readonly number[]): number {
    const codes = signs.map((sign) => this.keyCode(sign));
    const at = this.#modifiers.findIndex((keys) => keys.some((key) => key !== 0 && codes.includes(key)));
    return at < 0 ? 0 : 1 << at;
  }

  /** Every combination of the locks that may be on while a shortcut is pressed. */
  lockCombinations(): readonly number[] {
    const masks = [LOCK_MASK, this.modifierMask(keysyms.Num_Lock), this.modifierMask(keysyms.Scroll_Lock)];
    const combined = masks.reduce((all, mask) => all.flatMap((before) => [before, before | mask]), [0]);
    return [...new Set(combined)];
  }

  /** Every key that is a modifier while it is held. */
  modifierKeyCodes(): readonly number[] {
    return this.#codesWith(modifierKeysyms);
  }

  /** Every key that sends or deletes a text, or moves the cursor; with Control, those that select, cut and undo too. */
  leavingKeyCodes(withControl: boolean): readonly number[] {
    return this.#codesWith(
      withControl ? [...leavingKeysyms, keysyms.a, keysyms.x, keysyms.z] : leavingKeysyms,
    );
  }

  controlKeyCodes(): readonly number[] {
    return this.#codesWith([keysyms.Control_L, keysyms.Control_R]);
  }

  #codesWith(signs: readonly number[]): readonly number[] {
    return this.#rows.flatMap((row, at) =>
      row.some((sign) => signs.includes(sign)) ? [this.#first + at] : [],
    );
  }
}

/** The codes of the keys that are down now. */
export async function pressedKeys(connection: XConnection): Promise<ReadonlySet<number>> {
  const bits = await connection.ask<Buffer>((done) => connection.client.QueryKeymap(done));
  const codes = Array.from({ length: bits.length * 8 }, (_, code) => code);
  return new Set(codes.filter((code) => (((bits[code >> 3] ?? 0) >> (code & 7)) & 1) === 1));
}

/** How long to wait for a modifier that is held alone: somebody may rest on it. */
const MODIFIER_MS = 1_000;
/** How long to wait while another key is held, such as the letter of the shortcut. */
const KEY_MS = 5_000;
const LOOK_MS = 10;

/** Combinations that are pressed for the user, as keysyms; all are down before the first goes up. */
export const keyCombinations = {
  paste: [keysyms.Shift_L, keysyms.Insert],
  copy: [keysyms.Control_L, keysyms.c],
  enter: [keysyms.Return],
  'ctrl-enter': [keysyms.Control_L, keysyms.Return],
  left: [keysyms.Left],
} as const;

/** Presses keys by XTEST, looked up in the keyboard's mapping, which differs between countries. */
export class X11Keys {
  readonly #connection: XConnection;
  readonly #xtest: XtestExtension;

  private constructor(connection: XConnection, xtest: XtestExtension) {
    this.#connection = connection;
    this.#xtest = xtest;
  }

  /** Rejects if the server has no XTEST. */
  static async create(connection: XConnection): Promise<X11Keys> {
    const xtest = await connection.extension<XtestExtension>((done) =>
      connection.client.require('xtest', done),
    );
    return new X11Keys(connection, xtest);
  }

  /**
   * Waits until no key is held. Until the last key of a shortcut is up, the program that grabbed it gets every key
   * press, also ours. Modifiers that are held for too long count as released.
   */
  async freeKeys(): Promise<void> {
    const keyboard = await Keyboard.read(this.#connection);
    const modifiers = keyboard.modifierKeyCodes();
    const began = performance.now();
    for (;;) {
      const held = [...(await pressedKeys(this.#connection))];
      if (held.length === 0) return;
      const heldModifiers = held.filter((key) => modifiers.includes(key));
      const patience = heldModifiers.length < held.length ? KEY_MS : MODIFIER_MS;
      if (performance.now() - began >= patience) {
        for (const key of heldModifiers) this.#fake(this.#xtest.KeyRelease, key);
        await this.#connection.sync();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /**
   * Presses and releases at once, in one write: nothing that ends this process leaves a key down. False if the keyboard
   * lacks a key.
   */
  async press(combination: readonly number[], times = 1): Promise<boolean> {
    const keyboard = await Keyboard.read(this.#connection);
    const codes = combination.map((sign) => keyboard.keyCode(sign));
    if (!codes.every((code) => code !== undefined)) return false;
    for (let left = times; left > 0; left--) {
      for (const code of codes) this.#fake(this.#xtest.KeyPress, code);
      for (const code of codes.toReversed()) this.#fake(this.#xtest.KeyRelease, code);
    }
    await this.#connection.sync();
    return true;
  }

  #fake(type: number, keyCode: number): void {
    this.#xtest.FakeInput(type, keyCode, 0, this.#connection.root, 0, 0);
  }
}
