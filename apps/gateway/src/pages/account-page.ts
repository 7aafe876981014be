import { html } from 'hono/html';
import { USAGE_DAYS, usageOf } from '../accounts/usage.ts';
import type { Gateway } from '../gateway.ts';
import { inUnits } from '../ledger/micro.ts';
import { logOutForm, page } from './page.ts';
import type { Session } from './sessions.ts';

/** What is left, and what it was used for. */
export async function accountPage(
  { accountId, accountName, balance, held }: Extract<Session, { kind: 'account' }>,
  { database, config }: Gateway,
): Promise<Response> {
  const usage = await usageOf(accountId, database);
  const rows = usage.map(
    (
      each,
    ) => html`<tr><td>${each.day}</td><td>${each.vendor}</td><td>${each.device ?? ''}</td><td class="number">${each.requests}</td>
<td class="number">${each.minutes === null ? '' : each.minutes.toFixed(2)}</td><td class="number">${inUnits(each.charge_micro)}</td></tr>`,
  );
  return page(
    `${accountName}: Quoth cloud`,
    html`<h1>${accountName}</h1>
<p class="balance">${inUnits(balance - held)} ${config.currency}</p>
<p class="soft">left to use${held > 0n ? html`; ${inUnits(held)} held for requests at work` : ''}</p>
<h2>Usage</h2>
<table><caption>Last ${USAGE_DAYS} days, newest first</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Vendor</th><th scope="col">Device</th><th scope="col" class="number">Requests</th>
<th scope="col" class="number">Minutes</th><th scope="col" class="number">${config.currency}</th></tr></thead>
<tbody>${rows.length === 0 ? html`<tr><td colspan="6">Nothing was used yet.</td></tr>` : rows}</tbody></table>
${logOutForm}`,
  );
}
