import { Hono } from 'hono';
import { callerRow } from '../accounts/caller.ts';
import type { Gateway } from '../gateway.ts';
import { addressOf } from '../http/address-of.ts';
import type { RouteContext, RouteEnvironment } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';
import { bodyChunks } from '../http/read-body.ts';
import { isAdminKey } from '../routes/admin.ts';
import { limitPages } from '../routes/limited-read.ts';
import { accountPage } from './account-page.ts';
import { operatorPage } from './operator-page.ts';
import { logInPage } from './page.ts';
import { Sessions } from './sessions.ts';

const FORM_BYTES = 4_096;

/** Pages for people: an account's own, and the operator's. They work without JavaScript; every POST must come from one of our pages. */
export function pageRoutes(gateway: Gateway): Hono<RouteEnvironment> {
  const sessions = new Sessions(gateway.database, gateway.config.adminKey);
  const app = new Hono<RouteEnvironment>();
  app.get('/', async (context) => {
    limitPages(context, gateway);
    const session = await sessions.of(context.req.header('cookie'));
    if (!session) return logInPage();
    return session.kind === 'admin' ? seeOther('/operator') : accountPage(session, gateway);
  });
  app.get('/operator', async (context) => {
    limitPages(context, gateway);
    const session = await sessions.of(context.req.header('cookie'));
    return session?.kind === 'admin' ? operatorPage(gateway) : seeOther('/');
  });
  app.post('/login', async (context) => {
    refuseForeign(context);
    limitPages(context, gateway);
    const source = addressOf(context, gateway.config.behindProxy);
    const secret = await secretOf(context, gateway);
    // Compared first: other people's wrong attempts do not keep the administrator out.
    if (isAdminKey(secret, gateway)) return seeOther('/operator', await sessions.begin(null));
    if (await sessions.isShut(source)) return logInPage('Too many attempts. Wait ten minutes.', 429);
    const caller = await callerRow(secret, gateway.database);
    if (caller) return seeOther('/', await sessions.begin(caller.token_id));
    await sessions.failed(source);
    return logInPage('This token or key is wrong.', 401);
  });
  app.post('/logout', async (context) => {
    refuseForeign(context);
    limitPages(context, gateway);
    return seeOther('/', await sessions.end(context.req.header('cookie')));
  });
  return app;
}

/** Browsers send the origin with every POST. */
function refuseForeign(context: RouteContext): void {
  const origin = URL.parse(context.req.header('origin') ?? '');
  const site = context.req.header('sec-fetch-site');
  const isOurs = origin !== null && origin.host === context.req.header('host');
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw new GatewayError('forbidden_origin');
}

async function secretOf(context: RouteContext, { config }: Gateway): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyChunks(context.env.incoming, FORM_BYTES, config.limits.idleSeconds * 1_000))
    chunks.push(chunk);
  return (new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('secret') ?? '').trim();
}

function seeOther(location: string, cookie?: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  });
}
