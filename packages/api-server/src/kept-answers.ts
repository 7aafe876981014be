import type { IncomingMessage } from 'node:http';
import { apiVersion, appVersion, type Health } from '@quoth/contract';
import type { Core } from '@quoth/core';
import type { AppOptions } from './handler.ts';

/** JSON that is sent many times. */
export interface KeptAnswer {
  readonly text: string;
  /** Where every character is a byte, it is written as it lies in memory. */
  readonly encoding: 'latin1' | 'utf8';
  /** Its length in bytes. */
  readonly length: string;
}

function kept(value: unknown): KeptAnswer {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  return { text, encoding: length === text.length ? 'latin1' : 'utf8', length: String(length) };
}

/** What GET /modes answers. The list is another one after each change, so its text is kept with it. */
export function modesAnswer({ modes }: Pick<Core, 'modes'>): KeptAnswer {
  const list = modes.list();
  const known = modeLists.get(list);
  if (known) return known;
  const answer = kept({ ok: true, modes: list });
  modeLists.set(list, answer);
  return answer;
}

const modeLists = new WeakMap<object, KeptAnswer>();

/** What GET /health answers without a challenge: the same until the server, its models or its providers change. */
export function healthAnswer({ core, identity }: Pick<AppOptions, 'core' | 'identity'>): KeptAnswer {
  const models = core.models.local();
  const providers = core.providers.health();
  const { port, startedAt } = identity();
  const last = lastHealth.get(core);
  const isSame =
    last?.models === models &&
    last.providers === providers &&
    last.port === port &&
    last.startedAt === startedAt;
  if (last && isSame) return last.answer;
  const answer = kept(healthOf(core, port, startedAt));
  lastHealth.set(core, { models, providers, port, startedAt, answer });
  return answer;
}

/** Of each application in this process. */
const lastHealth = new WeakMap<
  Core,
  {
    readonly models: Health['local_models'];
    readonly providers: ReturnType<Core['providers']['health']>;
    readonly port: number;
    readonly startedAt: string;
    readonly answer: KeptAnswer;
  }
>();

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
 * The answer to a request from a caller that may use everything, where it is kept; undefined for every other request.
 * It is sent without router and adapter, which would take longer than everything else.
 */
export function keptAnswers(app: Pick<AppOptions, 'core' | 'identity'>) {
  return ({ method, url }: IncomingMessage): KeptAnswer | undefined => {
    if (method !== 'GET') return undefined;
    if (url === '/health') return healthAnswer(app);
    return url === '/modes' ? modesAnswer(app.core) : undefined;
  };
}
