/** Accounts and their tokens. */
export const accountStatements = {
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
