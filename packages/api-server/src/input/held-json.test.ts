import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '@quoth/contract';
import { HeldJson } from './held-json.ts';

test('so many large JSON bodies are on their way at a time, small ones always, and a place is free when one is done with [BUDGET-JSON]', () => {
  const large = Array.from({ length: limits.largeJsonBodies }, () => {
    const one = new HeldJson();
    one.grow(limits.largeJsonBytes);
    one.grow(1);
    // It has its place already.
    one.grow(limits.jsonBodyBytes);
    return one;
  });
  using small = new HeldJson();
  small.grow(limits.largeJsonBytes);
  assert.throws(() => small.grow(1), { code: 'RATE_LIMITED' });
  for (const one of large) one[Symbol.dispose]();
  large[0]?.[Symbol.dispose]();
  small.grow(1);
});
