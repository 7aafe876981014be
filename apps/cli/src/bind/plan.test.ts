import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { replace } from './changes.ts';
import { launcherScript } from './plan.ts';

/** A desktop whose shortcut was pressed: the command line and curl end as they are told. */
function desktop() {
  const folder = temporaryFolder();
  const program = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const said = join(folder, 'said');
  program('notify-send', `echo "$@" >>'${said}'`);
  const commandLine = [join(folder, 'command-line')];
  writeFileSync(join(folder, 'launcher'), launcherScript({ dataFolder: folder, commandLine }));
  return {
    folder,
    /** What the user sees. */
    press: async (endings: { readonly commandLine: number; readonly curl?: number }) => {
      rmSync(said, { force: true });
      program('command-line', `echo 'Quoth could not be started.' >&2; exit ${endings.commandLine}`);
      if (endings.curl !== undefined) program('curl', `exit ${endings.curl}`);
      const child = spawn('/bin/sh', [join(folder, 'launcher')], { env: { PATH: folder }, stdio: 'ignore' });
      await new Promise((resolve) => child.once('close', resolve));
      return existsSync(said) ? readFileSync(said, 'utf8') : '';
    },
  };
}

test('a shortcut of the desktop that starts nothing says so, and leaves to Quoth what Quoth says itself', async (t) => {
  const { folder, press } = desktop();
  assert.match(await press({ commandLine: 3 }), /No dictation began Quoth could not be started\./);
  assert.match(await press({ commandLine: 127 }), /could not be started/);
  assert.equal(await press({ commandLine: 0 }), '');
  // Quoth runs from here on.
  const path = join(folder, 'socket');
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const facts = { path, secret: 'secret', pid: 1 };
  writeFileSync(join(folder, 'control-socket.json'), JSON.stringify(facts, null, 2));
  assert.equal(await press({ commandLine: 0, curl: 0 }), '');
  assert.equal(await press({ commandLine: 0, curl: 22 }), '', 'it refused, and says why at its indicator');
  assert.match(await press({ commandLine: 0, curl: 28 }), /Quoth does not answer/);
  assert.equal(await press({ commandLine: 1, curl: 7 }), '', 'started meanwhile, and it refused');
});

test('a configuration that a group shares stays so when a line is added', () => {
  const file = join(temporaryFolder(), 'config.kdl');
  writeFileSync(file, '');
  const before = process.umask(0o077);
  try {
    replace(file, 'binds {}', 0o664);
  } finally {
    process.umask(before);
  }
  assert.equal(readFileSync(file, 'utf8'), 'binds {}');
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o664);
});
