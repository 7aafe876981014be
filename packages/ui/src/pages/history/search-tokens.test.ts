import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLike, stillSent, typedToken } from './search-tokens.ts';

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

test('an address that falls behind what is typed is not taken for another search', () => {
  // "z" comes when "zeb" has been sent as well, and more has been typed: nothing of that is lost.
  assert.deepEqual(stillSent(['z', 'zeb'], 'z'), ['zeb']);
  assert.deepEqual(stillSent(['zeb'], 'zeb'), []);
  // One that came too late was left out.
  assert.deepEqual(stillSent(['z', 'zeb', ''], ''), []);
});

test('a text that was never sent came with a link, or by going back', () => {
  assert.equal(stillSent([], 'go'), undefined);
  assert.equal(stillSent(['z'], ''), undefined);
});
