import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CallInput, Client } from '@quoth/client';
import { applicationTests } from './support/application-tests.ts';
import { CommandLine } from './support/command-line.ts';
import { type RunningApplication, sample, until } from './support/running-application.ts';

// Real programs after real transcriptions. What each kind does by itself: `packages/core/src/actions`.

const speech = readFileSync(sample('go-forward'));
const quoth = join(import.meta.dirname, '..', '..', 'quoth');
let home: string;
let app: RunningApplication;
let client: Client;
const tests = applicationTests({ env: { OPENAI_API_KEY: 'sk-marker-4711' } }, (started) => {
  ({ home, application: app, own: client } = started);
});

const path = (name: string) => join(home, name);
const read = (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : '');
const lines = (name: string) => read(name).split('\n').filter(Boolean);

type NewAction = NonNullable<CallInput<'createAction'>['body']>;
async function add(name: string, script: string, more: Partial<NewAction> = {}): Promise<string> {
  const does: NewAction['does'] = { kind: 'program', command: ['/bin/sh', '-c', script] };
  return (await client.createAction({ body: { name, does, sources: ['file'], ...more } })).action.id;
}
async function transcribed(): Promise<string> {
  const { recording_id } = (await client.transcribe({
    bytes: speech,
    contentType: 'audio/wav',
    query: { engine: 'moonshine', save: true },
  })) as { recording_id?: string };
  assert(recording_id);
  return recording_id;
}
const runsOf = async (recording_id: string) =>
  (await client.listActionRuns({ query: { recording_id } })).runs;

test('killed in the middle of an action, it is done again at the next start; the text was there before', async () => {
  const action = await add(
    'Slow',
    `[ ! -e ${path('go')} ] || ! grep -q . /proc/$(cat ${path('begun')})/environ || echo both > ${path('both')}; ` +
      `trap '' TERM; echo $$ >> ${path('begun')}; while [ ! -e ${path('go')} ]; do sleep 0.1; done; [ $(wc -l < ${path('begun')}) = 2 ] || exec sleep 300; cat > ${path('text')}; env > ${path('env')}`,
  );
  const id = await transcribed();
  const { text } = (await client.getRecording({ params: { id } })).recording;
  assert.match(text, /forward/);
  await until('it is in progress', async () => lines('begun').length === 1);
  await app.end('SIGKILL');
  writeFileSync(path('go'), '');
  await tests.restart();
  await until('it is done', async () => (await runsOf(id))[0]?.state === 'done');
  // What the first time started had ended before the second.
  assert.deepEqual([lines('begun').length, read('both')], [2, '']);
  assert.equal(read('text'), text);
  // As what any program of the user writes; Quoth's own files are not.
  assert.equal(statSync(path('text')).mode & 0o777, 0o666 & ~process.umask());
  assert.equal(statSync(path('logs/quoth.log')).mode & 0o777, 0o600);
  const [run] = await runsOf(id);
  assert.deepEqual(
    run?.attempts.map(({ outcome }) => outcome),
    ['interrupted', 'done'],
  );
  const environment = read('env');
  assert.match(environment, new RegExp(`^QUOTH_RECORDING_ID=${id}$`, 'm'));
  assert(!/marker-4711|DBUS_SESSION_BUS_ADDRESS=unix:path=.*secret|control/i.test(environment));
  assert(!read('logs/quoth.log').includes(text));
  await client.deleteAction({ params: { id: action } });
});

test('what the program of an action transcribes by quoth triggers no action', async () => {
  const transcribe = `'${quoth}' transcribe '${sample('go-forward')}' --engine moonshine --save --json`;
  const action = await add('Loop', `${transcribe} >> ${path('inner')} 2> /dev/null`, {
    sources: ['file', 'api', 'dictation'],
  });
  const outer = await transcribed();
  await until('it has ended', async () => (await runsOf(outer))[0]?.state === 'done');
  const { recording_id: inner } = JSON.parse(read('inner')) as { recording_id: string };
  assert.notEqual(inner, outer);
  assert.equal((await client.getRecording({ params: { id: inner } })).recording.status, 'completed');
  assert.deepEqual(await runsOf(inner), []);
  await client.deleteAction({ params: { id: action } });
});

test('a webhook that is added, widened or moved while somebody speaks gets nothing of that recording', async (context) => {
  // For their secrets: there is no keyring here.
  await client.updateSettings({ body: { keyStorage: 'file' } });
  const posted: string[] = [];
  const server = createServer((request, response) => {
    posted.push(request.url ?? '');
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const to = (place: string) => ({
    kind: 'webhook' as const,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${place}`,
  });
  const webhook = async (name: string, source: 'api' | 'file' = 'api') =>
    (await client.createAction({ body: { name, does: to(name), sources: [source] } })).action.id;
  const actions = [await webhook('there'), await webhook('moved'), await webhook('widened', 'file')];
  const [, moved = '', widened = ''] = actions;
  async function* spoken() {
    yield samples.subarray(0, samples.length / 2);
    await until('it is being recorded', async () => {
      const { recordings } = await client.listRecordings({});
      return recordings.some(({ status }) => status === 'recording');
    });
    actions.push(await webhook('added'));
    await client.updateAction({ params: { id: moved }, body: { does: to('elsewhere') } });
    await client.updateAction({ params: { id: widened }, body: { sources: ['file', 'api'] } });
    yield samples.subarray(samples.length / 2);
  }
  const samples = speech.subarray(speech.indexOf('data') + 8);
  const { status, body } = await app.json('/transcribe?engine=moonshine&save=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/pcm;rate=16000' },
    body: ReadableStream.from(spoken()) as ReadableStream<Uint8Array<ArrayBuffer>>,
    duplex: 'half',
  } as RequestInit);
  assert.equal(status, 200, JSON.stringify(body));
  const id = String(body.recording_id);
  await until('it is posted', async () => (await runsOf(id)).every(({ state }) => state === 'done'));
  assert.deepEqual(posted, ['/there']);
  assert.deepEqual(
    (await runsOf(id)).map(({ action_id }) => action_id),
    actions.slice(0, 1),
  );
  for (const action of actions) await client.deleteAction({ params: { id: action } });
});

test('no program sees or changes actions, whatever its token; no mode holds any; what it sends triggers none', async () => {
  const action = await add('Secret name', `echo >> ${path('by-api')}`, { sources: ['dictation'] });
  for (const route of ['/actions', '/action-runs', `/actions/${action}/run`])
    assert.equal((await app.json(route)).status, 404, route);
  const posted = await app.send('POST', '/actions', {
    name: 'x',
    does: { kind: 'program', command: ['true'] },
  });
  assert.equal(posted.status, 404);
  const { status, body } = await app.json('/transcribe?engine=moonshine&save=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: speech,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await runsOf(String(body.recording_id)), []);
  assert(!JSON.stringify((await client.listModes()).modes).includes('Secret name'));
  const { paths } = (await app.json('/openapi.json')).body as { paths?: object };
  assert.deepEqual(
    Object.keys(paths ?? {}).filter((path) => path.startsWith('/action')),
    [],
  );
  assert(paths !== undefined && '/transcribe' in paths);
  await client.deleteAction({ params: { id: action } });
});

test('quoth actions: add, try, pause, edit, remove; recordings show tells what was done', async () => {
  const line = new CommandLine({ QUOTH_HOME: home });
  const note = `${home}-notes/{{date}}.md`;
  const added = await line.run(
    'actions',
    'add',
    'Note',
    '--append',
    note,
    '--sources',
    'file',
    '--heading',
    '# {{date}}\\n',
  );
  assert.equal(added.code, 0, added.errors);
  const id = await transcribed();
  await until('it is done', async () => (await runsOf(id))[0]?.state === 'done');
  const shown = await line.run('recordings', 'show', id.slice(0, 8));
  assert.match(shown.out, /Note: done[\s\S]*1\. .* done: Added to .*-notes\/\d{4}-\d\d-\d\d\.md\./);
  const [file] = readdirSync(`${home}-notes`);
  assert.match(
    readFileSync(join(`${home}-notes`, file ?? ''), 'utf8'),
    /^# \d{4}-\d\d-\d\d\n\n?- \d\d:\d\d .*forward/,
  );
  const fails = await line.run('actions', 'add', 'Fails', '--', 'sh', '-c', 'echo why; exit 3');
  assert.equal(fails.code, 0);
  assert.match(fails.errors, /runs after recordings from: dictation; for files too: --sources .*file/);
  assert.doesNotMatch(added.errors, /for files too/);
  const tried = await line.run('actions', 'try', 'fails');
  assert.deepEqual([tried.code, tried.out], [1, 'Exited with status 3.\nwhy\n']);
  assert.equal((await line.run('actions', 'pause', 'Note')).code, 0);
  assert.match(
    (await line.run('actions', 'list')).out,
    /Fails +runs sh -c "echo why; exit 3" .* on\nNote +adds to .* paused/,
  );
  assert.equal((await line.run('actions', 'add', 'x', '--post', 'http://example.com')).code, 1);
  assert.equal((await line.run('actions', 'add', 'x', '--post', 'http://127.0.0.1', '--', 'true')).code, 2);
  for (const name of ['Note', 'Fails']) assert.equal((await line.run('actions', 'remove', name)).code, 0);
  assert.match((await line.run('actions', 'remove', 'Note')).errors, /no action "Note"/);
  rmSync(`${home}-notes`, { recursive: true, force: true });
});
