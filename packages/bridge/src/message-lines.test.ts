import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { MessageLines } from './message-lines.ts';

/** What a connection makes of these bytes: the messages that it takes, and what it answers by itself. */
async function taken(chunks: readonly (string | Buffer)[], maxBytes = 1_000) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const messages: unknown[] = [];
  const lines = new MessageLines(stdin, stdout, maxBytes);
  lines.onmessage = (message) => void messages.push(message);
  await lines.start();
  for (const chunk of chunks) stdin.write(chunk);
  await nextTurn();
  await nextTurn();
  const answered = String(stdout.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
  await lines.close();
  return { messages, answers: answered.map(({ id, error }) => [id, error.code]) };
}

const ping = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

test('a message a line, however the bytes are cut', async () => {
  const bytes = Buffer.from([ping(1), ping('zwölf'), '\r\n\n', ping(2 ** 53 - 1)].join(''));
  const { messages, answers } = await taken(Array.from(bytes, (byte) => Buffer.from([byte])));
  assert.deepEqual(
    messages.map((message) => (message as { id: unknown }).id),
    [1, 'zwölf', 2 ** 53 - 1],
  );
  assert.deepEqual(answers, []);
});

test("what is no message gets JSON-RPC's own error, and the next one is taken", async () => {
  for (const [line, answer] of [
    ['hello\n', [null, -32_700]],
    ['{"jsonrpc":"2.0",\n', [null, -32_700]],
    [`[${ping(1).trim()}]\n`, [null, -32_600]],
    ['[]\n', [null, -32_600]],
    ['7\n', [null, -32_600]],
    [ping(null), [null, -32_600]],
    [ping(1.5), [null, -32_600]],
    ['{"id":9007199254740993,"jsonrpc":"2.0","method":"ping"}\n', [null, -32_600]],
    ['{"id":3,"method":"ping"}\n', [3, -32_600]],
  ] as const) {
    const { messages, answers } = await taken([line, ping(4)]);
    assert.deepEqual([answers, messages.length], [[answer], 1], line);
  }
});

test('a line that is too long is refused, of which nothing is kept, and the next one is taken', async () => {
  const long = `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(5_000)}"}`;
  const { messages, answers } = await taken([long.slice(0, 2_000), long.slice(2_000), `\n${ping(5)}`]);
  assert.deepEqual([answers, messages.length], [[[null, -32_600]], 1]);
});

test('the time that a line takes grows with its length and no faster', async () => {
  const inPieces = (bytes: number) => {
    const line = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(bytes)}"}\n`);
    return Array.from({ length: Math.ceil(line.length / 1_024) }, (_, index) =>
      line.subarray(index * 1_024, (index + 1) * 1_024),
    );
  };
  const time = async (bytes: number) => {
    const chunks = inPieces(bytes);
    const [{ messages }, ms] = await threadMs(() => taken(chunks, 64e6));
    assert.equal(messages.length, 1);
    return ms;
  };
  await time(1e5);
  const [short, long] = [await time(1e6), await time(8e6)];
  // Eight times the text; quadratic would be 64 times the time.
  assert(long < Math.max(short, 15) * 28, `${Math.round(short)} ms, then ${Math.round(long)} ms`);
});
