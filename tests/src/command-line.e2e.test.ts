import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sample, temporaryHome } from './support/running-application.ts';

const quoth = join(import.meta.dirname, '..', '..', 'quoth');

let home: string;
before(() => {
  home = temporaryHome();
});
after(async () => {
  await run('stop');
  rmSync(home, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** The command line as a user runs it. */
async function run(...args: readonly string[]): Promise<Ended> {
  const child = spawn(quoth, [...args], {
    env: { ...process.env, QUOTH_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, errors };
}

const json = async (...args: readonly string[]) =>
  JSON.parse((await run(...args, '--json')).out) as Record<string, unknown>;

test('transcribe starts the application, takes several files, and one bad file does not stop the others', async () => {
  const bad = join(home, 'bad.wav');
  mkdirSync(home, { recursive: true });
  writeFileSync(bad, 'no audio at all');
  const { code, out, errors } = await run('transcribe', sample('go-forward'), bad, sample('best-of-times'));
  assert.notEqual(code, 0);
  assert.match(out, /Go forward ten years[\s\S]*It was the best of times/);
  assert.match(errors, /not audio/);
});

test('transcripts as txt, json, srt and vtt, into a file or a folder', async () => {
  const folder = join(home, 'texts');
  mkdirSync(folder);
  for (const format of ['txt', 'json', 'srt', 'vtt']) {
    assert.equal(
      (await run('transcribe', sample('go-forward'), '--format', format, '--output', folder)).code,
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

test('start, status and stop; exit codes mean something', async () => {
  await run('stop');
  assert.equal((await run('status')).code, 3);
  assert.equal((await run('start', '--headless')).code, 0);
  const again = await run('start');
  assert.deepEqual([again.code, /already running/.test(again.out)], [0, true]);
  const state = await json('status');
  assert.equal(state.ok, true);
  assert.equal((await run('transcribe', '/no/such/file.wav')).code, 4);
  assert.equal((await run('nonsense')).code, 2);
  assert.equal((await run('modes', 'show', 'no such mode')).code, 4);
  const silence = join(home, 'silence.wav');
  const header = readFileSync(sample('go-forward')).subarray(0, 44);
  header.writeUInt32LE(64_000, 40);
  writeFileSync(silence, Buffer.concat([header, Buffer.alloc(64_000)]));
  assert.equal((await run('transcribe', silence)).code, 5);
  const refused = await json('transcribe', sample('go-forward'), '--model', 'nonsense');
  assert.equal((refused.error as { code: string }).code, 'MODEL_NOT_FOUND');
});

test('doctor names what it looked at, with the command that fixes what is missing', async () => {
  const { out } = await run('doctor');
  assert.match(out, /ok +Speech engine PocketSphinx/);
  const { findings } = (await json('doctor')) as { findings: { id: string; status: string }[] };
  assert(findings.some(({ id }) => id === 'ffmpeg') && findings.some(({ id }) => id === 'data-folder'));
});

test('api on, status, token, openapi and off', async () => {
  assert.match((await run('api', 'on')).out, /The local API is on: http:\/\/127\.0\.0\.1:\d+/);
  assert(existsSync(join(home, 'local-api.json')));
  const token = (await run('api', 'token')).out.trim();
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  assert.notEqual((await run('api', 'token', '--regenerate')).out.trim(), token);
  assert.equal((JSON.parse((await run('api', 'openapi')).out) as { openapi: string }).openapi, '3.1.0');
  assert.match((await run('api', 'off')).out, /off/);
  assert(!existsSync(join(home, 'local-api.json')));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  assert(typeof address === 'object' && address);
  await run('settings', 'set', 'apiFixedPort', String(address.port));
  const refused = await run('api', 'on');
  assert.notEqual(refused.code, 0);
  assert.match(refused.errors, new RegExp(`Port ${address.port} is in use.*stays off`));
  assert.match((await run('doctor')).out, /warning +Local API: off\. Port/);
  other.close();
  await run('settings', 'set', 'apiFixedPort', 'null');
  await run('api', 'off');
});

test('models, modes and recordings', async () => {
  assert.match((await run('models', 'list')).out, /pocketsphinx-en-us .*installed/);
  assert.equal((await run('modes', 'create', 'Talks', '--custom-vocabulary', 'ten => TEN')).code, 0);
  assert.match(
    (await run('transcribe', '--mode', 'talks', sample('go-forward'))).out,
    /Go forward TEN years/,
  );
  assert.equal((await run('modes', 'edit', 'Talks', '--language', 'en')).code, 0);
  assert.equal((await run('modes', 'delete', 'Talks')).code, 0);
  const { recordings } = (await json('recordings', 'search', 'FORWARD')) as {
    recordings: { id: string; text: string }[];
  };
  const id = recordings[0]?.id ?? '';
  assert.match((await run('recordings', 'show', id)).out, /Go forward/);
  assert.match((await run('recordings', 'export', id, '--format', 'srt')).out, /-->/);
  const shape = ['--format', 'srt', '--max-line-length', '12', '--max-lines', '1'];
  assert.match((await run('recordings', 'export', id, ...shape)).out, /\nGo forward\n\n2\n/);
  assert.match((await run('transcribe', sample('go-forward'), ...shape)).out, /\nGo forward\n\n2\n/);
  assert.equal((await run('transcribe', sample('go-forward'), '--max-lines', 'many')).code, 2);
  assert.equal((await run('recordings', 'retranscribe', id)).code, 0);
  assert.equal((await run('recordings', 'delete', id)).code, 0);
  assert.equal((await run('recordings', 'show', id)).code, 4);
});

test('completion for three shells; bash reads it without complaint', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    assert.match((await run('completion', shell)).out, /transcribe/, shell);
  const script = (await run('completion', 'bash')).out;
  assert.equal(spawnSync('bash', ['-n'], { input: script }).status, 0);
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
    assert.match((await run(command, '--help')).out, /Example/, command);
  }
});

test('where there is no screen, "api docs" tells where the reference is, and starts nothing', async () => {
  const child = spawnSync(quoth, ['api', 'docs'], {
    env: { ...process.env, QUOTH_HOME: join(home, 'none'), DISPLAY: '', WAYLAND_DISPLAY: '' },
    encoding: 'utf8',
  });
  assert.equal(child.status, 0, child.stderr);
  assert.match(readFileSync(child.stdout.trim(), 'utf8'), /<title>Quoth local API/);
  assert.equal(existsSync(join(home, 'none')), false);
  assert.deepEqual(await json('api', 'docs', '--print-path'), {
    ok: true,
    path: child.stdout.trim(),
    opened: false,
  });
});
