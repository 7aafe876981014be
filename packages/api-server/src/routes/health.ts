import { createHmac } from 'node:crypto';
import {
  apiVersion,
  appVersion,
  type Health,
  healthQuery,
  openApiDocument,
  proofText,
} from '@quoth/contract';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

/** From memory only: no probe, no disk, no network. */
export const getHealth: Handler = ({ query }, { core, identity }) => {
  const { challenge } = validated(healthQuery, query, 'text');
  const { port, startedAt, token } = identity();
  const health: Health = {
    ok: true,
    app: 'quoth',
    app_version: appVersion,
    api_version: apiVersion,
    port,
    pid: process.pid,
    started_at: startedAt,
    providers: [],
    post_processing_providers: [],
    local_models: core.models.local(),
    ...(challenge !== undefined && {
      proof: createHmac('sha256', token).update(proofText(challenge, port)).digest('base64url'),
    }),
  };
  return json(health);
};

export const getOpenApi: Handler = (_context, { identity }) => {
  return json(openApiDocument(`http://127.0.0.1:${identity().port}`));
};
