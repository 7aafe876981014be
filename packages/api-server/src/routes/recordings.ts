import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AppError,
  captionShapeQuery,
  editRecordingBody,
  listRecordingsQuery,
  purgeRecordingsBody,
  retentionQuery,
  retranscribeBody,
  routes,
  searchRecordingsQuery,
} from '@quoth/contract';
import { noteFailure } from '../calls/note-failure.ts';
import { answeredInTime } from '../http/answer-in-time.ts';
import { byteRange } from '../http/byte-range.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { authorOf } from './author-of.ts';
import { type Handler, json } from './handler.ts';

export const listRecordings: Handler = async ({ query, signal }, { core }) => {
  return json(await core.recordings.search(validated(listRecordingsQuery, query, 'text'), signal));
};

export const searchRecordings: Handler = async ({ query, signal }, { core }) => {
  return json(await core.recordings.search(validated(searchRecordingsQuery, query, 'text'), signal));
};

export const getRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.recordings.get(params.id ?? '') });
};

export const deleteRecording: Handler = async ({ params }, app) => {
  await app.core.recordings.moveToTrash(params.id ?? '', authorOf(app));
  return json({ ok: true });
};

export const restoreRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.recordings.restore(params.id ?? '') });
};

export const purgeRecordings: Handler = async (context, { core, application }) => {
  // What is gone for good takes the user's own permission; their window and command line are the user.
  if (application === undefined && !core.settings.get().programsMayPurge) throw notAllowedToPurge();
  const { value } = await readJson(context, { optional: true });
  const { ids } = validated(purgeRecordingsBody, value, 'json');
  return json({ ok: true, purged: await core.recordings.purge(ids) });
};

function notAllowedToPurge(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'Programs may not empty the trash here.',
    hint: 'The user can allow it in Settings, History and privacy, or with: quoth settings set programsMayPurge true',
  });
}

export const getRecordingAudio: Handler = async ({ params, headers, isHead }, { core }) => {
  const { path, contentType, fileName } = await core.recordings.audio(params.id ?? '');
  const { size } = await stat(path);
  // There is nothing to compare an If-Range with, so it asks for the whole.
  const range = headers.has('if-range') ? undefined : byteRange(headers.get('range'), size);
  const shared = {
    'Accept-Ranges': 'bytes',
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  };
  if (range === 'unsatisfiable') {
    const error = new AppError('INVALID_REQUEST', {
      message: `The audio has ${size} bytes; the range is outside of that.`,
      hint: 'Ask for a range within the file, or leave Range out.',
    });
    return Response.json(
      { ok: false, error: error.toBody() },
      { status: 416, headers: { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes */${size}` } },
    );
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const body = isHead
    ? null
    : (Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>);
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'Content-Length': String(end - start + 1),
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    },
  });
};

export const getTranscript: Handler = async ({ params, query }, { core }) => {
  const { id, format } = validated(routes.getTranscript.params, params, 'text');
  const shape = validated(captionShapeQuery, query, 'text');
  const { body, contentType, fileName } = await core.recordings.transcript(id, format, {
    maxLineLength: shape.max_line_length,
    maxLines: shape.max_lines,
  });
  return new Response(body, {
    headers: { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
};

export const retranscribe: Handler = async (context, app) => {
  const { core, earlyHeadersMs } = app;
  const { value } = await readJson(context, { optional: true });
  const options = validated(retranscribeBody, value, 'json');
  const { signal, startedAtMs, requestId } = context;
  const work = core.transcriptions.retranscribe(context.params.id ?? '', options, {
    source: 'api',
    signal,
    startedAtMs,
  });
  return answeredInTime(noteFailure(work, context, app), { afterMs: earlyHeadersMs, requestId });
};

export const cancelRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.transcriptions.cancel(params.id ?? '') });
};

export const editRecording: Handler = async (context, { core }) => {
  const { value } = await readJson(context);
  const { text } = validated(editRecordingBody, value, 'json');
  return json({ ok: true, recording: await core.recordings.edit(context.params.id ?? '', text) });
};

export const undoRewriting: Handler = async ({ params }, { core }) =>
  json({ ok: true, recording: await core.recordings.undoRewriting(params.id ?? '') });

export const previewRetention: Handler = async ({ query }, { core }) =>
  json(await core.recordings.previewRetention(validated(retentionQuery, query, 'text').days));
