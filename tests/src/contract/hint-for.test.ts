import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ErrorFacts, errorTable, hintFor } from '@quoth/contract';

test('no hint names a route, a header or a JSON field to who came by the command line [HINT-AUDIENCE]', () => {
  const table: Readonly<Record<string, ErrorFacts>> = errorTable;
  // What only a program at the API can meet.
  const protocol = ['UNAUTHORIZED', 'FORBIDDEN_ORIGIN', 'METHOD_NOT_ALLOWED'];
  for (const [code, { hint }] of Object.entries(table)) {
    if (hint === undefined || protocol.includes(code)) continue;
    assert.equal(hintFor(hint, 'api'), hint);
    assert.doesNotMatch(
      hintFor(hint, 'command-line'),
      /\b(GET|POST|PATCH) \/|"async"|Retry-After|upload/,
      code,
    );
    assert.doesNotMatch(hintFor(hint, 'agent'), /\b(GET|POST|PATCH) \/|"async"|Retry-After|upload/, code);
  }
  assert.equal(
    hintFor('Choose another one: GET /models lists them.', 'command-line'),
    'Choose another one: "quoth models list" lists them.',
  );
});
