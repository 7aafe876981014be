import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatabaseErrorKind, toDatabaseError } from './database.ts';

const errors: readonly [what: string, code: string | undefined, kind: DatabaseErrorKind][] = [
  ['a full disk', '53100', 'busy'],
  ['no memory', '53200', 'busy'],
  ['a deadlock', '40P01', 'busy'],
  ['too many connections', '53300', 'lost'],
  ['a server that is shutting down', '57P01', 'lost'],
  ['a connection that broke', 'ECONNRESET', 'lost'],
  ['a connection that broke without a code', undefined, 'lost'],
  ['a key that is there already', '23505', 'conflict'],
  ['a balance below what is held', '23514', 'refused'],
  ['a table that is not there', '42P01', 'failed'],
];
for (const [what, code, kind] of errors)
  test(`${what} (${code ?? 'no code'}) is "${kind}"`, () => {
    const error = toDatabaseError(
      Object.assign(new Error('Key (name)=(secret) exists'), { code, detail: 'secret' }),
      'settle',
    );
    assert.equal(error.kind, kind);
    assert(!JSON.stringify({ ...error, message: error.message }).includes('secret'));
  });
