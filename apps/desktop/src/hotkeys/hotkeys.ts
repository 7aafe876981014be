import type { KeyCombination, ShortcutAction, Shortcuts } from '@quoth/contract';

/** A key that is wanted, and what for. */
export interface Binding {
  readonly action: ShortcutAction;
  readonly keys: KeyCombination;
}

/** What stands in the way of a key: another program has it, or there is none such here. */
export interface BindingProblem {
  readonly state: 'conflict' | 'unavailable';
  /** In words, for the user. */
  readonly problem: string;
}

export interface KeyEvents {
  onKey(action: ShortcutAction, isDown: boolean): void;
  /** Another key went down while a bare modifier is held. */
  onInterrupted(): void;
  /** It is no longer known which keys are down. */
  onLost(): void;
  /** What stands in the way has changed by itself (the keyboard, the display, the observer), or what the desktop calls the keys. */
  onProblems(problems: ReadonlyMap<ShortcutAction, BindingProblem>): void;
}

/** What a desktop that assigns the keys itself reports about them. */
export interface DesktopKeys {
  /** Name of the place where they can be changed. */
  hint(): string;
  /** What triggers an action, in the words of the desktop. */
  trigger(action: ShortcutAction): string | null;
}

/** Keys that work in every program. One implementation a platform, chosen once at start. */
export interface Hotkeys {
  readonly way: Shortcuts['way'];
  /** Where the desktop decides: each change may ask the user there, so that no key is taken for a moment. */
  readonly desktop?: DesktopKeys;
  /** Takes these keys and releases all others. Returns what prevents it. Never rejects. */
  bind(bindings: readonly Binding[]): Promise<ReadonlyMap<ShortcutAction, BindingProblem>>;
  close(): Promise<void>;
}

/** Creates the keys of this desktop, which report to the listener. */
export type CreateHotkeys = (events: KeyEvents) => Hotkeys;

export const noKeys: BindingProblem = {
  state: 'unavailable',
  problem: 'This desktop lets no program take keys.',
};

/** Where programs cannot take keys: Wayland without a portal, a machine without a screen. */
export const noHotkeys: CreateHotkeys = () => ({
  way: 'none',
  bind: (bindings) => Promise.resolve(new Map(bindings.map(({ action }) => [action, noKeys]))),
  close: () => Promise.resolve(),
});
