import { bookStatements, ledgerStatements } from '../ledger/statements.ts';

/** Accounts and their tokens. */
const accountStatements = {
  addAccount: `
insert into accounts (id, name, kind, balance, held) values ($1::uuid, $2, 'customer', 0, 0) returning id, created_at`,

  listAccounts: `
select id, name, balance, held, created_at, closed_at from accounts
where kind = 'customer' and ($1::uuid is null or id > $1::uuid) order by id limit $2::int`,

  account: `
select id, name, balance, held, created_at, closed_at from accounts where id = $1::uuid and kind = 'customer'`,

  changeAccount: `
update accounts set name = coalesce($2, name),
  closed_at = case when $3::boolean is null then closed_at when $3::boolean then coalesce(closed_at, now()) end
where id = $1::uuid and kind = 'customer'
returning id, name, balance, held, created_at, closed_at`,

  addToken: `
insert into tokens (id, account_id, name, hash, hint, daily_budget, total_budget, requests_per_minute, concurrent_requests)
select $1::uuid, id, $3, $4::bytea, $5, $6::bigint, $7::bigint, $8::int, $9::int
from accounts where id = $2::uuid and kind = 'customer'
returning id, created_at`,

  listTokens: `
select t.id, t.account_id, t.name, t.hint, t.daily_budget, t.total_budget, t.requests_per_minute, t.concurrent_requests,
  t.created_at, t.revoked_at, coalesce(s.spent, 0)::bigint as spent, coalesce(d.spent, 0)::bigint as spent_today
from tokens t
left join spending s on s.token_id = t.id and s.period = 'total'
left join spending d on d.token_id = t.id and d.period = to_char(now() at time zone 'utc', 'YYYY-MM-DD')
where t.account_id = $1::uuid order by t.created_at`,

  changeToken: `
update tokens set name = coalesce($3, name),
  daily_budget = case when $4::boolean then $5::bigint else daily_budget end,
  total_budget = case when $6::boolean then $7::bigint else total_budget end,
  requests_per_minute = case when $8::boolean then $9::int else requests_per_minute end,
  concurrent_requests = case when $10::boolean then $11::int else concurrent_requests end
where account_id = $1::uuid and id = $2::uuid
returning id`,

  revokeToken: `
update tokens set revoked_at = coalesce(revoked_at, now()) where account_id = $1::uuid and id = $2::uuid returning id`,

  tokenByHash: `
select t.id as token_id, t.account_id, t.name as token_name, t.daily_budget, t.total_budget, t.requests_per_minute,
  t.concurrent_requests, a.name as account_name, a.balance, a.held
from tokens t join accounts a on a.id = t.account_id
where t.hash = $1::bytea and t.revoked_at is null and a.closed_at is null`,

  usageByDay: `
select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, coalesce(vendor, '') as vendor,
  coalesce(device, '') as device, kind, count(*)::int as requests, sum(charge)::bigint as charge,
  sum(quantity)::bigint as quantity
from requests
where account_id = $1::uuid and state = 'completed' and created_at >= now() - make_interval(days => $2::int)
group by 1, 2, 3, 4 order by 1 desc, 6 desc limit 1000`,
} as const;

/** Vendors' circuits, prices, nodes, sessions, the administrators' log. */
const operationStatements = {
  circuits: `
select vendor, kind, switched_on, failures, last_failure, last_failure_at,
  (extract(epoch from open_until) * 1000)::float8 as open_until,
  (extract(epoch from probe_until) * 1000)::float8 as probe_until, failing_account,
  (extract(epoch from clock_timestamp()) * 1000)::float8 as now
from vendors order by vendor, kind`,

  vendorFailed: `
insert into vendors (vendor, kind, failures, last_failure, last_failure_at, failing_account)
values ($1, $2, $3::int, $4, now(), $5::uuid)
on conflict (vendor, kind) do update set failures = greatest(vendors.failures + 1, $3::int), last_failure = $4,
  last_failure_at = now(), probe_until = null,
  -- Once it is several accounts', it stays so until the vendor is well.
  failing_account = case when vendors.failures = 0 or vendors.failing_account = $5::uuid then $5::uuid end
returning failures`,

  vendorOpened: `
update vendors set open_until = clock_timestamp() + make_interval(secs => $3::float8) where vendor = $1 and kind = $2`,

  vendorWell: `
update vendors set failures = 0, open_until = null, probe_until = null, failing_account = null
where vendor = $1 and kind = $2 and (failures > 0 or open_until is not null)`,

  vendorProbe: `
update vendors set probe_until = clock_timestamp() + interval '60 seconds'
where vendor = $1 and kind = $2 and open_until <= clock_timestamp()
  and (probe_until is null or probe_until <= clock_timestamp())
returning vendor`,

  switchVendor: `
insert into vendors (vendor, kind, switched_on) values ($1, $2, $3::boolean)
on conflict (vendor, kind) do update set switched_on = excluded.switched_on, failures = 0, open_until = null,
  failing_account = null`,

  vendorOutcomes: `
select vendor, outcome, count(*)::int as count, percentile_disc(0.5) within group (order by milliseconds)::int as median_ms
from attempts where at >= now() - interval '24 hours' group by vendor, outcome order by vendor, count desc`,

  addPrice: `
insert into prices (vendor, model, kind, effective_from, per_minute, minimum_seconds, rounding_seconds, per_million_input,
  per_million_output)
values ($1, $2, $3, coalesce($4::timestamptz, now()), $5::bigint, $6::int, $7::int, $8::bigint, $9::bigint)
on conflict (vendor, model, kind, effective_from) do nothing
returning id, effective_from`,

  // With the time by the one clock that all nodes share: no node decides by its own clock which price is today's.
  pricesNow: `
select id, vendor, model, kind, effective_from, per_minute, minimum_seconds, rounding_seconds, per_million_input,
  per_million_output, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
from prices order by vendor, model, effective_from desc, id desc`,

  prices: `
select id, vendor, model, kind, effective_from, per_minute, minimum_seconds, rounding_seconds, per_million_input,
  per_million_output from prices order by vendor, model, effective_from desc, id desc`,

  nodeSeen: `
insert into nodes (id, seen_at) values ($1::uuid, clock_timestamp())
on conflict (id) do update set seen_at = excluded.seen_at`,

  nodesAlive: `
select count(*)::int as count from nodes where seen_at > clock_timestamp() - interval '20 seconds'`,

  nodeGone: `delete from nodes where id = $1::uuid or seen_at < clock_timestamp() - interval '1 hour'`,

  ping: 'select 1 as one',

  logAdmin: `insert into admin_log (actor, action, details) values ($1, $2, $3::text::jsonb)`,

  adminLog: `select id, at, actor, action, details from admin_log order by id desc limit $1::int`,

  addSession: `
insert into sessions (hash, token_id, until) values ($1::bytea, $2::uuid, now() + make_interval(secs => $3::float8))`,

  session: `
select s.token_id, t.account_id, t.name as token_name, a.name as account_name, a.balance, a.held
from sessions s left join tokens t on t.id = s.token_id left join accounts a on a.id = t.account_id
where s.until > now() and ((s.hash = $1::bytea and t.revoked_at is null and a.closed_at is null and s.token_id is not null)
  or (s.hash = $2::bytea and s.token_id is null))`,

  endSession: 'delete from sessions where hash in ($1::bytea, $2::bytea)',

  forgetSessions: 'delete from sessions where until < now()',

  loginFailed: `
insert into login_failures (source, minute, count) values ($1, date_trunc('minute', now()), 1)
on conflict (source, minute) do update set count = login_failures.count + 1`,

  loginFailures: `
select coalesce(sum(count), 0)::int as count from login_failures
where source = $1 and minute > now() - interval '10 minutes'`,

  forgetLoginFailures: `delete from login_failures where minute < now() - interval '1 hour'`,
} as const;

/** Every statement by its name. */
export const statements = {
  ...accountStatements,
  ...ledgerStatements,
  ...operationStatements,
  ...bookStatements,
} as const;

export type StatementName = keyof typeof statements;
export type Statements = Readonly<Record<StatementName, string>>;
