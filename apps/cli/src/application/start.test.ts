import assert from 'node:assert/strict';
import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { proxySettings, startApplication } from './start.ts';

const quiet = { write: () => true };
const never = new AbortController().signal;

async function configFor(source: string) {
  const dataFolder = temporaryFolder();
  const applicationMain = join(dataFolder, 'main.mjs');
  await writeFile(applicationMain, source);
  const { platform } = process;
  const place = { home: dataFolder, cwd: dataFolder, platform };
  return {
    dataFolder,
    applicationMain,
    simulatorMain: '',
    referencePage: '/none',
    builder: '/none',
    program: 'quoth',
    launcher: '/none',
    color: false,
    ...place,
    env: { FOLDER: dataFolder },
  };
}

// Stands in for the application: opens a listener, answers one call to each route, ends after /application/stop.
const fakeApplication = `
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const path = process.env.FOLDER + '/s';
const server = createServer((request, response) => {
  response.setHeader('connection', 'close');
  const [, challenge] = request.url.split('challenge=');
  const proof = challenge && createHmac('sha256', 's').update('quoth-health-v1|' + challenge + '|0').digest('base64url');
  response.end(JSON.stringify({ ok: true, pid: process.pid, port: 0, proof, flags: process.argv.slice(2) }));
  if (request.url === '/application/stop') server.close();
}).listen(path, () =>
  writeFileSync(process.env.FOLDER + '/control-socket.json', JSON.stringify({ path, secret: 's', pid: process.pid })));
setTimeout(() => process.exit(), 30000).unref();
`;

test('waits until the control socket answers and hands the flags on', async () => {
  const config = await configFor(fakeApplication);
  const client = await startApplication(config, ['--headless', '--ephemeral'], quiet, never);
  const state = await client.getApplication();
  assert.deepEqual(Object.entries(state).find(([name]) => name === 'flags')?.[1], [
    '--headless',
    '--ephemeral',
  ]);
  await client.stopApplication();
});

test('what it complains about is written into a file of its own, whatever stood there', async () => {
  const config = await configFor('console.error("Error: the database is broken"); process.exit(1);');
  const [logs, notes] = [join(config.dataFolder, 'logs'), join(config.dataFolder, 'notes.txt')];
  await mkdir(logs);
  await writeFile(notes, 'Dear diary');
  await symlink(notes, join(logs, 'start.log'));
  await assert.rejects(startApplication(config, [], quiet, never), /the database is broken/);
  assert.equal(await readFile(notes, 'utf8'), 'Dear diary');
  if (process.platform !== 'win32') assert.equal((await stat(join(logs, 'start.log'))).mode & 0o777, 0o600);
});

test('an application that ends tells its last error line', async () => {
  const config = await configFor('console.error("Error: the database is broken"); process.exit(1);');
  await assert.rejects(startApplication(config, [], quiet, never), {
    code: 'NO_CONNECTION',
    message: /the database is broken/,
    advice: [{ reason: 'runDoctor' }],
  });
});

test('an application that refuses to start gives its reason and its hint', async () => {
  const config = await configFor(
    'console.error("Quoth cannot start: /tmp/x belongs to another user.\\nChoose another folder."); process.exit(1);',
  );
  await assert.rejects(startApplication(config, [], quiet, never), {
    code: 'NO_CONNECTION',
    message: /could not be started: \/tmp\/x belongs to another user\./,
    hint: 'Choose another folder.',
  });
});

test('a proxy that the environment names is asked, but never for this machine', () => {
  const own = '127.0.0.1,localhost,::1';
  const cases: readonly [Record<string, string>, Record<string, string>][] = [
    [{}, {}],
    [{ HTTPS_PROXY: '' }, {}],
    [{ HTTPS_PROXY: 'http://p:1' }, { NODE_USE_ENV_PROXY: '1', no_proxy: own, NO_PROXY: own }],
    [
      { https_proxy: 'http://p:1', NO_PROXY: 'intranet' },
      { NODE_USE_ENV_PROXY: '1', no_proxy: `intranet,${own}`, NO_PROXY: `intranet,${own}` },
    ],
    [{ http_proxy: 'http://p:1', NODE_USE_ENV_PROXY: '0' }, {}],
  ];
  for (const [env, settings] of cases) assert.deepEqual(proxySettings(env), settings, JSON.stringify(env));
});
