import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, limits, say } from '@quoth/contract';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import {
  editRecording,
  getRecording,
  moveToTrash,
  purgeTrash,
  requeueWork,
  restoreRecording,
} from '../recordings/index.ts';
import { TestActions, testMode } from './fixtures/test-actions.ts';

let world: TestActions;
let out: string;
let server: Server | undefined;
beforeEach(async () => {
  world = await TestActions.open();
  out = join(world.home, 'out');
});
afterEach(async () => {
  server?.close();
  server = undefined;
  await world.close();
});

const program = (script: string) => ({ kind: 'program', command: ['/bin/sh', '-c', script] });
const copying = () => program(`cat >> '${out}'; echo >> '${out}'`);
const written = () => (existsSync(out) ? readFileSync(out, 'utf8') : '');

test('a dictation is passed on once, with its attempt beside the recording', async () => {
  await world.add(copying());
  const id = await world.transcribed('Buy milk.');
  assert.equal(written(), 'Buy milk.\n');
  const [run, ...more] = await world.runs(id);
  assert.deepEqual(
    [run?.state, run?.action_name, run?.by, run?.sequence, run?.next_at, more.length],
    ['done', 'One', 'transcription', 1, null, 0],
  );
  assert.deepEqual(
    run?.attempts.map(({ number, outcome, message }) => [number, outcome, message]),
    [[1, 'done', 'Exited with status 0.']],
  );
  const states = world.events.flatMap((event) => (event.type === 'action-run-changed' ? [event.state] : []));
  assert.deepEqual(states, ['running', 'done']);
});

test('what programs send triggers nothing unless that is ticked, and a retranscription never', async () => {
  const id = await world.add(copying());
  await world.transcribed('by api', 'api');
  await world.transcribed('a file', 'file');
  const dictated = await world.transcribed('spoken');
  const again = await requeueWork(world.places, dictated, {}, testMode);
  await world.complete(again, 'spoken again');
  await world.idle();
  assert.equal(written(), 'spoken\n');
  await world.actions.update(id, { sources: ['api'], modes: null });
  await world.transcribed('by api, ticked', 'api');
  await world.actions.update(id, { sources: ['api'], modes: ['another'] });
  await world.transcribed('in another mode', 'api');
  assert.equal(written(), 'spoken\nby api, ticked\n');
});

test('a file that nothing is written to is refused when the action is added or changed', async () => {
  const file = (path: string) => ({ kind: 'file', path, entry: '{{text}}' }) as const;
  const own = join(world.folder.root, 'notes.md');
  const refused = { code: 'INVALID_REQUEST', message: /^Nothing is written to / };
  for (const path of [own, '~/.config/autostart/{{date}}.desktop'])
    await assert.rejects(world.add(file(path)), refused, path);
  assert.deepEqual(await world.actions.list(), []);
  const id = await world.add(file('~/notes.md'));
  await assert.rejects(world.actions.update(id, { does: file(own) }), refused);
});

test('what the user pauses is off; it can be run for a recording, and again', async () => {
  const id = await world.add(copying());
  await world.actions.update(id, { modes: null, paused: true });
  const recording = await world.transcribed('while off');
  assert.deepEqual([written(), await world.runs(recording)], ['', []]);
  await assert.rejects(world.actions.run(id, recording), /is paused/);
  assert.equal((await world.actions.update(id, { modes: null, paused: false })).paused, null);
  const run = await world.actions.run(id, recording);
  await world.idle();
  await editRecording(world.places, recording, 'edited');
  await world.actions.repeat(run.id);
  await world.idle();
  assert.equal(written(), 'while off\nedited\n');
  const [after] = await world.runs(recording);
  assert.deepEqual([after?.by, after?.attempts.length], ['user', 2]);
});

test('an address that fails is asked again later; after ten failures in a row its action pauses, with a notice, and texts wait for it', async () => {
  let status = 500;
  const got: string[] = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (status === 200) got.push(JSON.parse(body).data.text);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const id = await world.add({ kind: 'webhook', url });
  const first = await world.transcribed('first');
  const [waiting] = await world.runs(first);
  assert.deepEqual([waiting?.state, waiting?.attempts.length], ['waiting', 1]);
  assert(Date.parse(waiting?.next_at ?? '') > world.now);
  const second = await world.transcribed('second');
  assert.deepEqual((await world.runs(second))[0]?.attempts, [], 'others wait with it');
  await world.pass(6_000);
  const tried = (await world.runs()).reduce((sum, { attempts }) => sum + attempts.length, 0);
  assert.equal(tried, 2, 'one of them was tried, for both');
  await moveToTrash(world.places, second);
  await world.pass(limits.actionRetryMs);
  const [held] = await world.runs(first);
  assert.deepEqual([held?.state, held?.next_at, held?.attempts.length], ['waiting', null, 9]);
  const [action] = await world.actions.list();
  assert.deepEqual([action?.paused?.reason, action?.failures, action?.waiting], ['failures', 10, 1]);
  assert.match(world.actions.notices()[0]?.message ?? '', /"One" has paused after 10 failed attempts/);
  assert(world.events.some(({ type }) => type === 'notice-raised'));
  await world.transcribed('second');
  status = 200;
  await world.pass(limits.actionRetryMs);
  assert.deepEqual(got, [], 'nothing by itself');
  await world.actions.update(id, { modes: null, paused: false });
  await world.idle();
  assert.deepEqual([got.sort(), world.actions.notices()], [['first', 'second'], []]);
});

for (const isRestarted of [false, true])
  test(`a retry that was planned while the clock was an hour ahead comes in its time${isRestarted ? ', over a restart too' : ''}`, async () => {
    let status = 500;
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await world.add({ kind: 'webhook', url });
    world.aheadMs = 3_600_000;
    const id = await world.transcribed('later');
    assert.equal((await world.runs(id))[0]?.state, 'waiting');
    world.aheadMs = 0;
    status = 200;
    if (isRestarted) {
      await world.actions.close();
      await world.start();
    }
    await world.pass(10_000);
    assert.equal((await world.runs(id))[0]?.state, 'done');
  });

test('after a kill in the middle of an attempt it is made again; what an action does is never lost, but may be done twice', async () => {
  await world.add(copying());
  const { database } = world;
  const id = await world.transcribed('again');
  // As a kill leaves it: begun, and its end not written.
  await database.updateTable('action_runs').set({ state: 'running', due_ms: null }).execute();
  await database.updateTable('action_attempts').set({ outcome: 'running', ended_ms: null }).execute();
  await world.actions.close();
  await world.start();
  await world.idle();
  assert.equal(written(), 'again\nagain\n');
  const [run] = await world.runs(id);
  assert.deepEqual(
    run?.attempts.map(({ outcome }) => outcome),
    ['interrupted', 'done'],
  );
});

test('stopping Quoth ends a program and makes its attempt again at the next start', async () => {
  const marker = join(world.home, 'second-time');
  await world.add(program(`cat >> '${out}'; [ -e '${marker}' ] || { touch '${marker}'; sleep 60; }`));
  const recording = await world.accept();
  await world.complete(recording, 'x');
  await until(() => existsSync(marker));
  await world.actions.close();
  await world.start();
  await world.idle();
  const [run] = await world.runs(recording.id);
  assert.deepEqual(
    [run?.state, run?.attempts.map(({ outcome }) => outcome)],
    ['done', ['interrupted', 'done']],
  );
});

test('no action costs a text: where it cannot be queued, the text is kept all the same', async () => {
  await world.add(copying());
  const { database } = world;
  await database.schema.alterTable('action_runs').renameTo('elsewhere').execute();
  const run = await world.accept();
  await world.complete(run, 'kept');
  assert.equal((await getRecording(world.places, run.id)).text, 'kept');
  await database.schema.alterTable('elsewhere').renameTo('action_runs').execute();
});

test('a hanging action holds up no other, and its texts wait for their turn', async () => {
  await world.add(program('sleep 60'), { name: 'Hangs' });
  const other = await world.add(copying(), { name: 'Other' });
  for (const text of ['a', 'b', 'c']) {
    await world.complete(await world.accept(), text);
  }
  await until(() => written() === 'a\nb\nc\n');
  const [hanging] = (await world.actions.list()).filter(({ id }) => id !== other);
  assert.equal(hanging?.waiting, 3);
  await world.actions.delete(hanging?.id ?? '');
  await world.idle();
  assert.deepEqual(
    (await world.runs()).map(({ action_name }) => action_name),
    ['Other', 'Other', 'Other'],
  );
});

test('what is deleted is passed on no more; deleted permanently, it takes its attempts and their output with it', async () => {
  await world.add(program("sed 's/spoken/mark''ed/'; exit 1"));
  const failed = await world.transcribed('spoken-4712');
  assert.equal((await world.runs(failed))[0]?.attempts[0]?.output, 'marked-4712');
  await moveToTrash(world.places, failed);
  await assert.rejects(world.runs(failed), { code: 'RECORDING_NOT_FOUND' });
  await purgeTrash(world.places, undefined);
  const { database, folder } = world;
  assert.deepEqual(await database.selectFrom('action_attempts').selectAll().execute(), []);
  assert.deepEqual(await database.selectFrom('action_runs').selectAll().execute(), []);
  for (const file of [folder.database, `${folder.database}-wal`])
    if (existsSync(file)) assert(!/marked-4712|spoken-4712/.test(readFileSync(file, 'latin1')), file);
});

test('a text in the trash waits for nothing: its run is cancelled', async () => {
  writeFileSync(out, '');
  const id = await world.add({ kind: 'webhook', url: 'http://127.0.0.1:9/' });
  const recording = await world.transcribed('x');
  await moveToTrash(world.places, recording);
  await world.pass(10_000);
  await restoreRecording(world.places, recording);
  assert.equal((await world.runs(recording))[0]?.state, 'cancelled');
  assert.equal((await world.actions.list())[0]?.waiting, 0);
  await world.actions.delete(id);
});

test('a secret is shown once and kept in the secret store alone; trying shows what would happen and keeps nothing', async () => {
  const { action, secret } = await world.actions.create({
    name: 'Hook',
    does: { kind: 'webhook', url: 'http://127.0.0.1:9/' },
    modes: null,
    sources: undefined,
  });
  assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(world.secrets.get(`action-${action.id}`), secret);
  const { folder } = world;
  for (const file of [folder.database, `${folder.database}-wal`])
    assert(!readFileSync(file, 'latin1').includes((secret ?? '').slice(6)), file);
  assert.notEqual(await world.actions.renewSecret(action.id), secret);
  const attempt = await world.actions.try(action.id, undefined, new AbortController().signal);
  assert.deepEqual([attempt.outcome, attempt.message], ['failed', 'Nothing listens at this address.']);
  assert.deepEqual([await world.runs(), (await world.actions.list())[0]?.failures], [[], 0]);
  await world.actions.delete(action.id);
  assert.equal(world.secrets.size, 0);
});

test('where no secret can be kept, no action is made, and the words are about the secret and not about a key', async () => {
  world.refusal = (noun) =>
    new AppError('KEY_STORE_UNAVAILABLE', {
      message: say('asWritten', { text: `The ${noun} was not saved.` }),
    });
  await assert.rejects(world.add({ kind: 'webhook', url: 'http://127.0.0.1:9/' }), {
    message: 'The signing secret was not saved.',
  });
  assert.deepEqual(await world.actions.list(), []);
});

test('names are unique, the kind of an action stays, and there is an end to their number', async () => {
  const id = await world.add(copying(), { name: 'Straße' });
  await assert.rejects(world.add(copying(), { name: 'ｓtraße' }), /already an action named/);
  await assert.rejects(
    world.actions.update(id, { does: { kind: 'webhook', url: 'https://example.com/' }, modes: null }),
    /kind of an action cannot be changed/,
  );
  for (let made = 1; made < limits.actions; made++) await world.add(copying(), { name: `n${made}` });
  await assert.rejects(world.add(copying(), { name: 'more' }), /50 actions already/);
  await assert.rejects(world.actions.delete('nobody'), /no action with this id/);
});

test("a dictation that an action began triggers none; its user's own does", async () => {
  await world.add(copying());
  await world.complete(await world.dictate({ byAction: true }), 'by an action');
  await world.complete(await world.dictate({}), 'by the user');
  await world.idle();
  assert.equal(written(), 'by the user\n');
});

test('what is shown of output has an end: the latest attempts keep theirs', async () => {
  const id = await world.add(program('head -c 60000 /dev/zero | tr "\\0" a'));
  const recording = await world.transcribed('x');
  const [run] = await world.runs(recording);
  for (let attempt = 1; attempt < limits.actionAttemptsKept; attempt++) {
    await world.actions.repeat(run?.id ?? '');
    await world.idle();
  }
  const [shown] = await world.runs(recording);
  const lengths = shown?.attempts.map(({ output }) => output.length) ?? [];
  assert.equal(lengths.length, limits.actionAttemptsKept);
  assert.deepEqual([lengths[0], lengths.at(-1)], ['\n[…]'.length, 60_000]);
  await world.actions.delete(id);
});
