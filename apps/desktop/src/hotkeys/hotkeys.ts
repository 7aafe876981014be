import {
  type KeyCombination,
  type Message,
  type MoreShortcut,
  type ShortcutAction,
  type Shortcuts,
  say,
} from '@quoth/contract';

/**
 * An action; for a further key of it, what tells that key from the others, the same after each start. Desktops keep it
 * as a name, and some shorten names at blanks.
 */
export type BoundKey = ShortcutAction | `${ShortcutAction}.${string}`;

export function furtherKey({ action, shortcut, modeId }: MoreShortcut): BoundKey {
  return `${action}.${shortcut}${modeId === null ? '' : `.${modeId}`}`;
}

/** What a key does, and the mode that it dictates with. */
export function keyParts(key: BoundKey): { readonly action: ShortcutAction; readonly modeId?: string } {
  const [action, , modeId] = key.split('.');
  return { action: action as ShortcutAction, ...(modeId && { modeId }) };
}

/** A wanted key, and its action. */
export interface Binding {
  readonly action: BoundKey;
  readonly keys: KeyCombination;
}

/** What prevents a key from being taken: another program has it, or it does not exist here. */
export interface BindingProblem {
  readonly state: 'conflict' | 'unavailable';
  readonly problem: Message;
}

export interface KeyEvents {
  /** `agoMs`: how long ago, where the key was observed by a process that may be late. */
  onKey(action: BoundKey, isDown: boolean, agoMs?: number): void;
  /** What the desktop's own dialog and settings call an action. */
  nameOf(action: BoundKey): string;
  /** Another key went down while a bare modifier is held. */
  onInterrupted(): void;
  /** It is no longer known which keys are down. */
  onLost(): void;
  /**
   * Conflicts have changed by themselves (the keyboard, the display, the observer), or the desktop's names for the keys
   * have.
   */
  onProblems(problems: ReadonlyMap<BoundKey, BindingProblem>): void;
}

/** What a desktop that assigns the keys itself reports about them. */
export interface DesktopKeys {
  /** The place where they can be changed. */
  hint(): Message;
  /** What triggers an action, in the words of the desktop. */
  trigger(action: BoundKey): string | null;
  /** It has a dialog of its own for them. */
  canConfigure(): boolean;
  /** Opens it. */
  configure(): Promise<void>;
}

/** Keys that work in every program. One implementation per platform, chosen once at start. */
export interface Hotkeys {
  readonly way: Shortcuts['way'];
  /** True if the desktop decides: each change may ask the user there, so no key is taken just for a moment. */
  readonly desktop?: DesktopKeys;
  /** Takes these keys and releases all others. Returns what prevents it. Never rejects. */
  bind(bindings: readonly Binding[]): Promise<ReadonlyMap<BoundKey, BindingProblem>>;
  close(): Promise<void>;
}

/** Creates the keys of this desktop, which report to the listener. */
export type CreateHotkeys = (events: KeyEvents) => Hotkeys;

export const noKeys: BindingProblem = {
  state: 'unavailable',
  problem: say('desktopLetsNoKeys'),
};

/** For systems where programs cannot take keys: Wayland without a portal, a machine without a screen. */
export const noHotkeys: CreateHotkeys = () => ({
  way: 'none',
  bind: (bindings) => Promise.resolve(new Map(bindings.map(({ action }) => [action, noKeys]))),
  close: () => Promise.resolve(),
});
