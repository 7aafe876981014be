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
