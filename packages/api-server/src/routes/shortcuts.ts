import { shortcutModeBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

export const getShortcuts: Handler = (_context, app) =>
  json({ ok: true, shortcuts: controlOf(app).shortcuts() });

export const setShortcutMode: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { mode } = validated(shortcutModeBody, value, 'json');
  return json({ ok: true, shortcuts: await controlOf(app).setShortcutMode(mode) });
};
