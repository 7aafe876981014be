import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CommandLine } from './support/command-line.ts';
import { temporaryHome } from './support/running-application.ts';

let quoth: CommandLine;
let entry: string;
before(() => {
  const home = temporaryHome();
  entry = join(home, 'config', 'autostart', 'quoth.desktop');
  quoth = new CommandLine({ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: '' });
});
after(() => quoth.remove());

test('autostart goes on and off, and what the entry says starts the application without a window', async () => {
  assert.match((await quoth.run('autostart', 'status')).out, /does not start at login/);
  const on = await quoth.run('autostart', 'on');
  assert.equal(on.code, 0, on.errors);
  assert.ok(on.out.includes(entry), on.out);
  assert.deepEqual((await quoth.json('autostart', 'status')).autostart, { state: 'on', entry });

  assert.equal((await quoth.run('stop', '--now')).code, 0);
  const line = /^Exec=(.*)$/m.exec(readFileSync(entry, 'utf8'))?.[1] ?? '';
  // As a desktop runs it: with its own environment, which does not name the data folder.
  const { QUOTH_HOME: _, ...env } = quoth.env;
  execFileSync('sh', ['-c', line], { env, stdio: 'pipe' });
  const state = await quoth.json('status');
  assert.equal(state.running, true);
  assert.equal(state.headless, true);
  assert.equal(state.ends_when_idle, false, 'it stays');
  assert.equal(state.data_folder, quoth.home);

  assert.equal((await quoth.run('autostart', 'off')).code, 0);
  assert.equal(existsSync(entry), false);
  assert.match((await quoth.run('autostart', 'off')).out, /does not start at login/);
});
