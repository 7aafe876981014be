/** What nodes share beside the books: vendors' circuits, nodes at work, the administrators' log, log-in sessions and their limits. */
export const operation = `
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
