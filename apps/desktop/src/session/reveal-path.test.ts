import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { openPath, revealPath, waysToOpen, waysToReveal } from './reveal-path.ts';

const path = '/home/me/.quoth/local-api.json';
const first = (platform: NodeJS.Platform, exists: boolean, at = path) =>
  waysToReveal(at, { platform, env: {}, exists })[0];

test('a file is selected, and if it does not exist its folder is shown', () => {
  assert.deepEqual(first('darwin', true), ['open', '-R', path]);
  assert.deepEqual(first('darwin', false), ['open', '/home/me/.quoth']);
  assert.deepEqual(first('win32', true), ['explorer.exe', `/select,"${path}"`]);
  assert.deepEqual(first('linux', false), ['xdg-open', '/home/me/.quoth']);
  assert.ok(first('linux', true, '/home/a, b/x.json')?.includes('array:string:file:///home/a%2C%20b/x.json'));
});

test('a file is opened by its program; one that is not there shows its folder', () => {
  const ways = (platform: NodeJS.Platform, exists = true) => waysToOpen(path, { platform, env: {}, exists });
  assert.deepEqual(ways('darwin')[0], ['open', path]);
  assert.deepEqual(ways('win32')[0], ['explorer.exe', `"${path}"`]);
  assert.deepEqual(ways('linux')[0], ['xdg-open', path]);
  assert.deepEqual(ways('linux', false), [['xdg-open', '/home/me/.quoth']]);
});

test('on Linux the folder is opened where no file manager marks files; without a screen nothing is', async () => {
  const folder = temporaryFolder();
  const said = join(folder, 'said');
  const program = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o700);
  };
  program('dbus-send', 'exit 1');
  program('xdg-open', `printf '%s' "$1" > '${said}'`);
  const env = { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':9' };
  assert.equal(await revealPath(path, { platform: 'linux', env, exists: true }), true);
  assert.equal(readFileSync(said, 'utf8'), '/home/me/.quoth');
  assert.equal(await revealPath(path, { platform: 'linux', env: { PATH: folder }, exists: true }), false);
  assert.equal(await openPath('/docs/README.md', { platform: 'linux', env, exists: true }), true);
  assert.equal(readFileSync(said, 'utf8'), '/docs/README.md');
});
