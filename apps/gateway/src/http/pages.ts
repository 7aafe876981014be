import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ownFile } from '@quoth/processes/places';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { callerRow } from '../ledger/callers.ts';
import { inUnits, type Micro } from '../ledger/prices.ts';
import { ownCommand } from '../read-config.ts';
import { speechChain, tiers } from '../relay/chains.ts';
import { isAdminKey } from './administration.ts';
import type { RouteContext, RouteEnvironment } from './answers.ts';
import { bodyChunks } from './bodies.ts';
import { addressOf } from './callers.ts';
import { limitPages } from './guards.ts';
import { USAGE_DAYS, type Usage, usageOf } from './reads.ts';
import { type Session, Sessions } from './sessions.ts';

const FORM_BYTES = 4_096;

/**
 * Pages for people: an account's own, and the operator's. They work without JavaScript; every POST must come from one
 * of our pages.
 */
export function pageRoutes(gateway: Gateway): Hono<RouteEnvironment> {
  const sessions = new Sessions(gateway.database, gateway.config.adminKey);
  const app = new Hono<RouteEnvironment>();
  app.get('/', async (context) => {
    limitPages(context, gateway);
    const session = await sessions.of(context.req.header('cookie'));
    if (!session) return logInPage();
    return session.kind === 'admin' ? seeOther('/operator') : accountPage(session, gateway);
  });
  app.get('/operator', async (context) => {
    limitPages(context, gateway);
    const session = await sessions.of(context.req.header('cookie'));
    return session?.kind === 'admin' ? operatorPage(gateway) : seeOther('/');
  });
  app.post('/login', async (context) => {
    refuseForeign(context);
    limitPages(context, gateway);
    const source = addressOf(context, gateway.config.behindProxy);
    const secret = await secretOf(context, gateway);
    // Asked first: a secret that is still compared is still guessed. Who has a session stays logged in.
    if (await sessions.isLockedOut(source)) return logInPage('Too many attempts. Wait ten minutes.', 429);
    if (isAdminKey(secret, gateway)) return seeOther('/operator', await sessions.begin(null));
    const caller = await callerRow(secret, gateway.database);
    if (caller) return seeOther('/', await sessions.begin(caller.token_id));
    await sessions.failed(source);
    return logInPage('This token or key is wrong.', 401);
  });
  app.post('/logout', async (context) => {
    refuseForeign(context);
    limitPages(context, gateway);
    return seeOther('/', await sessions.end(context.req.header('cookie')));
  });
  return app;
}

/** Browsers send the origin with every POST. */
function refuseForeign(context: RouteContext): void {
  const origin = URL.parse(context.req.header('origin') ?? '');
  const site = context.req.header('sec-fetch-site');
  const isOurs = origin !== null && origin.host === context.req.header('host');
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw new GatewayError('forbidden_origin');
}

async function secretOf(context: RouteContext, { config }: Gateway): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyChunks(context.env.incoming, FORM_BYTES, config.limits.idleSeconds * 1_000))
    chunks.push(chunk);
  return (new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('secret') ?? '').trim();
}

function seeOther(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  });
}

/** The balance, how long it will last, and what was used. */
async function accountPage(
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
${held > 0n ? html`<div><dt>Held for requests in progress</dt><dd class="large">${inUnits(held)} <span>${currency}</span></dd></div>` : ''}
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

const MAX_ACCOUNTS = 200;

/** Accounts, vendors and what administrators did, for those who run the gateway. */
async function operatorPage({ database, circuits, config, vendors }: Gateway): Promise<Response> {
  const accounts = await database.q<AccountRow>('listAccounts', [null, MAX_ACCOUNTS]);
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
<div><dt>Accounts</dt><dd>${accounts.length === MAX_ACCOUNTS ? `${MAX_ACCOUNTS} and more` : accounts.length}</dd></div>
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
        ? html`<tr><td colspan="4" class="quiet">There is no account yet: ${ownCommand} add-account NAME</td></tr>`
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

const DAY_MS = 24 * 3_600_000;
const HEIGHT = 72;
const BAR = 10;

/** The cost of each of the last days as bars; every bar has its day and amount as a tooltip and for screen readers. */
function usageChart(usage: readonly Usage[], currency: string, days: number, now: number) {
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

type Content = ReturnType<typeof html>;

/** A whole page; `bar`: with the bar for logging out. Values inserted by `html` are escaped. */
async function page(title: string, content: Content, { status = 200, bar = true } = {}): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title><style>${raw(style)}</style></head>
<body>${bar ? logOutBar : ''}<main>${content}</main></body></html>`;
  return new Response(String(text), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy,
      // Without it browsers say "null" of where a form comes from.
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
    },
  });
}

/** The form for a key or a token. */
function logInPage(problem?: string, status = 200): Promise<Response> {
  return page(
    'Log in · Quoth cloud',
    html`<div class="enter"><h1>Quoth cloud</h1>
<p class="quiet">Your balance, and what it was used for.</p>
<div class="card">${problem === undefined ? '' : html`<p class="warn" role="alert">${problem}</p>`}
<form method="post" action="/login">
<p><label for="secret">Your token, or the admin key</label>
<input id="secret" name="secret" type="password" autocomplete="current-password" required maxlength="200" autofocus></p>
<button>Log in</button></form></div></div>`,
    { status, bar: false },
  );
}

const logOutBar = html`<header><p>Quoth cloud</p><form method="post" action="/logout"><button class="plain">Log out</button></form></header>`;

/** The window's colours by their names; what follows `@theme` is only for its build. */
const tokens = readFileSync(ownFile('../../../../packages/ui/src/design/tokens.css', import.meta.url), 'utf8')
  .split('@theme')[0]
  ?.replace(/\/\*[\s\S]*?\*\//g, '')
  .trim();

/** The look of the window, reduced to what a page without scripts needs. */
const style = `
${tokens}
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 14px/20px system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; -webkit-font-smoothing: antialiased; overflow-wrap: break-word; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; max-width: 920px; margin: 0 auto; padding: 16px 20px; }
header p { margin: 0; font-weight: 600; }
main { max-width: 920px; margin: 0 auto; padding: 8px 20px 64px; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; margin: 0 0 4px; }
h2 { font-size: 15px; line-height: 20px; font-weight: 600; margin: 40px 0 4px; }
p { margin: 0 0 12px; }
.quiet { color: var(--text-quiet); } .small { font-size: 13px; line-height: 18px; }
.card { background: var(--surface-raised); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0 0; }
.figures { display: flex; flex-wrap: wrap; gap: 16px 40px; margin: 0; }
.figures div { min-width: 120px; } .figures dt { color: var(--text-quiet); font-size: 13px; line-height: 18px; }
.figures dd { margin: 2px 0 0; font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures .large { font-size: 28px; line-height: 36px; } .figures dd span { font-size: 13px; font-weight: 400; color: var(--text-quiet); }
.chart { display: block; width: 100%; height: 72px; margin-top: 20px; } .chart rect { fill: var(--accent); } .chart .none { fill: var(--line); }
.ends { display: flex; justify-content: space-between; margin: 6px 0 0; color: var(--text-quiet); font-size: 12px; line-height: 16px; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; background: var(--surface-raised); border: 1px solid var(--line); border-radius: 12px; margin-top: 12px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 10px 16px; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; font-size: 13px; line-height: 18px; font-weight: 500; color: var(--text-quiet); white-space: nowrap; }
tbody:first-child tr:first-child td { border-top: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 12px; color: var(--text-quiet); }
.nowrap { white-space: nowrap; }
.state { display: flex; align-items: baseline; gap: 6px; } .state::before { content: ""; flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--success); }
.state.bad::before { background: var(--warning); border-radius: 2px; } .state.off::before { background: transparent; border: 1.5px solid var(--text-quiet); }
.warn { color: var(--warning); background: var(--warning-soft); border-radius: 8px; padding: 10px 12px; }
.enter { max-width: 400px; margin: 12vh auto 0; } label { display: block; font-size: 13px; line-height: 18px; margin-bottom: 6px; }
input { font: inherit; width: 100%; height: 36px; padding: 0 12px; border: 1px solid var(--line-control); border-radius: 8px; background: var(--surface); color: inherit; }
button { font: inherit; height: 36px; padding: 0 16px; border: 1px solid transparent; border-radius: 8px; background: var(--accent); color: var(--on-accent); cursor: default; }
button:hover { background: var(--accent-hover); }
button.plain { height: 32px; padding: 0 12px; background: transparent; border-color: var(--line); color: var(--text); } button.plain:hover { background: var(--hover); }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
@media (max-width: 560px) { main, header { padding-left: 16px; padding-right: 16px; } th, td { padding: 10px 12px; } .card { padding: 16px; } .more { display: none; }
.figures { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; } .figures div { min-width: 0; } .figures .large { font-size: 24px; line-height: 32px; } }
`;

/** Loads nothing, runs nothing, sends forms only here, and cannot be framed. */
const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
