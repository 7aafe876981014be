import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { giveKoffiRoom, product, quoth, userFolder, windows, windowsPath, workPath } from './machine.ts';

test('setup installs silently, for this user, in the start menu and under "Open with"', async () => {
  const { code } = await windows(windowsPath(workPath('packages', 'quoth-setup.exe')), '/S');
  assert.equal(code, 0);
  giveKoffiRoom(product);
  for (const name of ['Quoth.exe', 'quoth.cmd', 'node.exe', 'uninstall.exe', 'licences.txt', 'bom.cdx.json'])
    assert(existsSync(join(product, name)), name);
  const menu = join(userFolder, 'AppData', 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs');
  assert(existsSync(join(menu, 'Quoth.lnk')));
  const { out } = await windows('reg.exe', 'query', 'HKCU\\Software\\Classes\\Applications\\Quoth.exe', '/s');
  assert.match(out, /Quoth\.exe" open "%1"/);
  assert.match(out, /\.mp3/);
  assert.match((await quoth('--version')).out, /^\d+\.\d+\.\d+/);
});

test('quoth.cmd and Quoth.exe run the command line, with its exit code', async () => {
  const byCmd = await windows('cmd.exe', '/c', windowsPath(join(product, 'quoth.cmd')), '--version');
  assert.match(byCmd.out, /^\d+\.\d+\.\d+/);
  const status = await windows(windowsPath(join(product, 'Quoth.exe')), 'status');
  assert.equal(status.code, 3, 'not running');
});
