import type { ShortcutAction } from '@quoth/contract';
import type { Binding, BindingProblem } from '../hotkeys.ts';

/** To the process that takes keys from the system. */
export type ToKeyHost =
  /** All wanted keys; answered with `bound` and the same number. */
  | { readonly type: 'bind'; readonly turn: number; readonly bindings: readonly Binding[] }
  /** The observer saw this bare modifier go down: report when it is up, in case the observer misses it. */
  | { readonly type: 'hold'; readonly action: ShortcutAction };

export type FromKeyHost =
  | {
      readonly type: 'bound';
      readonly turn: number;
      readonly problems: readonly (readonly [ShortcutAction, BindingProblem])[];
    }
  | { readonly type: 'down' | 'up'; readonly action: ShortcutAction };
