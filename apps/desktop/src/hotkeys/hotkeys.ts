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
  /** Nobody knows any more which keys are down. */
  onLost(): void;
  /** What stands in the way has changed by itself: the keyboard, the display or the observer. */
  onProblems(problems: ReadonlyMap<ShortcutAction, BindingProblem>): void;
}

/** Keys that work in every program. One implementation a platform, chosen once at start. */
export interface Hotkeys {
  readonly way: Shortcuts['way'];
  /** Takes these keys and gives back all others. Answers with what stands in the way. Never rejects. */
  bind(bindings: readonly Binding[]): Promise<ReadonlyMap<ShortcutAction, BindingProblem>>;
  close(): Promise<void>;
}

/** Makes the keys of this desktop; they tell what happens to the listener. */
export type CreateHotkeys = (events: KeyEvents) => Hotkeys;

/** Where programs cannot take keys: Wayland without a portal, a machine without a screen. */
export const noHotkeys: CreateHotkeys = () => ({
  way: 'none',
  bind: (bindings) =>
    Promise.resolve(
      new Map(
        bindings.map(({ action }) => [
          action,
          { state: 'unavailable', problem: 'This desktop lets no program take keys.' },
        ]),
      ),
    ),
  close: () => Promise.resolve(),
});
