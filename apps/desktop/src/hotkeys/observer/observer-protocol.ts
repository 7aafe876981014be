import type { BareModifier } from '@quoth/contract';

/** For the observer: the keys that it may report. */
export interface ToObserver {
  readonly watch: readonly BareModifier[];
}

/**
 * From it: only those keys, with when it happened in milliseconds of the clock that all processes share (`process.hrtime`). `interrupted` says that some
 * other key went down while one of them was held, and not which.
 */
export type FromObserver =
  | { readonly type: 'ready' }
  | { readonly type: 'interrupted' }
  | { readonly type: 'down' | 'up'; readonly key: BareModifier; readonly at: number };
