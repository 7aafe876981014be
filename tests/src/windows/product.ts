import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import {
  commandsOf,
  type Desk,
  dataFolder,
  openDesk,
  product,
  quoth,
  quothJson,
  script,
  until,
  windows,
  windowsPath,
  workPath,
} from './machine.ts';
import { MODEL, put, SENTENCE, TEXT } from './samples.ts';

// The command line, the local API, the bridge, the window and the start at login, as setup installs them.

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

describe('the product', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
  });
  after(async () => {
    await desk.close();
    await quoth('stop', '--now');
  });

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

  test('the included models are there from the first start', async () => {
    const { out } = await quoth('models', 'list');
    for (const name of ['moonshine-tiny', 'whisper-base'])
      assert.match(out, new RegExp(`^${name} .*included`, 'm'));
  });

  test('a model is imported and transcribes', async () => {
    const { model: imported } = await quothJson<{ model: { id: string } }>(
      'models',
      'import',
      put('quoth-test-en', MODEL).there,
    );
    assert.match(imported.id, /./);
    const { code, out, error } = await quoth('transcribe', put('sentence', SENTENCE).there);
    assert.equal(code, 0, error);
    assert.match(out, TEXT);
  });

  test('the API answers curl: discovery file, token kept by DPAPI, and a new one', async () => {
    const on = await quoth('api', 'on');
    assert.equal(on.code, 0, on.error + on.out);
    assert.equal((await curl('/health')).status, 200);
    assert.equal((await curl('/recordings')).status, 401);
    assert.equal((await curl('/recordings', ...bearer())).status, 200);
    const answer = await curl('/transcribe', ...bearer(), '-F', `file=@${SENTENCE}`);
    assert.equal(answer.status, 200, answer.body);
    assert.match(answer.body, TEXT);
    const { token } = discovery();
    const made = await quoth('api', 'token', '--regenerate');
    assert.equal(made.code, 0, made.error);
    assert.notEqual(made.out.trim(), token);
    assert.equal((await curl('/recordings', ...bearer(token))).status, 401);
    assert.equal((await curl('/recordings', ...bearer(made.out.trim()))).status, 200);
  });

  test('a named token does what its scopes say, until it is revoked', async () => {
    const made = await quoth('tokens', 'create', 'Notes', '--scopes', 'modes.read,transcribe');
    assert.equal(made.code, 0, made.error);
    const own = bearer(made.out.trim());
    assert.equal((await curl('/modes', ...own)).status, 200);
    const answer = await curl('/transcribe', ...own, '-F', `file=@${SENTENCE}`);
    assert.equal(answer.status, 200, answer.body);
    const refused = await curl('/events', ...own);
    assert.equal(refused.status, 403);
    assert.match(refused.body, /FORBIDDEN_SCOPE/);
    assert.equal((await quoth('tokens', 'revoke', 'notes')).code, 0);
    assert.equal((await curl('/modes', ...own)).status, 401);
  });

  test('names that Windows gives to devices, streams and shares are refused before anything is opened', async () => {
    const paths = [
      'C:\\Users\\root\\con',
      'C:\\Users\\root\\a.wav:b',
      '\\\\server\\share\\a.wav',
      'C:\\Users\\root\\nul.wav',
    ];
    for (const file of paths) {
      const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ file })];
      const answer = await curl('/transcribe', ...bearer(), ...json);
      assert.match(answer.body, /FILE_NOT_ALLOWED/, file);
    }
  });

  test('a file is named by its drive letter', async () => {
    const { there } = put('on-a-drive', SENTENCE);
    const json = ['-H', 'Content-Type: application/json', '-d', JSON.stringify({ file: there })];
    assert.match((await curl('/transcribe', ...bearer(), ...json)).body, TEXT);
  });

  // Not as `file` of the API: Wine's GetFinalPathNameByHandleW ends at 260.
  test('a path of more than 260 characters is transcribed by the command line', async () => {
    const { code, out, error } = await quoth(
      'transcribe',
      put(`${'a folder with a long name/'.repeat(12)}deep`, SENTENCE).there,
    );
    assert.equal(code, 0, error);
    assert.match(out, TEXT);
  });

  test('a transcript that another program has open stays, and the refusal says so', async () => {
    const { there } = put('locked', SENTENCE);
    const output = there.replace('.wav', '.txt');
    await desk.ask('hold', output);
    const { code, error } = await quoth('transcribe', there, '--output', output, '--force');
    await desk.ask('release');
    assert.notEqual(code, 0);
    assert.match(error, /another program has it open/);
  });

  test('history is searched, in whole', async () => {
    const { out, code } = await quoth('recordings', 'search', 'the email');
    assert.equal(code, 0);
    assert.match(out, TEXT);
  });

  test('the control pipe refuses another secret', async () => {
    const path = workPath('pipe.cjs');
    writeFileSync(
      path,
      `const { readFileSync } = require('node:fs'), { request } = require('node:http');
const file = JSON.parse(readFileSync(process.env.LOCALAPPDATA + '\\\\Quoth\\\\control-socket.json', 'utf8'));
const socketPath = file.path;
const ask = (secret) => new Promise((resolve) => request({ socketPath, path: '/application', headers: { authorization: 'Bearer ' + secret } }, (answer) => { answer.resume(); resolve(answer.statusCode); }).on('error', (error) => resolve(error.code)).end());
(async () => console.log(JSON.stringify([socketPath, await ask('x'.repeat(43)), await ask(file.secret)])))();`,
    );
    const { out, error } = await script(path);
    const [pipe, refused, allowed] = JSON.parse(out || `["${error}"]`);
    assert.match(pipe, /^\\\\.\\pipe\\/);
    assert.equal(refused, 401);
    assert.equal(allowed, 200);
  });

  test('the MCP bridge transcribes a file', async () => {
    const file = put('for-agents', SENTENCE).there;
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'transcribe', arguments: { file } } },
    ];
    writeFileSync(workPath('driver.cjs'), driver(messages));
    const { out, error } = await script(workPath('driver.cjs'));
    assert.match(out, TEXT, error + out);
  });

  /** A client of the bridge that writes messages and ends with the answer to the last. */
  function driver(messages: readonly object[]): string {
    return `const { spawn } = require('node:child_process');
const child = spawn(${JSON.stringify(windowsPath(join(product, 'node.exe')))}, ['--disable-warning=ExperimentalWarning', ${JSON.stringify(windowsPath(join(product, 'dist', 'quoth', 'quoth.js')))}, 'mcp'], { windowsHide: true, stdio: ['pipe', 'pipe', 'inherit'] });
let text = '';
child.stdout.on('data', (chunk) => { text += chunk; const lines = text.split('\\n'); text = lines.pop(); for (const line of lines) { console.log(line); if (JSON.parse(line).id === 2) { child.kill(); process.exit(0); } } });
setTimeout(() => process.exit(1), 60000);
for (const message of ${JSON.stringify(messages)}) child.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');`;
  }

  test('the window is served, and Chromium shows it', async () => {
    await inWindow(async (page) => {
      await page.getByRole('button', { name: 'Skip' }).click();
      await page.getByRole('link', { name: 'History' }).first().click();
      await page.getByText(TEXT).first().waitFor();
      if (process.env.QUOTH_SCREENSHOTS)
        await page.screenshot({ path: join(process.env.QUOTH_SCREENSHOTS, 'window.png') });
    });
  });

  /** Looks at the window in this system's Chromium. */
  async function inWindow(look: (page: Page) => Promise<void>): Promise<void> {
    const started = await quothJson<{ window: { address: string } }>('start', '--no-browser');
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1120, height: 760 } });
      await page.goto(started.window.address);
      await look(page);
    } finally {
      await browser.close();
    }
  }

  test('start at login is a value of the Run key, which starts Quoth without a console', async () => {
    const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
    assert.equal((await quoth('autostart', 'on')).code, 0);
    assert.match((await quoth('autostart', 'status')).out, /starts at login/i);
    const { out } = await windows('reg.exe', 'query', key, '/v', 'Quoth');
    const value = /Quoth\s+REG_SZ\s+(.*)/.exec(out)?.[1]?.trim() ?? '';
    assert.match(value, /Quoth\.exe"? start --headless$/);
    assert.equal((await quoth('stop')).code, 0);
    await desk.ask('seen');
    await desk.ask('run', value);
    await until('the start', async () => (await quoth('status')).code === 0, 60);
    const seen = await desk.ask<string[]>('seen');
    const visible = (await desk.ask<{ name: string; isVisible: boolean }[]>('windows')).filter(
      (one) => one.isVisible,
    );
    assert.deepEqual(
      [...seen, ...visible.map(({ name }) => name)].filter((name) => /console/i.test(name)),
      [],
    );
    assert.equal((await quoth('autostart', 'off')).code, 0);
    assert.notEqual((await windows('reg.exe', 'query', key, '/v', 'Quoth')).code, 0);
  });

  test('after a kill it starts again on the same port, and resumes its work', async () => {
    const { pid } = await quothJson<{ pid: number }>('status');
    const { port } = discovery();
    // The engine's host runs by then: under Wine, one whose parent ends while it starts was left running.
    assert.equal((await curl('/transcribe', ...bearer(), '-F', `file=@${SENTENCE}`)).status, 200);
    let id = '';
    // So many that the last one still waits.
    for (let count = 0; count < 6; count++) {
      const sent = await curl('/transcribe', ...bearer(), '-F', `file=@${SENTENCE}`, '-F', 'async=true');
      ({ recording_id: id } = JSON.parse(sent.body) as { recording_id: string });
    }
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

  test('stop ends it, with all that it started', async () => {
    const { code, out, error } = await quoth('stop');
    assert.equal(code, 0, error + out);
    for (const name of ['local-api.json', 'control-socket.json'])
      assert(!existsSync(join(dataFolder, name)), name);
    assert.equal((await quoth('status')).code, 3);
    // The desk's own Node lies elsewhere and has the same name. A process that was told to end takes a moment.
    await until('the end of all processes', async () => {
      const processes = await desk.ask<string[]>('processes');
      return !processes.some((path) => path.includes('Programs\\Quoth'));
    }).catch((error) => {
      throw new Error(`${error.message} ${commandsOf(/Programs.Quoth/).join('; ')}`);
    });
  });
});
