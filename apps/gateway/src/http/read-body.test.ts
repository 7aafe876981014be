import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { limits } from '@quoth/contract';
import { readJson } from './bodies.ts';

const MEBIBYTE = 1024 * 1024;

/** A request with this body, and how much of it was asked for. */
function requestOf(chunks: Iterable<Uint8Array>) {
  const asked = { chunks: 0 };
  function* counted() {
    for (const chunk of chunks) {
      asked.chunks++;
      yield chunk;
    }
  }
  const body = Readable.from(counted(), { objectMode: false, highWaterMark: 1 });
  const incoming = Object.assign(body, { headers: { 'content-type': 'application/json' } });
  return { incoming: incoming as unknown as IncomingMessage, asked };
}

const read = (body: string | Uint8Array) =>
  readJson(requestOf([Buffer.from(body)]).incoming, 4 * MEBIBYTE, 60_000);

test('a JSON body is read as it is, with the hash of its bytes', async () => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'ä'.repeat(100_000) }] });
  const { value, sha256 } = await read(body);
  assert.deepEqual(value, JSON.parse(body));
  assert.deepEqual(sha256, createHash('sha256').update(body).digest());
});

test('a body that came while this process was held up is not taken for slow', async () => {
  await using file = await open(import.meta.filename);
  const body = new Readable({
    read: () => {
      file.read(Buffer.alloc(1)).then(() => [Buffer.from('{}'), null].map((chunk) => body.push(chunk)));
      queueMicrotask(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
    },
  });
  const incoming = Object.assign(body, { headers: { 'content-type': 'application/json' } });
  assert.deepEqual((await readJson(incoming as unknown as IncomingMessage, MEBIBYTE, 20)).value, {});
});

test('a JSON body has so many values, and is nested only so deeply', async () => {
  const list = (values: number) => `[${Array(values).fill(0).join(',')}]`;
  assert.equal(((await read(list(limits.jsonBodyValues))).value as unknown[]).length, limits.jsonBodyValues);
  await assert.rejects(read(list(limits.jsonBodyValues + 1)), { code: 'payload_too_large' });
  await read(`${'['.repeat(64)}${']'.repeat(64)}`);
  await assert.rejects(read('['.repeat(65)), { code: 'invalid_value', message: /too deeply/ });
});

test('what has too many values is refused while it arrives', async () => {
  const objects = Buffer.from('{},'.repeat(20_000));
  const { incoming, asked } = requestOf([Buffer.from('['), ...Array<Buffer>(60).fill(objects)]);
  await assert.rejects(readJson(incoming, 4 * MEBIBYTE, 60_000), { code: 'payload_too_large' });
  assert(asked.chunks < 10, String(asked.chunks));
});

test('what is no JSON in UTF-8 is refused', async () => {
  for (const body of ['', '{', '{"a":1}x', new Uint8Array([0x22, 0xff, 0x22])])
    await assert.rejects(read(body), { code: 'invalid_value', message: /not JSON in UTF-8/ });
});

test('large bodies of all clients share their memory; small ones are always taken', async () => {
  const may = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  let sent = 0;
  /** A string that is complete when it may be. */
  async function* large() {
    yield Buffer.from(`"${'x'.repeat(4 * MEBIBYTE - 2)}`);
    if (++sent === 16) may.resolve();
    await rest.promise;
    yield Buffer.from('"');
  }
  const request = () =>
    Object.assign(Readable.from(large(), { objectMode: false, highWaterMark: 1 }), {
      headers: { 'content-type': 'application/json' },
    }) as unknown as IncomingMessage;
  const reading = Array.from({ length: 16 }, () => readJson(request(), 4 * MEBIBYTE, 60_000));
  await may.promise;
  const one = `"${'x'.repeat(MEBIBYTE)}"`;
  await assert.rejects(read(one), { code: 'unavailable' });
  assert.equal((await read('"small"')).value, 'small');
  rest.resolve();
  await Promise.all(reading);
  assert.equal(((await read(one)).value as string).length, MEBIBYTE);
});
