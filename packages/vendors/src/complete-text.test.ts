import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardedFetch } from './complete-text.ts';

const answering = (body: string) =>
  guardedFetch({
    fetch: async () => new Response(body),
    baseUrl: 'https://vendor.example/v1',
    maxBytes: 100_000,
  })('https://vendor.example/v1/chat');

test('an answer is a long text and few values; what would parse to thousands of objects is refused', async () => {
  const text = JSON.stringify({ choices: [{ message: { content: 'word, '.repeat(15_000) } }] });
  assert.equal(await (await answering(text)).text(), text);
  await assert.rejects(answering(`[${'{},'.repeat(10_001)}{}]`), { kind: 'malformed' });
  await assert.rejects(answering('['.repeat(65)), { kind: 'malformed' });
  await assert.rejects(answering(`"${'x'.repeat(100_000)}"`), { kind: 'malformed' });
});
