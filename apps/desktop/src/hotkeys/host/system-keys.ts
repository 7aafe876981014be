import type { KeyCombination } from '@quoth/contract';
import type { BindingProblem } from '../hotkeys.ts';

/** A key that was registered went down, or up where the system tells that too. */
export interface KeyPress {
  readonly id: number;
  readonly isDown: boolean;
}

/** Keys as macOS and Windows give them to programs. All calls come from one thread: that is whose keys they are. */
export interface SystemKeys {
  /** True if the system reports releases, too; otherwise they are found by polling. */
  readonly tellsReleases: boolean;
  /** Takes a combination from all other programs. `id` is 1 to 0xBFFF. Answers with what stands in the way. */
  register(id: number, keys: KeyCombination): BindingProblem | undefined;
  unregister(id: number): void;
  /** What keeps bare modifiers from being observed; undefined where nothing does. */
  observingProblem(): BindingProblem | undefined;
  /** True where this key, by our name, is physically down, as far as the system lets us see. */
  isDown(key: string): boolean;
  /** Waits for the system's messages, `ms` at most, and gives out what they say. Blocks its thread. */
  wait(ms: number): readonly KeyPress[];
}
