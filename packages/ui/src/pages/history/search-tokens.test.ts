import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLike, typedToken } from './search-tokens.ts';

const french = { mode: 'mode', source: 'origine', date: 'période', status: 'état' };
const tokens: [typed: string, token: ReturnType<typeof typedToken>][] = [
  ['mode:', { kind: 'mode', value: '', rest: '' }],
  ['milk mode:Team no', { kind: 'mode', value: 'Team no', rest: 'milk' }],
  ['Etat: échec', { kind: 'status', value: 'échec', rest: '' }],
  ['last:7', { kind: 'date', value: '7', rest: '' }],
  ['période：', { kind: 'date', value: '', rest: '' }],
  ['modern: art', undefined],
  ['a mode', undefined],
  ['', undefined],
];
for (const [typed, token] of tokens)
  test(`“${typed}” ends with ${token ? `a token for ${token.kind}` : 'no token'}`, () =>
    assert.deepEqual(typedToken(typed, french), token));

test('a value is found by any part of it, without case and accents', () => {
  assert(isLike('Échec', 'ech'));
  assert(isLike('Last 7 days', '7'));
  assert(!isLike('Dictated', 'file'));
});
