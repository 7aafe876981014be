import {
  type Advice,
  type ApiServerState,
  AppError,
  adviceIn,
  checkBackupBody,
  type Finding,
  installMcpClientBody,
  type Notice,
  openWindowBody,
  redeemWindowCodeBody,
  restoreBackupBody,
  revealPathBody,
  routes,
  saveBackupBody,
  shortcutModeBody,
  switchAutostartBody,
  switchWyomingBody,
  updateSettingsBody,
  type WyomingState,
  windowApiPath,
  windowProofQuery,
  withAdvice,
} from '@quoth/contract';
import { isoTime } from '@quoth/core';
import { type AppOptions, controlOf, type Handler, json } from '../handler.ts';
import { readBody, validated } from '../http/body.ts';
import type { WindowSessions } from '../listeners/window-sessions.ts';

export const getApplication: Handler = async (_context, app) => json(await controlOf(app).state());

export const keepApplication: Handler = async (_context, app) => {
  const control = controlOf(app);
  control.keep();
  return json(await control.state());
};

export const revealPath: Handler = async (context, app) => {
  const { what } = await readBody(context, revealPathBody);
  return json({ ok: true, ...(await controlOf(app).revealPath(what)) });
};

export const getAutostart: Handler = async (_context, app) =>
  json({ ok: true, autostart: await controlOf(app).autostart() });

export const switchAutostart: Handler = async (context, app) => {
  const { enabled } = await readBody(context, switchAutostartBody);
  return json({ ok: true, autostart: await controlOf(app).switchAutostart(enabled) });
};

export const getKeyboardPermission: Handler = async (_context, app) =>
  json({ ok: true, ...(await controlOf(app).keyboardPermission()) });

export const askKeyboardPermission: Handler = async (_context, app) =>
  json({ ok: true, ...(await controlOf(app).askKeyboardPermission()) });

export const getBackup: Handler = (_context, app) =>
  json({ ok: true, backup: controlOf(app).backups.state() });

export const saveBackup: Handler = async (context, app) => {
  const { file, passphrase } = await readBody(context, saveBackupBody);
  return json({ ok: true, backup: controlOf(app).backups.save(file, passphrase) });
};

export const checkBackup: Handler = async (context, app) => {
  const { file } = await readBody(context, checkBackupBody);
  return json({ ok: true, backup: controlOf(app).backups.check(file) });
};

export const restoreBackup: Handler = async (context, app) => {
  const { passphrase } = await readBody(context, restoreBackupBody, { optional: true });
  const { keys, keys_problem } = await controlOf(app).backups.restore(passphrase);
  return json({ ok: true, keys, keys_problem });
};

export const dismissBackup: Handler = async (_context, app) =>
  json({ ok: true, backup: await controlOf(app).backups.dismiss() });

export const examineDesktop: Handler = async (_context, app) =>
  json({ ok: true, findings: await controlOf(app).desktopFindings() });

export const stopApplication: Handler = (_context, app) => {
  controlOf(app).stop();
  return json({ ok: true });
};

export const examine: Handler = async (_context, app) => {
  const { application } = app;
  await application?.restoreDiscovery();
  const own = application
    ? [
        ...(await application.desktopFindings()),
        apiServerFinding(application.apiServerState()),
        wyomingFinding(application.wyomingState()),
        ...(await application.state()).notices.map(noticeFinding),
      ]
    : [];
  return json({ ok: true, findings: [...(await app.core.examine()), ...own] });
};

/** A lasting condition, such as a locked keyring, a paused action or a model file that cannot be used. */
function noticeFinding(notice: Notice): Finding {
  const status = notice.level === 'info' ? 'ok' : 'warning';
  return withAdvice({ id: notice.id, title: 'Notice', status }, { detail: noticeWords(notice) });
}

/** The address of the local API, or why it is not the one that the user chose. */
function apiServerFinding({ enabled, running, port, notices }: ApiServerState): Finding {
  const state = running ? `On, at http://127.0.0.1:${port}.` : 'Off.';
  const status = notices.length > 0 || enabled !== running ? 'warning' : 'ok';
  return withAdvice({ id: 'local-api', title: 'Local API', status }, { detail: stateAnd(state, notices) });
}

/** The port of the Wyoming listener, or why it is not on although the user wants it. */
function wyomingFinding({ enabled, running, port, notices }: WyomingState): Finding {
  const state = running ? `On, at 127.0.0.1:${port}, for every program of this user.` : 'Off.';
  const status = notices.length > 0 || enabled !== running ? 'warning' : 'ok';
  return withAdvice({ id: 'wyoming', title: 'Wyoming', status }, { detail: stateAnd(state, notices) });
}

function stateAnd(state: string, notices: readonly Notice[]): Advice {
  return [state, ...notices.flatMap(noticeWords)];
}

function noticeWords(notice: Notice): Advice {
  return [notice.message, ...adviceIn(notice, 'hint')];
}

export const getSettings: Handler = (_context, { core }) => json({ ok: true, settings: core.settings.get() });

export const updateSettings: Handler = async (context, { core, application }) => {
  const wanted = await readBody(context, updateSettingsBody);
  const settings = await core.settings.update(wanted);
  // Where the API is on for this run only the setting is false already, and nothing else would hear of it.
  if (wanted.apiEnabled === false && application?.apiServerState().this_run_only)
    await application.switchApiServer(false, false);
  return json({ ok: true, settings });
};

export const getShortcuts: Handler = (_context, app) =>
  json({ ok: true, shortcuts: controlOf(app).shortcuts() });

export const setShortcutMode: Handler = async (context, app) => {
  const { mode } = await readBody(context, shortcutModeBody);
  return json({ ok: true, shortcuts: await controlOf(app).setShortcutMode(mode) });
};

function sessionsOf({ windowSessions }: AppOptions): WindowSessions {
  if (!windowSessions) throw new AppError('NOT_FOUND');
  return windowSessions;
}

export const openWindow: Handler = async (context, app) => {
  const { browser, page } = await readBody(context, openWindowBody, { optional: true });
  return json({
    ok: true,
    ...(await controlOf(app).openWindow({ browser: browser ?? true, page: page ?? '/' })),
  });
};

export const redeemWindowCode: Handler = async (context, app) => {
  const { code } = await readBody(context, redeemWindowCodeBody);
  return json({ ok: true, ...sessionsOf(app).redeem(code) });
};

export const proveWindow: Handler = ({ query }, app) => {
  const { challenge } = validated(windowProofQuery, query, 'text');
  return json({ ok: true, proofs: sessionsOf(app).proofs(challenge) });
};

export const signAudioAddress: Handler = async ({ params, headers, caller }, app) => {
  const recording = await app.core.recordings.get(params.id ?? '', caller);
  const token = /^bearer +(\S+)/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const { query, expiresAt } = sessionsOf(app).signAudio(token, recording.id);
  const path = routes.getRecordingAudio.path.replace('{id}', recording.id);
  return json({ ok: true, address: `${windowApiPath}${path}?${query}`, expires_at: isoTime(expiresAt) });
};

export const listMcpClients: Handler = async (_context, app) =>
  json({ ok: true, clients: await controlOf(app).mcpClients() });

export const installMcpClient: Handler = async (context, app) => {
  const body = await readBody(context, installMcpClientBody, { optional: true });
  const id = context.params.id ?? '';
  return json({ ok: true, installation: await controlOf(app).installMcpClient(id, body) });
};

export const removeMcpClient: Handler = async ({ params }, app) =>
  json({ ok: true, installation: await controlOf(app).removeMcpClient(params.id ?? '') });

export const switchWyoming: Handler = async (context, app) => {
  const { enabled } = await readBody(context, switchWyomingBody);
  return json({ ok: true, wyoming: await controlOf(app).switchWyoming(enabled) });
};
