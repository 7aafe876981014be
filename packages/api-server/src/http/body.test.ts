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
import { bodyChunks, jsonMemory, readForm, readJson, refuseBody, validated } from './body.ts';
import { ListenerEnding } from './connections.ts';
import { ProtocolError } from './errors.ts';

test('large JSON bodies share their memory, small ones are always taken, and memory is given back once', () => {
  const large = Array.from({ length: limits.largeJsonBodies }, () => {
    const one = jsonMemory.hold(refuseBody);
    one.grow(limits.largeJsonBytes);
    one.grow(limits.jsonBodyBytes - limits.largeJsonBytes);
    return one;
  });
  using small = jsonMemory.hold(refuseBody);
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
  const read = async (json: string) => {
    const headers = new Headers({ 'content-type': 'application/json' });
    const body = async function* () {
      yield Buffer.from(json);
    };
    return (await readJson({ headers, bodyIdleTimeoutMs: 60_000, body } as unknown as RequestContext)).value;
  };
  assert.deepEqual(await read('\ufeff{"text":"a"}'), { text: 'a' });
  for (const json of ['\ufeff\ufeff{}', '{\ufeff}', '\ufeff'])
    await assert.rejects(read(json), { code: 'INVALID_REQUEST' });
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
  ending.answerNow();
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

const part = (name: string, body: string, rest = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${body}\r\n`;
const filePart = (body: string) => part('file', body, '; filename="a.wav"');
const END = '--b--\r\n';

/** A request whose body is these chunks; after the last of them it pauses permanently when it is said so. */
function requestOf(chunks: Iterable<string>, { pauses = false, idleMs = 60_000 } = {}) {
  let given = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      given += bytes.length;
      yield bytes;
    }
    if (pauses) await new Promise(() => undefined);
  }
  const context = {
    headers: new Headers({ 'content-type': 'multipart/form-data; boundary=b' }),
    bodyIdleTimeoutMs: idleMs,
    body,
  } as unknown as RequestContext;
  return { context, given: () => given };
}

/** Takes a file as the intake does, and notes how it ended. */
function taker() {
  const seen = { text: '', ended: false, discarded: false };
  const take = async (stream: AsyncIterable<Uint8Array>) => {
    try {
      for await (const chunk of stream) seen.text += Buffer.from(chunk).toString('latin1');
    } finally {
      seen.ended = true;
    }
    return {
      async discard() {
        seen.discarded = true;
      },
    };
  };
  return { seen, take };
}

const failure = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => assert.fail('it was taken'),
    (reason: unknown) => reason,
  );
  assert(error instanceof AppError, String(error));
  return error;
};

test('fields before and after the file are read, repeated ones as a list', async () => {
  const { seen, take } = taker();
  const { context } = requestOf([part('a', '1'), filePart('audio'), part('b', '2'), part('b', '3'), END]);
  const { file, fields } = await readForm(context, take);
  assert(file);
  assert.deepEqual({ ...fields }, { a: '1', b: ['2', '3'] });
  assert.deepEqual(seen, { text: 'audio', ended: true, discarded: false });
});

test('a form that pauses after the first bytes of its file is TIMEOUT, and the reading of the file ends', async () => {
  const { seen, take } = taker();
  const { context } = requestOf([filePart('audio').slice(0, -4)], { pauses: true, idleMs: 50 });
  assert.equal((await failure(readForm(context, take))).code, 'TIMEOUT');
  assert(seen.ended);
});

test('a form that is cut off inside its file ends the reading of the file', async () => {
  const { seen, take } = taker();
  const { context } = requestOf([filePart('audio').slice(0, -4)]);
  assert.equal((await failure(readForm(context, take))).code, 'INVALID_REQUEST');
  assert(seen.ended);
});

test('a file that is refused ends the upload at once, and the fields that came are passed on with the reason', async () => {
  const endless = (function* () {
    yield part('a', '1');
    yield filePart('x').slice(0, -2);
    for (;;) yield 'x'.repeat(65_536);
  })();
  const { context } = requestOf(endless);
  const refusal = new AppError('AUDIO_DECODE_FAILED');
  const form = await readForm(context, async () => {
    throw refusal;
  });
  assert.equal(form.refusal, refusal);
  assert.deepEqual({ ...form.fields }, { a: '1' });
});

test('a file that is refused while it is read ends the upload with the reason of the refusal', async () => {
  const endless = (function* () {
    yield filePart('x').slice(0, -2);
    for (;;) yield 'x'.repeat(65_536);
  })();
  const { context } = requestOf(endless);
  const refusal = new AppError('AUDIO_DECODE_FAILED');
  const take = async (stream: AsyncIterable<Uint8Array>) => {
    let bytes = 0;
    try {
      for await (const chunk of stream) {
        bytes += chunk.length;
        if (bytes > 500_000) throw refusal;
      }
    } finally {
      // As one who removes a file first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { async discard() {} };
  };
  assert.equal((await readForm(context, take)).refusal, refusal);
});

test('of a small file that is refused, the fields behind it are read too', async () => {
  const { context } = requestOf([filePart('no audio'), part('a', '1'), END]);
  const refusal = new AppError('AUDIO_DECODE_FAILED');
  const form = await readForm(context, async (stream) => {
    for await (const _chunk of stream);
    throw refusal;
  });
  assert.deepEqual([form.refusal, { ...form.fields }], [refusal, { a: '1' }]);
});

test('everything that is not audio has 1 MiB together, and reading stops there', async () => {
  const mebibyte = 'x'.repeat(1024 * 1024);
  const many = (function* () {
    for (let index = 0; index < 2_000; index++) yield part(`f${index}`, mebibyte);
    yield END;
  })();
  const preamble = (function* () {
    for (let index = 0; index < 2_000; index++) yield mebibyte;
  })();
  const afterwards = (function* () {
    yield filePart('audio');
    yield END;
    for (let index = 0; index < 2_000; index++) yield mebibyte;
  })();
  for (const [what, chunks] of Object.entries({ many, preamble, afterwards })) {
    const { seen, take } = taker();
    const { context, given } = requestOf(chunks);
    assert.equal((await failure(readForm(context, take))).code, 'PAYLOAD_TOO_LARGE', what);
    assert(given() < 8 * 1024 * 1024, `${what}: ${given()} bytes were read`);
    assert(seen.ended || what !== 'afterwards');
  }
});

test('too many parts, two files and a file of another name are refused at once', async () => {
  const fields = Array.from({ length: 3_000 }, () => part('a', '1'));
  for (const chunks of [
    fields,
    [filePart('a'), filePart('b'), ...fields],
    [part('x', 'y', '; filename="x"')],
  ]) {
    const { context, given } = requestOf(chunks);
    assert.equal((await failure(readForm(context, taker().take))).code, 'INVALID_REQUEST');
    assert(given() < 160_000);
  }
});
