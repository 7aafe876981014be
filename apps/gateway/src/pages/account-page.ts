import { html } from 'hono/html';
import { USAGE_DAYS, usageOf } from '../accounts/usage.ts';
import { speechChain, tiers } from '../chain/chains.ts';
import type { Gateway } from '../gateway.ts';
import { inUnits, type Micro } from '../ledger/micro.ts';
import { page } from './page.ts';
import type { Session } from './sessions.ts';
import { usageChart } from './usage-chart.ts';

/** The balance, how long it will last, and what was used. */
export async function accountPage(
  { accountId, accountName, balance, held }: Extract<Session, { kind: 'account' }>,
  gateway: Gateway,
): Promise<Response> {
  const { database, config, vendors } = gateway;
  const { currency } = config;
  const usage = await usageOf(accountId, database);
  const available = balance - held;
  const spent = usage.reduce((sum, each): Micro => sum + each.charge_micro, 0n);
  const minutes = usage.reduce((sum, each) => sum + (each.minutes ?? 0), 0);
  const prices = await tierPrices(gateway);
  const names = new Map(vendors.map(({ id, displayName }) => [id, displayName]));
  return page(
    `${accountName} · Quoth cloud`,
    html`<h1>${accountName}</h1>
<div class="card"><dl class="figures">
<div><dt>Left to use</dt><dd class="large">${inUnits(available)} <span>${currency}</span></dd></div>
<div><dt>Used in ${USAGE_DAYS} days</dt><dd class="large">${inUnits(spent)} <span>${currency}</span></dd></div>
<div><dt>Speech in ${USAGE_DAYS} days</dt><dd class="large">${minutes.toFixed(1)} <span>minutes</span></dd></div>
${held > 0n ? html`<div><dt>Held for requests at work</dt><dd class="large">${inUnits(held)} <span>${currency}</span></dd></div>` : ''}
</dl>${usageChart(usage, currency, USAGE_DAYS, Date.now())}</div>
${
  prices.length === 0
    ? ''
    : html`<h2>Prices</h2><p class="quiet small">The price of a minute of speech in each tier, and how many minutes your credit covers.</p>
<div class="wide"><table><thead><tr><th scope="col">Tier</th><th scope="col" class="more">Asks first</th><th scope="col" class="number">${currency} a minute</th><th scope="col" class="number">Minutes left</th></tr></thead>
<tbody>${prices.map(
        ({ tier, vendor, perMinute }) =>
          html`<tr><td>${tier}</td><td class="more">${names.get(vendor) ?? vendor}</td><td class="number">${inUnits(perMinute)}</td><td class="number">${perMinute === 0n ? 'any number' : String(available > 0n ? available / perMinute : 0n)}</td></tr>`,
      )}</tbody></table></div>`
}
<h2>Usage</h2><p class="quiet small">Last ${USAGE_DAYS} days, newest first.</p>
<div class="wide" tabindex="0" role="region" aria-label="Usage"><table>
<thead><tr><th scope="col">Day</th><th scope="col">Vendor</th><th scope="col" class="more">Device</th><th scope="col" class="number">Requests</th>
<th scope="col" class="number">Minutes</th><th scope="col" class="number">${currency}</th></tr></thead>
<tbody>${
      usage.length === 0
        ? html`<tr><td colspan="6" class="quiet">Nothing was used yet.</td></tr>`
        : usage.map(
            (each) =>
              html`<tr><td class="nowrap">${each.day}</td><td>${names.get(each.vendor) ?? each.vendor}</td><td class="more">${each.device ?? html`<span class="quiet">unknown</span>`}</td><td class="number">${each.requests}</td>
<td class="number">${each.minutes === null ? '' : each.minutes.toFixed(2)}</td><td class="number">${inUnits(each.charge_micro)}</td></tr>`,
          )
    }</tbody></table></div>`,
  );
}

async function tierPrices({ config, vendors, prices }: Gateway) {
  const known = await Promise.all(
    tiers.map(async (tier) => {
      const members = speechChain(tier, { vendors, tiers: config.tiers })?.members ?? [];
      for (const { vendor, model } of members) {
        const price = config.vendors[vendor] && (await prices.speech(vendor, model));
        if (price) return [{ tier, vendor, perMinute: price.perMinute }];
      }
      return [];
    }),
  );
  return known.flat();
}
