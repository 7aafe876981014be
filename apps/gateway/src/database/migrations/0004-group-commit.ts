/**
 * Claims requests together, and settles them together: one flush for all of them, and one lock on the row of an account, which is what limits an
 * account that many share. `entries` is a list of objects. The order of locks is that of every other statement:
 * requests, accounts, spending, and each of these by its id.
 *
 * The planner knows nothing of how long such a list is: without these settings it would read whole tables for it while they are small, and keep
 * to that when they have grown.
 */
const plansForLists =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off';

/**
 * New requests with their holds. One whose key is known is left out of the result. Where credit or a budget does not suffice for all of them,
 * all are taken back by an error that names what did not.
 */
export const claimTogether = `
create function claim_together(entries text) returns table (number int, balance bigint, held bigint)
language plpgsql ${plansForLists} as $$
#variable_conflict use_column
begin
return query
with entry as (
  select * from jsonb_to_recordset(entries::jsonb) as e (number int, id uuid, account_id uuid, token_id uuid, key_hash text,
    own_key boolean, fingerprint text, kind text, run uuid, lease_seconds float8, chosen text, device text, quantity bigint,
    hold bigint, total_budget bigint, daily_budget bigint)
), request as (
  insert into requests
    (id, account_id, token_id, key_hash, own_key, fingerprint, kind, state, fence, run, lease_until, chosen, device, quantity)
  select id, account_id, token_id, decode(key_hash, 'hex'), own_key, decode(fingerprint, 'hex'), kind, 'running', 1, run,
    clock_timestamp() + make_interval(secs => lease_seconds), chosen, device, quantity
  from entry
  -- In one order, so that two nodes that were sent the same requests wait for each other one way alone.
  order by key_hash
  on conflict (account_id, key_hash) do nothing
  returning id
), begun as (
  select e.* from entry e join request r on r.id = e.id
), today as (
  select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day
), locked as (
  select id from accounts where id in (select account_id from begun) order by id for update
), covered as (
  update accounts a set held = a.held + b.hold
  from (select account_id, sum(hold)::bigint as hold from begun join locked l on l.id = account_id group by account_id) b
  where a.id = b.account_id and a.closed_at is null and a.balance - a.held >= b.hold
  returning a.id, a.balance, a.held
), kept as (
  insert into reservations (request_id, fence, account_id, token_id, period, amount, state)
  select b.id, 1, b.account_id, b.token_id, day, b.hold, 'held' from begun b join covered c on c.id = b.account_id, today
), counted as (
  insert into spending (token_id, period, held)
  select b.token_id, p.period, sum(b.hold)::bigint
  from begun b join covered c on c.id = b.account_id, today,
    lateral (values ('total', b.total_budget), (day, b.daily_budget)) as p (period, budget)
  group by b.token_id, p.period
  having coalesce(sum(b.hold) <= min(p.budget), true)
  on conflict (token_id, period) do update set held = spending.held + excluded.held
  where coalesce(spending.spent + spending.held + excluded.held <= (
    select min(case excluded.period when 'total' then b.total_budget else b.daily_budget end)
    from begun b where b.token_id = excluded.token_id), true)
  returning period
), wanted as (
  select count(distinct token_id) as tokens from begun
)
select b.number, c.balance, c.held from begun b left join covered c on c.id = b.account_id, wanted
where case when c.id is null then refuse('unpaid')
  when (select count(*) from counted where period = 'total') < tokens then refuse('over_total_budget')
  when (select count(*) from counted) < 2 * tokens then refuse('over_daily_budget')
  else true end;
end $$;
`;

/**
 * Charges, keeps the answers, gives back what is left. Each is judged by itself: one whose fence is old, or that is done already, is left out
 * of the result, and nothing of it is written. The answers lie in `answers` one after the other, so many `bytes` each.
 */
export const settleTogether = `
create function settle_together(entries text, answers bytea)
returns table (number int, balance bigint, held bigint) language plpgsql ${plansForLists} as $$
#variable_conflict use_column
begin
perform from requests where id in (select request_id from jsonb_to_recordset(entries::jsonb) as e (request_id uuid))
  order by id for update;
perform from accounts where id in (select account_id from jsonb_to_recordset(entries::jsonb) as e (account_id uuid))
  order by id for update;
return query
with entry as (
  select *, 1 + sum(bytes) over (order by number) - bytes as start
  from jsonb_to_recordset(entries::jsonb) as e (number int, request_id uuid, fence int, vendor text, model text,
    price_id bigint, charge bigint, keep_seconds float8, bytes int, attempts jsonb)
), request as (
  update requests r set state = 'completed', vendor = e.vendor, model = e.model, price_id = e.price_id, charge = e.charge,
    finished_at = clock_timestamp()
  from entry e
  where r.id = e.request_id and r.fence = e.fence and r.state not in ('completed', 'failed')
  returning r.id, e.number, e.fence, e.price_id, e.charge, e.keep_seconds, e.start, e.bytes, e.attempts
), reservation as (
  update reservations r set state = 'settled' from request q
  where r.request_id = q.id and r.fence = q.fence and r.state = 'held'
  returning r.request_id, r.account_id, r.token_id, r.period, r.amount, q.number, q.fence, q.price_id, q.charge, q.keep_seconds,
    q.start, q.bytes, q.attempts
), account as (
  update accounts a set balance = a.balance - s.charge, held = a.held - s.amount
  from (
    select account_id, sum(charge)::bigint as charge, sum(amount)::bigint as amount from reservation group by account_id
  ) s
  where a.id = s.account_id
  returning a.id, a.balance, a.held
), spent as (
  update spending s set held = s.held - t.amount, spent = s.spent + t.charge
  from (
    select token_id, p.period, sum(amount)::bigint as amount, sum(charge)::bigint as charge
    from reservation, lateral (values ('total'), (reservation.period)) as p (period)
    group by token_id, p.period
  ) t, (select count(*) from account) as after
  where s.token_id = t.token_id and s.period = t.period
), transfer as (
  insert into transfers (kind, debit_account, credit_account, amount, request_id, price_id)
  select 'charge', account_id, '00000000-0000-0000-0000-000000000002', charge, request_id, price_id
  from reservation where charge > 0
), answer as (
  insert into answers (request_id, sealed, until)
  select request_id, substring(answers from start::int for bytes), clock_timestamp() + make_interval(secs => keep_seconds)
  from reservation
), tried as (
  insert into attempts (request_id, fence, number, vendor, model, outcome, milliseconds)
  select r.request_id, r.fence, t.number, t.vendor, t.model, t.outcome, t.milliseconds
  from reservation r, jsonb_to_recordset(r.attempts) as t (number int, vendor text, model text, outcome text, milliseconds int)
)
select r.number, a.balance, a.held from reservation r join account a on a.id = r.account_id;
end $$;
`;

export const groupCommit = `${claimTogether}${settleTogether}`;
