import { createModeBody, tryModeBody, updateModeBody } from '@quoth/contract';
import { answeredInTime } from '../http/answer-in-time.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { authorOf } from './author-of.ts';
import { type Handler, json, jsonText } from './handler.ts';

/** The list is another one after each change, so its text is kept with it. */
export const listModes: Handler = (_context, { core }) => {
  const modes = core.modes.list();
  const text = texts.get(modes) ?? Buffer.from(JSON.stringify({ ok: true, modes }));
  texts.set(modes, text);
  return jsonText(text);
};

const texts = new WeakMap<object, Buffer<ArrayBuffer>>();

export const createMode: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const body = validated(createModeBody, value, 'json');
  return json({ ok: true, mode: await app.core.modes.create(body, authorOf(app)) });
};

export const getMode: Handler = ({ params }, { core }) =>
  json({ ok: true, mode: core.modes.get(params.id ?? '') });

export const updateMode: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const body = validated(updateModeBody, value, 'json');
  return json({ ok: true, mode: await app.core.modes.update(context.params.id ?? '', body, authorOf(app)) });
};

export const deleteMode: Handler = async ({ params }, app) => {
  await app.core.modes.delete(params.id ?? '', authorOf(app));
  return json({ ok: true });
};

export const tryMode: Handler = async (context, { core, earlyHeadersMs }) => {
  const { value } = await readJson(context);
  const body = validated(tryModeBody, value, 'json');
  return answeredInTime(core.modes.try(body, context.signal), {
    afterMs: earlyHeadersMs,
    requestId: context.requestId,
  });
};
