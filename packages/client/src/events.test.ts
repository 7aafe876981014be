import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventBlock, readEventBlocks } from './events.ts';

async function blocksOf(chunks: readonly string[]): Promise<EventBlock[]> {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const blocks: EventBlock[] = [];
  for await (const block of readEventBlocks(stream)) blocks.push(block);
  return blocks;
}

const text =
  'retry: 50\n: hello\n\nid: 1-2\nevent: settings-changed\ndata: {"keys":["é"]}\n\ndata: {"type":"new"}\r\n\r\nid: 3\ndata: {"type":"settings-changed",\ndata: "keys":["b"]}\n\nid: 4\n: still here\n\n';

test('blocks are the same however the stream is split', async () => {
  const expected: EventBlock[] = [
    { retryMs: 50 },
    { id: '1-2', event: { type: 'settings-changed', keys: ['é'] } },
    // One that this version does not know.
    {},
    { id: '3', event: { type: 'settings-changed', keys: ['b'] } },
    // A heartbeat: the place to go on from, and nothing else.
    { id: '4' },
  ];
  const found = await blocksOf([text]);
  assert.deepEqual(found, expected);
  for (const size of [1, 2, 7])
    assert.deepEqual(await blocksOf(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []), found, `${size}`);
});

test('an endless event is dropped, not buffered', async () => {
  const chunk = `data: ${'x'.repeat(4 * 1024 * 1024)}\n`;
  await assert.rejects(blocksOf([chunk, chunk, chunk, chunk, chunk]), { code: 'BAD_ANSWER' });
});
