import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { retranscribeBody, routes, searchRecordingsQuery } from '@quoth/contract';
import { answeredInTime } from '../http/answer-in-time.ts';
import { byteRange } from '../http/byte-range.ts';
import { readJson } from '../input/read-body.ts';
import { validated } from '../input/validate.ts';
import { type Handler, json } from './handler.ts';

export const searchRecordings: Handler = async ({ query, signal }, { core }) => {
  return json(await core.recordings.search(validated(searchRecordingsQuery, query, 'text'), signal));
};

export const getRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.recordings.get(params.id ?? '') });
};

export const deleteRecording: Handler = async ({ params }, { core }) => {
  await core.recordings.moveToTrash(params.id ?? '');
  return json({ ok: true });
};

export const restoreRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.recordings.restore(params.id ?? '') });
};

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
    return new Response(null, { status: 416, headers: { ...shared, 'Content-Range': `bytes */${size}` } });
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

export const getTranscript: Handler = async ({ params }, { core }) => {
  const { id, format } = validated(routes.getTranscript.params, params, 'text');
  const { body, contentType, fileName } = await core.recordings.transcript(id, format);
  return new Response(body, {
    headers: { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
};

export const retranscribe: Handler = async (context, { core, earlyHeadersMs }) => {
  const { value } = await readJson(context, { optional: true });
  const options = validated(retranscribeBody, value, 'json');
  const { signal, startedAtMs, requestId } = context;
  const work = core.transcriptions.retranscribe(context.params.id ?? '', options, {
    source: 'api',
    signal,
    startedAtMs,
  });
  return answeredInTime(work, { afterMs: earlyHeadersMs, requestId });
};

export const cancelRecording: Handler = async ({ params }, { core }) => {
  return json({ ok: true, recording: await core.transcriptions.cancel(params.id ?? '') });
};
