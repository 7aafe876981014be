import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './support/free-port.ts';
import { isRoot } from './support/needs-root.ts';
import { RunningApplication, temporaryHome } from './support/running-application.ts';
import { addressOf, buildPage } from './window/opened-window.ts';

/** A process of another user, which runs a script with `net` and prints what it found as JSON. */
async function asAnotherUser<Result>(script: string): Promise<Result> {
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', script], { uid: 65_534, cwd: '/' });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(said) as Result;
}

const tests = { skip: process.platform === 'linux' && isRoot ? false : 'needs root' };
let app: RunningApplication;
let ports: { readonly api: number; readonly window: number; readonly wyoming: number };
before(async () => {
  if (tests.skip) return;
  buildPage();
  app = await RunningApplication.start(temporaryHome());
  const client = await app.controlSocket();
  const wyoming = await freePort();
  await client.updateSettings({ body: { wyomingPort: wyoming, wyomingEnabled: true } });
  while (!(await client.getApplication()).wyoming.running) await sleep(20);
  const window = Number(new URL(await addressOf(app)).port);
  ports = { api: app.discovery().port, window, wyoming };
});
after(() => app?.remove());

test('another user’s connections are closed without a byte, however they are made', tests, async () => {
  const script = `
    const net = require('node:net');
    const ways = [
      { host: '127.0.0.1' },
      { host: '127.0.0.1', localAddress: '127.0.0.2' },
      { host: '127.0.0.1', localAddress: '127.1.2.3' },
      { host: '::ffff:127.0.0.1' },
      { host: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.2' },
    ];
    const words = (port) => port === ${ports.wyoming} ? '{"type":"describe"}\\n'
      : 'GET /health HTTP/1.1\\r\\nHost: 127.0.0.1:' + port + '\\r\\n\\r\\n';
    const answerOf = (port, way) => new Promise((resolve) => {
      const socket = net.connect({ port, ...way });
      let answer = '';
      socket.on('connect', () => socket.write(words(port)));
      socket.on('data', (bytes) => { answer += bytes; socket.destroy(); });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
    });
    (async () => {
      const answers = [];
      for (const port of ${JSON.stringify(Object.values(ports))})
        for (const way of ways) for (let turn = 0; turn < 5; turn++) answers.push(await answerOf(port, way));
      console.log(JSON.stringify(answers));
    })();`;
  const answers = await asAnotherUser<string[]>(script);
  assert.equal(answers.length, 75);
  assert.deepEqual([...new Set(answers)], ['']);
  for (const port of [ports.api, ports.window])
    assert.notEqual((await fetch(`http://127.0.0.1:${port}/health`)).status, 403, 'the user is served');
});

test('what another user sends before it leaves at once is not carried out', tests, async () => {
  const { token } = app.discovery();
  const body = '{"name":"Left behind"}';
  // With the token, so that nothing but the owner of the connection can be what refuses it.
  const script = `
    const net = require('node:net');
    const request = ${JSON.stringify(
      `POST /modes HTTP/1.1\r\nHost: 127.0.0.1:${ports.api}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )};
    let left = 200;
    const again = () => {
      if (left-- === 0) { console.log('true'); return; }
      const socket = net.connect({ port: ${ports.api}, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.on('connect', () => socket.write(request, () => socket.destroy()));
      socket.on('close', again);
    };
    again();`;
  assert.equal(await asAnotherUser<boolean>(script), true);
  const { body: answer } = await app.json('/modes');
  assert(!JSON.stringify(answer).includes('Left behind'));
});

test(
  '600 half-sent connections of another user keep no one out of the API, the window and Wyoming',
  tests,
  async () => {
    const child = spawn(
      process.execPath,
      [
        '--input-type=commonjs',
        '-e',
        `const net = require('node:net');
      for (const port of ${JSON.stringify(Object.values(ports))})
        for (let index = 0; index < 600; index++) {
          const hold = () => {
            const socket = net.connect({ port, host: '127.0.0.1' });
            socket.on('connect', () => socket.write('GET /health HTTP/1.1\\r\\nHost:'));
            socket.on('error', () => undefined);
            socket.on('close', () => setTimeout(hold, 50));
          };
          hold();
        }
      setTimeout(() => console.log('begun'), 500);`,
      ],
      { uid: 65_534, cwd: '/' },
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    let answered = 0;
    for (let turn = 0; turn < 40; turn++) {
      const get = (port: number) =>
        fetch(`http://127.0.0.1:${port}/${port === ports.api ? 'health' : ''}`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(10_000),
        }).then(
          ({ status }) => status === 200,
          () => false,
        );
      if ((await get(ports.api)) && (await get(ports.window))) answered++;
    }
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill();
    await closed;
    assert.equal(answered, 40);
    const { wyoming } = await (await app.controlSocket()).getApplication();
    assert.equal(wyoming.connections, 0);
  },
);
