import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@quoth/contract';
import { answerByPatience } from './answer-by-patience.ts';

const never = { contentType: 'application/json', afterMs: 60_000 };
const soon = { ...never, afterMs: 1, everyMs: 1 };
const later = <Value>(value: Value) => new Promise<Value>((resolve) => setTimeout(resolve, 30, value));

test('work in time is answered whole, and fails with its own error', async () => {
  assert.equal(await (await answerByPatience(Promise.resolve('{}'), never)).text(), '{}');
  await assert.rejects(answerByPatience(Promise.reject(new AppError('CANCELLED')), never), {
    code: 'CANCELLED',
  });
});

test('slow work sends headers and white space first; text formats get no white space', async () => {
  assert.match(await (await answerByPatience(later('{}'), soon)).text(), /^ +\{\}$/);
  assert.equal(
    await (await answerByPatience(later('WEBVTT'), { ...soon, contentType: 'text/vtt' })).text(),
    'WEBVTT',
  );
});

test('slow work that finally fails breaks off the answer', async () => {
  const response = await answerByPatience(
    later(0).then(() => Promise.reject(new AppError('TRANSCRIPTION_FAILED'))),
    soon,
  );
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), { code: 'TRANSCRIPTION_FAILED' });
});
