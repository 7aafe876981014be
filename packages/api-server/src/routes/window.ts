import {
  AppError,
  openWindowBody,
  redeemWindowCodeBody,
  routes,
  voiceLinesQuery,
  windowApiPath,
  windowProofQuery,
} from '@quoth/contract';
import { isoTime } from '@quoth/core';
import { type AppOptions, controlOf, type Handler, json } from '../handler.ts';
import { readBody, validated } from '../http/body.ts';
import type { WindowSessions } from '../listeners/window-sessions.ts';

function sessionsOf({ windowSessions }: AppOptions): WindowSessions {
  if (!windowSessions) throw new AppError('NOT_FOUND');
  return windowSessions;
}

export const openWindow: Handler = async (context, app) => {
  const body = await readBody(context, openWindowBody, { optional: true });
  const { browser = true, page = '/', activationToken } = body;
  return json({ ok: true, ...(await controlOf(app).windows.open({ browser, page, activationToken })) });
};

export const redeemWindowCode: Handler = async (context, app) => {
  const { code } = await readBody(context, redeemWindowCodeBody);
  return json({ ok: true, ...sessionsOf(app).redeem(code) });
};

export const proveWindow: Handler = ({ query }, app) => {
  const { challenge } = validated(windowProofQuery, query, 'text');
  return json({ ok: true, proofs: sessionsOf(app).proofs(challenge) });
};

const base64 = (line: Uint8Array) => Buffer.from(line).toString('base64');

export const getVoiceLine: Handler = async ({ params, signal }, { core }) => {
  const line = await core.recordings.voiceLine(params.id ?? '', signal);
  return json({ ok: true, line: line ? base64(line) : null });
};

export const listVoiceLines: Handler = async ({ query }, { core }) => {
  const { ids } = validated(voiceLinesQuery, query, 'text');
  const lines = await core.recordings.voiceLines(ids.split(','));
  return json({ ok: true, lines: Object.fromEntries([...lines].map(([id, line]) => [id, base64(line)])) });
};

export const signAudioAddress: Handler = async ({ params, headers, caller }, app) => {
  const recording = await app.core.recordings.get(params.id ?? '', caller);
  const token = /^bearer +(\S+)/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const { query, expiresAt } = sessionsOf(app).signAudio(token, recording.id);
  const path = routes.getRecordingAudio.path.replace('{id}', recording.id);
  return json({ ok: true, address: `${windowApiPath}${path}?${query}`, expires_at: isoTime(expiresAt) });
};
