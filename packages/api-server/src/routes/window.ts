import {
  AppError,
  openWindowBody,
  redeemWindowCodeBody,
  routes,
  windowApiPath,
  windowProofQuery,
} from '@quoth/contract';
import { isoTime } from '@quoth/core';
import type { AppOptions } from '../app-options.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import type { WindowSessions } from '../window/window-sessions.ts';
import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

function sessionsOf({ windowSessions }: AppOptions): WindowSessions {
  if (!windowSessions) throw new AppError('NOT_FOUND');
  return windowSessions;
}

export const openWindow: Handler = async (context, app) => {
  const { value } = await readJson(context, { optional: true });
  const { browser, page } = validated(openWindowBody, value, 'json');
  return json({
    ok: true,
    ...(await controlOf(app).openWindow({ browser: browser ?? true, page: page ?? '/' })),
  });
};

export const redeemWindowCode: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { code } = validated(redeemWindowCodeBody, value, 'json');
  return json({ ok: true, ...sessionsOf(app).redeem(code) });
};

export const proveWindow: Handler = ({ query }, app) => {
  const { challenge } = validated(windowProofQuery, query, 'text');
  return json({ ok: true, proofs: sessionsOf(app).proofs(challenge) });
};

export const signAudioAddress: Handler = async ({ params, headers }, app) => {
  const recording = await app.core.recordings.get(params.id ?? '');
  const token = /^bearer +(\S+)/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const { query, expiresAt } = sessionsOf(app).signAudio(token, recording.id);
  const path = routes.getRecordingAudio.path.replace('{id}', recording.id);
  return json({ ok: true, address: `${windowApiPath}${path}?${query}`, expires_at: isoTime(expiresAt) });
};
