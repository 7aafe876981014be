import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { limits } from '@quoth/contract';
import { type Core, silentLogger, theUser } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { WyomingServer } from './wyoming-server.ts';

/** Milliseconds, as the test in hand needs them. */
const times = { idleMs: 150, eventMs: 150, halfClosedMs: 60_000 };

const home = temporaryFolder();
let core: Core;
let server: WyomingServer;
let port: number;
before(async () => {
  core = await createTestCore(home);
  server = new WyomingServer(Object.assign(times, { core, logger: silentLogger }));
  // Below those that the system gives to connections by itself; somebody may have one all the same.
  do await core.settings.update({ wyomingPort: randomInt(20_000, 32_000) });
  while (!(await server.switch(true)).running);
  ({ port } = server.state());
});
after(async () => {
  await server.close();
  await core.close();
});

async function connected(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What the server says until it closes. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  await closed(socket);
  return answer;
}

/** Resolves however the connection ends. */
async function closed(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

const start = '{"type":"audio-start","data":{"rate":16000,"width":2,"channels":1}}\n';

test('who says nothing is closed without a word; who stops in the middle learns why', async () => {
  assert.equal(await answerOf(await connected()), '');
  const half = await connected();
  half.write('{"type":"desc');
  assert.equal(await answerOf(half), '');
  const silent = await connected();
  silent.write(start);
  assert.match(await answerOf(silent), /"code":"TIMEOUT"/);
  await until(() => readdirSync(join(home, 'spool')).length === 0);
});

test('an event that comes byte by byte has its time as a whole', async () => {
  const socket = await connected();
  const answer = answerOf(socket);
  socket.write('{"type":"describe"}\n{"type":"audio-chunk","payload_length":100000}\n');
  let drips = 0;
  const drip = setInterval(() => {
    if (drips < 200) socket.write('x');
    drips++;
  }, 20);
  assert.match(await answer, /"type":"info"[\s\S]*"code":"TIMEOUT"/);
  clearInterval(drip);
  assert(drips < 200, 'the time is over while the bytes still come');
});

test('where places are short, the oldest connection without a request goes; the others go on', async () => {
  times.idleMs = 60_000;
  const wait = () => new Promise((resolve) => setTimeout(resolve, 10));
  while (server.state().connections > 0) await wait();
  const sockets: Socket[] = [];
  for (let index = 0; index < limits.wyomingConnections; index++) {
    sockets.push(await connected());
    while (server.state().connections <= index) await wait();
  }
  const oldest = answerOf(sockets.shift() as Socket);
  const further = await connected();
  further.write('{"type":"describe"}\n');
  assert.match(String(await once(further, 'data')), /"type":"info"/);
  assert.equal(await oldest, '');
  sockets.push(further);
  assert.equal(server.state().connections, limits.wyomingConnections);
  const answers = sockets.map(answerOf);
  for (const socket of sockets) socket.write('{"type":"describe"}\n');
  for (const socket of sockets) socket.end();
  for (const answer of await Promise.all(answers)) assert.match(answer, /"type":"info"/);
});

test('a client that asks forever and reads nothing is cut off', async () => {
  const socket = await connected();
  socket.pause();
  const asking = setInterval(() => socket.write('{"type":"describe"}\n'.repeat(2_000)), 5);
  await closed(socket);
  clearInterval(asking);
});

test('a client that sends no more is not waited for forever', async () => {
  // Less than an engine takes to start.
  times.halfClosedMs = 1;
  const socket = await connected();
  const answer = answerOf(socket);
  const data = '{"rate":16000,"width":2,"channels":1}';
  const path = join(import.meta.dirname, '..', '..', 'audio', 'src', 'fixtures', 'best-of-times.wav');
  const sound = readFileSync(path).subarray(44);
  socket.write(`{"type":"audio-chunk","data":${data},"payload_length":${sound.length}}\n`);
  socket.write(sound);
  socket.end('{"type":"audio-stop"}\n');
  assert.match(await answer, /"text":"The text took too long[^"]+","code":"TIMEOUT"/);
});

test('what comes after the refusal is thrown away', async () => {
  const socket = await connected();
  const answer = answerOf(socket);
  socket.write(`${start}${start}${'{"type":"describe"}\n'.repeat(1_000)}`);
  assert.equal((await answer).match(/"type":/g)?.length, 1);
});

test('so many requests at a time, of all connections together; a place is free again when its client has gone', async () => {
  const speaking: Socket[] = [];
  while (speaking.length < limits.wyomingRequests) {
    const socket = await connected();
    socket.write(`${start}{"type":"describe"}\n`);
    // Requests of the tests before may take a moment to be over.
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (/"type":"info"/.test(String(answer))) speaking.push(socket);
  }
  const refused = await connected();
  refused.write(start);
  assert.match(await answerOf(refused), /"code":"RATE_LIMITED"/);
  for (const socket of speaking) socket.destroy();
  for (let answer = ''; !/"type":"transcript/.test(answer); ) {
    const next = await connected();
    next.write(`${start}{"type":"audio-stop"}\n`);
    const [said] = (await once(next, 'data')) as [Buffer];
    answer = String(said);
    next.destroy();
  }
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
test('a mode that is not there cannot be chosen; one that is deleted later is reported everywhere', async () => {
  for (const wyomingMode of ['none', crypto.randomUUID()])
    await assert.rejects(core.settings.update({ wyomingMode }), { code: 'INVALID_REQUEST' });
  assert.equal(core.settings.get().wyomingMode, null);
  const { id } = await core.modes.create({ name: 'Home' }, theUser);
  await core.settings.update({ wyomingMode: id });
  assert.deepEqual(server.state().notices, []);
  const raised: string[] = [];
  const unsubscribe = core.events.subscribe((event) => {
    if (event.type === 'notice-raised') raised.push(event.notice.id);
    if (event.type === 'wyoming-changed') raised.push(...event.wyoming.notices.map((notice) => notice.id));
  });
  await core.modes.delete(id, theUser);
  unsubscribe();
  assert.deepEqual(raised, ['wyoming-mode', 'wyoming-mode']);
  const socket = await connected();
  const format = '{"rate":16000,"width":2,"channels":1}';
  socket.write(`{"type":"transcribe"}\n{"type":"audio-start","data":${format}}\n`);
  socket.write(`{"type":"audio-chunk","data":${format},"payload_length":4}\n\0\0\0\0`);
  assert.match(await answerOf(socket), /"code":"MODE_NOT_FOUND"/);
  // Other settings can be changed meanwhile.
  await core.settings.update({ saveWyomingTranscriptions: true, wyomingMode: id });
  assert.equal(server.state().notices.length, 1);
  await core.settings.update({ saveWyomingTranscriptions: false, wyomingMode: null });
  assert.deepEqual(server.state().notices, []);
});

test('programs of another user are closed without a word', {
  skip: isRoot ? false : 'needs root',
}, async () => {
  const asks = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf '{"type":"describe"}\\n' >&3 && head -n 1 <&3`;
  const saidTo = async (uid: number): Promise<string> => {
    const child = spawn('bash', ['-c', asks], { uid, cwd: '/' });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  };
  assert.match(await saidTo(0), /"type":"info"/);
  assert.equal(await saidTo(65_534), '');
});
