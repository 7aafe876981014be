import { keysyms, modifierKeysyms } from './keysyms.ts';
import type { XConnection } from './x-connection.ts';

/** The lock that every keyboard has: CapsLock. */
const LOCK_MASK = 1 << 1;

/** The keyboard's current mapping: which key types which character. Read again when the server reports a change (`MappingNotify`). */
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

  /** The key that types this character without Shift, in the first layout that has one; undefined if there is none. */
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
    const codes = new Set(modifierKeysyms);
    return this.#rows.flatMap((row, at) => (row.some((sign) => codes.has(sign)) ? [this.#first + at] : []));
  }
}

/** The codes of the keys that are down now. */
export async function pressedKeys(connection: XConnection): Promise<ReadonlySet<number>> {
  const bits = await connection.ask<Buffer>((done) => connection.client.QueryKeymap(done));
  const codes = Array.from({ length: bits.length * 8 }, (_, code) => code);
  return new Set(codes.filter((code) => (((bits[code >> 3] ?? 0) >> (code & 7)) & 1) === 1));
}
