import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { UnreadableReply } from './provider-error.ts';
import { readReply } from './read-reply.ts';

test('six hours of words with their times are read', async () => {
  const words = Array.from({ length: 60_000 }, (_, index) => ({
    text: 'word',
    start_ms: index * 360,
    end_ms: index * 360 + 300,
    confidence: 0.98,
    speaker: null,
    language: 'en',
  }));
  const read = (await readReply(new Response(JSON.stringify({ tokens: words })))) as { tokens: unknown[] };
  assert.equal(read.tokens.length, words.length);
});

test('a small reply that unpacks to millions of values is refused before it is parsed [BUDGET-REPLIES]', async () => {
  const packed = gzipSync(`[${'{},'.repeat(10_000_000)}{}]`);
  assert(packed.length < 64_000);
  const body = new Response(packed).body?.pipeThrough(new DecompressionStream('gzip'));
  await assert.rejects(readReply(new Response(body ?? null)), UnreadableReply);
});
