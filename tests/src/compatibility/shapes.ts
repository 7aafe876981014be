import assert from 'node:assert/strict';

/**
 * Compares an answer with what a client reads of it: fields that are not expected may be there. `~pattern` is a text
 * that matches,
 * `<string>`, `<number>`, `<boolean>` and `<any>` are any value of the type, and a list has one element that describes
 * each of its own.
 */
export function assertFits(actual: unknown, expected: unknown, at = 'the answer'): void {
  if (typeof expected === 'string' && expected.startsWith('~'))
    assert.match(String(actual), new RegExp(expected.slice(1), 'i'), at);
  else if (expected === '<any>') assert.notEqual(actual, undefined, at);
  else if (typeof expected === 'string' && /^<\w+>$/.test(expected))
    assert.equal(typeof actual, expected.slice(1, -1), `${at}: ${JSON.stringify(actual)}`);
  else if (Array.isArray(expected)) {
    assert(Array.isArray(actual), at);
    assert.equal(actual.length > 0, expected.length > 0, `${at} has ${actual.length} elements`);
    for (const [index, one] of actual.entries()) assertFits(one, expected[0], `${at}[${index}]`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert(typeof actual === 'object' && actual !== null, `${at} is ${JSON.stringify(actual)}`);
    for (const [name, value] of Object.entries(expected))
      assertFits((actual as Record<string, unknown>)[name], value, `${at}.${name}`);
  } else assert.deepEqual(actual, expected, at);
}
