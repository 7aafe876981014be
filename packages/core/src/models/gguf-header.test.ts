import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { BadGguf, readGgufHeader } from './gguf-header.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', `${name}.gguf`);
const whole = readFileSync(fixture('quoth-test-en'));
const HEADER_BYTES = 6_657;

test('the header describes the model', async () => {
  const header = await readGgufHeader(fixture('quoth-test-en'));
  assert.deepEqual(header, {
    architecture: 'parakeet',
    variant: 'quoth-test-en',
    name: 'quoth-test-en',
    licence: 'cc0-1.0',
    parameters: '1M',
    languages: ['en'],
    chunked: false,
  });
  assert((await readGgufHeader(fixture('quoth-test-en-streaming'))).chunked);
});

test('a model’s name is one line of visible characters', async () => {
  const path = join(temporaryFolder(), 'x.gguf');
  const named = Buffer.from(whole);
  const key = Buffer.from('general.name');
  // Behind the key: the type, four bytes, and the length of the text, eight.
  named.write('qu\u202e-\u200besty', named.indexOf(key) + key.length + 12, 'utf8');
  writeFileSync(path, named);
  assert.equal((await readGgufHeader(path)).name, 'qu-esty');
});

/** A header of so many entries, each whole: a key of one letter, the type of one byte, and the byte. */
function crowded(entries: number): Buffer {
  const head = Buffer.from(whole.subarray(0, 24));
  head.writeBigUInt64LE(0n, 8);
  head.writeBigUInt64LE(BigInt(entries), 16);
  return Buffer.concat([head, Buffer.from('\x01\0\0\0\0\0\0\0a\0\0\0\0\x01'.repeat(entries), 'latin1')]);
}

test('whatever is wrong with a file is said, in bounded time and memory', async () => {
  const path = join(temporaryFolder(), 'x.gguf');
  const damaged = (change: (bytes: Buffer) => void) => {
    const copy = Buffer.from(whole);
    change(copy);
    return copy;
  };
  const cases: readonly [string, Buffer, RegExp][] = [
    ['empty', Buffer.alloc(0), /empty/],
    ['text', Buffer.from('not a model, but long enough'), /not a GGUF/],
    ['only the first bytes', whole.subarray(0, 24), /too early/],
    ['half a header', whole.subarray(0, 3_000), /too early/],
    ['no tensors', whole.subarray(0, 20_000), /too early/],
    ['without its end', whole.subarray(0, whole.length - 100), /too early/],
    ['a version to come', damaged((bytes) => bytes.writeUInt32LE(9, 4)), /version 9/],
    ['endless entries', damaged((bytes) => bytes.writeBigUInt64LE(2n ** 60n, 16)), /damaged/],
    ['endless tensors', damaged((bytes) => bytes.writeBigUInt64LE(2n ** 40n, 8)), /damaged/],
    ['more entries than any model has', crowded(100_001), /damaged/],
    ['an endless name', damaged((bytes) => bytes.writeBigUInt64LE(2n ** 62n, 24)), /damaged/],
    [
      'zeros',
      Buffer.concat([whole.subarray(0, 24), Buffer.alloc(100_000)]),
      /does not state|damaged|too early/,
    ],
  ];
  for (const [name, bytes, message] of cases) {
    writeFileSync(path, bytes);
    await assert.rejects(
      readGgufHeader(path),
      (error: unknown) => error instanceof BadGguf && message.test(error.message),
      name,
    );
  }
  // Any bytes changed anywhere in the header: read, or refused, never anything else.
  const change = fc.tuple(fc.nat(HEADER_BYTES + 5_000), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const bytes = Buffer.from(whole);
      for (const [at, byte] of changes) bytes.writeUInt8(byte, at);
      writeFileSync(path, bytes);
      await readGgufHeader(path).catch((error: unknown) => assert(error instanceof BadGguf, String(error)));
    }),
    { numRuns: 60 },
  );
});
