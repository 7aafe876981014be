import type { ShortcutAction } from '@quoth/contract';
import type { Binding, BindingProblem } from '../hotkeys.ts';

/** To the process that takes keys from the system. */
export type ToKeyHost =
  /** All keys that are wanted; answered with `bound` under the same number. */
  | { readonly type: 'bind'; readonly turn: number; readonly bindings: readonly Binding[] }
  /** The observer saw this bare modifier go down: tell when it is up, should the observer miss it. */
  | { readonly type: 'hold'; readonly action: ShortcutAction };

export type FromKeyHost =
  | {
      readonly type: 'bound';
      readonly turn: number;
      readonly problems: readonly (readonly [ShortcutAction, BindingProblem])[];
    }
  | { readonly type: 'down' | 'up'; readonly action: ShortcutAction };
