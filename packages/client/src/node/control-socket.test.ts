import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { proofText } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { openControlSocket } from './control-socket.ts';

const SECRET = 'shh';

/** Answers the challenge as one that knows this secret, and hands all else to the listener. */
function proving(secret: string, listener: RequestListener): RequestListener {
  return (request, response) => {
    const challenge = new URL(request.url ?? '', 'http://localhost').searchParams.get('challenge');
    if (challenge === null) return listener(request, response);
    assert.equal(request.headers.authorization, undefined, 'the secret is not sent before the proof');
    const proof = createHmac('sha256', secret).update(proofText(challenge, 7)).digest('base64url');
    response.end(JSON.stringify({ ok: true, port: 7, proof }));
  };
}

async function controlSocket(context: TestContext, listener: RequestListener, knows = SECRET) {
  const folder = temporaryFolder();
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, '-')}` : join(folder, 's');
  const server = createServer(proving(knows, listener)).listen(path);
  await once(server, 'listening');
  context.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  const facts = { path, secret: SECRET, pid: process.pid, started_at: 'x' };
  await writeFile(join(folder, 'control-socket.json'), JSON.stringify(facts));
  return { folder, client: await openControlSocket(folder) };
}

test('a streamed upload arrives whole and an answer with leading white space is read', async (context) => {
  const { client } = await controlSocket(context, async (request, response) => {
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

test('an aborted call closes its connection and rejects as cancelled', async (context) => {
  const abort = new AbortController();
  let closed: Promise<unknown> | undefined;
  const { client } = await controlSocket(context, (request, response) => {
    closed = once(response, 'close');
    request.resume();
    abort.abort();
  });
  await assert.rejects(client.listModes({ signal: abort.signal }), { code: 'CANCELLED' });
  await closed;
});

test('without a control socket file, or with a stale one, it says how to start', async () => {
  const folder = temporaryFolder();
  await assert.rejects(openControlSocket(folder), {
    code: 'NO_CONNECTION',
    advice: [{ reason: 'startQuothOrDoctor' }],
  });
  await writeFile(join(folder, 'control-socket.json'), '{"path":"/x","secret":"s","pid":4194304999}');
  await assert.rejects(openControlSocket(folder), { code: 'NO_CONNECTION' });
});

test('a program that does not know the secret gets nothing', async (context) => {
  const { client } = await controlSocket(context, () => assert.fail('nothing may arrive'), 'another');
  await assert.rejects(client.listModes(), {
    code: 'NO_CONNECTION',
    message: /Another program is listening/,
  });
});

test('a folder that others can write to is not trusted, no matter who listens there', async (context) => {
  const { client, folder } = await controlSocket(context, () => assert.fail('nothing may arrive'));
  await chmod(folder, 0o777);
  await assert.rejects(client.listModes(), { code: 'NO_CONNECTION', message: /changed by other users/ });
});

test('a socket, folder or file of another user is not trusted', {
  // No one else can give files away.
  skip: process.getuid?.() === 0 ? false : 'needs root',
}, async (context) => {
  const nobody = 65_534;
  for (const name of ['', 's', 'control-socket.json']) {
    const { client, folder } = await controlSocket(context, () => assert.fail('nothing may arrive'));
    await chown(join(folder, name), nobody, nobody);
    const asking = name.endsWith('.json') ? openControlSocket(folder) : client.listModes();
    await assert.rejects(asking, { code: 'NO_CONNECTION', message: /belongs to another user/ }, name);
  }
});

test('a pipe in place of the control socket file is refused without waiting', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', ['-m', '600', join(folder, 'control-socket.json')]);
  await assert.rejects(openControlSocket(folder), { code: 'NO_CONNECTION', message: /is not a file/ });
});

test('a control socket file that others could have written is not read', async (context) => {
  const { folder } = await controlSocket(context, () => assert.fail('nothing may arrive'));
  await chmod(join(folder, 'control-socket.json'), 0o666);
  await assert.rejects(openControlSocket(folder), {
    code: 'NO_CONNECTION',
    message: /changed by other users/,
  });
});
