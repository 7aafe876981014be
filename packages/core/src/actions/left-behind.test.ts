import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { actionVariable } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import { endLeftBehind } from './run-program.ts';

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

/** A group of its own, in which a process has the id of a run in its environment; told by a file that it is in progress. */
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
