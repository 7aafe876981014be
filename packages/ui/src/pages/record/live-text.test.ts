import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grown, noLiveText } from './live-text.ts';

test('settled words are added once, and unsettled ones may change', () => {
  let text = grown(noLiveText, 'hello wor', 0);
  assert.deepEqual(text, { settled: [], unsettled: 'hello wor' });
  text = grown(text, 'hello world how', 11);
  assert.deepEqual(text, { settled: ['hello world'], unsettled: ' how' });
  text = grown(text, 'hello world who are', 11);
  assert.deepEqual(text, { settled: ['hello world'], unsettled: ' who are' });
  text = grown(text, 'hello world who are you', 23);
  assert.deepEqual(text, { settled: ['hello world', ' who are you'], unsettled: '' });
});

test('what was settled stays, whatever comes later', () => {
  const text = grown({ settled: ['hello world'], unsettled: '' }, 'hello', 5);
  assert.deepEqual(text.settled, ['hello world']);
});
