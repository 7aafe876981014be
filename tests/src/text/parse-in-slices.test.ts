import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInSlices } from '@quoth/text';
import fc from 'fast-check';

/** What becomes of it: the value, or that it is no JSON. */
function parsed(text: string): unknown {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return 'no JSON';
  }
}

const parsedInSlices = (text: string, sliceBytes: number) =>
  parseInSlices(Buffer.from(text), { sliceBytes }).then(
    (value) => ({ value }),
    (error: unknown) => {
      assert(error instanceof SyntaxError, String(error));
      return 'no JSON';
    },
  );

test('whatever the JSON and the slices, the value is that of JSON.parse', async () => {
  const spaces = fc.constantFrom(undefined, 1, '\t');
  await fc.assert(
    fc.asyncProperty(
      fc.json({ maxDepth: 8 }),
      spaces,
      fc.integer({ min: 1, max: 60 }),
      async (json, space, slice) => {
        const text = JSON.stringify(JSON.parse(json), null, space);
        assert.deepEqual(await parsedInSlices(text, slice), parsed(text));
      },
    ),
    { numRuns: 400 },
  );
});

test('what is no JSON is refused exactly where JSON.parse refuses it', async () => {
  const character = fc.constantFrom(...'[]{},:"\\ 1-e.tn\u00e9');
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.nat(),
      character,
      fc.integer({ min: 1, max: 20 }),
      async (json, nat, by, slice) => {
        const at = nat % (json.length + 1);
        for (const text of [
          json.slice(0, at),
          json.slice(0, at) + by + json.slice(at),
          json.slice(0, at) + by + json.slice(at + 1),
        ])
          assert.deepEqual(await parsedInSlices(text, slice), parsed(text), text);
      },
    ),
    { numRuns: 400 },
  );
  for (const text of [
    '',
    ' ',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a":1,}',
    '{"a" 1}',
    '{1:2}',
    '[1}',
    '{"a":1]',
    '[1]x',
    '\ufeff[]',
  ])
    assert.deepEqual(await parsedInSlices(text, 1), 'no JSON', text);
});

test('keys are taken as JSON.parse takes them: the last of two, and none is special', async () => {
  const text = '{"a":[1,2,3,4],"__proto__":{"b":[5,6,7,8]},"1":[0,0,0,0],"a":[9,9,9,9]}';
  const value = (await parseInSlices(Buffer.from(text), { sliceBytes: 4 })) as object;
  assert.deepEqual(Object.entries(value), Object.entries(JSON.parse(text) as object));
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('what is too large for a slice may be nested 64 deep, and bytes that are not UTF-8 are refused on request', async () => {
  const nested = (depth: number) => Buffer.from(`${'['.repeat(depth)}1,2,3,4,5${']'.repeat(depth)}`);
  assert.deepEqual(await parseInSlices(nested(64), { sliceBytes: 4 }), JSON.parse(String(nested(64))));
  await assert.rejects(parseInSlices(nested(65), { sliceBytes: 4 }), SyntaxError);
  await assert.rejects(parseInSlices(Buffer.from('['.repeat(1_000_000)), {}), SyntaxError);
  const bytes = Buffer.concat([Buffer.from('["a'), Buffer.of(0xff), Buffer.from('","b","c"]')]);
  assert.deepEqual(await parseInSlices(bytes, { sliceBytes: 4 }), ['a\ufffd', 'b', 'c']);
  await assert.rejects(parseInSlices(bytes, { sliceBytes: 4, fatal: true }), TypeError);
});

test('others get their turn while a large reply is parsed', async () => {
  const words = Array.from({ length: 300_000 }, (_, at) => ({
    text: 'word',
    start: at,
    end: at + 1,
    confidence: 0.9,
  }));
  const reply = Buffer.from(JSON.stringify({ id: 1, results: [{ words }] }));
  let isOver = false;
  let turns = 0;
  const work = parseInSlices(reply).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await work, { id: 1, results: [{ words }] });
  assert(turns > 5, `${turns} turns of the event loop`);
});
