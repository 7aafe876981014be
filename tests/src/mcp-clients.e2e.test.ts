import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { applicationTests } from './support/application-tests.ts';
import { McpClient } from './support/mcp-client.ts';
import { type RunningApplication, repeated, sample, until } from './support/running-application.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const quoth = join(root, 'quoth');
const inspector = join(root, 'node_modules', '.bin', 'mcp-inspector');
const SPOKEN = 'Go forward to the old garden.';

let home: string;
let work: string;
let app: RunningApplication;
after(() => McpClient.closeAll());
applicationTests({}, (tests) => {
  ({ home, files: work, application: app } = tests);
  copyFileSync(sample('go-forward'), join(work, 'talk.wav'));
});

/** The official inspector's command line, with a home of its own; the Node that runs the tests comes first. */
async function inspect(...args: readonly string[]): Promise<Record<string, unknown>> {
  const env = {
    ...process.env,
    HOME: work,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
  };
  const { stdout } = await run(
    inspector,
    ['--cli', quoth, 'mcp', '-e', `QUOTH_HOME=${home}`, '--cwd', work, ...args],
    { env, cwd: work, timeout: 60_000, maxBuffer: 2 ** 24 },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("the official inspector's command line lists, calls and reads, and finds nothing wrong with the schemas", async () => {
  const { tools } = await inspect('--method', 'tools/list', '--strict');
  assert.equal((tools as unknown[]).length, 13);
  const called = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'transcribe',
    '--tool-arg',
    'file=talk.wav',
  );
  const transcription = called.structuredContent as { text: string; recording_id: string };
  assert.equal(transcription.text, SPOKEN);
  const uri = `quoth://recordings/${transcription.recording_id}`;
  const { contents } = await inspect('--method', 'resources/read', '--uri', uri);
  assert.equal((contents as { text: string }[])[0]?.text, `${SPOKEN}\n`);
  const prompt = ['--prompt-name', 'rewrite_note', '--prompt-args', 'text=buy milk'];
  const { messages } = await inspect('--method', 'prompts/get', ...prompt);
  assert.match(JSON.stringify(messages), /buy milk/);
});

test('a transcript goes into a file through the client, and hostile places are refused', async () => {
  const client = await McpClient.connect({ home, cwd: tmpdir(), roots: [work] });
  const read = (name: string) => readFileSync(join(work, name), 'utf8');
  const write = (output_path: string, more = {}) =>
    client.call('transcribe', { file: 'talk.wav', output_path, save: false, ...more });
  const written = await write('texts/a.txt');
  assert.deepEqual(written.body.output, {
    path: join(work, 'texts', 'a.txt'),
    bytes: SPOKEN.length + 1,
    format: 'text',
  });
  assert(!('text' in written.body));
  assert.equal(read('texts/a.txt'), `${SPOKEN}\n`);
  await write('a.vtt');
  assert.match(read('a.vtt'), /^WEBVTT[\s\S]*Go forward/);
  await write('a.json', { timestamp_granularities: ['word'] });
  const json = JSON.parse(read('a.json')) as { text: string; words: unknown[] };
  assert.deepEqual([json.text, json.words.length], [SPOKEN, 6]);
  for (const path of ['.git/a.txt', '../a.txt', '/etc/quoth.txt', '~/.bashrc.txt', 'a.sh', 'CLAUDE.md'])
    assert.equal((await write(path)).error.code, 'FILE_NOT_ALLOWED', path);
  assert.equal((await write('texts/a.txt')).error.code, 'ALREADY_EXISTS');
  assert.equal((await write('texts/a.txt', { if_exists: 'rename' })).isError, false);
  assert.equal(read('texts/a-2.txt'), `${SPOKEN}\n`);
  await client.close();
});

test('install writes what a client then really starts', async () => {
  const env = { ...process.env, QUOTH_HOME: home };
  const install = (...args: readonly string[]) =>
    run(quoth, ['mcp', 'install', ...args], { env, cwd: work, timeout: 60_000 });
  const { stdout } = await install('--client', 'cursor', '--config', 'mcp.json');
  assert.match(stdout, /Added Quoth to Cursor/);
  const { mcpServers } = JSON.parse(readFileSync(join(work, 'mcp.json'), 'utf8')) as {
    mcpServers: { quoth: { command: string; args: string[]; env: { QUOTH_HOME: string } } };
  };
  assert.equal(mcpServers.quoth.env.QUOTH_HOME, home);
  const { command, args } = mcpServers.quoth;
  const client = await McpClient.connect({ home, command: [command, ...args] });
  assert.equal((await client.call('health')).body.pid, app.child.pid);
  await client.close();
  assert.match((await install('--client', 'cursor', '--config', 'mcp.json')).stdout, /already/);
  writeFileSync(join(work, 'broken.json'), '{');
  await assert.rejects(install('--client', 'cursor', '--config', 'broken.json'), {
    code: 1,
    stdout: /"mcpServers"/,
    stderr: /left alone/,
  });
  await assert.rejects(install('--client', 'notepad'), { code: 2 });
});

test('the bridge ends with its client, and when it is asked to, in the middle of work too', async () => {
  const long = join(work, 'long.wav');
  writeFileSync(long, repeated(readFileSync(sample('best-of-times')), 40));
  for (const ending of ['stdin', 'SIGTERM'] as const) {
    const bridge = spawn(quoth, ['mcp'], {
      env: { ...process.env, QUOTH_HOME: home },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const closed = once(bridge, 'close');
    const send = (message: object) =>
      bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'quoth-tests', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    send({ id: 1, method: 'initialize', params });
    await once(bridge.stdout, 'data');
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'transcribe', arguments: { file: long } } });
    await until('the work has begun', async () => (await newest()) === 'transcribing');
    if (ending === 'stdin') bridge.stdin.end();
    else bridge.kill(ending);
    const [code] = await closed;
    assert.equal(code, ending === 'stdin' ? 0 : 130, ending);
    await until('the work has been cancelled', async () => (await newest()) === 'cancelled');
  }
});

/** The status of the newest recording. */
async function newest(): Promise<string | undefined> {
  const { body } = await app.json('/recordings/search?limit=1');
  return (body.recordings as { status: string }[])[0]?.status;
}

test('the packed package runs from a node_modules folder, with nothing beside it', async () => {
  const folder = join(work, 'package');
  const { stdout: built } = await run(process.execPath, [
    join(root, 'scripts', 'build-mcp.ts'),
    '--out',
    folder,
  ]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', work], { cwd: built.trim() });
  const [packed] = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>,
  );
  assert.deepEqual(packed?.files.map(({ path }) => path).sort(), [
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.txt',
    'package.json',
    'quoth-mcp.js',
  ]);
  const project = join(work, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(work, packed?.filename ?? '')], {
    cwd: project,
  });
  const program = join(project, 'node_modules', '@quoth', 'mcp', 'quoth-mcp.js');
  const client = await McpClient.connect({ home, cwd: work, command: [process.execPath, program] });
  assert.equal((await client.call('transcribe', { file: 'talk.wav' })).body.text, SPOKEN);
  await client.close();
  const bin = join(project, 'node_modules', '.bin', 'quoth-mcp');
  const printed = await run(bin, ['install', '--client', 'zed', '--print']);
  assert.match(printed.stdout, /quoth-mcp\.js/);
  const notices = readFileSync(
    join(project, 'node_modules', '@quoth', 'mcp', 'THIRD-PARTY-NOTICES.txt'),
    'utf8',
  );
  for (const name of ['@modelcontextprotocol/server', 'zod', 'jsonc-parser'])
    assert(notices.includes(name), name);
});
