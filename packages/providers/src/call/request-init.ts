import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { audioPlaceholder, type RequestBody } from './provider-request.ts';

/** The audio of a request: a file that is streamed from the disk, or bytes from elsewhere. */
export interface RequestAudio {
  /** Ignored if there is a `content`. */
  readonly path: string;
  readonly content?: AudioContent | undefined;
  /** As the vendor requires it: some recognise the format by the extension. */
  readonly fileName: string;
  readonly contentType: string;
}

/** Audio that is not in a readable file: in memory, or encrypted. Read again for each attempt. */
export interface AudioContent {
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A body for `fetch`, created again for each attempt, since a stream can be read only once. */
export interface FetchBody {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly contentType?: string;
  /** The length, if it is known and `fetch` cannot see it. */
  readonly contentLength?: number;
  /** Required by `fetch` for a stream. */
  readonly duplex?: 'half';
}

/** Base64 turns 3 bytes into 4 characters: a multiple of 3 bytes can be encoded separately. */
const CHUNK_BYTES = 3 * 64 * 1024;

/** What goes over the wire. Audio is read from the disk while it is sent. */
export async function toFetchBody(
  body: RequestBody | undefined,
  audio: RequestAudio | undefined,
): Promise<FetchBody> {
  if (!body) return {};
  if (body.kind === 'json') return { body: JSON.stringify(body.value), contentType: 'application/json' };
  if (!audio) throw new TypeError('This request needs an audio file.');
  const { content } = audio;
  if (body.kind === 'audio' && content)
    return streamed([content], content.bytes, body.contentType ?? audio.contentType);
  if (body.kind === 'audio')
    return { body: await openAsBlob(audio.path), contentType: body.contentType ?? audio.contentType };
  if (body.kind === 'json-with-audio') {
    const stream = ReadableStream.from(jsonAround(body.value, audio));
    return { body: stream, contentType: 'application/json', duplex: 'half' };
  }
  if (content) return streamedForm(body.fields, body.audioField, audio, content);
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  form.append(body.audioField, await openAsBlob(audio.path, { type: audio.contentType }), audio.fileName);
  return { body: form };
}

/** JSON with the file's base64 in place of the placeholder. */
async function* jsonAround(value: unknown, audio: RequestAudio): AsyncGenerator<Uint8Array> {
  const [before = '', after = ''] = JSON.stringify(value).split(
    JSON.stringify(audioPlaceholder).slice(1, -1),
  );
  yield Buffer.from(before);
  for await (const chunk of inChunks(audio.content?.read() ?? fileBytes(audio.path)))
    yield Buffer.from(chunk.toString('base64'));
  yield Buffer.from(after);
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The same bytes in chunks whose base64 can be concatenated. */
async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % 3);
    if (whole > 0) yield all.subarray(0, whole);
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield rest;
}

/** Without a length `fetch` sends a stream in chunks, which some vendors do not accept. */
function streamed(
  parts: readonly (AudioContent | Buffer)[],
  contentLength: number,
  contentType: string,
): FetchBody {
  const all = async function* (): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) yield part;
      else yield* part.read();
    }
  };
  return { body: ReadableStream.from(all()), contentLength, contentType, duplex: 'half' };
}

/** A form whose file is a stream: FormData takes only Blobs, which are in memory or in a file. */
function streamedForm(
  fields: readonly (readonly [name: string, value: string])[],
  audioField: string,
  { fileName, contentType }: RequestAudio,
  content: AudioContent,
): FetchBody {
  const boundary = `quoth-${randomUUID()}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const before = fields.map(([name, value]) => `${part(name)}\r\n${value}\r\n`).join('');
  const file = `${part(audioField, `; filename="${fileName}"`)}Content-Type: ${contentType}\r\n\r\n`;
  const head = Buffer.from(`${before}${file}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = head.length + content.bytes + tail.length;
  return streamed([head, content, tail], length, `multipart/form-data; boundary=${boundary}`);
}
