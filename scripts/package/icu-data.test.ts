import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepItems } from './icu-data.ts';

/** A header of 32 bytes, and items whose bytes are their own letter, 16 of each. */
function packed(letters: string): Buffer {
  const header = Buffer.alloc(32);
  header.writeUInt16LE(32, 0);
  header.writeUInt16LE(0x27da, 2);
  const head = Buffer.alloc(4 + letters.length * 8);
  head.writeUInt32LE(letters.length, 0);
  const names = Buffer.from([...letters].map((letter) => `icu/${letter}.res\0`).join(''), 'latin1');
  const begin = (32 + head.length + names.length + 15) & ~15;
  for (const index of [...letters].keys()) {
    head.writeUInt32LE(head.length + index * 10, 4 + index * 8);
    head.writeUInt32LE(begin - 32 + index * 16, 8 + index * 8);
  }
  const padding = Buffer.alloc(begin - 32 - head.length - names.length, 0xaa);
  return Buffer.concat([
    header,
    head,
    names,
    padding,
    ...[...letters].map((letter) => Buffer.alloc(16, letter)),
  ]);
}

test('data without some items is that which the others alone would make', () => {
  assert.deepEqual(
    keepItems(packed('abcd'), (name) => !/[bd]\.res$/.test(name)),
    packed('ac'),
  );
  assert.deepEqual(
    keepItems(packed('abc'), () => true),
    packed('abc'),
  );
  assert.throws(() => keepItems(Buffer.alloc(64), () => true), /no data of ICU/);
});
