import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { WaylandConnection } from './wayland-connection.ts';

export const keyboardProtocol = 'zwp_virtual_keyboard_manager_v1';
const SEAT = 'wl_seat';
/** A compositor that is busy answers within this time. */
const ANSWER_MS = 5_000;
/**
 * sway takes the focus away and gives it back when a keyboard comes; programs lose keys that come before they have seen
 * that. It passes while its user speaks.
 */
const SETTLE_MS = 500;

/** A keymap of libxkbcommon's kind. */
const XKB = 1;
/**
 * A standard one, so that the user's layout does not matter: of one with nothing but our keys, GTK 3 takes no
 * Shift+Insert.
 */
const keymap = `xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" };
xkb_types { include "complete" };
xkb_compat { include "complete" };
xkb_symbols { include "pc+us" };
};\0`;
/** Keys by their place on the keyboard (linux/input-event-codes.h). */
const [SHIFT, CONTROL, INSERT, ENTER, LEFT] = [42, 29, 110, 28, 105];
/** Masks of the modifiers as they are held. */
const [HELD_SHIFT, HELD_CONTROL] = [1, 4];
/** Each key, and the modifier that is held with it. */
const chords = {
  paste: [INSERT, SHIFT, HELD_SHIFT],
  enter: [ENTER],
  'ctrl-enter': [ENTER, CONTROL, HELD_CONTROL],
  left: [LEFT],
} as const;

export type VirtualChord = keyof typeof chords;

/**
 * A keyboard of our own, where the compositor lends one without a question: sway, labwc, Wayfire, river, Hyprland, niri
 * (https://wayland.app/protocols/virtual-keyboard-unstable-v1). Modifiers that are held on another keyboard do not
 * count on it.
 */
export class VirtualKeyboard {
  readonly #connection: WaylandConnection;
  readonly #id: number;

  private constructor(connection: WaylandConnection, manager: number, seat: number) {
    this.#connection = connection;
    this.#id = connection.newId(() => undefined);
    connection.request(manager, 0, [seat, this.#id]);
    const folder = mkdtempSync(join(tmpdir(), 'quoth-keymap-'));
    const file = join(folder, 'keymap');
    writeFileSync(file, keymap);
    const descriptor = openSync(file, 'r');
    rmSync(folder, { recursive: true });
    connection.request(this.#id, 0, [XKB, Buffer.byteLength(keymap)], descriptor);
    closeSync(descriptor);
  }

  /**
   * Programs have seen it when this resolves. Undefined if the compositor lends none. On a connection of its own: a
   * compositor that refuses cuts it off.
   */
  static async open(connection: WaylandConnection): Promise<VirtualKeyboard | undefined> {
    const manager = connection.global(keyboardProtocol);
    const seat = connection.global(SEAT);
    if (!manager || !seat) return undefined;
    const managerId = connection.bind(keyboardProtocol, manager, 1);
    const keyboard = new VirtualKeyboard(connection, managerId, connection.bind(SEAT, seat, 1));
    if (!(await connection.roundTrip(ANSWER_MS))) return undefined;
    await pause(SETTLE_MS);
    return keyboard;
  }

  /** Presses these keys and releases them, so many times. False if the compositor takes none any more. */
  async press(chord: VirtualChord, times: number): Promise<boolean> {
    const stroke = (code: number) => {
      for (const state of [1, 0]) this.#key(code, state);
    };
    const [key, modifier, held = 0] = chords[chord];
    for (let left = times; left > 0; left--) {
      if (modifier !== undefined) {
        this.#key(modifier, 1);
        this.#hold(held);
      }
      stroke(key);
      if (modifier !== undefined) {
        this.#key(modifier, 0);
        this.#hold(0);
      }
    }
    return this.#connection.roundTrip(ANSWER_MS);
  }

  /** False once the compositor has cut it off, or has ended. */
  get isOpen(): boolean {
    return !this.#connection.hasEnded;
  }

  close(): void {
    this.#connection.request(this.#id, 3, []);
  }

  #key(code: number, state: number): void {
    this.#connection.request(this.#id, 1, [Math.round(performance.now()), code, state]);
  }

  #hold(modifiers: number): void {
    this.#connection.request(this.#id, 2, [modifiers, 0, 0, 0]);
  }
}
