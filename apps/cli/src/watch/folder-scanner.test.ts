import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { FolderScanner } from './watched-files.ts';

let folder: string;
let unreadable: string[];
beforeEach(() => {
  folder = temporaryFolder();
  unreadable = [];
});

const scanner = () =>
  new FolderScanner(folder, {
    recursive: true,
    platform: process.platform,
    onUnreadable: (path, why) => unreadable.push(`${why} ${basename(path)}`),
  });

test('links, folders and circles of links are no files; whatever else a name holds, it is found', async () => {
  const names = ['new\nline.wav', ' space.wav', '-dash.wav', 'esc\u001b[31m.wav', '`$(id)`";.wav'];
  mkdirSync(join(folder, 'inside', 'folder.wav'), { recursive: true });
  for (const name of names) writeFileSync(join(folder, 'inside', name), 'x');
  symlinkSync('..', join(folder, 'inside', 'up'));
  symlinkSync('.', join(folder, 'circle'));
  symlinkSync('/dev/zero', join(folder, 'zero.wav'));
  symlinkSync('nowhere', join(folder, 'gone.wav'));
  const scanning = scanner();
  const found = await scanning.scan();
  scanning.close();
  assert.deepEqual(found?.map(({ path }) => basename(path)).sort(), [...names].sort());
  assert.deepEqual(unreadable, []);
});

test('a file whose name is not UTF-8 is reported, once, and the others are found', async () => {
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff, 0xfe]), Buffer.from('.wav')]),
    'x',
  );
  writeFileSync(join(folder, 'good.wav'), 'x');
  // The same character, written as it should be.
  writeFileSync(join(folder, 'real\ufffd.wav'), 'x');
  const scanning = scanner();
  for (let scans = 0; scans < 2; scans++)
    assert.deepEqual((await scanning.scan())?.map(({ path }) => basename(path)).sort(), [
      'good.wav',
      'real\ufffd.wav',
    ]);
  scanning.close();
  assert.deepEqual(unreadable, ['file-name bad\ufffd\ufffd.wav']);
});

test('a subfolder whose name is not UTF-8 is reported, once', async () => {
  const name = Buffer.from([0x62, 0xff]);
  mkdirSync(Buffer.concat([Buffer.from(`${folder}/`), name]));
  const scanning = scanner();
  for (let scans = 0; scans < 2; scans++) assert.deepEqual(await scanning.scan(), []);
  scanning.close();
  assert.deepEqual(unreadable, ['folder-name b\ufffd']);
});

test('a subfolder that may not be read is reported, once, and again after it could be read', {
  skip: process.platform === 'win32' ? 'other permissions' : false,
}, async () => {
  const [shut, listed] = [join(folder, 'shut'), join(folder, 'listed')];
  for (const each of [shut, listed]) {
    mkdirSync(each);
    writeFileSync(join(each, 'a.wav'), 'x');
    writeFileSync(join(each, 'b.wav'), 'x');
  }
  writeFileSync(join(folder, 'good.wav'), 'x');
  chmodSync(folder, 0o755);
  const scanning = scanner();
  /** No one's permissions count for root. */
  const scanned = async () => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      return (await scanning.scan())?.map(({ path }) => basename(path)).sort();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  };
  const permit = (mode: number) => {
    chmodSync(shut, mode);
    // Its names may be read, and no more.
    chmodSync(listed, mode | 0o444);
  };
  permit(0);
  for (let scans = 0; scans < 2; scans++) assert.deepEqual(await scanned(), ['good.wav']);
  assert.deepEqual(unreadable.sort(), ['folder listed', 'folder shut']);
  permit(0o755);
  assert.equal((await scanned())?.length, 5);
  permit(0);
  await scanned();
  scanning.close();
  assert.equal(unreadable.length, 4);
  permit(0o755);
});
