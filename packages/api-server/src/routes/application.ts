import {
  destinationsQuery,
  installMcpClientBody,
  revealPathBody,
  shortcutModeBody,
  switchAutostartBody,
  switchWyomingBody,
  updateSettingsBody,
} from '@quoth/contract';
import { controlOf, type Handler, json } from '../handler.ts';
import { readBody, validated } from '../http/body.ts';

export const getApplication: Handler = async (_context, app) => json(await controlOf(app).state());

export const listDestinations: Handler = ({ query }, { core }) => {
  const { mode_id } = validated(destinationsQuery, query, 'text');
  return json({ ok: true, destinations: core.destinations(mode_id) });
};

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

export const stopApplication: Handler = (_context, app) => {
  controlOf(app).stop();
  return json({ ok: true });
};

export const getSettings: Handler = (_context, { core }) => json({ ok: true, settings: core.settings.get() });

export const updateSettings: Handler = async (context, { core, application }) => {
  const wanted = await readBody(context, updateSettingsBody);
  const settings = await core.settings.update(wanted);
  // Where the API is on for this run only the setting is false already, and nothing else would hear of it.
  if (wanted.apiEnabled === false && application?.apiServer.state().this_run_only)
    await application.apiServer.switch(false, false);
  return json({ ok: true, settings });
};

export const getShortcuts: Handler = (_context, app) =>
  json({ ok: true, shortcuts: controlOf(app).keys.shortcuts() });

export const setShortcutMode: Handler = async (context, app) => {
  const { mode } = await readBody(context, shortcutModeBody);
  return json({ ok: true, shortcuts: await controlOf(app).keys.setMode(mode) });
};

export const configureShortcuts: Handler = async (_context, app) =>
  json({ ok: true, shortcuts: await controlOf(app).keys.configure() });

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
  return json({ ok: true, wyoming: await controlOf(app).wyoming.switch(enabled) });
};
