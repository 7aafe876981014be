import type { KeyCombination, ModifierName } from '@quoth/contract';
import { type CharacterOf, keyCodeOf } from '../../../macos/key-codes.ts';
import type { BindingProblem } from '../../hotkeys.ts';
import type { KeyPress, SystemKeys } from '../system-keys.ts';

/** A registered key; opaque to us. */
export type HotKeyReference = number | bigint;

/** A shortcut of macOS itself, in System Settings > Keyboard > Keyboard Shortcuts. */
export interface SymbolicHotKey {
  readonly keyCode: number;
  readonly modifiers: number;
  readonly isEnabled: boolean;
}

/** The functions of Carbon and CoreGraphics that are needed (HIToolbox, CarbonEvents.h; CGEventSource.h; HIServices, AXUIElement.h). */
export interface CarbonKeys {
  /** RegisterEventHotKey, with the dispatcher's target and this number in its id. */
  registerHotKey(
    keyCode: number,
    modifiers: number,
    id: number,
    options: number,
  ): {
    readonly status: number;
    readonly reference: HotKeyReference;
  };
  unregisterHotKey(reference: HotKeyReference): void;
  /** InstallEventHandler for kEventHotKeyPressed and kEventHotKeyReleased. */
  onHotKey(listener: (id: number, isDown: boolean) => void): void;
  /** ReceiveNextEvent, SendEventToEventTarget, until none is left; waits up to `ms` for the first one. */
  runEvents(seconds: number): void;
  /** CopySymbolicHotKeys. */
  symbolicHotKeys(): readonly SymbolicHotKey[];
  /** CGEventSourceKeyState, of the hardware. */
  isKeyDown(keyCode: number): boolean;
  isTrusted(): boolean;
  layout(): CharacterOf;
}

/** Carbon's modifier flags (HIToolbox, Events.h). */
const modifierBits: Readonly<Record<ModifierName, number>> = {
  Super: 0x0100,
  Shift: 0x0200,
  Alt: 0x0800,
  Ctrl: 0x1000,
};
const EVERY_MODIFIER = 0x1b00;
/** Without this flag, two programs can have the same key without either knowing (CarbonEvents.h). */
const kEventHotKeyExclusive = 1;
/** CarbonEventsCore.h. */
const eventHotKeyExistsErr = -9878;

const taken: BindingProblem = { state: 'conflict', problem: 'This shortcut is taken by another program.' };
const takenByMacos: BindingProblem = {
  state: 'conflict',
  problem: 'macOS has this shortcut itself: System Settings > Keyboard > Keyboard Shortcuts.',
};
const noSuchKey: BindingProblem = { state: 'unavailable', problem: 'This keyboard has no such key.' };
const refused: BindingProblem = { state: 'unavailable', problem: 'macOS refused this shortcut.' };
const notTrusted: BindingProblem = {
  state: 'unavailable',
  problem:
    'macOS does not let Quoth see modifiers alone: allow it in System Settings > Privacy & Security > Accessibility.',
};

/** Keys by RegisterEventHotKey, which needs no permission. Written for macOS and not run there. */
export class MacKeys implements SystemKeys {
  readonly tellsReleases = true;
  readonly #carbon: CarbonKeys;
  readonly #references = new Map<number, HotKeyReference>();
  /** The keyboard layout when the keys were registered. */
  readonly #codes = new Map<string, number>();
  #presses: KeyPress[] = [];

  constructor(carbon: CarbonKeys) {
    this.#carbon = carbon;
    carbon.onHotKey((id, isDown) => this.#presses.push({ id, isDown }));
  }

  register(id: number, { modifiers, key }: KeyCombination): BindingProblem | undefined {
    const keyCode = keyCodeOf(key, this.#carbon.layout());
    if (keyCode === undefined) return noSuchKey;
    const bits = modifiers.reduce((all, name) => all | modifierBits[name], 0);
    if (this.#isOfMacos(keyCode, bits)) return takenByMacos;
    const { status, reference } = this.#carbon.registerHotKey(keyCode, bits, id, kEventHotKeyExclusive);
    if (status !== 0) return status === eventHotKeyExistsErr ? taken : refused;
    this.#references.set(id, reference);
    this.#codes.set(key, keyCode);
    return undefined;
  }

  unregister(id: number): void {
    const reference = this.#references.get(id);
    if (reference !== undefined) this.#carbon.unregisterHotKey(reference);
    this.#references.delete(id);
  }

  observingProblem(): BindingProblem | undefined {
    return this.#carbon.isTrusted() ? undefined : notTrusted;
  }

  isDown(key: string): boolean {
    const keyCode = this.#codes.get(key) ?? keyCodeOf(key, () => '');
    return keyCode !== undefined && this.#carbon.isKeyDown(keyCode);
  }

  wait(ms: number): readonly KeyPress[] {
    this.#carbon.runEvents(ms / 1_000);
    const presses = this.#presses;
    this.#presses = [];
    return presses;
  }

  /** Registering one of those succeeds, but it is never reported. */
  #isOfMacos(keyCode: number, modifiers: number): boolean {
    return this.#carbon
      .symbolicHotKeys()
      .some(
        (one) => one.isEnabled && one.keyCode === keyCode && (one.modifiers & EVERY_MODIFIER) === modifiers,
      );
  }
}
