import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as z from 'zod';
import { Administration } from '../accounts/administration.ts';
import { hashToken } from '../accounts/token.ts';
import { usageOf } from '../accounts/usage.ts';
import type { Gateway } from '../gateway.ts';
import { bearerOf, jsonAnswer, type RouteContext, type RouteEnvironment } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { readJson } from '../http/read-body.ts';
import { checkBooks } from '../ledger/check-books.ts';

const BODY_BYTES = 64 * 1024;

/** Whole micro-units; text if they exceed JavaScript's safe integers. */
const micro = z
  .union([z.int().min(0), z.string().regex(/^\d{1,18}$/)])
  .transform((value) => BigInt(value))
  .refine((value) => value < 10n ** 18n);
/** Neither database takes a NUL or half a surrogate pair. */
const isStorable = (written: string) => !written.includes('\0') && written.isWellFormed();
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (written) => isStorable(written) && !/\p{Cc}/u.test(written),
    'It must not contain control characters.',
  );
const note = z.string().max(1_000).refine(isStorable, 'It must not contain NUL characters.').nullish();
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
  .optional();
const price = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('speech'),
    ...vendorAndModel,
    effective_from,
    per_minute_micro: micro,
    minimum_seconds: z.int().min(0).max(3_600).default(0),
    rounding_seconds: z.int().min(1).max(3_600).default(1),
  }),
  z.object({
    kind: z.literal('text'),
    ...vendorAndModel,
    effective_from,
    per_million_input_tokens_micro: micro,
    per_million_output_tokens_micro: micro,
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
  const administration = new Administration(database, 'admin key');
  app.use('*', async (context, next) => {
    if (!isAdminKey(bearerOf(context), gateway)) {
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
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw new GatewayError('invalid_value', {
      message: `"${issue?.path.join('.')}": ${issue?.message}`,
      param: String(issue?.path[0] ?? ''),
    });
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
    const limit = Math.min(500, Math.max(1, Number(context.req.query('limit') ?? 100) || 100));
    return jsonAnswer({ data: await administration.accounts(after ?? null, limit) });
  });
  app.post('/accounts', async (context) =>
    jsonAnswer(await administration.addAccount((await bodyOf(context, z.object({ name }))).name), 201),
  );
  app.get('/accounts/:account', async (context) => {
    const accountId = id(context, 'account');
    return jsonAnswer({
      ...(await administration.account(accountId)),
      currency: config.currency,
      tokens: await administration.tokens(accountId),
      usage: await usageOf(accountId, database),
    });
  });
  app.patch('/accounts/:account', async (context) =>
    jsonAnswer(
      await administration.changeAccount(
        id(context, 'account'),
        await bodyOf(context, z.object({ name: name.optional(), closed: z.boolean().optional() })),
      ),
    ),
  );
  app.post('/accounts/:account/tokens', async (context) =>
    jsonAnswer(
      await administration.addToken(
        id(context, 'account'),
        await bodyOf(context, tokenSettings.extend({ name })),
      ),
      201,
    ),
  );
  app.patch('/accounts/:account/tokens/:token', async (context) =>
    jsonAnswer(
      await administration.changeToken(
        id(context, 'account'),
        id(context, 'token'),
        await bodyOf(context, tokenSettings),
      ),
    ),
  );
  app.delete('/accounts/:account/tokens/:token', async (context) =>
    jsonAnswer(await administration.revokeToken(id(context, 'account'), id(context, 'token'))),
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
    const made = await administration.grant(id(context, 'account'), amount_micro, key, words ?? null);
    return jsonAnswer(made, made.repeated ? 200 : 201);
  });
  app.post('/requests/:request/reversal', async (context) => {
    const { amount_micro, note: words } = await bodyOf(
      context,
      z.object({ amount_micro: micro.refine((amount) => amount > 0n), note }),
    );
    return jsonAnswer(await administration.reverse(id(context, 'request'), amount_micro, words ?? null), 201);
  });
  app.get('/prices', async () => jsonAnswer({ currency: config.currency, data: await database.q('prices') }));
  app.post('/prices', async (context) => {
    const asked = await bodyOf(context, price);
    if (!vendors.some(({ id: known }) => known === asked.vendor))
      throw new GatewayError('invalid_value', {
        message: `There is no vendor "${asked.vendor}".`,
        param: 'vendor',
      });
    const made = await administration.addPrice(asked);
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
    await administration.switchVendor(vendor, asked.kind, asked.switched_on);
    circuits.forget();
    return jsonAnswer({ vendor, ...asked });
  });
  app.get('/log', async () => jsonAnswer({ data: await administration.log(500) }));
  app.get('/books', async () => {
    const problems = await checkBooks(database);
    return jsonAnswer({ balanced: problems.length === 0, problems });
  });
  return app;
}
