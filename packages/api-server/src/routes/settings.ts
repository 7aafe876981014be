import { updateSettingsBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const getSettings: Handler = (_context, { core }) => json({ ok: true, settings: core.settings.get() });

export const updateSettings: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  return json({
    ok: true,
    settings: await core.settings.update(validated(updateSettingsBody, value, 'json')),
  });
};
