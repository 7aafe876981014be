import { checkBackupBody, restoreBackupBody, saveBackupBody, withAdvice } from '@quoth/contract';
import { controlOf, type Handler, json } from '../handler.ts';
import { readBody } from '../http/body.ts';

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
  if (keys_problem === null) return json({ ok: true, keys, keys_problem });
  return json(withAdvice({ ok: true, keys }, { keys_problem: [keys_problem] }));
};

export const dismissBackup: Handler = async (_context, app) =>
  json({ ok: true, backup: await controlOf(app).backups.dismiss() });
