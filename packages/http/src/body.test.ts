import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BodyRefusal, JsonMemory, readChunks, readJson } from './body.ts';

class Refused extends Error {
  readonly kind: BodyRefusal['kind'];

  constructor(refusal: BodyRefusal) {
    super(refusal.kind);
    this.kind = refusal.kind;
  }
}
const refuse = (refusal: BodyRefusal) => new Refused(refusal);

async function* chunksOf(...sizes: readonly number[]): AsyncGenerator<Uint8Array, void, void> {
  for (const size of sizes) yield Buffer.alloc(size, '1');
}

test('a body ends where it is larger than its limit, whatever was announced', async () => {
  const limits = { maxBytes: 10, idleMs: 60_000 };
  const received: number[] = [];
  await assert.rejects(
    async () => {
      for await (const chunk of readChunks(chunksOf(4, 6, 1, 5), { limits, refuse }))
        received.push(chunk.length);
    },
    { kind: 'too-large' },
  );
  assert.deepEqual(received, [4, 6]);
});

test('all large JSON bodies together have a memory, which each gives back', async () => {
  const memory = new JsonMemory({ smallBytes: 4, totalBytes: 12 });
  const read = (...sizes: readonly number[]) =>
    readJson(chunksOf(...sizes), { maxValues: 10, memory, refuse });
  using other = memory.hold(refuse);
  other.grow(8);
  await assert.rejects(read(3, 3), { kind: 'no-memory' });
  assert.equal((await read(4)).value, 1_111, 'a small one is always taken');
  other[Symbol.dispose]();
  assert.equal((await read(3, 3)).value, 111_111);
});

test('half a surrogate pair in JSON is replaced; a whole one stays', async () => {
  async function* body(): AsyncGenerator<Uint8Array, void, void> {
    yield Buffer.from('{"a":"\\ud83d\\ude00 x\\ud83d","b":["\\uDE00"],"c":1}');
  }
  const memory = new JsonMemory({ smallBytes: 100, totalBytes: 100 });
  const { value } = await readJson(body(), { maxValues: 10, memory, refuse });
  assert.deepEqual(value, { a: '😀 x\ufffd', b: ['\ufffd'], c: 1 });
});
