import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { applicationTests } from '../support/application-tests.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const found = (name: string) =>
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

let home: string;
let client: Client;
let launcher: string;
applicationTests({ flags: [], microphone: true, model: 'quoth-test-en-streaming' }, (tests) => {
  ({ home, own: client } = tests);
  const config = join(home, 'config');
  mkdirSync(join(config, 'sway'), { recursive: true });
  writeFileSync(join(config, 'sway', 'config'), '');
  execFileSync(join(root, 'quoth'), ['dictate', 'bind', '--desktop', 'sway', '--yes'], {
    env: { ...process.env, QUOTH_HOME: home, XDG_CONFIG_HOME: config },
  });
  launcher = join(home, 'dictate-toggle');
});

const isRecording = async () => (await client.getDictation({})).dictation.recording?.phase === 'recording';
const isIdle = async () => (await client.getDictation({})).dictation.recording === null;

/** A program folder with these alone; each notes its arguments before it does its work. */
function programs(way: string, names: readonly string[]): { readonly path: string; readonly log: string } {
  const path = join(home, `bin-${way}`);
  const log = join(path, 'arguments');
  mkdirSync(path);
  for (const name of names) {
    const real = found(name);
    assert(real, name);
    if (name !== 'curl' && name !== 'nc') {
      symlinkSync(real, join(path, name));
      continue;
    }
    writeFileSync(join(path, name), `#!/bin/sh\necho "$0 $*" >>'${log}'\nexec '${real}' "$@"\n`);
    chmodSync(join(path, name), 0o700);
  }
  return { path, log };
}

async function launched(path: string): Promise<number | null> {
  const child = spawn('/bin/sh', [launcher], { env: { PATH: path, HOME: home }, stdio: 'ignore' });
  return new Promise((resolve) => child.once('close', resolve));
}

const base = ['sh', 'readlink', 'dirname', 'find', 'head', 'id', 'mkdir', 'uname'];
for (const [way, names] of [
  ['curl', ['sh', 'curl']],
  ['nc', ['sh', 'nc']],
  ['node', base],
] as const) {
  const skip = way !== 'node' && !found(way) ? `${way} is not installed` : false;
  test(`the shortcut's script begins a recording and ends it by ${way}, and its arguments hold no secret`, {
    skip,
  }, async () => {
    const { path, log } = programs(way, names);
    assert.equal(await launched(path), 0);
    await until(isRecording);
    assert.equal(await launched(path), 0);
    await until(isIdle);
    if (way === 'node') return;
    const { secret } = JSON.parse(readFileSync(join(home, 'control-socket.json'), 'utf8'));
    const seen = readFileSync(log, 'utf8');
    assert.equal(seen.trim().split('\n').length, 2, 'each time it was this program that did it');
    assert(!seen.includes(secret));
  });
}
