import type { XtestExtension } from 'x11';
import { Keyboard, keysyms, pressedKeys, type XConnection } from '../x11/index.ts';

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
   * Waits until no key is held. Until the last key of a shortcut is up, the program that grabbed it gets every key press, also ours. Modifiers that
   * are held for too long count as released.
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

  /** Presses and releases at once, in one write: nothing that ends this process leaves a key down. False if the keyboard lacks a key. */
  async press(combination: readonly number[]): Promise<boolean> {
    const keyboard = await Keyboard.read(this.#connection);
    const codes = combination.map((sign) => keyboard.keyCode(sign));
    if (!codes.every((code) => code !== undefined)) return false;
    for (const code of codes) this.#fake(this.#xtest.KeyPress, code);
    for (const code of codes.toReversed()) this.#fake(this.#xtest.KeyRelease, code);
    await this.#connection.sync();
    return true;
  }

  #fake(type: number, keyCode: number): void {
    this.#xtest.FakeInput(type, keyCode, 0, this.#connection.root, 0, 0);
  }
}
