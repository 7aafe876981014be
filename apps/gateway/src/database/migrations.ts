/**
 * Accounts, requests and the books. Money is whole micro-units. What is written to `transfers` and `prices` is never
 * changed; a balance that would fall below what is held is refused by a constraint. Rows that every request would share
 * (revenue, a price, a token) are not referenced by foreign keys from the tables of the hot path: each insert would
 * lock them; `bookStatements` look instead.
 */
const books = `
create table accounts (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('customer', 'system')),
  -- Customers' alone: a system account is the sum of its transfers, so that no row is written by everybody.
  balance bigint,
  held bigint,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint accounts_kind check ((kind = 'customer') = (balance is not null and held is not null)),
  constraint accounts_held check (held >= 0),
  constraint accounts_covered check (balance - held >= 0)
);
insert into accounts (id, name, kind) values
  ('00000000-0000-0000-0000-000000000001', 'credit granted', 'system'),
  ('00000000-0000-0000-0000-000000000002', 'revenue', 'system');

create table tokens (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of 32 random bytes: nothing to guess, so nothing slow is needed.
  hash bytea not null unique,
  -- The first characters, to tell tokens apart in a list.
  hint text not null,
  daily_budget bigint check (daily_budget >= 0),
  total_budget bigint check (total_budget >= 0),
  requests_per_minute integer check (requests_per_minute > 0),
  concurrent_requests integer check (concurrent_requests > 0),
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index tokens_by_account on tokens (account_id);

-- What a token has spent and holds: in all, and on each day (UTC).
create table spending (
  token_id uuid not null,
  period text not null,
  held bigint not null default 0 check (held >= 0),
  spent bigint not null default 0 check (spent >= 0),
  primary key (token_id, period)
);

create table prices (
  id bigint generated always as identity primary key,
  vendor text not null,
  -- '*' for every model of the vendor that has no price of its own.
  model text not null,
  kind text not null check (kind in ('speech', 'text')),
  effective_from timestamptz not null,
  per_minute bigint check (per_minute >= 0),
  minimum_seconds integer check (minimum_seconds >= 0),
  rounding_seconds integer check (rounding_seconds > 0),
  per_million_input bigint check (per_million_input >= 0),
  per_million_output bigint check (per_million_output >= 0),
  created_at timestamptz not null default now(),
  unique (vendor, model, kind, effective_from),
  constraint prices_kind check (case kind
    when 'speech' then per_minute is not null and minimum_seconds is not null and rounding_seconds is not null
    else per_million_input is not null and per_million_output is not null end)
);

create table requests (
  id uuid primary key,
  account_id uuid not null,
  token_id uuid not null,
  -- HKDF of the client's key: tells the request, opens nothing. Null once a request without a key of its own has been delivered.
  key_hash bytea,
  -- False: the key was made of token and body, and counts no longer than its answer.
  own_key boolean not null,
  -- What was asked for: another body under the same key is refused.
  fingerprint bytea not null,
  kind text not null check (kind in ('speech', 'text')),
  state text not null check (state in ('running', 'completed', 'failed')),
  -- Counts who took the request over; only the newest may settle.
  fence integer not null,
  run uuid not null,
  lease_until timestamptz not null,
  chosen text not null,
  device text,
  quantity bigint not null,
  vendor text,
  model text,
  price_id bigint,
  charge bigint check (charge >= 0),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  delivered_at timestamptz,
  unique (account_id, key_hash),
  constraint requests_charge check ((state = 'completed') = (charge is not null))
);
create index requests_by_account on requests (account_id, created_at);
create index requests_by_lease on requests (lease_until) where finished_at is null;

create table reservations (
  request_id uuid not null references requests,
  fence integer not null,
  account_id uuid not null,
  token_id uuid not null,
  period text not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('held', 'settled', 'released')),
  created_at timestamptz not null default now(),
  primary key (request_id, fence)
);
create unique index one_held_reservation on reservations (request_id) where state = 'held';

create table transfers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('grant', 'charge', 'reversal')),
  debit_account uuid not null,
  credit_account uuid not null,
  amount bigint not null check (amount > 0),
  request_id uuid,
  price_id bigint,
  -- The idempotency key of a grant.
  grant_key text check (length(grant_key) between 1 and 200),
  note text check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  unique (request_id, kind),
  unique (credit_account, grant_key),
  check (debit_account <> credit_account),
  constraint transfers_kind check (case kind when 'grant' then grant_key is not null else request_id is not null end)
);
create index transfers_by_debit on transfers (debit_account, id);
create index transfers_by_credit on transfers (credit_account, id);

create table answers (
  request_id uuid primary key references requests,
  sealed bytea not null,
  until timestamptz not null
);
create index answers_by_until on answers (until);

create table attempts (
  request_id uuid not null references requests,
  fence integer not null,
  number integer not null,
  vendor text not null,
  model text not null,
  outcome text not null,
  milliseconds integer not null,
  at timestamptz not null default now(),
  primary key (request_id, fence, number)
);
create index attempts_by_vendor on attempts (vendor, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books are insert-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger transfers_insert_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
create trigger prices_insert_only before update or delete or truncate on prices
  for each statement execute function refuse_change();
`;

/**
 * What nodes share beside the books: vendors' circuits, running nodes, the administrators' log, log-in sessions and
 * their limits.
 */
const operation = `
create table vendors (
  vendor text not null,
  kind text not null check (kind in ('speech', 'text')),
  switched_on boolean not null default true,
  failures integer not null default 0,
  -- Left out until then.
  open_until timestamptz,
  -- One node at a time tries whether it is well again.
  probe_until timestamptz,
  last_failure text,
  last_failure_at timestamptz,
  primary key (vendor, kind)
);

create table nodes (
  id uuid primary key,
  seen_at timestamptz not null
);

create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  details jsonb not null
);
create trigger admin_log_insert_only before update or delete or truncate on admin_log
  for each statement execute function refuse_change();

create table sessions (
  hash bytea primary key,
  -- Null: an administrator's.
  token_id uuid references tokens,
  until timestamptz not null
);

create table login_failures (
  source text not null,
  minute timestamptz not null,
  count integer not null,
  primary key (source, minute)
);
`;

/**
 * A statement that finds that credit or budget does not suffice takes itself back as a whole. The constraint names what
 * did not.
 */
const refusals = `
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception 'not covered' using errcode = 'check_violation', constraint = reason;
end $$;
`;

/**
 * Claims requests together, and settles them together: one flush for all of them, and one lock on the row of an
 * account, which is what limits an account that many share. `entries` is a list of objects. The order of locks is that
 * of every other statement: requests, accounts, spending, and each of these by its id.
 *
 * The planner knows nothing of how long such a list is: without these settings it would read whole tables for it while
 * they are small, and keep to that when they have grown.
 */
const plansForLists =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off';

/**
 * New requests with their holds. One whose key is known is left out of the result. Where credit or a budget does not
 * suffice for all of them, all are taken back by an error that names what did not.
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
 * Charges, keeps the answers, gives back what is left. Each is judged by itself: one whose fence is old, or that is
 * done already, is left out of the result, and nothing of it is written. The answers lie in `answers` one after the
 * other, so many `bytes` each.
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

const groupCommit = `${claimTogether}${settleTogether}`;

/**
 * Keys of requests that ended long ago are looked for all the time: without an index every node would read the whole
 * table for it.
 */
const oldKeys = `
create index requests_by_finish on requests (finished_at) where key_hash is not null;
`;

/**
 * The account whose requests caused all failures in a row; null: several accounts. Failures of a single account leave a
 * vendor out for no one else.
 */
const circuitsByAccount = `
alter table vendors add column failing_account uuid;
`;

/** In order; each runs once, in one transaction with its row in `migrations`. A published one is never changed. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-books', sql: books },
  { name: '0002-operation', sql: operation },
  { name: '0003-refusals', sql: refusals },
  { name: '0004-group-commit', sql: groupCommit },
  { name: '0005-old-keys', sql: oldKeys },
  { name: '0006-circuits-by-account', sql: circuitsByAccount },
];
