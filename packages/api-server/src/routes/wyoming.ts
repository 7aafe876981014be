import { switchWyomingBody } from '@quoth/contract';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { controlOf } from './application.ts';
import { type Handler, json } from './handler.ts';

export const switchWyoming: Handler = async (context, app) => {
  const { value } = await readJson(context);
  const { enabled } = validated(switchWyomingBody, value, 'json');
  return json({ ok: true, wyoming: await controlOf(app).switchWyoming(enabled) });
};
