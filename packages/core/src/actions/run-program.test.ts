import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import { aDelivery } from './fixtures/a-delivery.ts';
import { programRunner } from './run-program.ts';

const home = temporaryFolder();
const never = new AbortController().signal;

function run(
  command: string[],
  {
    text,
    timeout_seconds = 30,
    signal = never,
  }: { text?: string; timeout_seconds?: number; signal?: AbortSignal } = {},
) {
  const runner = programRunner({
    env: {
      PATH: process.env.PATH,
      LANG: 'C',
      XDG_RUNTIME_DIR: '/run/user/1',
      SHELL: '/bin/marker',
      OPENAI_API_KEY: 'sk-marker',
      QUOTH_CONTROL_SECRET: 'marker',
      NODE_OPTIONS: '--marker',
      LD_PRELOAD: '',
    },
    dataFolder: join(home, 'data'),
    home,
    platform: process.platform,
  });
  return runner(
    aDelivery({ kind: 'program', command, timeout_seconds }, text === undefined ? {} : { text }),
    signal,
  );
}
const shell = (script: string, options = {}) => run(['/bin/sh', '-c', script], options);

test('the text comes on standard input, the rest in the environment, and nothing else of ours', async () => {
  const { ok, message, output } = await shell('cat; echo; pwd; env | sort', { text: 'Ünter $(id) `id`' });
  assert.deepEqual([ok, message], [true, 'Exited with status 0.']);
  const [spoken, folder, ...environment] = output.split('\n');
  assert.deepEqual([spoken, folder], ['Ünter $(id) `id`', home]);
  const names = environment
    .map((line) => line.split('=')[0])
    .filter((name) => !['_', 'PWD', 'SHLVL', 'OLDPWD'].includes(name ?? ''));
  assert.deepEqual(names, [
    'LANG',
    'PATH',
    'QUOTH_ACTION',
    'QUOTH_ACTION_SEQUENCE',
    'QUOTH_HOME',
    'QUOTH_RECORDING_DATE',
    'QUOTH_RECORDING_DURATION',
    'QUOTH_RECORDING_ID',
    'QUOTH_RECORDING_LANGUAGE',
    'QUOTH_RECORDING_MODE',
    'QUOTH_RECORDING_SOURCE',
    'XDG_RUNTIME_DIR',
  ]);
  assert(!output.includes('marker'));
});

test('arguments are taken as they are: no shell reads them', async () => {
  const { output } = await run(['printf', '%s|', '$HOME', '; id', '*', '']);
  assert.equal(output, '$HOME|; id|*||');
});

test('a failure has its status and what was printed, without escape sequences, and is not repeated by itself', async () => {
  const outcome = await shell(
    "printf '\\033[31mred\\033[0m \\033]0;title\\007 a\\007b\\r\\n'; echo why >&2; exit 3",
  );
  assert.deepEqual(outcome, {
    ok: false,
    message: 'Exited with status 3.',
    output: 'red  ab\nwhy',
    retry: 'no',
  });
  assert.match((await shell('kill -9 $$')).message, /SIGKILL/);
});

test('at its time limit a program is ended, and is not repeated by itself', async () => {
  const outcome = await shell('exec sleep 60', { timeout_seconds: 1 });
  assert.deepEqual([outcome.ok, outcome.retry], [false, 'no']);
  assert.match(outcome.message, /Ended after 1 s, its time limit/);
});

test('a program ends with what it started, also one that ignores the request', async () => {
  const pids = join(home, 'pids');
  const written = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n') : []);
  const stubborn = 'trap \'\' TERM; echo $$ >> "$1"; while :; do sleep 1; done';
  const stop = new AbortController();
  const script =
    'sh -c "$0" child "$1" & sh -c "$0" child "$1" & trap "" TERM; wait; while :; do sleep 1; done';
  const running = run(['/bin/sh', '-c', script, stubborn, pids], { signal: stop.signal });
  await until(() => written().length === 2);
  stop.abort(new Error('closing'));
  await assert.rejects(running, /closing/);
  const ids = written().map(Number);
  await until(() => ids.every((pid) => !isAlive(pid)));
});

test('what is stopped ends, and says why by the signal', async () => {
  const stop = new AbortController();
  const started = join(home, 'started');
  const running = shell(`touch ${started}; sleep 60`, { signal: stop.signal });
  await until(() => existsSync(started));
  stop.abort(new Error('closing'));
  await assert.rejects(running, /closing/);
});

test('a program that reads nothing, prints without end, or leaves something behind holds no one up', async () => {
  assert.equal((await run(['true'], { text: 'x'.repeat(1_000_000) })).ok, true);
  const flood = await shell('head -c 3000000 /dev/zero | tr "\\0" a');
  assert.equal(flood.ok, true);
  assert.equal(flood.output.length, limits.actionOutputBytes + '\n[…]'.length);
  const behind = await shell('echo done; sleep 5 &');
  assert.deepEqual([behind.ok, behind.output], [true, 'done']);
});

test('what cannot be started is explained', async () => {
  assert.match((await run(['no-such-program-4711'])).message, /There is no program "no-such-program-4711"/);
  writeFileSync(join(home, 'plain'), 'echo\n');
  assert.match((await run(['~/plain'])).message, /may not be executed/);
  const script = join(home, 'script');
  writeFileSync(script, '#!/bin/sh\necho here');
  chmodSync(script, 0o700);
  assert.equal((await run(['~/script'])).output, 'here');
});
