import * as z from 'zod';
import type { IndicatorView } from '../indicator-view.ts';

/** Where its middle is, as parts of the screen from 0 to 1, so that another resolution leaves it where it was. */
export const indicatorPlace = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type IndicatorPlace = z.output<typeof indicatorPlace>;

/** To the process that shows it. */
export interface ShowMessage {
  readonly view: IndicatorView;
  /** Where it was left; undefined: where it is, or the usual place. */
  readonly place?: IndicatorPlace | undefined;
}

/** From that process. */
export const indicatorMessage = z.union([
  z.object({ type: z.literal('shown') }),
  z.object({ type: z.literal('action'), action: z.enum(['stop', 'cancel']) }),
  z.object({ type: z.literal('moved'), place: indicatorPlace }),
]);
export type IndicatorMessage = z.output<typeof indicatorMessage>;
