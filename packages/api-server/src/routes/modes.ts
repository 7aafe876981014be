import { createModeBody, updateModeBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json, jsonText } from './handler.ts';

/** The list is another one after each change, so its text is kept with it. */
export const listModes: Handler = (_context, { core }) => {
  const modes = core.modes.list();
  const text = texts.get(modes) ?? JSON.stringify({ ok: true, modes });
  texts.set(modes, text);
  return jsonText(text);
};

const texts = new WeakMap<object, string>();

export const createMode: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  return json({ ok: true, mode: await core.modes.create(validated(createModeBody, value, 'json')) });
};

export const getMode: Handler = ({ params }, { core }) =>
  json({ ok: true, mode: core.modes.get(params.id ?? '') });

export const updateMode: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const body = validated(updateModeBody, value, 'json');
  return json({ ok: true, mode: await core.modes.update(context.params.id ?? '', body) });
};

export const deleteMode: Handler = async ({ params }, { core }) => {
  await core.modes.delete(params.id ?? '');
  return json({ ok: true });
};
