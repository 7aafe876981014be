import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stillSent } from './history-search.ts';

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
