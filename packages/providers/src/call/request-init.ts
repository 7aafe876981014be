import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { audioPlaceholder, type RequestBody } from './provider-request.ts';

/** The audio of a request: a file that is streamed from the disk. */
export interface RequestAudio {
  readonly path: string;
  /** As a vendor wants to see it: some tell the format by the extension. */
  readonly fileName: string;
  readonly contentType: string;
}

/** A body as `fetch` takes it, made anew for each try: a stream can be read only once. */
export interface FetchBody {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly contentType?: string;
  /** Needed by `fetch` where the body is a stream. */
  readonly duplex?: 'half';
}

/** Base64 turns 3 bytes into 4 characters: a multiple of 3 can be encoded by itself. */
const CHUNK_BYTES = 3 * 64 * 1024;

/** What goes over the wire. Audio is read from the disk while it is sent. */
export async function toFetchBody(
  body: RequestBody | undefined,
  audio: RequestAudio | undefined,
): Promise<FetchBody> {
  if (!body) return {};
  if (body.kind === 'json') return { body: JSON.stringify(body.value), contentType: 'application/json' };
  if (!audio) throw new TypeError('This request needs a file of audio.');
  if (body.kind === 'audio')
    return { body: await openAsBlob(audio.path), contentType: body.contentType ?? audio.contentType };
  if (body.kind === 'json-with-audio') {
    const stream = ReadableStream.from(jsonAround(body.value, audio.path));
    return { body: stream, contentType: 'application/json', duplex: 'half' };
  }
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  form.append(body.audioField, await openAsBlob(audio.path, { type: audio.contentType }), audio.fileName);
  return { body: form };
}

/** JSON with the file's base64 where the placeholder stands. */
async function* jsonAround(value: unknown, path: string): AsyncGenerator<Uint8Array> {
  const [before = '', after = ''] = JSON.stringify(value).split(
    JSON.stringify(audioPlaceholder).slice(1, -1),
  );
  yield Buffer.from(before);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) break;
      yield Buffer.from(buffer.subarray(0, bytesRead).toString('base64'));
    }
  } finally {
    await file.close();
  }
  yield Buffer.from(after);
}
