import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grown, noLiveText } from './live-text.ts';

test('stable words are added once, and unstable ones may change', () => {
  let text = grown(noLiveText, 'hello wor', 0);
  assert.deepEqual(text, { stable: [], unstable: 'hello wor' });
  text = grown(text, 'hello world how', 11);
  assert.deepEqual(text, { stable: ['hello world'], unstable: ' how' });
  text = grown(text, 'hello world who are', 11);
  assert.deepEqual(text, { stable: ['hello world'], unstable: ' who are' });
  text = grown(text, 'hello world who are you', 23);
  assert.deepEqual(text, { stable: ['hello world', ' who are you'], unstable: '' });
});

test('what was stable stays, whatever comes later', () => {
  const text = grown({ stable: ['hello world'], unstable: '' }, 'hello', 5);
  assert.deepEqual(text.stable, ['hello world']);
});
