import {
  AppError,
  downloadModelsBody,
  importModelBody,
  limits,
  listModelsQuery,
  say,
  uploadModelQuery,
} from '@quoth/contract';
import { type Handler, json } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { bodyChunks, readBody, validated } from '../http/body.ts';

export const listModels: Handler = ({ query }, { core }) => {
  return json({ ok: true, models: core.models.list(validated(listModelsQuery, query, 'text')) });
};

export const getModelCatalog: Handler = (_context, { core }) =>
  json({ ok: true, models: core.modelFiles.catalog(), downloads: core.modelFiles.downloads() });

export const downloadModels: Handler = async (context, { core }) => {
  const { ids } = await readBody(context, downloadModelsBody);
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
  const { path, model_id } = await readBody(context, importModelBody);
  const work = core.modelFiles.import({ kind: 'path', path }, context.signal, model_id);
  return answeredInTime(
    work.then((model) => ({ ok: true, model })),
    { afterMs: earlyHeadersMs, requestId: context.requestId },
  );
};

/**
 * The bytes go to the disk as they come; a length is asked for, so that what has no room is refused before it is sent.
 */
export const uploadModel: Handler = async (context, { core, earlyHeadersMs }) => {
  const { name, model_id } = validated(uploadModelQuery, context.query, 'text');
  const bytes = Number(context.headers.get('content-length'));
  if (!(bytes > 0)) {
    throw new AppError('INVALID_REQUEST', {
      message: bytes === 0 ? say('fileEmptyOrLengthMissing') : say('lengthNotANumber'),
      hint: say('sendContentLength'),
    });
  }
  if (bytes > limits.modelFileBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', {
      message: say('modelFileTooLarge', { gibibytes: limits.modelFileBytes / 1024 ** 3 }),
      hint: say('noModelThatLarge'),
    });
  }
  const chunks = bodyChunks(context, limits.modelFileBytes, context.signal);
  // Without a way to end it: who stops reading leaves the rest to be read below.
  const blocks = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
  const file = { kind: 'stream', name, bytes, blocks } as const;
  const work = core.modelFiles
    .import(file, context.signal, model_id)
    .catch((error: unknown) => refusedAfterBody(chunks, error));
  return answeredInTime(
    work.then((model) => ({ ok: true, model })),
    { afterMs: earlyHeadersMs, requestId: context.requestId },
  );
};

/** A browser reads no answer while it still sends: the rest of the body is thrown away first. */
async function refusedAfterBody(rest: AsyncIterator<Uint8Array>, error: unknown): Promise<never> {
  try {
    while ((await rest.next()).done !== true);
  } catch {
    // A client that has disconnected gets no answer.
  }
  throw error;
}

export const removeModel: Handler = async ({ params }, { core }) => {
  await core.modelFiles.remove(params.id ?? '');
  return json({ ok: true });
};
