import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextThrottle } from './text-throttle.ts';

test('a short text is worth it at every change, a long one when a tenth has come to it', () => {
  const gate = new TextThrottle();
  const told: number[] = [];
  for (let length = 0; length <= 400_000; length += 500) if (gate.isWorthIt(length)) told.push(length);
  assert.deepEqual(
    told.slice(0, 11),
    Array.from({ length: 11 }, (_, index) => index * 500),
  );
  assert(told.length < 70, `${told.length} of 800`);
  const long = told.slice(11);
  for (const [index, length] of long.entries()) {
    const due = (told[index + 10] ?? 0) * 1.1;
    assert(length >= due && length < due + 500, `${length} after ${told[index + 10]}`);
  }
  assert((long.at(-1) ?? 0) * 1.1 > 400_000, 'until the end');
});
