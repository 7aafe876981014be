/**
 * The statements that move money. Each outcome of a request is one statement, so that it is atomic; all of them lock
 * requests, accounts and spending in this order, and several of a kind by their id. Leases are judged only by the
 * database's clock.
 */
export const ledgerStatements = {
  // A hold that a crash undoes was never settled, and is claimed again: it need not wait for the disk. The settlement
  // does.
  claim: `
select number, balance, held, set_config('synchronous_commit', 'off', true) as unflushed from claim_together($1::text)`,

  claimed: `
select id, fingerprint, own_key, state, fence, run,
  greatest(0, extract(epoch from lease_until - clock_timestamp()) * 1000)::float8 as lease_ms
from requests where account_id = $1::uuid and key_hash = $2::bytea
for update`,

  // Apart from \`claimed\`, and after it: who waited there for a settlement gets the request as that left it, but of
  // every other table what was there before the wait (postgresql.org/docs/current/transaction-iso.html, "Read
  // Committed"), and so no answer.
  answer: 'select sealed from answers where request_id = $1::uuid and until > clock_timestamp()',

  forgetKey: 'update requests set key_hash = null where id = $1::uuid',

  takeOver: `
with taken as (
  update requests set fence = fence + 1, run = $2::uuid, state = 'running', finished_at = null, token_id = $3::uuid,
    lease_until = clock_timestamp() + make_interval(secs => $4::float8), chosen = $5, device = $6, quantity = $7::bigint
  where id = $1::uuid returning fence
), old as (
  update reservations set state = 'released' where request_id = $1::uuid and state = 'held'
  returning account_id, token_id, period, amount
), freed as (
  update accounts a set held = a.held - o.amount from old o where a.id = o.account_id returning a.id
), unspent as (
  update spending s set held = s.held - o.amount from old o, freed
  where s.token_id = o.token_id and s.period in ('total', o.period)
)
select fence from taken`,

  // For a request that was taken over: within the credit of its account and the budgets of its token.
  hold: `
with today as (
  select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day
), covered as (
  update accounts set held = held + $3::bigint
  where id = $1::uuid and closed_at is null and balance - held >= $3::bigint
  returning balance, held
), kept as (
  insert into reservations (request_id, fence, account_id, token_id, period, amount, state)
  select $4::uuid, $5::int, $1::uuid, $2::uuid, day, $3::bigint, 'held' from covered, today
), counted as (
  insert into spending (token_id, period, held)
  select $2::uuid, p.period, $3::bigint
  from covered, today, lateral (values ('total', $6::bigint), (day, $7::bigint)) as p (period, budget)
  where p.budget is null or $3::bigint <= p.budget
  on conflict (token_id, period) do update set held = spending.held + excluded.held
  where coalesce(case spending.period when 'total' then $6::bigint else $7::bigint end
    >= spending.spent + spending.held + excluded.held, true)
  returning period
)
select case when not exists (select from covered) then refuse('unpaid')
    when not exists (select from counted where period = 'total') then refuse('over_total_budget')
    when (select count(*) from counted) < 2 then refuse('over_daily_budget')
    else true end as granted,
  (select balance from covered), (select held from covered)`,

  extendLeases: `
with ours as (
  select id from requests where run = any($1::uuid[]) and id = any($3::uuid[]) and state = 'running' order by id for update
)
update requests r set lease_until = clock_timestamp() + make_interval(secs => $2::float8) from ours where r.id = ours.id
returning r.run`,

  settle: 'select number, balance, held from settle_together($1::text, $2::bytea)',

  release: `
with request as (
  update requests set state = 'failed', finished_at = clock_timestamp()
  where id = $1::uuid and fence = $2::int and state not in ('completed', 'failed')
  returning id
), reservation as (
  update reservations r set state = 'released' from request
  where r.request_id = request.id and r.fence = $2::int and r.state = 'held'
  returning r.request_id, r.account_id, r.token_id, r.period, r.amount
), account as (
  update accounts a set held = a.held - r.amount from reservation r where a.id = r.account_id
  returning a.id, a.balance, a.held
), unspent as (
  update spending s set held = s.held - r.amount from reservation r, account
  where s.token_id = r.token_id and s.period in ('total', r.period)
), tried as (
  insert into attempts (request_id, fence, number, vendor, model, outcome, milliseconds)
  select r.request_id, $2::int, t.number, t.vendor, t.model, t.outcome, t.milliseconds
  from reservation r, jsonb_to_recordset($3::text::jsonb)
    as t (number int, vendor text, model text, outcome text, milliseconds int)
)
select balance, held from account`,

  outcome: `
select r.state, r.fence, r.charge, a.balance, a.held from requests r join accounts a on a.id = r.account_id
where r.id = $1::uuid`,

  delivered: `
with request as (
  update requests set delivered_at = coalesce(delivered_at, clock_timestamp()),
    key_hash = case when own_key then key_hash end
  where id = $1::uuid and state = 'completed'
  returning id, own_key
)
delete from answers using request where request_id = request.id and not request.own_key`,

  sweep: `
with dead as (
  select id from requests where finished_at is null and lease_until < clock_timestamp()
  order by lease_until limit 200 for update skip locked
), request as (
  update requests r set state = 'failed', finished_at = clock_timestamp() from dead where r.id = dead.id
  returning r.id
), reservation as (
  update reservations r set state = 'released' from request where r.request_id = request.id and r.state = 'held'
  returning r.account_id, r.token_id, r.period, r.amount
), locked as (
  select id from accounts where id in (select account_id from reservation) order by id for update
), account as (
  update accounts a set held = a.held - s.amount
  from (
    select account_id, sum(amount)::bigint as amount from reservation join locked l on l.id = account_id group by account_id
  ) s
  where a.id = s.account_id
  returning a.id
), unspent as (
  update spending s set held = s.held - t.amount
  from (
    select token_id, p.period, sum(amount)::bigint as amount
    from reservation, lateral (values ('total'), (reservation.period)) as p (period)
    group by token_id, p.period
  ) t, (select count(*) from account) as after
  where s.token_id = t.token_id and s.period = t.period
)
select count(*)::int as ended from request`,

  // Both in batches: a long statement would hold up claims and settlements meanwhile.
  purgeAnswers: `
with gone as (
  delete from answers where request_id in (
    select request_id from answers where until < clock_timestamp() order by until limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as count from gone`,

  forgetOldKeys: `
with gone as (
  update requests set key_hash = null where id in (
    select id from requests where key_hash is not null and finished_at < now() - interval '90 days'
    order by finished_at limit 1000 for update skip locked)
  returning 1
)
select count(*)::int as count from gone`,

  grant: `
with transfer as (
  insert into transfers (kind, debit_account, credit_account, amount, grant_key, note)
  select 'grant', '00000000-0000-0000-0000-000000000001', id, $2::bigint, $3, $4
  from accounts where id = $1::uuid and kind = 'customer' and closed_at is null
  on conflict (credit_account, grant_key) do nothing
  returning id, credit_account, amount
)
update accounts a set balance = a.balance + t.amount from transfer t where a.id = t.credit_account
returning t.id, a.balance, a.held`,

  granted: `
select t.id, t.amount, a.balance, a.held from transfers t join accounts a on a.id = t.credit_account
where t.credit_account = $1::uuid and t.grant_key = $2`,

  reverse: `
with charge as (
  select debit_account, request_id, price_id from transfers
  where request_id = $1::uuid and kind = 'charge' and amount >= $2::bigint
), transfer as (
  insert into transfers (kind, debit_account, credit_account, amount, request_id, price_id, note)
  select 'reversal', '00000000-0000-0000-0000-000000000002', debit_account, $2::bigint, request_id, price_id, $3 from charge
  on conflict (request_id, kind) do nothing
  returning id, credit_account, amount
)
update accounts a set balance = a.balance + t.amount from transfer t where a.id = t.credit_account
returning t.id, a.balance, a.held`,

  transfersOfRequest: `
select id, kind, debit_account, credit_account, amount, created_at from transfers where request_id = $1::uuid order by id`,
} as const;

/** Queries for what must never exist. Each returns rows only if the books are wrong; the first column names the row. */
export const bookStatements = {
  'books: a balance is not the sum of its transfers': `
select a.id::text from accounts a where a.kind = 'customer' and a.balance <>
  coalesce((select sum(amount) from transfers t where t.credit_account = a.id), 0) -
  coalesce((select sum(amount) from transfers t where t.debit_account = a.id), 0)`,
  'books: what is held is not the sum of its reservations': `
select a.id::text from accounts a where a.kind = 'customer' and a.held <>
  coalesce((select sum(amount) from reservations r where r.account_id = a.id and r.state = 'held'), 0)`,
  'books: a balance is below what is held': `
select id::text from accounts where kind = 'customer' and balance < held`,
  'books: a completed request has not exactly its one charge': `
select r.id::text from requests r where r.state = 'completed' and
  (select coalesce(sum(amount), 0) * 10 + count(*) from transfers t where t.request_id = r.id and t.kind = 'charge')
  <> r.charge * 10 + case when r.charge > 0 then 1 else 0 end`,
  'books: a request without an answer has a charge': `
select t.request_id::text from transfers t left join requests r on r.id = t.request_id
where t.kind = 'charge' and (r.id is null or r.state <> 'completed')`,
  'books: a completed request has not exactly one settled reservation, of its own fence': `
select r.id::text from requests r where r.state = 'completed' and
  (select count(*) from reservations v where v.request_id = r.id and v.state = 'settled' and v.fence = r.fence
    and v.amount >= r.charge) <> 1`,
  'books: a finished request still holds credit': `
select r.id::text from requests r join reservations v on v.request_id = r.id
where r.finished_at is not null and v.state = 'held'`,
  'books: a running request holds nothing': `
select r.id::text from requests r where r.state = 'running' and not exists
  (select from reservations v where v.request_id = r.id and v.fence = r.fence and v.state = 'held')`,
  'books: a reversal is above its charge': `
select v.request_id::text from transfers v where v.kind = 'reversal' and v.amount >
  coalesce((select amount from transfers c where c.request_id = v.request_id and c.kind = 'charge'), 0)`,
  'books: an amount went between accounts that are not there': `
select t.id::text from transfers t where not exists (select from accounts a where a.id = t.debit_account)
  or not exists (select from accounts a where a.id = t.credit_account)`,
  "books: a token's spending is not what its requests cost": `
select s.token_id::text from spending s where s.period = 'total' and
  (s.spent <> coalesce((select sum(r.charge) from requests r join reservations v on v.request_id = r.id and v.state = 'settled'
    where v.token_id = s.token_id), 0)
  or s.held <> coalesce((select sum(v.amount) from reservations v where v.token_id = s.token_id and v.state = 'held'), 0))`,
  "books: a token's days do not add up": `
select t.token_id::text from spending t where t.period = 'total' and (t.spent, t.held) <>
  (select coalesce(sum(d.spent), 0), coalesce(sum(d.held), 0) from spending d
   where d.token_id = t.token_id and d.period <> 'total')`,
} as const;
