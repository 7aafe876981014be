import { AppError } from '@quoth/core';
import type { ApplicationControl } from '../application-control.ts';
import type { AppOptions } from '../build-app.ts';
import { type Handler, json } from './handler.ts';

/** The application's own controls; only doors that mount its routes have them. */
export function controlOf({ application }: AppOptions): ApplicationControl {
  if (!application) throw new AppError('NOT_FOUND');
  return application;
}

export const getApplication: Handler = async (_context, app) => json(await controlOf(app).state());

export const stopApplication: Handler = (_context, app) => {
  controlOf(app).stop();
  return json({ ok: true });
};

export const examine: Handler = async (_context, { core }) =>
  json({ ok: true, findings: await core.examine() });
