import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataFolderPath } from './data-folder.ts';

test('the data folder is where each platform keeps application data, or what QUOTH_HOME names [DISCOVERY-PLACE]', () => {
  const cases: readonly [platform: string, env: Record<string, string>, expected: string][] = [
    ['linux', {}, '/home/me/.local/share/quoth'],
    ['linux', { XDG_DATA_HOME: '/x' }, '/x/quoth'],
    // The specification of XDG says to ignore a path that is not absolute.
    ['linux', { XDG_DATA_HOME: 'x' }, '/home/me/.local/share/quoth'],
    ['darwin', { XDG_DATA_HOME: '/x' }, '/home/me/Library/Application Support/Quoth'],
    ['win32', { LOCALAPPDATA: '/l' }, '/l/Quoth'],
    ['win32', {}, '/home/me/AppData/Local/Quoth'],
  ];
  for (const [platform, env, expected] of cases) {
    assert.equal(dataFolderPath({ platform, home: '/home/me', env }), expected);
    assert.equal(dataFolderPath({ platform, home: '/home/me', env: { ...env, QUOTH_HOME: '/q/' } }), '/q');
  }
});
