import { downloadModelsBody, importModelBody, listModelsQuery } from '@quoth/contract';
import { answeredInTime } from '../http/answer-in-time.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const listModels: Handler = ({ query }, { core }) => {
  return json({ ok: true, models: core.models.list(validated(listModelsQuery, query, 'text')) });
};

export const getModelCatalog: Handler = (_context, { core }) =>
  json({ ok: true, models: core.modelFiles.catalog(), downloads: core.modelFiles.downloads() });

export const downloadModels: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const { ids } = validated(downloadModelsBody, value, 'json');
  const meant = await core.modelFiles.download(ids);
  return json({ ok: true, ids: meant, downloads: core.modelFiles.downloads() });
};

export const listDownloads: Handler = (_context, { core }) =>
  json({ ok: true, downloads: core.modelFiles.downloads() });

export const pauseDownload: Handler = async ({ params }, { core }) =>
  json({ ok: true, download: await core.modelFiles.pause(params.id ?? '') });

export const resumeDownload: Handler = async ({ params }, { core }) =>
  json({ ok: true, download: await core.modelFiles.resume(params.id ?? '') });

export const cancelDownload: Handler = async ({ params }, { core }) => {
  await core.modelFiles.cancel(params.id ?? '');
  return json({ ok: true });
};

/** A file of gigabytes is copied and loaded: that may take its time. */
export const importModel: Handler = async (context, { core, earlyHeadersMs }) => {
  const { value } = await readJson(context);
  const { path } = validated(importModelBody, value, 'json');
  const work = core.modelFiles.import(path, context.signal).then((model) => ({ ok: true, model }));
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId: context.requestId });
};

export const removeModel: Handler = async ({ params }, { core }) => {
  await core.modelFiles.remove(params.id ?? '');
  return json({ ok: true });
};
