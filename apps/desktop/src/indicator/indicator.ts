import type { IndicatorAction, IndicatorView } from './indicator-view.ts';

/** Something small on the screen that shows the state of the recorder. It never takes the focus. */
export interface Indicator {
  /** Shows this view instead of the one before; undefined hides it. Never throws. */
  show(view: IndicatorView | undefined): void;
  close(): Promise<void>;
}

export interface IndicatorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onAction: (action: IndicatorAction) => void;
  /** It cannot show anything here, or not any more. */
  readonly onUnavailable: () => void;
}
