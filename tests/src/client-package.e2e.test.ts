import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { connect } from '@quoth/client/node';
import { installClient } from './support/install-client.ts';
import { RunningApplication, sample, temporaryHome, until } from './support/running-application.ts';

const run = promisify(execFile);
const tsc = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tsc');
const SPOKEN = 'Go forward to the old garden.';

let folder: string;
before(async () => {
  folder = temporaryHome();
  await installClient(folder);
});
after(async () => {
  await RunningApplication.endAll();
  rmSync(folder, { recursive: true, force: true });
});

const program = `
import { QuothError } from '@quoth/client';
import { connect } from '@quoth/client/node';

const quoth = await connect();
const answer = await quoth.transcribe({ json: { file: process.argv[2] } });
console.log('text' in answer ? answer.text : answer.status);
await quoth.getMode({ params: { id: 'none' } }).catch((error) => console.log(error instanceof QuothError && error.code));
`;

test('the package installs offline, alone, and transcribes from plain JavaScript', async () => {
  const installed = join(folder, 'node_modules');
  assert.deepEqual(
    readdirSync(installed).filter((name) => !name.startsWith('.')),
    ['@quoth'],
  );
  const app = await RunningApplication.start(temporaryHome());
  try {
    copyFileSync(sample('go-forward'), join(folder, 'talk.wav'));
    writeFileSync(join(folder, 'program.js'), program);
    const { stdout } = await run(process.execPath, ['program.js', join(folder, 'talk.wav')], {
      cwd: folder,
      env: { ...process.env, QUOTH_HOME: app.home },
    });
    assert.equal(stdout, `${SPOKEN}\nMODE_NOT_FOUND\n`);
  } finally {
    await app.remove();
  }
});

test('its core imports nothing of Node', () => {
  const package_ = join(folder, 'node_modules', '@quoth', 'client');
  const texts = readdirSync(package_)
    .filter((name) => name.endsWith('.js') && name !== 'node.js')
    .map((name) => readFileSync(join(package_, name), 'utf8'));
  assert(texts.length >= 2);
  for (const text of texts) assert.doesNotMatch(text, /(from|import\()\s*["']node:/);
});

test("its types stand alone, without Node's, and catch mistakes", async () => {
  const lines = [
    `import { connect } from '@quoth/client/node';`,
    'const quoth = await connect();',
    'const answer = await quoth.transcribe({ json: { file: "/x" } });',
    'export const text: string = "text" in answer ? answer.text : answer.status;',
    'export const name: string | undefined = (await quoth.listModes()).modes[0]?.name;',
    'for await (const event of quoth.events()) if (event.type === "mode-created") event.mode.name.trim();',
  ];
  const mistakes = [
    'await quoth.getMode({});',
    'export const wrong: number = (await quoth.listModes()).modes;',
  ];
  const source = join(folder, 'types');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'good.ts'), lines.join('\n'));
  writeFileSync(join(source, 'bad.ts'), [...lines, ...mistakes].join('\n'));
  const options =
    '--singleThreaded --noEmit --strict --target es2022 --lib es2022,dom --module nodenext --types'.split(
      ' ',
    );
  const both = ['good.ts', 'bad.ts'].map((name) => join(source, name));
  await assert.rejects(
    run(tsc, [...options, '', ...both], { cwd: folder }),
    ({ stdout }: { stdout: string }) => {
      const wrong = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error TS\d+/gm)].map(([, name]) => name);
      assert.deepEqual(
        wrong,
        mistakes.map(() => 'types/bad.ts'),
        stdout,
      );
      return true;
    },
  );
});

test('one client lives through a new token, a clean restart and a kill', async () => {
  const home = temporaryHome();
  let app = await RunningApplication.start(home);
  const quoth = await connect({ dataFolder: home, returnWithinMs: 60_000 });
  const count = async () => (await quoth.searchRecordings()).total;
  const speech = readFileSync(sample('go-forward'));
  const transcribe = async () => {
    const answer = await quoth.transcribe({ bytes: new Uint8Array(speech), contentType: 'audio/wav' });
    return 'text' in answer ? answer.text : '';
  };
  try {
    assert.equal(await transcribe(), SPOKEN);
    await (await app.controlSocket()).regenerateToken();
    assert.equal(await transcribe(), SPOKEN);
    await app.end();
    const [text, restarted] = await Promise.all([transcribe(), RunningApplication.start(home)]);
    app = restarted;
    assert.equal(text, SPOKEN);
    assert.equal(await count(), 3);
    // Killed in progress: the transcription is asked for again and there is still one recording of it.
    const pending = transcribe();
    await until(
      'the work has begun',
      async () => (await (await app.controlSocket()).searchRecordings()).total === 4,
    );
    await app.end('SIGKILL');
    app = await RunningApplication.start(home);
    assert.equal(await pending, SPOKEN);
    assert.equal(await count(), 4);
  } finally {
    await app.remove();
  }
});
