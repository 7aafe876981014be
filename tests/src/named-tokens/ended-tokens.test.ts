import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { theUser } from '@quoth/core';
import { repeated } from '../support/running-application.ts';
import { type Program, StartedApi, speech } from './started-api.ts';

let api: StartedApi;
/** By which the application tells the time; tests move it. */
let shift = 0;
before(async () => {
  api = await StartedApi.start({
    clock: { now: () => Date.now() + shift, monotonic: () => performance.now() },
  });
});
after(() => api.close());

const revoke = (program: Program) => api.core.namedTokens.revoke(program.named.id);

/** A stream of events, and what ends it. */
async function following(program: Program): Promise<{ readonly ended: Promise<unknown> }> {
  const response = await program.fetch('/events');
  assert.equal(response.status, 200);
  const reader = response.body?.getReader();
  assert(reader);
  await reader.read();
  const ended = (async () => {
    while (!(await reader.read()).done);
  })().catch((error: unknown) => error);
  return { ended };
}

test('a revoked token is refused on an open connection too, and its streams end at once', async () => {
  const program = await api.program(['events', 'modes.read']);
  const other = await api.program(['events', 'modes.read']);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = () =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${program.token}` };
      const { port } = api.discovery;
      const asking = request({ host: '127.0.0.1', port, path: '/modes', agent, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      asking.once('error', reject);
      asking.end();
    });
  assert.equal(await status(), 200);
  const [mine, others] = [await following(program), await following(other)];
  await revoke(program);
  await mine.ended;
  assert.equal(await status(), 401);
  agent.destroy();
  let isOver = false;
  void others.ended.then(() => {
    isOver = true;
  });
  assert.equal((await other.fetch('/modes')).status, 200);
  assert.equal(isOver, false, 'no one else is cut off');
  await revoke(other);
  await others.ended;
});

test('an upload under way when its token is revoked comes to nothing', async () => {
  const program = await api.program(['transcribe']);
  const { port } = api.discovery;
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/transcribe?save=true',
    method: 'POST',
    headers: { authorization: `Bearer ${program.token}`, 'content-type': 'audio/wav' },
  });
  const failed = new Promise<Error>((resolve, reject) => {
    outgoing.once('error', resolve);
    outgoing.once('response', () => reject(new Error('it was answered')));
  });
  outgoing.write(speech.subarray(0, 40_000));
  const incoming = join(api.core.dataFolder, 'incoming');
  while (readdirSync(incoming).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await revoke(program);
  await failed;
  while (readdirSync(incoming).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal((await api.core.recordings.search({}, theUser)).total, 0);
});

test('work that waits for its answer is cancelled when the token is revoked', async () => {
  const program = await api.program(['transcribe']);
  const answer = program.fetch('/transcribe?engine=moonshine&save=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: repeated(speech, 100),
  });
  answer.catch(() => undefined);
  let id: string | undefined;
  while (id === undefined) {
    [{ id } = { id: undefined }] = await api.core.recordings.unfinished();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await revoke(program);
  await assert.rejects(
    answer.then((response) => response.text()),
    { name: 'TypeError' },
  );
  assert.equal(await api.settled(id), 'cancelled');
});

test('a token is refused from the moment of its end, and its streams end then', async () => {
  const end = Date.now() + 60_000;
  const program = await api.program(['events', 'modes.read'], { expires_at: new Date(end).toISOString() });
  assert.equal((await program.fetch('/modes')).status, 200);
  const { ended } = await following(program);
  shift = 61_000;
  assert.equal((await program.fetch('/modes')).status, 401);
  // Another token brings the application to look whose end has come; by itself it looks every minute.
  await api.program(['events']);
  await ended;
  assert.equal(
    api.core.namedTokens.list().some(({ id }) => id === program.named.id),
    true,
  );
});
