import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { test } from 'node:test';
import {
  AppError,
  createModeBody,
  downloadModelsBody,
  limits,
  postProcessBody,
  retranscribeBody,
  transcribeBody,
  updateSettingsBody,
} from '@quoth/contract';
import type * as z from 'zod';
import type { RequestContext } from '../handler.ts';
import { bodyChunks, LargeJsonPlace, parseJson, validated } from './body.ts';
import { ListenerEnding } from './connections.ts';
import { ProtocolError } from './errors.ts';

test('so many large JSON bodies are on their way at a time, small ones always, and a place is free when one is done with', () => {
  const large = Array.from({ length: limits.largeJsonBodies }, () => {
    const one = new LargeJsonPlace();
    one.grow(limits.largeJsonBytes);
    one.grow(1);
    // It has its place already.
    one.grow(limits.jsonBodyBytes);
    return one;
  });
  using small = new LargeJsonPlace();
  small.grow(limits.largeJsonBytes);
  assert.throws(() => small.grow(1), { code: 'RATE_LIMITED' });
  for (const one of large) one[Symbol.dispose]();
  large[0]?.[Symbol.dispose]();
  small.grow(1);
});

/** A body of which no more comes. */
async function* stalled(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  await new Promise(() => undefined);
}

test('a byte order mark in front of JSON is passed over, anywhere else it is no JSON', async () => {
  assert.deepEqual(await parseJson(Buffer.from('\ufeff{"text":"a"}')), { text: 'a' });
  for (const json of ['\ufeff\ufeff{}', '{\ufeff}', '\ufeff'])
    await assert.rejects(parseJson(Buffer.from(json)), { code: 'INVALID_REQUEST' });
});

test('a body that came while this process was held up is not taken for slow', async () => {
  await using file = await open(import.meta.filename);
  async function* body() {
    const read = file.read(Buffer.alloc(1_000));
    queueMicrotask(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
    yield (await read).buffer;
  }
  const context = { headers: new Headers(), bodyIdleTimeoutMs: 20, body } as const;
  const chunks = bodyChunks(context as unknown as RequestContext, 1_000);
  assert.equal((await chunks.next()).value?.length, 1_000);
});

test('a body that is still open when its listener ends is canceled in time for an answer', async () => {
  const ending = new ListenerEnding();
  const context = { headers: new Headers(), bodyIdleTimeoutMs: 60_000, ending, body: stalled } as const;
  const chunks = bodyChunks(context as unknown as RequestContext, 1_000);
  assert.equal((await chunks.next()).value?.length, 1);
  const next = chunks.next();
  ending.begin();
  ending.callIn();
  await assert.rejects(next, { code: 'CANCELLED' });
});

function refusal(schema: z.ZodType, input: unknown): AppError {
  try {
    validated(schema, input, 'json');
  } catch (error) {
    assert(error instanceof AppError);
    return error;
  }
  assert.fail(JSON.stringify(input));
}

test('a wrong JSON type is a broken request, null for a required field and in a list too', () => {
  const wrong: readonly [schema: z.ZodType, input: unknown, path: string, message: RegExp][] = [
    [postProcessBody, { text: null }, 'text', /^Give a string\.$/],
    [postProcessBody, { text: 7 }, 'text', /^Give a string\.$/],
    [createModeBody, { name: null }, 'name', /^Give a string\.$/],
    [retranscribeBody, { timestamp_granularities: [null] }, 'timestamp_granularities.0', /"segment"/],
    [transcribeBody, { vocabulary: [null] }, 'vocabulary.0', /^Give a string\.$/],
    [transcribeBody, { vocabulary: 'a' }, 'vocabulary', /^Give a list\.$/],
    [postProcessBody, [], '', /^Give an object\.$/],
    [postProcessBody, null, '', /^Give an object\.$/],
  ];
  for (const [schema, input, path, message] of wrong) {
    const error = refusal(schema, input);
    assert(error instanceof ProtocolError, JSON.stringify(input));
    assert.equal(error.details?.[0]?.path, path);
    assert.match(error.details?.[0]?.message ?? '', message);
  }
});

test('well-formed input that makes no sense is refused in our own words', () => {
  const cases: readonly [schema: z.ZodType, input: unknown, message: string][] = [
    [postProcessBody, {}, '"text": This field is required.'],
    [downloadModelsBody, { ids: [] }, '"ids": Give at least 1 entry.'],
    [downloadModelsBody, { ids: [''] }, '"ids.0": This must not be empty.'],
    [updateSettingsBody, { apiFixedPort: 80 }, '"apiFixedPort": Give at least 1024.'],
    [createModeBody, { name: 'x', sortOrder: 1e17 }, '"sortOrder": Give at most 1000000.'],
    [createModeBody, { name: 'x', sortOrder: -1e17 }, '"sortOrder": Give at least -1000000.'],
    [updateSettingsBody, { apiFixedPort: 8080.5 }, '"apiFixedPort": Give a whole number.'],
    [
      retranscribeBody,
      { timestamp_granularities: ['x'] },
      '"timestamp_granularities.0": Give one of "segment", "word".',
    ],
    [retranscribeBody, { model: 'm'.repeat(201) }, '"model": Give at most 200 characters.'],
  ];
  for (const [schema, input, message] of cases) {
    const error = refusal(schema, input);
    assert(!(error instanceof ProtocolError));
    assert.equal(error.message, message);
  }
});
