import { html } from 'hono/html';
import type { Gateway } from '../gateway.ts';
import { inUnits } from '../ledger/micro.ts';
import { page } from './page.ts';

interface AccountRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly balance: bigint;
  readonly held: bigint;
  readonly closed_at: Date | null;
}

interface OutcomeRow extends Record<string, unknown> {
  readonly vendor: string;
  readonly outcome: string;
  readonly count: number;
  readonly median_ms: number;
}

interface LogRow extends Record<string, unknown> {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
}

const MOST_ACCOUNTS = 200;

/** Accounts, vendors and what administrators did, for those who run the gateway. */
export async function operatorPage({ database, circuits, config, vendors }: Gateway): Promise<Response> {
  const accounts = await database.q<AccountRow>('listAccounts', [null, MOST_ACCOUNTS]);
  const outcomes = await database.q<OutcomeRow>('vendorOutcomes');
  const log = await database.q<LogRow>('adminLog', [50]);
  const known = await circuits.view();
  const used = vendors.filter(({ id }) => config.vendors[id] !== undefined);
  const leftOut = used.filter(({ id }) =>
    known.some((each) => each.vendor === id && each.state !== 'closed'),
  );
  const asked = outcomes.reduce((sum, { count }) => sum + count, 0);
  const { currency } = config;
  return page(
    'Operator · Quoth cloud',
    html`<h1>Operator</h1>
<div class="card"><dl class="figures">
<div><dt>Accounts</dt><dd>${accounts.length === MOST_ACCOUNTS ? `${MOST_ACCOUNTS} and more` : accounts.length}</dd></div>
<div><dt>Vendors with a key</dt><dd>${used.length}</dd></div>
<div><dt>Vendors skipped now</dt><dd>${leftOut.length}</dd></div>
<div><dt>Attempts in 24 hours</dt><dd>${asked}</dd></div>
</dl></div>
<h2>Vendors</h2><p class="quiet small">Outcomes of the attempts in the last 24 hours, each with its median time.</p>
<div class="wide" tabindex="0" role="region" aria-label="Vendors"><table>
<thead><tr><th scope="col">Vendor</th><th scope="col">State</th><th scope="col">Outcomes</th></tr></thead>
<tbody>${
      used.length === 0
        ? html`<tr><td colspan="3" class="quiet">No vendor has a key yet.</td></tr>`
        : used.map(({ id, displayName }) => {
            const own = known.filter(({ vendor, state }) => vendor === id && state !== 'closed');
            return html`<tr><td class="nowrap">${displayName}</td><td>${own.length === 0 ? html`<span class="state">Available</span>` : own.map(({ kind, state, lastFailure, onlyAccount }) => html`<span class="state ${state === 'off' ? 'off' : 'bad'}">${state === 'off' ? `Switched off for ${kind}` : `Skipped for ${kind}${onlyAccount === null ? '' : ' of one account'}${lastFailure === null ? '' : `: ${lastFailure}`}`}</span> `)}</td>
<td>${outcomes
              .filter(({ vendor }) => vendor === id)
              .map(({ outcome, count, median_ms }) => `${outcome} ${count} (${median_ms} ms)`)
              .join(', ')}</td></tr>`;
          })
    }</tbody></table></div>
<h2>Accounts</h2>
<div class="wide" tabindex="0" role="region" aria-label="Accounts"><table>
<thead><tr><th scope="col">Name</th><th scope="col" class="more">Id</th><th scope="col" class="number">Balance, ${currency}</th><th scope="col" class="number">Held</th></tr></thead>
<tbody>${
      accounts.length === 0
        ? html`<tr><td colspan="4" class="quiet">There is no account yet: quoth gateway add-account NAME</td></tr>`
        : accounts.map(
            ({ id, name, balance, held, closed_at }) =>
              html`<tr><td>${name}${closed_at === null ? '' : html` <span class="quiet">closed</span>`}</td><td class="mono more">${id}</td><td class="number">${inUnits(balance)}</td><td class="number">${inUnits(held)}</td></tr>`,
          )
    }</tbody></table></div>
<h2>Administrators’ log</h2><p class="quiet small">The last 50 changes; times in UTC.</p>
<div class="wide" tabindex="0" role="region" aria-label="Administrators’ log"><table><tbody>${
      log.length === 0
        ? html`<tr><td class="quiet">Nothing yet.</td></tr>`
        : log.map(
            ({ at, actor, action }) =>
              html`<tr><td class="number">${at.toISOString().slice(0, 19).replace('T', ' ')}</td><td>${action}</td><td class="quiet">${actor}</td></tr>`,
          )
    }</tbody></table></div>`,
  );
}
