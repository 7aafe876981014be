import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monoSound } from './wyoming-connection.ts';

/** Samples of 16 bits, as they come out. */
function samplesOf(bytes: readonly number[], width: number, channels: number): number[] {
  const mono = Buffer.from(monoSound({ rate: 16_000, width, channels })(Uint8Array.from(bytes)));
  return Array.from({ length: mono.length / 2 }, (_, at) => mono.readInt16LE(at * 2));
}

const cases: readonly (readonly [string, readonly number[], number, number, readonly number[]])[] = [
  ['16 bits stay', [1, 2, 255, 255], 2, 1, [513, -1]],
  ['8 bits have no sign', [0, 128, 255], 1, 1, [-32_768, 0, 32_512]],
  ['24 bits lose the lowest', [9, 1, 2, 9, 0, 128], 3, 1, [513, -32_768]],
  ['32 bits lose the lower half', [9, 9, 1, 2], 4, 1, [513]],
  ['channels become their middle', [0, 1, 0, 3, 0, 128, 0, 128], 2, 2, [512, -32_768]],
  ['eight of them too', [8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0], 2, 8, [8]],
  ['nothing is nothing', [], 4, 2, []],
];
for (const [name, bytes, width, channels, wanted] of cases)
  test(`${name}`, () => assert.deepEqual(samplesOf(bytes, width, channels), wanted));
