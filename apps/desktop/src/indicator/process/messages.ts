import * as z from 'zod';
import { type IndicatorView, indicatorActions } from '../indicator-view.ts';

/** Position of its centre, as a share of the screen from 0 to 1, so that it stays in place if the resolution changes. */
export const indicatorPlace = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type IndicatorPlace = z.output<typeof indicatorPlace>;

/** To the process that shows it. */
export interface ShowMessage {
  readonly view: IndicatorView;
  /** Where it was left; undefined: the current position, or the default. */
  readonly place?: IndicatorPlace | undefined;
}

/** From that process. */
export const indicatorMessage = z.union([
  z.object({ type: z.literal('shown') }),
  z.object({ type: z.literal('action'), action: z.enum(indicatorActions) }),
  z.object({ type: z.literal('moved'), place: indicatorPlace }),
]);
export type IndicatorMessage = z.output<typeof indicatorMessage>;
