import { randomUUID, timingSafeEqual } from 'node:crypto';
import { bearerOf } from '@quoth/http';
import { Hono } from 'hono';
import * as z from 'zod';
import {
  type Database,
  DatabaseError,
  type Parameter,
  type Queries,
  type Row,
} from '../database/database.ts';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { hashToken, makeToken } from '../ledger/callers.ts';
import { checkBooks } from '../ledger/ledger.ts';
import { inUnits, type Micro } from '../ledger/prices.ts';
import { jsonAnswer, parsed, type RouteContext, type RouteEnvironment, toJson } from './answers.ts';
import { readJson } from './bodies.ts';
import { usageOf } from './reads.ts';

const BODY_BYTES = 64 * 1024;

/** Whole micro-units; text if they exceed JavaScript's safe integers. */
const micro = z
  .union([z.int().min(0), z.string().regex(/^\d{1,18}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value < 10n ** 18n);
/** So that what the longest recording costs is still a number that the database takes. */
const rate = micro.refine((value) => value <= 10n ** 12n, 'A price is at most a million units.');
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((written) => !/\p{Cc}/u.test(written), 'It must not contain control characters.');
/** Neither database takes a NUL. */
const note = z
  .string()
  .max(1_000)
  .refine((written) => !written.includes('\0'), 'It must not contain NUL characters.')
  .nullish();
/** Limits of a token; null if it has none of its own. */
const tokenSettings = z.object({
  name: name.optional(),
  daily_budget_micro: micro.nullish(),
  total_budget_micro: micro.nullish(),
  requests_per_minute: z.int().min(1).max(1_000_000).nullish(),
  concurrent_requests: z.int().min(1).max(100_000).nullish(),
});
const vendorAndModel = { vendor: z.string().min(1).max(50), model: name.default('*') };
const effective_from = z.iso
  .datetime({ offset: true })
  .transform((written) => new Date(written))
  .refine((date) => isYear(date.getUTCFullYear()), 'A price takes effect between 2000 and 2999.')
  .optional();

/** Of two digits, the database takes a year for one of this century. */
function isYear(year: number): boolean {
  return year >= 2_000 && year < 3_000;
}

const price = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('speech'),
    ...vendorAndModel,
    effective_from,
    per_minute_micro: rate,
    minimum_seconds: z.int().min(0).max(3_600).default(0),
    rounding_seconds: z.int().min(1).max(3_600).default(1),
  }),
  z.object({
    kind: z.literal('text'),
    ...vendorAndModel,
    effective_from,
    per_million_input_tokens_micro: rate,
    per_million_output_tokens_micro: rate,
  }),
]);

/** True where this is the administrator's key; compared in constant time. */
export function isAdminKey(key: string, { config }: Gateway): boolean {
  return timingSafeEqual(hashToken(key), hashToken(config.adminKey));
}

/** Routes for administrators, with their own key. */
export function adminRoutes(gateway: Gateway): Hono<RouteEnvironment> {
  const { database, config, circuits, prices, vendors, refusals } = gateway;
  const app = new Hono<RouteEnvironment>();
  app.use('*', async (context, next) => {
    if (!isAdminKey(bearerOf(context.env.incoming) ?? '', gateway)) {
      refusals.refuse('admin key', context);
      throw new GatewayError('invalid_api_key', { message: 'The admin key is missing or wrong.' });
    }
    context.env.outgoing.setHeader('X-Quoth-Currency', config.currency);
    await next();
  });
  const bodyOf = async <Schema extends z.ZodType>(
    context: RouteContext,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const { value } = await readJson(context.env.incoming, BODY_BYTES, config.limits.idleSeconds * 1_000);
    return parsed(schema, value);
  };
  const id = (context: RouteContext, parameter: string): string => {
    const written = context.req.param(parameter) ?? '';
    if (z.uuid().safeParse(written).success) return written;
    throw new GatewayError('not_found');
  };

  app.get('/accounts', async (context) => {
    const after = context.req.query('after');
    if (after !== undefined && !z.uuid().safeParse(after).success)
      throw new GatewayError('invalid_value', {
        message: '"after" is the id of an account.',
        param: 'after',
      });
    const limit = Math.min(500, Math.max(1, Math.trunc(Number(context.req.query('limit') ?? 100)) || 100));
    return jsonAnswer({ data: await database.q('listAccounts', [after ?? null, limit]) });
  });
  app.post('/accounts', async (context) =>
    jsonAnswer(await addAccount(database, (await bodyOf(context, z.object({ name }))).name), 201),
  );
  app.get('/accounts/:account', async (context) => {
    const accountId = id(context, 'account');
    return jsonAnswer({
      ...firstRow(await database.q('account', [accountId])),
      currency: config.currency,
      tokens: await database.q('listTokens', [accountId]),
      usage: await usageOf(accountId, database),
    });
  });
  app.patch('/accounts/:account', async (context) =>
    jsonAnswer(
      await changeAccount(
        database,
        id(context, 'account'),
        await bodyOf(context, z.object({ name: name.optional(), closed: z.boolean().optional() })),
      ),
    ),
  );
  app.post('/accounts/:account/tokens', async (context) =>
    jsonAnswer(
      await addToken(database, id(context, 'account'), await bodyOf(context, tokenSettings.extend({ name }))),
      201,
    ),
  );
  app.patch('/accounts/:account/tokens/:token', async (context) =>
    jsonAnswer(
      await changeToken(
        database,
        id(context, 'account'),
        id(context, 'token'),
        await bodyOf(context, tokenSettings),
      ),
    ),
  );
  app.delete('/accounts/:account/tokens/:token', async (context) =>
    jsonAnswer(await revokeToken(database, id(context, 'account'), id(context, 'token'))),
  );
  app.post('/accounts/:account/grants', async (context) => {
    const key = context.req.header('idempotency-key');
    if (key === undefined || !/^[\x21-\x7e]{1,200}$/.test(key))
      throw new GatewayError('invalid_value', {
        message:
          'A grant needs an Idempotency-Key of 1 to 200 visible characters, so that it is never made twice.',
        param: 'Idempotency-Key',
      });
    const { amount_micro, note: words } = await bodyOf(
      context,
      z.object({ amount_micro: micro.refine((amount) => amount > 0n), note }),
    );
    const made = await grantCredit(database, id(context, 'account'), amount_micro, key, words ?? null);
    return jsonAnswer(made, made.repeated ? 200 : 201);
  });
  app.post('/requests/:request/reversal', async (context) => {
    const { amount_micro, note: words } = await bodyOf(
      context,
      z.object({ amount_micro: micro.refine((amount) => amount > 0n), note }),
    );
    return jsonAnswer(
      await reverseCharge(database, id(context, 'request'), amount_micro, words ?? null),
      201,
    );
  });
  app.get('/prices', async () => jsonAnswer({ currency: config.currency, data: await database.q('prices') }));
  app.post('/prices', async (context) => {
    const asked = await bodyOf(context, price);
    if (!vendors.some(({ id: known }) => known === asked.vendor))
      throw new GatewayError('invalid_value', {
        message: `There is no vendor "${asked.vendor}".`,
        param: 'vendor',
      });
    const made = await addPrice(database, asked);
    prices.forget();
    return jsonAnswer(made, 201);
  });
  app.get('/vendors', async () => {
    const known = await circuits.view();
    const outcomes = await database.q('vendorOutcomes');
    return jsonAnswer({
      data: vendors.map((vendor) => ({
        id: vendor.id,
        key_present: config.vendors[vendor.id] !== undefined,
        circuits: known.filter((each) => each.vendor === vendor.id),
        outcomes_24h: outcomes.filter((each) => each.vendor === vendor.id),
      })),
    });
  });
  app.put('/vendors/:vendor', async (context) => {
    const vendor = context.req.param('vendor');
    if (!vendors.some(({ id: known }) => known === vendor)) throw new GatewayError('not_found');
    const asked = await bodyOf(
      context,
      z.object({ kind: z.enum(['speech', 'text']), switched_on: z.boolean() }),
    );
    await switchVendor(database, vendor, asked.kind, asked.switched_on);
    circuits.forget();
    return jsonAnswer({ vendor, ...asked });
  });
  app.get('/log', async () => jsonAnswer({ data: await database.q('adminLog', [500]) }));
  app.get('/books', async () => {
    const problems = await checkBooks(database);
    return jsonAnswer({ balanced: problems.length === 0, problems });
  });
  return app;
}

type TokenSettings = z.output<typeof tokenSettings>;

type PriceSettings = z.output<typeof price>;

// What administrators do. Each change and its line in the log are one transaction.

async function addAccount(database: Database, name: string): Promise<Row> {
  const id = randomUUID();
  return logged(database, 'account added', { id, name }, async (queries) => {
    await queries.q('addAccount', [id, name]);
    return firstRow(await queries.q('account', [id]));
  });
}

async function changeAccount(
  database: Database,
  id: string,
  change: { name?: string | undefined; closed?: boolean | undefined },
): Promise<Row> {
  return logged(database, 'account changed', { id, ...change }, async (queries) =>
    firstRow(await queries.q('changeAccount', [id, change.name ?? null, change.closed ?? null])),
  );
}

/** The token itself is in this answer and nowhere else. */
async function addToken(
  database: Database,
  accountId: string,
  settings: TokenSettings & { readonly name: string },
): Promise<Row & { token: string }> {
  const id = randomUUID();
  const { token, hash, hint } = makeToken();
  const row = await logged(database, 'token added', { id, accountId, ...settings }, async (queries) =>
    firstRow(
      await queries.q('addToken', [
        ...[id, accountId, settings.name, hash, hint],
        ...[settings.daily_budget_micro ?? null, settings.total_budget_micro ?? null],
        ...[settings.requests_per_minute ?? null, settings.concurrent_requests ?? null],
      ]),
    ),
  );
  return { ...row, hint, name: settings.name, token };
}

async function changeToken(
  database: Database,
  accountId: string,
  id: string,
  settings: TokenSettings,
): Promise<Row> {
  const set = (value: Parameter | undefined): Parameter[] => [value !== undefined, value ?? null];
  return logged(database, 'token changed', { id, accountId, ...settings }, async (queries) =>
    firstRow(
      await queries.q('changeToken', [
        ...[accountId, id, settings.name ?? null],
        ...set(settings.daily_budget_micro),
        ...set(settings.total_budget_micro),
        ...set(settings.requests_per_minute),
        ...set(settings.concurrent_requests),
      ]),
    ),
  );
}

async function revokeToken(database: Database, accountId: string, id: string): Promise<Row> {
  return logged(database, 'token revoked', { id, accountId }, async (queries) =>
    firstRow(await queries.q('revokeToken', [accountId, id])),
  );
}

/** The same key again returns the first grant and logs nothing; with another amount it is refused. */
async function grantCredit(
  database: Database,
  accountId: string,
  amount: Micro,
  key: string,
  note: string | null,
): Promise<Row & { repeated: boolean }> {
  return translated(
    database.transaction(async (queries) => {
      const [made] = await queries.q('grant', [accountId, amount, key, note]);
      if (made) {
        await log(queries, 'credit granted', { accountId, amount, key, note });
        return { ...made, repeated: false };
      }
      const [before] = await queries.q<{ amount: bigint } & Row>('granted', [accountId, key]);
      if (!before) throw new GatewayError('not_found', { message: 'There is no open account with this id.' });
      if (before.amount !== amount)
        throw new GatewayError('idempotency_key_reused', {
          message: 'This key was used for a grant of another amount.',
        });
      return { ...before, repeated: true };
    }),
  );
}

async function reverseCharge(
  database: Database,
  requestId: string,
  amount: Micro,
  note: string | null,
): Promise<Row> {
  return logged(database, 'charge reversed', { requestId, amount, note }, async (queries) => {
    const [made] = await queries.q('reverse', [requestId, amount, note]);
    if (made) return made;
    const before = await queries.q<{ kind: string; amount: bigint } & Row>('transfersOfRequest', [requestId]);
    const charge = before.find(({ kind }) => kind === 'charge');
    if (!charge) throw new GatewayError('not_found', { message: 'This request has no charge.' });
    throw new GatewayError('invalid_value', {
      message: before.some(({ kind }) => kind === 'reversal')
        ? 'This charge has been reversed already.'
        : `A reversal is never above its charge of ${inUnits(charge.amount)}.`,
    });
  });
}

async function addPrice(database: Database, price: PriceSettings): Promise<Row> {
  return logged(database, 'price set', { ...price }, async (queries) => {
    const [made] = await queries.q('addPrice', [
      ...[price.vendor, price.model, price.kind, price.effective_from ?? null],
      ...(price.kind === 'speech'
        ? [price.per_minute_micro, price.minimum_seconds, price.rounding_seconds, null, null]
        : [null, null, null, price.per_million_input_tokens_micro, price.per_million_output_tokens_micro]),
    ]);
    if (made) return made;
    throw new GatewayError('invalid_value', {
      message: 'There is a price with this date already; prices are never changed.',
    });
  });
}

async function switchVendor(
  database: Database,
  vendor: string,
  kind: 'speech' | 'text',
  isOn: boolean,
): Promise<void> {
  await logged(database, isOn ? 'vendor switched on' : 'vendor switched off', { vendor, kind }, (queries) =>
    queries.q('switchVendor', [vendor, kind, isOn]),
  );
}

async function logged<T>(
  database: Database,
  action: string,
  details: object,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  return translated(
    database.transaction(async (queries) => {
      const result = await work(queries);
      await log(queries, action, details);
      return result;
    }),
  );
}

async function log(queries: Queries, action: string, details: object): Promise<void> {
  await queries.q('logAdmin', ['admin key', action, toJson(details)]);
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // A value that the database's constraints refuse is a mistake in the request.
    if (error instanceof DatabaseError && (error.kind === 'refused' || /^22(P02|00)/.test(error.code)))
      throw new GatewayError('invalid_value');
    throw error;
  }
}

function firstRow(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new GatewayError('not_found');
  return row;
}
