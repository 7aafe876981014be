import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import {
  dataFolder,
  quoth,
  quothJson,
  root,
  setUp,
  until,
  userFolder,
  windows,
  windowsPath,
  workPath,
} from './machine.ts';

const sentence = join(
  root,
  'packages',
  'audio',
  'src',
  'fixtures',
  'sentences',
  '02-please-send-the-email.wav',
);
const model = join(root, 'packages', 'core', 'src', 'models', 'fixtures', 'quoth-test-en.gguf');
const TEXT = /please send the email to anna tomorrow morning/i;

interface Discovery {
  readonly port: number;
  readonly token: string;
}

const discovery = (): Discovery => JSON.parse(readFileSync(join(dataFolder, 'local-api.json'), 'utf8'));

/** By curl, a program that knows nothing of Windows. */
async function curl(
  path: string,
  ...args: string[]
): Promise<{ readonly status: number; readonly body: string }> {
  const { port } = discovery();
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '--max-time',
    '60',
    '-w',
    '\n%{http_code}',
    ...args,
    `http://127.0.0.1:${port}${path}`,
  ]);
  const lines = stdout.split('\n');
  return { status: Number(lines.pop()), body: lines.join('\n') };
}

const bearer = (token = discovery().token) => ['-H', `Authorization: Bearer ${token}`];

/** A file of the user's, in the home folder of Windows. */
function put(name: string, from: string): string {
  const folder = join(userFolder, 'Documents');
  mkdirSync(folder, { recursive: true });
  cpSync(from, join(folder, name));
  return `C:\\users\\root\\Documents\\${name}`;
}

before(setUp, { timeout: 300_000 });
after(() => quoth('stop', '--force'));

test('start, status and version', async () => {
  const started = await quoth('start', '--headless');
  assert.equal(started.code, 0, started.error + started.out);
  const state = await quothJson<{ pid: number }>('status');
  assert(state.pid > 0);
  assert(existsSync(join(dataFolder, 'quoth.db')));
  assert.match((await quoth('--version')).out, /^\d+\.\d+\.\d+/);
});

test('a second instance is refused, and start says that it runs', async () => {
  const again = await quoth('start', '--headless');
  assert.equal(again.code, 0);
  assert.match(again.out, /already running/);
});

test('the doctor looks, and its fixes are for Windows', async () => {
  const { code, out } = await quoth('doctor');
  assert(code === 0 || code === 1, out);
  assert.doesNotMatch(out, /sudo|apt-get|chown|\.\/quoth|~\//);
});

test('a model is imported and transcribes', async () => {
  const { model: imported } = await quothJson<{ model: { id: string } }>(
    'models',
    'import',
    put('quoth-test-en.gguf', model),
  );
  assert.match(imported.id, /./);
  const { code, out, error } = await quoth('transcribe', put('sentence.wav', sentence));
  assert.equal(code, 0, error);
  assert.match(out, TEXT);
});

test('the API answers curl: discovery file, token kept by DPAPI, and a new one', async () => {
  const on = await quoth('api', 'on');
  assert.equal(on.code, 0, on.error + on.out);
  assert.equal((await curl('/health')).status, 200);
  assert.equal((await curl('/recordings')).status, 401);
  assert.equal((await curl('/recordings', ...bearer())).status, 200);
  const answer = await curl('/transcribe', ...bearer(), '-F', `file=@${sentence}`);
  assert.equal(answer.status, 200, answer.body);
  assert.match(answer.body, TEXT);
  const { token } = discovery();
  const made = await quoth('api', 'token', '--regenerate');
  assert.equal(made.code, 0, made.error);
  assert.notEqual(made.out.trim(), token);
  assert.equal((await curl('/recordings', ...bearer(token))).status, 401);
  assert.equal((await curl('/recordings', ...bearer(made.out.trim()))).status, 200);
});

test('a named token does what its scopes say', async () => {
  const created = await quothJson<{ token: string }>('tokens', 'create', 'reader', '--scopes', 'transcribe');
  const answer = await curl('/transcribe', ...bearer(created.token), '-F', `file=@${sentence}`);
  assert.equal(answer.status, 200, answer.body);
  assert.equal((await curl('/models/download', ...bearer(created.token), '-X', 'POST')).status >= 400, true);
});

test('history is searched, in whole', async () => {
  const { out, code } = await quoth('recordings', 'search', 'anna tomorrow');
  assert.equal(code, 0);
  assert.match(out, TEXT);
});

test('the control pipe refuses another secret', async () => {
  const script = workPath('pipe.cjs');
  writeFileSync(
    script,
    `const { readFileSync } = require('node:fs'), { request } = require('node:http');
const file = JSON.parse(readFileSync(process.env.LOCALAPPDATA + '\\\\Quoth\\\\control-socket.json', 'utf8'));
const socketPath = file.path;
const ask = (secret) => new Promise((resolve) => request({ socketPath, path: '/application', headers: { authorization: 'Bearer ' + secret } }, (answer) => { answer.resume(); resolve(answer.statusCode); }).on('error', (error) => resolve(error.code)).end());
(async () => console.log(JSON.stringify([socketPath, await ask('x'.repeat(43)), await ask(file.secret)])))();`,
  );
  const { out, error } = await windows(windowsPath(workPath('Quoth', 'node.exe')), windowsPath(script));
  const [path, refused, allowed] = JSON.parse(out || `["${error}"]`);
  assert.match(path, /^\\\\.\\pipe\\/);
  assert.equal(refused, 401);
  assert.equal(allowed, 200);
});

test('the MCP bridge transcribes a file', async () => {
  const file = put('for-agents.wav', sentence);
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'transcribe', arguments: { file } } },
  ];
  writeFileSync(workPath('driver.cjs'), driver(messages));
  const { out, error } = await windows(
    windowsPath(workPath('Quoth', 'node.exe')),
    windowsPath(workPath('driver.cjs')),
  );
  assert.match(out, TEXT, error + out);
});

/** A client of the bridge that writes messages and ends with the answer to the last. */
function driver(messages: readonly object[]): string {
  return `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ${JSON.stringify(windowsPath(workPath('Quoth', 'dist', 'quoth', 'quoth.js')))}, 'mcp'], { windowsHide: true, stdio: ['pipe', 'pipe', 'inherit'] });
let text = '';
child.stdout.on('data', (chunk) => { text += chunk; const lines = text.split('\\n'); text = lines.pop(); for (const line of lines) { console.log(line); if (JSON.parse(line).id === 2) { child.kill(); process.exit(0); } } });
setTimeout(() => process.exit(1), 60000);
for (const message of ${JSON.stringify(messages)}) child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');`;
}

test('the window is served, and Chromium shows it', async () => {
  const started = await quothJson<{ window: { address: string } }>('start', '--no-browser');
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1120, height: 760 } });
    await page.goto(started.window.address);
    await page
      .getByText('anna tomorrow')
      .first()
      .waitFor({ timeout: 30_000 })
      .catch(async () => page.getByRole('link', { name: 'History' }).first().click());
    await page
      .getByText(/anna tomorrow/i)
      .first()
      .waitFor({ timeout: 30_000 });
    if (process.env.QUOTH_SCREENSHOTS)
      await page.screenshot({ path: join(process.env.QUOTH_SCREENSHOTS, 'window.png') });
  } finally {
    await browser.close();
  }
});

test('start at login is a value of the Run key, and no console program', async () => {
  const key = [
    'reg.exe',
    'query',
    'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run',
    '/v',
    'Quoth',
  ] as const;
  assert.equal((await quoth('autostart', 'on')).code, 0);
  const { out } = await windows(...key);
  assert.match(out, /Quoth\s+REG_SZ\s+.*start --headless/);
  assert.match((await quoth('autostart', 'status')).out, /starts at login/i);
  assert.equal((await quoth('autostart', 'off')).code, 0);
  assert.notEqual((await windows(...key)).code, 0);
});

test('after a kill it starts again on the same port, and resumes its work', async () => {
  const { pid } = await quothJson<{ pid: number }>('status');
  const { port } = discovery();
  const sent = await curl('/transcribe', ...bearer(), '-F', `file=@${sentence}`, '-F', 'async=true');
  const { recording_id: id } = JSON.parse(sent.body) as { recording_id: string };
  await windows('taskkill.exe', '/f', '/pid', String(pid));
  await until('its end', async () => (await quoth('status')).code !== 0);
  assert.equal((await quoth('start', '--headless')).code, 0);
  await until('its port', async () => (await curl('/health')).status === 200);
  assert.equal(discovery().port, port);
  await until(
    'the text of the recording that was waiting',
    async () => TEXT.test((await curl(`/recordings/${id}`, ...bearer())).body),
    60,
  );
});

test('stop ends it', async () => {
  const { code, out, error } = await quoth('stop');
  assert.equal(code, 0, error + out);
  assert(!existsSync(join(dataFolder, 'local-api.json')));
  assert.notEqual((await quoth('status')).code, 0);
});
