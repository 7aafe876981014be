import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { QuothError } from '../index.ts';
import { dataFolderPath, makeDataFolder } from './data-folder.ts';

test('the data folder is where each platform keeps application data, or what QUOTH_HOME names', () => {
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

const root = temporaryFolder();

const skip = process.platform === 'win32' && 'Windows has no modes';
let made = 0;
/** A folder with this mode, whatever the umask, and these files in it. */
function folder(mode: number, ...files: string[]): string {
  const path = join(root, String(made++));
  mkdirSync(path);
  for (const file of files) writeFileSync(join(path, file), '');
  chmodSync(path, mode);
  return path;
}
const modeOf = (path: string) => statSync(path).mode & 0o7777;

test('a data folder is made, or closed to others where it is empty or ours', {
  skip,
}, () => {
  const fresh = join(root, 'fresh', 'below');
  for (const path of [
    fresh,
    folder(0o755),
    folder(0o775),
    folder(0o775, 'quoth.db'),
    folder(0o700, 'mine.txt'),
  ]) {
    makeDataFolder(path);
    assert.equal(modeOf(path), 0o700);
    makeDataFolder(path);
  }
});

test('what others share is refused and stays as it is', { skip }, () => {
  for (const [mode, files, why] of [
    [0o1777, [], /users of this machine share/],
    [0o777, ['quoth.db'], /users of this machine share/],
    [0o1755, ['mine.txt'], /users of this machine share/],
    [0o755, ['mine.txt'], /holds files that are not/],
    [0o770, ['mine.txt'], /holds files that are not/],
  ] as const) {
    const path = folder(mode, ...files);
    assert.throws(
      () => makeDataFolder(path),
      (error) => error instanceof QuothError && error.code === 'NO_CONNECTION' && why.test(error.message),
      mode.toString(8),
    );
    assert.deepEqual([modeOf(path), readdirSync(path)], [mode, [...files]]);
  }
});

test('a data folder on a network drive is refused with what to do, before anything is made there', () => {
  const path = join(root, 'of another machine', 'quoth');
  const asked: string[] = [];
  const typeOf = (type: number) => (at: string) => {
    asked.push(at);
    return type;
  };
  for (const [type, name] of [
    [0x6969, 'NFS'],
    [0xff534d42, 'a Windows share'],
  ] as const)
    assert.throws(
      () => makeDataFolder(path, typeOf(type)),
      (error) =>
        error instanceof QuothError &&
        error.message.includes(`on a network drive (${name})`) &&
        /Set QUOTH_HOME to a folder on a disk of this machine/.test(error.hint ?? ''),
    );
  assert.deepEqual(readdirSync(root).includes('of another machine'), false);
  assert.deepEqual(asked, [root, root]);
  const EXT4 = 0xef53;
  makeDataFolder(path, typeOf(EXT4));
  assert(statSync(path).isDirectory());
});
