import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonBudget, JsonBudgetExceeded } from '@quoth/text';
import fc from 'fast-check';

const refused = (text: string) =>
  assert.throws(() => new JsonBudget().push(Buffer.from(text)), JsonBudgetExceeded);

test('values and depth are counted, strings are not', () => {
  refused(`[${'{},'.repeat(600_000)}{}]`);
  refused('['.repeat(65));
  const budget = new JsonBudget({ maxValues: 3, maxDepth: 2 });
  // One byte at a time: a string and its escapes may lie across chunks.
  for (const byte of Buffer.from('{"a\\"[[[[,,,,":[1,2]}')) budget.push(Uint8Array.of(byte));
  assert.throws(() => budget.push(Buffer.from(',')), JsonBudgetExceeded);
});

test('however the bytes are cut, it counts what a reading byte by byte counts', () => {
  const text = fc.array(fc.constantFrom(...'"\\,[]{}aé'), { maxLength: 14 }).map((parts) => parts.join(''));
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
  fc.assert(
    fc.property(text, cuts, (written, sizes) => {
      const values = valuesIn(written);
      return fits(written, values, sizes) && (values === 0 || !fits(written, values - 1, sizes));
    }),
    { numRuns: 5_000 },
  );
});

function fits(text: string, maxValues: number, sizes: readonly number[]): boolean {
  const budget = new JsonBudget({ maxValues });
  const bytes = Buffer.from(text);
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const to = at + (sizes[turn % sizes.length] ?? 1);
      budget.push(bytes.subarray(at, to));
      at = to;
    }
    return true;
  } catch {
    return false;
  }
}

/** Commas and opening brackets outside strings. */
function valuesIn(text: string): number {
  const outside = text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '');
  return outside.match(/[,[{]/g)?.length ?? 0;
}
