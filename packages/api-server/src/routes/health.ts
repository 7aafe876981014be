import { createHmac } from 'node:crypto';
import {
  apiVersion,
  appVersion,
  type Health,
  healthQuery,
  openApiDocument,
  proofText,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { validated } from '../input/validate.ts';
import { type Handler, json, jsonText } from './handler.ts';

/** From memory only: no probe, no disk, no network. Without a challenge the answer is the same until the server, its models or its providers change. */
export const getHealth: Handler = ({ query }, { core, identity }) => {
  const { challenge } = validated(healthQuery, query, 'text');
  const { port, startedAt, token } = identity();
  const models = core.models.local();
  const providers = core.providers.health();
  if (challenge !== undefined) {
    const proof = createHmac('sha256', token).update(proofText(challenge, port)).digest('base64url');
    return json({ ...health(models, providers, port, startedAt), proof });
  }
  const isLast =
    last?.models === models &&
    last.providers === providers &&
    last.port === port &&
    last.startedAt === startedAt;
  if (!last || !isLast) {
    const text = Buffer.from(JSON.stringify(health(models, providers, port, startedAt)));
    last = { models, providers, port, startedAt, text };
  }
  return jsonText(last.text);
};

let last:
  | {
      readonly models: Health['local_models'];
      readonly providers: ReturnType<Core['providers']['health']>;
      readonly port: number;
      readonly startedAt: string;
      readonly text: Buffer<ArrayBuffer>;
    }
  | undefined;

function health(
  models: Health['local_models'],
  { providers, post_processing_providers }: ReturnType<Core['providers']['health']>,
  port: number,
  startedAt: string,
): Health {
  return {
    ok: true,
    app: 'quoth',
    app_version: appVersion,
    api_version: apiVersion,
    port,
    pid: process.pid,
    started_at: startedAt,
    providers: [...providers],
    post_processing_providers: [...post_processing_providers],
    local_models: models,
  };
}

export const getOpenApi: Handler = (_context, { identity }) => {
  const { port } = identity();
  if (printed?.port !== port) {
    printed = { port, text: Buffer.from(JSON.stringify(openApiDocument(`http://127.0.0.1:${port}`))) };
  }
  return jsonText(printed.text);
};

/** Printing takes 100 ms, and what is printed changes with the port alone. */
let printed: { readonly port: number; readonly text: Buffer<ArrayBuffer> } | undefined;
