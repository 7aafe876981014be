import { html } from 'hono/html';
import type { Gateway } from '../gateway.ts';
import { inUnits } from '../ledger/micro.ts';
import { logOutForm, page } from './page.ts';

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

/** Accounts, vendors and what administrators did, for those who run the gateway. */
export async function operatorPage({ database, circuits, config, vendors }: Gateway): Promise<Response> {
  const accounts = await database.q<AccountRow>('listAccounts', [null, 200]);
  const outcomes = await database.q<OutcomeRow>('vendorOutcomes');
  const log = await database.q<LogRow>('adminLog', [50]);
  const known = await circuits.view();
  const used = vendors.filter(({ id }) => config.vendors[id] !== undefined);
  return page(
    'Operator: Quoth cloud',
    html`<h1>Quoth cloud</h1>
<h2>Vendors</h2>
<table><caption>Outcomes of the last 24 hours</caption>
<thead><tr><th scope="col">Vendor</th><th scope="col">State</th><th scope="col">Outcomes</th></tr></thead>
<tbody>${used.map(({ id, displayName }) => {
      const own = known.filter(({ vendor }) => vendor === id);
      const bad = own.filter(({ state }) => state !== 'closed');
      return html`<tr><td>${displayName}</td>
<td>${bad.length === 0 ? 'asked' : bad.map(({ kind, state, lastFailure }) => html`<span class="warn">${kind}: ${state === 'off' ? 'switched off' : 'left out'}${lastFailure === null ? '' : ` (${lastFailure})`}</span> `)}</td>
<td>${outcomes
        .filter(({ vendor }) => vendor === id)
        .map(({ outcome, count, median_ms }) => `${outcome} ${count} (${median_ms} ms)`)
        .join(', ')}</td></tr>`;
    })}</tbody></table>
<h2>Accounts</h2>
<table><thead><tr><th scope="col">Name</th><th scope="col">Id</th><th scope="col" class="number">Balance, ${config.currency}</th><th scope="col" class="number">Held</th></tr></thead>
<tbody>${accounts.map(
      ({ id, name, balance, held, closed_at }) =>
        html`<tr><td>${name}${closed_at === null ? '' : ' (closed)'}</td><td class="soft">${id}</td><td class="number">${inUnits(balance)}</td><td class="number">${inUnits(held)}</td></tr>`,
    )}</tbody></table>
<h2>What administrators did</h2>
<table><tbody>${log.map(({ at, actor, action }) => html`<tr><td>${at.toISOString()}</td><td>${actor}</td><td>${action}</td></tr>`)}</tbody></table>
${logOutForm}`,
  );
}
