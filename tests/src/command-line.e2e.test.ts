import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { CommandLine } from './support/command-line.ts';
import { sample } from './support/running-application.ts';

let quoth: CommandLine;
before(() => {
  quoth = new CommandLine();
});
after(() => quoth.remove());

test('transcribe starts the application, takes several files, and one bad file does not stop the others', async () => {
  const bad = quoth.path('bad.wav');
  writeFileSync(bad, 'no audio at all');
  const files = [sample('go-forward'), bad, sample('best-of-times')];
  const { code, out, errors } = await quoth.launch('transcribe', ...files);
  assert.notEqual(code, 0);
  assert.match(out, /Go forward to the old garden.[\s\S]*It was the best of times/);
  assert.match(errors, /not audio/);
});

test('transcripts as txt, json, srt and vtt, into a file or a folder', async () => {
  const folder = quoth.path('texts');
  mkdirSync(folder);
  for (const format of ['txt', 'json', 'srt', 'vtt']) {
    assert.equal(
      (await quoth.run('transcribe', sample('go-forward'), '--format', format, '--output', folder)).code,
      0,
      format,
    );
  }
  assert.deepEqual(readdirSync(folder).sort(), [
    'go-forward.json',
    'go-forward.srt',
    'go-forward.txt',
    'go-forward.vtt',
  ]);
  assert.match(readFileSync(join(folder, 'go-forward.srt'), 'utf8'), /^1\n00:00:00,\d{3} --> /);
  assert.match(readFileSync(join(folder, 'go-forward.vtt'), 'utf8'), /^WEBVTT/);
});

test('a name that is not UTF-8 stops no other file, and the folders inside of a folder are made in the output', async () => {
  // What stands in the arguments of a program for bytes that are not UTF-8.
  const misnamed = quoth.path('bad\ufffd.wav');
  const { code, out, errors } = await quoth.run('transcribe', sample('go-forward'), misnamed);
  assert.equal(code, 4);
  assert.match(out, /Go forward to the old garden/);
  assert.match(errors, /The name of .*bad.*is not UTF-8\.\nRename/);

  const [tree, output] = [quoth.path('tree'), quoth.path('mirrored')];
  const found = ['one/same.wav', 'two/same.wav', 'top.wav'].map((path) => join(tree, path));
  for (const path of found) {
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(sample('go-forward'), path);
  }
  mkdirSync(output);
  const mirrored = await quoth.run('transcribe', '-r', tree, '--output', output);
  assert.equal(mirrored.code, 0, mirrored.errors);
  for (const path of ['one/same.txt', 'two/same.txt', 'top.txt'])
    assert.match(readFileSync(join(output, path), 'utf8'), /Go forward to the old garden/);
  const again = await quoth.run('transcribe', '-r', tree, '--output', output);
  assert.match(again.errors, /same\.txt" exists already/);
  const [one = '', two = ''] = found;
  const both = await quoth.run('transcribe', one, two, '--output', output);
  assert.equal(both.code, 2);
  for (const path of [one, two]) assert(both.errors.includes(path), both.errors);
});

test('start, status and stop; exit codes mean something', async () => {
  await quoth.run('stop');
  assert.equal((await quoth.run('status')).code, 3);
  assert.equal((await quoth.launch('start', '--headless')).code, 0);
  const again = await quoth.run('start');
  assert.deepEqual([again.code, /already running/.test(again.out)], [0, true]);
  const state = await quoth.json('status');
  assert.equal(state.ok, true);
  assert.equal((await quoth.run('transcribe', '/no/such/file.wav')).code, 4);
  assert.equal((await quoth.launch('nonsense')).code, 2);
  assert.equal((await quoth.run('modes', 'show', 'no such mode')).code, 4);
  const silence = quoth.path('silence.wav');
  const header = readFileSync(sample('go-forward')).subarray(0, 44);
  header.writeUInt32LE(64_000, 40);
  writeFileSync(silence, Buffer.concat([header, Buffer.alloc(64_000)]));
  assert.equal((await quoth.run('transcribe', silence)).code, 5);
  const refused = await quoth.json('transcribe', sample('go-forward'), '--model', 'nonsense');
  assert.equal((refused.error as { code: string }).code, 'MODEL_NOT_FOUND');
});

test('doctor names what it looked at, with the command that fixes what is missing', async () => {
  const { out, code } = await quoth.run('doctor');
  // No screen, no microphone: a server lacks nothing.
  assert.equal(code, 0, out);
  assert.match(out, /ok +Neural speech models/);
  const { findings } = (await quoth.json('doctor')) as { findings: { id: string; status: string }[] };
  assert(findings.some(({ id }) => id === 'ffmpeg') && findings.some(({ id }) => id === 'data-folder'));
});

test('api on, status, token, openapi and off, and a port that is taken', async () => {
  assert.match((await quoth.run('api', 'on')).out, /The local API is on: http:\/\/127\.0\.0\.1:\d+/);
  assert(existsSync(join(quoth.home, 'local-api.json')));
  const token = (await quoth.run('api', 'token')).out.trim();
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual((await quoth.run('api', 'token', '--regenerate')).out.trim(), token);
  assert.equal((JSON.parse((await quoth.run('api', 'openapi')).out) as { openapi: string }).openapi, '3.1.0');
  assert.match((await quoth.run('api', 'off')).out, /off/);
  assert(!existsSync(join(quoth.home, 'local-api.json')));
  await using other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  assert(typeof address === 'object' && address);
  await quoth.run('settings', 'set', 'apiFixedPort', String(address.port));
  const refused = await quoth.run('api', 'on');
  assert.notEqual(refused.code, 0);
  assert.match(refused.errors, new RegExp(`Port ${address.port} is in use.*stays off`));
  assert.match((await quoth.run('doctor')).out, /warning +API Server: Off\. Port/);
  const again = await quoth.run('settings', 'set', 'apiFixedPort', 'null');
  assert.match(again.out, /^apiFixedPort is null\.\nThe local API is on: http:/);
  const taken = await quoth.run('settings', 'set', 'apiFixedPort', String(address.port));
  assert.deepEqual([taken.code, taken.out], [refused.code, `apiFixedPort is ${address.port}.\n`]);
  assert.equal(taken.errors, refused.errors);
  assert.match((await quoth.run('settings', 'reset', 'apiFixedPort')).out, /The local API is on/);
  await quoth.run('api', 'off');
  await quoth.run('wyoming', 'on');
  const wyoming = await quoth.run('settings', 'set', 'wyomingPort', String(address.port));
  assert.deepEqual([wyoming.code, wyoming.out], [refused.code, `wyomingPort is ${address.port}.\n`]);
  assert.match(wyoming.errors, /is in use.*listener stays off\.\n.*settings set wyomingPort/);
  await quoth.run('wyoming', 'off');
  assert.equal((await quoth.run('settings', 'reset', 'wyomingPort')).out, 'wyomingPort is 10300.\n');
});

test('models, modes and recordings', async () => {
  assert.match((await quoth.run('models', 'list')).out, /moonshine-tiny .*included/);
  assert.equal((await quoth.run('modes', 'create', 'Talks', '--custom-vocabulary', 'old => OLD')).code, 0);
  assert.match(
    (await quoth.run('transcribe', '--mode', 'talks', sample('go-forward'))).out,
    /Go forward to the OLD garden\./,
  );
  assert.equal((await quoth.run('modes', 'edit', 'Talks', '--language', 'en')).code, 0);
  assert.equal((await quoth.run('modes', 'delete', 'Talks')).code, 0);
  const { recordings } = (await quoth.json('recordings', 'search', 'FORWARD')) as {
    recordings: { id: string; text: string }[];
  };
  const id = recordings[0]?.id ?? '';
  assert.match((await quoth.run('recordings', 'show', id)).out, /Go forward/);
  assert.match((await quoth.run('recordings', 'export', id, '--format', 'srt')).out, /-->/);
  const shape = ['--format', 'srt', '--max-line-length', '12', '--max-lines', '1'];
  assert.match((await quoth.run('recordings', 'export', id, ...shape)).out, /\nGo forward\n\n2\n/);
  assert.match((await quoth.run('transcribe', sample('go-forward'), ...shape)).out, /\nGo forward\n\n2\n/);
  assert.equal((await quoth.run('transcribe', sample('go-forward'), '--max-lines', 'many')).code, 2);
  assert.equal((await quoth.run('recordings', 'retranscribe', id)).code, 0);
  assert.equal((await quoth.run('recordings', 'delete', id)).code, 0);
  assert.equal((await quoth.run('recordings', 'show', id)).code, 4);
});

test('help has examples for every command', async () => {
  for (const command of [
    'start',
    'autostart',
    'api',
    'transcribe',
    'models',
    'modes',
    'recordings',
    'doctor',
    'completion',
    'demo',
    'mcp',
  ]) {
    assert.match((await quoth.run(command, '--help')).out, /Example/, command);
  }
});

test('where there is no screen, "api docs" tells where the reference is, and starts nothing', async () => {
  const none = join(quoth.home, 'none');
  const bare = new CommandLine({ QUOTH_HOME: none, DISPLAY: '', WAYLAND_DISPLAY: '' });
  const { code, out, errors } = await bare.launch('api', 'docs');
  assert.equal(code, 0, errors);
  assert.match(readFileSync(out.trim(), 'utf8'), /<title>Quoth local API/);
  assert.equal(existsSync(none), false);
  assert.deepEqual(await quoth.json('api', 'docs', '--print-path'), {
    ok: true,
    path: out.trim(),
    opened: false,
  });
});
