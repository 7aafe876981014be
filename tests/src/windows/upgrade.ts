import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { Recording } from '@quoth/contract';
import {
  type Desk,
  dataFolder,
  giveKoffiRoom,
  openDesk,
  product,
  quoth,
  quothJson,
  speak,
  until,
  userFolder,
  windows,
  windowsPath,
  workPath,
} from './machine.ts';
import { newerSetup, VERSION } from './newer.ts';
import { haveModel, isHeard, put, SENTENCE } from './samples.ts';

// Setup over an installed Quoth, and its removal.

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Quoth';
let desk: Desk;

describe('setup', () => {
  before(
    async () => {
      desk = await openDesk();
      assert.equal((await quoth('start', '--headless')).code, 0);
      await haveModel();
    },
    { timeout: 120_000 },
  );

  const version = async () =>
    /DisplayVersion\s+REG_SZ\s+(\S+)/.exec((await windows('reg.exe', 'query', KEY)).out)?.[1];

  test('an upgrade while it records loses nothing, and Quoth runs again', async () => {
    const newer = await newerSetup();
    assert.equal((await quoth('dictate', 'start')).code, 0);
    await speak(put('speech', SENTENCE).here);
    const { pid } = await quothJson<{ pid: number }>('status');
    const { code } = await windows(windowsPath(newer), '/S');
    assert.equal(code, 0);
    assert.equal(await version(), VERSION);
    giveKoffiRoom(product);
    await until('the new one', async () => (await quothJson<{ pid: number }>('status')).pid !== pid, 60);
    await until(
      'the text of what was being said',
      async () => {
        const { recordings } = await quothJson<{ recordings: Recording[] }>('recordings', 'list');
        return isHeard(recordings[0]?.text);
      },
      60,
    );
  });

  test('an older setup does not replace a newer Quoth', async () => {
    const { mtimeMs } = statSync(join(product, 'node.exe'));
    const { code } = await windows(windowsPath(workPath('packages', 'quoth-setup.exe')), '/S');
    assert.equal(code, 2);
    assert.equal(await version(), VERSION);
    assert.equal(statSync(join(product, 'node.exe')).mtimeMs, mtimeMs);
  });

  test('removal stops Quoth and takes what setup brought, but no data', async () => {
    assert.equal((await quoth('autostart', 'on')).code, 0);
    await desk.close();
    const { pid } = await quothJson<{ pid: number }>('status');
    assert(pid > 0);
    const { code } = await windows(
      windowsPath(join(product, 'uninstall.exe')),
      '/S',
      `_?=${windowsPath(product)}`,
    );
    assert.equal(code, 0);
    assert.equal((await windows('reg.exe', 'query', KEY)).code, 1);
    const run = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
    assert.equal((await windows('reg.exe', 'query', run, '/v', 'Quoth')).code, 1);
    for (const name of ['node.exe', 'Quoth.exe', 'dist', 'node_modules', 'licences.txt'])
      assert(!existsSync(join(product, name)), name);
    const menu = join(userFolder, 'AppData', 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs');
    assert(!existsSync(join(menu, 'Quoth.lnk')));
    assert(!existsSync(join(dataFolder, 'control-socket.json')), 'it runs no more');
    assert(readFileSync(join(dataFolder, 'quoth.db')).length > 0);
    const { out } = await windows('tasklist.exe');
    assert.doesNotMatch(out, /node\.exe/i);
  });
});
