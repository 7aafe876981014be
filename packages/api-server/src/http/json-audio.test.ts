import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, limits } from '@quoth/contract';
import fc from 'fast-check';
import type { RequestContext } from '../handler.ts';
import { decodeBase64, readJsonWithAudio } from './json-audio.ts';

/** Reads a body that comes in chunks of this size, and returns what was taken in beside the value. */
async function read(body: Iterable<Buffer>) {
  const seen = { bytes: 0, discarded: false };
  const context = {
    headers: new Headers({ 'content-type': 'application/json' }),
    bodyIdleTimeoutMs: 60_000,
    body: async function* () {
      for (const chunk of body) {
        seen.bytes += chunk.length;
        yield chunk;
      }
    },
  } as unknown as RequestContext;
  const taken: Uint8Array[] = [];
  const work = readJsonWithAudio(context, async (stream) => {
    for await (const chunk of stream) taken.push(chunk);
    return {
      audio: Buffer.concat(taken),
      async discard() {
        seen.discarded = true;
      },
    };
  });
  const settled = await work.catch((error: unknown) => error as AppError);
  const refused = settled instanceof AppError ? settled : settled.refusal;
  return { seen, result: refused instanceof AppError ? refused : settled };
}

function* inChunks(text: string, size: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readText(text: string, size = 64) {
  const { seen, result } = await read(inChunks(text, size));
  return { seen, result, code: result instanceof AppError ? result.code : undefined };
}

test('the audio is extracted wherever it is, in chunks of any size, whatever else there is', async () => {
  const key = fc.constantFrom('a', 'file', 'audio_base6', 'audio_base64x', 'ü"\\');
  const others = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }));
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      others,
      others,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (bytes, before, after, size, escapes) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const written = JSON.stringify(base64);
        // As PHP and .NET write it.
        const audio = escapes ? written.replaceAll('/', '\\/').replaceAll('+', '\\u002B') : written;
        const inner = (value: object) => JSON.stringify(value).slice(1, -1);
        const text = `{${[inner(before), `"audio_base64" : ${audio}`, inner(after)].filter(Boolean).join(', ')}}`;
        const { result } = await readText(text, size);
        assert(!(result instanceof AppError), String(result));
        assert.deepEqual(result.file?.audio, Buffer.from(bytes));
        assert.deepEqual(result.value, JSON.parse(text.replace(audio, '""')));
      },
    ),
  );
});

test('anything but a string in a field of the object itself is left in place', async () => {
  for (const text of [
    '{"audio_base64": null}',
    '{"audio_base64": ["AAAA"]}',
    '{"x": {"audio_base64": "AAAA"}}',
    '[{"audio_base64": "AAAA"}]',
    '["audio_base64", "AAAA"]',
    '{"x": "audio_base64", "y": "AAAA"}',
    '{}',
  ]) {
    const { result } = await readText(text, 3);
    assert(!(result instanceof AppError), text);
    assert.equal(result.file, undefined, text);
    assert.deepEqual(result.value, JSON.parse(text));
  }
});

test('everything outside the audio has 1 MiB, checked while it arrives and before it is parsed', async () => {
  function* endless(start: string, more: string): Generator<Buffer> {
    yield Buffer.from(start);
    for (let count = 0; count < 900; count++) yield Buffer.from(more.repeat(Math.ceil(65_536 / more.length)));
  }
  for (const [start, more] of [
    ['{"audio_base64":"AAAA","x":[{}', ',{}'],
    ['{"x":', '['],
    ['{"audio_base64":null,"x":"', 'y'],
  ] as const) {
    const { seen, result } = await read(endless(start, more));
    assert(result instanceof AppError && result.code === 'PAYLOAD_TOO_LARGE', start);
    assert(seen.bytes < 1_300_000, `${start}: ${seen.bytes}`);
    assert.equal(seen.discarded, start.includes('AAAA'));
  }
});

test('a mebibyte that would become hundreds of thousands of values is refused before it is parsed', async () => {
  for (const value of ['{}', '[[]]', '1']) {
    const text = `{"audio_base64":"AAAA","x":[${`${value},`.repeat(limits.jsonBodyValues)}1]}`;
    const { code, seen } = await readText(text, 65_536);
    assert.equal(code, 'PAYLOAD_TOO_LARGE', value);
    assert(seen.discarded);
  }
});

test('a body that is cut off, not JSON or not base64 is refused, and what was taken is discarded', async () => {
  for (const [text, code] of [
    ['{"audio_base64":"AAAA', 'INVALID_REQUEST'],
    ['{"audio_base64":"AAAA"', 'INVALID_REQUEST'],
    ['{"audio_base64":"AAAA"} x', 'INVALID_REQUEST'],
    ['{"audio_base64":"A%AA"}', 'INVALID_REQUEST'],
    ['{"audio_base64":"AAAAA"}', 'INVALID_REQUEST'],
    ['{"audio_base64":"AA==AAAA"}', 'INVALID_REQUEST'],
    ['', 'INVALID_REQUEST'],
  ] as const) {
    for (const size of [1, 100]) assert.equal((await readText(text, size)).code, code, text);
  }
  assert((await readText('{"audio_base64":"AAAA"} x')).seen.discarded);
});

test('base64 with a data: prefix, line breaks, without padding, in base64url', () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1]);
  for (const written of [
    '+//+AQ==',
    '-__-AQ',
    'data:audio/wav;base64,+//+AQ==',
    '+//+\r\nAQ=\n=',
    ' +//+ AQ ',
  ]) {
    assert.deepEqual(Buffer.from(decodeBase64(written)), bytes, written);
  }
  assert.equal(decodeBase64('').length, 0);
  for (const written of ['data:audio/wav,AAAA', 'data:', 'A', '====', '=AAA'])
    assert.throws(() => decodeBase64(written), AppError, written);
});
