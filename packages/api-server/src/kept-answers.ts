import type { IncomingMessage } from 'node:http';
import { actionHeader, apiVersion, appVersion, type Health } from '@quoth/contract';
import type { Core } from '@quoth/core';
import type { AppOptions } from './handler.ts';

type Bytes = Buffer<ArrayBuffer>;

/** What GET /modes answers. The list is another one after each change, so its bytes are kept with it. */
export function modesAnswer({ modes }: Pick<Core, 'modes'>): Bytes {
  const list = modes.list();
  const known = modeLists.get(list);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify({ ok: true, modes: list }));
  modeLists.set(list, bytes);
  return bytes;
}

const modeLists = new WeakMap<object, Bytes>();

/** What GET /health answers without a challenge: the same until the server, its models or its providers change. */
export function healthAnswer({ core, identity }: Pick<AppOptions, 'core' | 'identity'>): Bytes {
  const models = core.models.local();
  const providers = core.providers.health();
  const { port, startedAt } = identity();
  const isSame =
    lastHealth?.models === models &&
    lastHealth.providers === providers &&
    lastHealth.port === port &&
    lastHealth.startedAt === startedAt;
  if (!lastHealth || !isSame) {
    const bytes = Buffer.from(JSON.stringify(healthOf(core, port, startedAt)));
    lastHealth = { models, providers, port, startedAt, bytes };
  }
  return lastHealth.bytes;
}

let lastHealth:
  | {
      readonly models: Health['local_models'];
      readonly providers: ReturnType<Core['providers']['health']>;
      readonly port: number;
      readonly startedAt: string;
      readonly bytes: Bytes;
    }
  | undefined;

/** From memory only: no probe, no disk, no network. */
export function healthOf({ models, providers }: Core, port: number, startedAt: string): Health {
  const { providers: speech, post_processing_providers } = providers.health();
  return {
    ok: true,
    app: 'quoth',
    app_version: appVersion,
    api_version: apiVersion,
    port,
    pid: process.pid,
    started_at: startedAt,
    providers: [...speech],
    post_processing_providers: [...post_processing_providers],
    local_models: models.local(),
  };
}

/**
 * The bytes that answer a request from a caller that may use everything, where they are kept; undefined for every other request. These are
 * sent without router and adapter, which would take longer than everything else.
 */
export function keptAnswers(app: Pick<AppOptions, 'core' | 'identity'>) {
  return ({ method, url, headers }: IncomingMessage): Bytes | undefined => {
    if (method !== 'GET' || actionHeader in headers) return undefined;
    if (url === '/health') return healthAnswer(app);
    return url === '/modes' ? modesAnswer(app.core) : undefined;
  };
}
