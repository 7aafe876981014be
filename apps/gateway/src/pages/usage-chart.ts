import { html } from 'hono/html';
import type { Usage } from '../accounts/usage.ts';
import { inUnits, type Micro } from '../ledger/micro.ts';

const DAY_MS = 24 * 3_600_000;
const HEIGHT = 72;
const BAR = 10;

/** The cost of each of the last days as bars; every bar has its day and amount as a tooltip and for screen readers. */
export function usageChart(usage: readonly Usage[], currency: string, days: number, now: number) {
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const own = usage.filter((each) => each.day === day);
    return { day, charge: own.reduce((sum, each): Micro => sum + each.charge_micro, 0n) };
  });
  const most = bars.reduce((sum, { charge }) => Math.max(sum, Number(charge)), 1);
  return html`<svg class="chart" viewBox="0 0 ${days * BAR - 3} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Cost of each of the last ${days} days">${bars.map(
    ({ day, charge }, index) => {
      const height = charge === 0n ? 1 : Math.max(2, Math.round((Number(charge) / most) * HEIGHT));
      return html`<rect class="${charge === 0n ? 'none' : ''}" x="${index * BAR}" y="${HEIGHT - height}" width="${BAR - 3}" height="${height}"><title>${day}: ${inUnits(charge)} ${currency}</title></rect>`;
    },
  )}</svg><p class="ends"><span>${bars[0]?.day}</span><span>${bars.at(-1)?.day}</span></p>`;
}
