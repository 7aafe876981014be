import type { KeyCombination } from '@quoth/contract';
import type { BindingProblem } from '../hotkeys.ts';

/** A registered key went down, or up if the system reports that too. */
export interface KeyPress {
  readonly id: number;
  readonly isDown: boolean;
}

/** Keys as macOS and Windows give them to programs. All calls come from one thread, to which the keys belong. */
export interface SystemKeys {
  /** True if the system reports releases, too; otherwise they are found by polling. */
  readonly tellsReleases: boolean;
  /** Takes a combination from all other programs. `id` is 1 to 0xBFFF. Returns what prevents it, if anything does. */
  register(id: number, keys: KeyCombination): BindingProblem | undefined;
  unregister(id: number): void;
  /** What prevents bare modifiers from being observed; undefined if nothing does. */
  observingProblem(): BindingProblem | undefined;
  /** True if this key, by our name, is physically down, as far as the system lets us see. */
  isDown(key: string): boolean;
  /** Waits for the system's messages, `ms` at most, and reports them. Blocks its thread. */
  wait(ms: number): readonly KeyPress[];
}
