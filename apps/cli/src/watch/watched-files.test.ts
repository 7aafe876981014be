import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import {
  FolderScanner,
  retryLater,
  type SeenFile,
  takeScan,
  triesOf,
  type WatchedFiles,
} from './watched-files.ts';

const settleMs = 3_000;
const none: WatchedFiles = new Map();
const file = (size: number, mtimeMs = 1, path = '/a.wav'): SeenFile => ({ path, size, mtimeMs });

test('a file is ready once it has been the same for long enough; a change starts the wait again', () => {
  let state = takeScan(none, [file(10)], { now: 0, settleMs });
  assert.deepEqual([state.ready, state.settling, state.growing], [[], 1, []]);
  state = takeScan(state.files, [file(10)], { now: 2_999, settleMs });
  assert.deepEqual(state.ready, []);
  state = takeScan(state.files, [file(20)], { now: 3_000, settleMs });
  assert.deepEqual([state.ready, state.growing], [[], ['/a.wav']]);
  // The same size at another time is a change, too.
  state = takeScan(state.files, [file(20, 2)], { now: 5_999, settleMs });
  state = takeScan(state.files, [file(20, 2)], { now: 8_998, settleMs });
  assert.deepEqual(state.ready, []);
  state = takeScan(state.files, [file(20, 2)], { now: 8_999, settleMs });
  assert.deepEqual([state.ready.length, state.settling, state.growing], [1, 0, []]);
});

test('the time that a file bears says nothing: one that was moved in, and one from the future', () => {
  for (const mtimeMs of [0, 4e12]) {
    const first = takeScan(none, [file(10, mtimeMs)], { now: 100, settleMs });
    assert.deepEqual(first.ready, []);
    assert.equal(takeScan(first.files, [file(10, mtimeMs)], { now: 3_100, settleMs }).ready.length, 1);
  }
});

test('an empty file is never ready, and one that went away is forgotten', () => {
  const empty = takeScan(none, [file(0)], { now: 0, settleMs });
  assert.deepEqual(takeScan(empty.files, [file(0)], { now: 60_000, settleMs }).ready, []);
  const gone = takeScan(takeScan(none, [file(10)], { now: 0, settleMs }).files, [], { now: 2_000, settleMs });
  assert.equal(gone.files.size, 0);
  assert.deepEqual(takeScan(gone.files, [file(10)], { now: 4_000, settleMs }).ready, []);
});

test('after a failure that may pass a file waits longer each time, unless it changes', () => {
  let { files } = takeScan(none, [file(10)], { now: 0, settleMs });
  const readyAt = (now: number, seen = file(10)) => {
    const state = takeScan(files, [seen], { now, settleMs });
    files = state.files;
    return state.ready.length === 1;
  };
  assert(readyAt(3_000));
  files = retryLater(files, '/a.wav', 3_000);
  assert.deepEqual([readyAt(7_999), readyAt(8_000), triesOf(files, '/a.wav')], [false, true, 1]);
  files = retryLater(files, '/a.wav', 8_000);
  assert.deepEqual([readyAt(17_999), readyAt(18_000)], [false, true]);
  for (let tries = 0; tries < 20; tries++) files = retryLater(files, '/a.wav', 18_000);
  assert.deepEqual([readyAt(317_999), readyAt(318_000)], [false, true]);
  files = retryLater(files, '/a.wav', 318_000);
  assert.deepEqual([readyAt(319_000, file(11)), readyAt(322_000, file(11))], [false, true]);
  assert.equal(triesOf(files, '/a.wav'), 0);
});

test('whatever happens to a file: ready means that every scan for so long found the same', () => {
  const looks = fc.array(
    fc.record({
      pass: fc.integer({ min: 0, max: 4_000 }),
      size: fc.constantFrom(0, 1, 2),
      there: fc.boolean(),
    }),
    { maxLength: 30, size: 'max' },
  );
  fc.assert(
    fc.property(looks, (steps) => {
      let [files, now] = [none, 0];
      const history: { readonly now: number; readonly size: number | undefined }[] = [];
      for (const { pass, size, there } of steps) {
        now += pass;
        history.push({ now, size: there ? size : undefined });
        const state = takeScan(files, there ? [file(size)] : [], { now, settleMs });
        files = state.files;
        let since = history.length - 1;
        while (since > 0 && history[since - 1]?.size === size) since--;
        const isOld = there && size > 0 && now - (history[since]?.now ?? now) >= settleMs;
        assert.equal(state.ready.length === 1, isOld);
      }
    }),
  );
});

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
