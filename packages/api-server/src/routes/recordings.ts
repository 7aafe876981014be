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
  say,
  searchRecordingsQuery,
} from '@quoth/contract';
import { type Handler, json, noteFailure } from '../handler.ts';
import { answeredInTime } from '../http/answers.ts';
import { readBody, readJson, validated, withoutEmpty } from '../http/body.ts';

export const listRecordings: Handler = async ({ query, caller, signal }, { core }) => {
  return json(await core.recordings.search(validated(listRecordingsQuery, query, 'text'), caller, signal));
};

export const searchRecordings: Handler = async ({ query, caller, signal }, { core }) => {
  return json(await core.recordings.search(validated(searchRecordingsQuery, query, 'text'), caller, signal));
};

export const getRecording: Handler = async ({ params, caller }, { core }) => {
  return json({ ok: true, recording: await core.recordings.get(params.id ?? '', caller) });
};

export const deleteRecording: Handler = async ({ params, caller }, { core }) => {
  await core.recordings.moveToTrash(params.id ?? '', caller);
  return json({ ok: true });
};

export const restoreRecording: Handler = async ({ params, caller }, { core }) => {
  return json({ ok: true, recording: await core.recordings.restore(params.id ?? '', caller) });
};

export const purgeRecordings: Handler = async (context, { core, application }) => {
  // Deleting permanently needs the user's permission; the window and the command line act for the user.
  if (application === undefined && !core.settings.get().programsMayPurge)
    throw new AppError('PURGE_NOT_ALLOWED');
  const { ids } = await readBody(context, purgeRecordingsBody, { optional: true });
  return json({ ok: true, purged: await core.recordings.purge(ids, context.caller) });
};

export const getRecordingAudio: Handler = async ({ params, caller, headers, isHead }, { core }) => {
  const { path, contentType, fileName } = await core.recordings.audio(params.id ?? '', caller);
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
      message: say('rangeOutside', { bytes: size }),
      hint: say('askWithinFile'),
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

export const getTranscript: Handler = async ({ params, query, caller }, { core }) => {
  const { id, format } = validated(routes.getTranscript.params, params, 'text');
  const shape = validated(captionShapeQuery, query, 'text');
  const lines = { maxLineLength: shape.max_line_length, maxLines: shape.max_lines };
  const { body, contentType, fileName } = await core.recordings.transcript(id, format, lines, caller);
  return new Response(body, {
    headers: { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
};

export const retranscribe: Handler = async (context, app) => {
  const { core, earlyHeadersMs } = app;
  const { value } = await readJson(context, { optional: true });
  const options = validated(retranscribeBody, withoutEmpty(value), 'json');
  const { caller, signal, startedAtMs, requestId } = context;
  const work = core.transcriptions.retranscribe(context.params.id ?? '', options, {
    source: 'api',
    caller,
    signal,
    startedAtMs,
  });
  return answeredInTime(noteFailure(work, context, app), { afterMs: earlyHeadersMs, requestId });
};

export const cancelRecording: Handler = async ({ params, caller }, { core }) => {
  return json({ ok: true, recording: await core.transcriptions.cancel(params.id ?? '', caller) });
};

export const editRecording: Handler = async (context, { core }) => {
  const { text, learn } = await readBody(context, editRecordingBody);
  return json({ ok: true, ...(await core.recordings.edit(context.params.id ?? '', text, { learn })) });
};

export const undoRewriting: Handler = async ({ params }, { core }) =>
  json({ ok: true, recording: await core.recordings.undoRewriting(params.id ?? '') });

export const getStatistics: Handler = async ({ signal }, { core }) =>
  json(await core.recordings.statistics(signal));

export const previewRetention: Handler = async ({ query }, { core }) =>
  json(await core.recordings.previewRetention(validated(retentionQuery, query, 'text').days));

/** First and last byte of a range, both inclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The single range of a `Range` header (RFC 9110, section 14). Undefined where the whole is to be sent: without a
 * header, and for a header that is malformed or asks for several ranges, which a server may ignore.
 */
function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
