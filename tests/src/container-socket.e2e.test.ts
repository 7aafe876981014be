import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { connectThrough } from '@quoth/client/node';
import { limits, type Scope } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import { McpClient } from './support/mcp-client.ts';
import { isRoot } from './support/needs-root.ts';
import { rawRequest, statusOf } from './support/raw-request.ts';
import { RunningApplication, sample, until } from './support/running-application.ts';

const SPOKEN = 'Go forward to the old garden.';

let path: string;
let token: string;
after(() => McpClient.closeAll());
const tests = applicationTests({ settings: { apiContainerSocket: true } }, async ({ home }) => {
  path = join(home, 'container', 'quoth.sock');
  await until('the socket is open', async () => (await socketOf()) === path);
  token ??= (await newToken('Box', ['transcribe', 'modes.read'])).token;
});

async function newToken(name: string, scopes: Scope[]) {
  const { token, named_token } = await tests.own.createNamedToken({ body: { name, scopes } });
  assert(token !== null);
  return { token, id: named_token.id };
}
const socketOf = async () => (await tests.own.getApplication()).api_server.container_socket;
const noticesOf = async () => (await tests.own.getApplication()).api_server.notices;
const bearer = (written = token) => `Authorization: Bearer ${written}`;
const ask = (lines: readonly string[], target = '/modes', method = 'GET') =>
  rawRequest(path, `${method} ${target} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`);
const isAnswered = async () => statusOf(await ask(['Host: localhost', bearer()])) === 200;

test('a program with a token of its own transcribes over the socket, and is named among the calls', async () => {
  const box = connectThrough(path, token);
  const answer = await box.transcribe({
    bytes: readFileSync(sample('go-forward')),
    contentType: 'audio/wav',
  });
  assert('text' in answer);
  assert.equal(answer.text, SPOKEN);
  const { calls } = await tests.own.listApiCalls();
  assert.equal(calls.find(({ route }) => route === '/transcribe')?.program, 'Box');
  await assert.rejects(box.listVocabulary(), { code: 'FORBIDDEN_SCOPE' });
});

test('no other token opens it: not the one of the discovery file, not a wrong one, not a revoked one', async () => {
  const shared = tests.application.discovery().token;
  assert.equal((await tests.application.json('/modes')).status, 200, 'that token is good at the port');
  const { token: revoked, id } = await newToken('Gone', ['modes.read']);
  assert.equal(statusOf(await ask(['Host: localhost', bearer(revoked)])), 200);
  await tests.own.revokeNamedToken({ params: { id } });
  for (const lines of [
    [],
    [bearer(shared)],
    [bearer(`${token}x`)],
    [bearer(revoked)],
    [bearer(), bearer()],
  ]) {
    const answer = await ask(['Host: localhost', ...lines]);
    assert.equal(statusOf(answer), 401, lines.join(' | '));
    assert.equal(/made for one program/.test(answer), lines[0] === bearer(shared), answer);
    assert.match(answer, /can create one/);
  }
  assert.equal(statusOf(await ask(['Host: localhost'], '/health')), 200, 'a sign of life needs none');
});

test('a path is refused, whether there is a file or not', async () => {
  const box = connectThrough(path, token);
  for (const file of [sample('go-forward'), join(tests.files, 'nowhere.wav'), 'here.wav'])
    await assert.rejects(box.transcribe({ json: { file } }), {
      code: 'FILE_NOT_ALLOWED',
      message: /takes none/,
    });
});

test('what a browser sends is refused before the token is looked at, and so is a Host that is none', async () => {
  for (const host of ['localhost', 'quoth', 'api.container-1:80'])
    assert.equal(statusOf(await ask([`Host: ${host}`, bearer()])), 200, host);
  const refused: readonly (readonly string[])[] = [
    [],
    ['Host: '],
    ['Host: a b'],
    ['Host: user@localhost'],
    ['Host: localhost/path'],
    ['Host: localhost', 'Host: localhost'],
    ['Host: localhost', 'Origin: http://localhost'],
    ['Host: localhost', 'Origin: null'],
    ...['none', 'same-origin', 'same-site', 'cross-site'].map((site) => [
      'Host: localhost',
      `Sec-Fetch-Site: ${site}`,
    ]),
  ];
  for (const lines of refused)
    for (const target of ['/modes', '/health', '/no-such-route']) {
      const answer = await ask([...lines, bearer()], target);
      assert.equal(statusOf(answer), 403, `${lines.join(' | ')} ${target}`);
      assert.doesNotMatch(answer, /access-control/i);
    }
  assert.equal(statusOf(await ask(['Host: localhost', bearer()], 'http://elsewhere.example/modes')), 403);
  assert.doesNotMatch(await ask(['Host: localhost', bearer()], '/modes', 'OPTIONS'), /access-control/i);
});

test('the routes and limits are those of the port', async () => {
  for (const route of ['/application', '/settings', '/api-server/token'])
    assert.equal(statusOf(await ask(['Host: localhost', bearer()], route)), 404, route);
  assert.equal(
    statusOf(await ask(['Host: localhost', bearer(), `X-Long: ${'x'.repeat(limits.headerBytes)}`])),
    431,
  );
  const many = `GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(1_000);
  const answers = await rawRequest(path, many, { test: () => false });
  assert((answers.match(/HTTP\/1\.1 200/g) ?? []).length < 1_000, 'the connection was cut');
  assert(await isAnswered());
});

test('the bridge in a container needs the socket and its token alone', async () => {
  const empty = join(tests.files, 'no data folder');
  mkdirSync(empty);
  const env = { QUOTH_SOCKET: path, QUOTH_TOKEN: token };
  const client = await McpClient.connect({ home: empty, env: { ...env, QUOTH_HOME: empty } });
  const audio_base64 = readFileSync(sample('go-forward')).toString('base64');
  const transcribed = await client.call('transcribe', { audio_base64 });
  assert.equal(transcribed.body.text, SPOKEN, JSON.stringify(transcribed));
  const file = await client.call('transcribe', { file: sample('go-forward'), format: 'srt' });
  assert.match(String(file.body.captions), /-->[\s\S]*old garden/, JSON.stringify(file));
  const absent = await client.call('transcribe', { file: 'absent.wav' });
  assert.equal(absent.error.code, 'FILE_NOT_FOUND');
  assert.equal((await client.call('list_vocabulary')).error.code, 'FORBIDDEN_SCOPE');
});

test('folder and socket are this user’s alone; another user gets no byte, a container without a network does', {
  skip: isRoot ? false : 'needs root',
}, () => {
  assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
  assert.equal(lstatSync(path).mode & 0o777, 0o600);
  const place = join(tests.files, 'mounted');
  mkdirSync(place);
  const script = `mount --bind "$1" "$2" && mount -o remount,bind,ro "$2" && cd / || exit 99
    curl -sS -o /dev/null -w 'mine %{http_code}\\n' --unix-socket "$2/quoth.sock" -H "$3" http://localhost/modes
    exec su daemon -s /bin/sh -c 'curl -sS -w "theirs %{http_code}" --unix-socket "$0/quoth.sock" http://localhost/health' "$2" 2>&1`;
  const args = [
    '-m',
    '-n',
    '--propagation',
    'private',
    'sh',
    '-c',
    script,
    'sh',
    dirname(path),
    place,
    bearer(),
  ];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  assert.match(stdout, /^mine 200\n[\s\S]*theirs 000/, stderr);
});

test('it is there while both switches are on, and gone with the application', async () => {
  const { own, application } = tests;
  const listener = await newToken('Listener', ['events']);
  const stream = connect(path);
  stream.write(`GET /events HTTP/1.1\r\nHost: localhost\r\n${bearer(listener.token)}\r\n\r\n`);
  assert.match(String((await once(stream, 'data'))[0]), /^HTTP\/1\.1 200/);
  const cut = once(stream.resume(), 'close');
  await own.updateSettings({ body: { apiContainerSocket: false } });
  await until('the socket is gone', async () => (await socketOf()) === null && !existsSync(path));
  await cut;
  assert.equal((await tests.application.json('/modes')).status, 200, 'the port stays');
  await own.updateSettings({ body: { apiContainerSocket: true } });
  await until('it is back', async () => (await socketOf()) === path);
  assert(await isAnswered());
  await own.switchApiServer({ body: { enabled: false } });
  assert.equal(existsSync(path), false);
  await own.switchApiServer({ body: { enabled: true } });
  assert(await isAnswered());
  await application.end();
  assert.equal(existsSync(path), false);
  await tests.restart();
  assert(await isAnswered());
});

test('what a killed run left is replaced; two applications have a socket each', async () => {
  await tests.application.end('SIGKILL');
  assert(lstatSync(path).isSocket(), 'it was left');
  await tests.restart();
  assert(await isAnswered());
  const home = join(tests.files, 'second');
  const second = await RunningApplication.start(home);
  const theirs = await second.controlSocket();
  await theirs.updateSettings({ body: { apiContainerSocket: true } });
  const itsPath = join(home, 'container', 'quoth.sock');
  await until('it has one too', () => existsSync(itsPath));
  await assert.rejects(connectThrough(itsPath, token).listModes(), { code: 'UNAUTHORIZED' });
  assert(await isAnswered());
  await second.end();
  assert(await isAnswered());
});

test('what is no socket of ours is left alone, and said; the port works all the same', async () => {
  const { own } = tests;
  await own.updateSettings({ body: { apiContainerSocket: false } });
  await until('the socket is gone', async () => (await socketOf()) === null);
  writeFileSync(path, 'mine');
  await own.updateSettings({ body: { apiContainerSocket: true } });
  await until('it is said', async () => (await noticesOf()).some(({ id }) => id === 'container-socket'));
  assert.equal(readFileSync(path, 'utf8'), 'mine');
  assert.equal((await tests.application.json('/modes')).status, 200);
  rmSync(path);
  const { api_server } = await own.switchApiServer({ body: { enabled: true } });
  assert.equal(api_server.container_socket, path, 'once it is gone, "on" is enough');
  assert.deepEqual(await noticesOf(), []);
});

test('a file where its folder belongs hinders no start, and is named', async () => {
  const home = join(tests.files, 'third');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'container'), 'mine');
  const third = await RunningApplication.start(home);
  const theirs = await third.controlSocket();
  await theirs.updateSettings({ body: { apiContainerSocket: true } });
  const { api_server } = await theirs.switchApiServer({ body: { enabled: true } });
  assert.match(String(api_server.notices[0]?.message), /what is there is no folder/);
  assert.equal(readFileSync(join(home, 'container'), 'utf8'), 'mine');
  await third.end();
});
