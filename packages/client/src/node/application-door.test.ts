import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openApplicationDoor } from './application-door.ts';

async function door(context: TestContext, listener: RequestListener) {
  const folder = await mkdtemp(join(tmpdir(), 'quoth-door-'));
  const path = join(folder, 's');
  const server = createServer(listener).listen(path);
  await once(server, 'listening');
  context.after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const facts = { path, secret: 'shh', pid: process.pid, started_at: 'x' };
  await writeFile(join(folder, 'cli-door.json'), JSON.stringify(facts));
  return openApplicationDoor(folder);
}

test('a streamed upload arrives whole and an answer with leading white space is read', async (context) => {
  const client = await door(context, async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.write('   ');
    const { authorization, host } = request.headers;
    response.end(JSON.stringify({ ok: true, text: [bytes, authorization, host].join() }));
  });
  async function* chunks() {
    for (let index = 0; index < 20; index += 1) yield new Uint8Array(65_536);
  }
  const result = await client.transcribe({ bytes: chunks(), contentType: 'audio/wav' });
  assert.equal('text' in result && result.text, '1310720,Bearer shh,localhost');
});

test('an aborted call hangs up and is told as cancelled', async (context) => {
  const abort = new AbortController();
  let closed: Promise<unknown> | undefined;
  const client = await door(context, (request, response) => {
    closed = once(response, 'close');
    request.resume();
    abort.abort();
  });
  await assert.rejects(client.listModes({ signal: abort.signal }), { code: 'CANCELLED' });
  await closed;
});

test('without a door file, or with a dead one, it says how to start', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'quoth-door-'));
  context.after(() => rm(folder, { recursive: true }));
  await assert.rejects(openApplicationDoor(folder), { code: 'NO_CONNECTION', hint: /quoth start/ });
  await writeFile(join(folder, 'cli-door.json'), '{"path":"/x","secret":"s","pid":4194304999}');
  await assert.rejects(openApplicationDoor(folder), { code: 'NO_CONNECTION' });
});
