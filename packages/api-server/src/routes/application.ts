import {
  type ApiServerState,
  AppError,
  type Finding,
  type Notice,
  revealPathBody,
  switchAutostartBody,
  type WyomingState,
} from '@quoth/contract';
import type { AppOptions } from '../app-options.ts';
import type { ApplicationControl } from '../application-control.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

/** The application's own controls; only listeners that mount its routes have them. */
export function controlOf({ application }: AppOptions): ApplicationControl {
  if (!application) throw new AppError('NOT_FOUND');
  return application;
}

export const getApplication: Handler = async (_context, app) => json(await controlOf(app).state());

export const keepApplication: Handler = async (_context, app) => {
  const control = controlOf(app);
  control.keep();
  return json(await control.state());
};

export const revealPath: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { what } = validated(revealPathBody, value, 'json');
  return json({ ok: true, ...(await controlOf(app).revealPath(what)) });
};

export const getAutostart: Handler = async (_context, app) =>
  json({ ok: true, autostart: await controlOf(app).autostart() });

export const switchAutostart: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { enabled } = validated(switchAutostartBody, value, 'json');
  return json({ ok: true, autostart: await controlOf(app).switchAutostart(enabled) });
};

export const examineDesktop: Handler = (_context, app) =>
  json({ ok: true, findings: controlOf(app).desktopFindings() });

export const stopApplication: Handler = (_context, app) => {
  controlOf(app).stop();
  return json({ ok: true });
};

export const examine: Handler = async (_context, app) => {
  const { application } = app;
  await application?.restoreDiscovery();
  const own = application
    ? [
        ...application.desktopFindings(),
        apiServerFinding(application.apiServerState()),
        wyomingFinding(application.wyomingState()),
        ...(await application.state()).notices.map(noticeFinding),
      ]
    : [];
  return json({ ok: true, findings: [...(await app.core.examine()), ...own] });
};

/** A lasting condition, such as a locked keyring, a paused action or a model file that cannot be used. */
function noticeFinding({ id, level, message, hint }: Notice): Finding {
  const status = level === 'info' ? 'ok' : 'warning';
  return { id, title: 'Notice', status, detail: inSentences([message, hint]) };
}

/** The address of the local API, or why it is not the one that the user chose. */
function apiServerFinding({ enabled, running, port, notices }: ApiServerState): Finding {
  const [notice] = notices;
  const state = running ? `on, at http://127.0.0.1:${port}` : 'off';
  return {
    id: 'local-api',
    title: 'Local API',
    status: notice || enabled !== running ? 'warning' : 'ok',
    detail: inSentences([state, notice?.message, notice?.hint]),
  };
}

/** The port of the Wyoming listener, or why it is not on although the user wants it. */
function wyomingFinding({ enabled, running, port, notices }: WyomingState): Finding {
  const [notice] = notices;
  const state = running ? `on, at 127.0.0.1:${port}, for every program of this user` : 'off';
  return {
    id: 'wyoming',
    title: 'Wyoming',
    status: notice || enabled !== running ? 'warning' : 'ok',
    detail: inSentences([state, notice?.message, notice?.hint]),
  };
}

function inSentences(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .join('. ')
    .replaceAll('..', '.');
}
