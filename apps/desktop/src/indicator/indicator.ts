import type { IndicatorAction, IndicatorView } from './indicator-view.ts';

/** Something small on the screen that says how the recorder stands. It never takes the focus. */
export interface Indicator {
  /** Shows this instead of what it showed; undefined takes it away. Never throws. */
  show(view: IndicatorView | undefined): void;
  close(): Promise<void>;
}

export interface IndicatorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onAction: (action: IndicatorAction) => void;
  /** It can show nothing here, or not any more. */
  readonly onUnavailable: () => void;
}
