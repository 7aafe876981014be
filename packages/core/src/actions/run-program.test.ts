import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { actionVariable, limits } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import { aDelivery, asEnglish } from './fixtures/a-delivery.ts';
import { endLeftBehind, programRunner } from './run-program.ts';

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
  return asEnglish(
    runner(
      aDelivery({ kind: 'program', command, timeout_seconds }, text === undefined ? {} : { text }),
      signal,
    ),
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

let folder: string;
const begun: ChildProcess[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const { pid } of begun.splice(0))
    try {
      process.kill(-(pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended.
    }
});

/**
 * A group of its own, in which a process has the id of a run in its environment; told by a file that it is in progress.
 */
async function left(script: string, runId: string): Promise<{ group: number; ended: Promise<unknown> }> {
  const ready = join(folder, randomUUID());
  const child = spawn('/bin/sh', ['-c', `${script}; touch '${ready}'; while :; do sleep 0.1; done`], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, [actionVariable]: runId },
  });
  begun.push(child);
  const ended = once(child, 'exit');
  await until(() => existsSync(ready));
  return { group: child.pid ?? 0, ended };
}

const linux = 'linux';
/** More than a starved machine needs to end what is asked to end. */
const LONG_MS = 60_000;

test('a program that outlived a kill of Quoth ends, also one that ignores the request', async () => {
  const id = randomUUID();
  const polite = await left(`trap "touch '${folder}/asked'; exit" TERM`, id);
  await endLeftBehind(id, polite.group, linux, LONG_MS);
  await polite.ended;
  assert(existsSync(join(folder, 'asked')), 'it is asked first');
  const stubborn = await left('trap "" TERM', id);
  await endLeftBehind(id, stubborn.group, linux, 50);
  assert.deepEqual(await stubborn.ended, [null, 'SIGKILL']);
});

test('a program ends whose number was not written down before Quoth was killed', async () => {
  const id = randomUUID();
  const unknown = await left('trap "" TERM', id);
  const other = await left(':', randomUUID());
  await endLeftBehind(id, undefined, linux, 50);
  assert.deepEqual(await unknown.ended, [null, 'SIGKILL']);
  assert(isAlive(other.group));
});

test('what a program started ends, too, when the program itself has gone', async () => {
  const id = randomUUID();
  const pid = join(folder, 'pid');
  const child = spawn('/bin/sh', ['-c', `sleep 600 & echo $! > '${pid}'`], {
    detached: true,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, [actionVariable]: id },
  });
  begun.push(child);
  await once(child, 'exit');
  const behind = Number(readFileSync(pid, 'utf8'));
  assert(isAlive(behind));
  await endLeftBehind(id, child.pid ?? 0, linux, LONG_MS);
  assert(!isAlive(behind));
});

test('a number that another program has by now ends no one, and neither does another run of the action', async () => {
  const other = await left(':', randomUUID());
  await endLeftBehind(randomUUID(), other.group, linux);
  assert(isAlive(other.group));
  const id = randomUUID();
  const own = await left(':', id);
  await endLeftBehind(id, other.group, linux);
  assert(isAlive(own.group) && isAlive(other.group));
  await endLeftBehind(id, 2 ** 30, linux);
});
