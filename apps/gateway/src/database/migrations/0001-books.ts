/**
 * Accounts, requests and the books. Money is whole micro-units. What is written to `transfers` and `prices` is never changed; a balance
 * that would fall below what is held is refused by a constraint. Rows that every request would share (revenue, a price, a token) are not referenced by
 * foreign keys from the tables of the hot path: each insert would lock them; `check-books.ts` looks instead.
 */
export const books = `
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
