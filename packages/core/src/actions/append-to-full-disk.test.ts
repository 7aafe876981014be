import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { fileAppender } from './append-to-file.ts';
import { aDelivery, asEnglish } from './fixtures/a-delivery.ts';

// No one else can mount a disk of its own.
const isRoot = process.getuid?.() === 0;
const needsRoot = { skip: isRoot ? false : 'needs root' };
const never = new AbortController().signal;
let home: string;
let disk: string;
beforeEach(() => {
  home = temporaryFolder();
  disk = join(home, 'disk');
  mkdirSync(disk);
  if (!isRoot) return;
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k,mode=700', 'tmpfs', disk]);
});
afterEach(() => {
  if (isRoot) execFileSync('umount', [disk]);
});

function append(name: string, text: string, heading?: string) {
  const policy = { home, dataFolder: join(home, 'data'), temporaryFolders: [], platform: process.platform };
  const does = { kind: 'file', path: join(disk, name), entry: '{{text}}', heading } as const;
  return asEnglish(fileAppender({ policy })(aDelivery(does, { text }), never));
}
const read = (name: string) => readFileSync(join(disk, name), 'utf8');
/** Pages of 4 kB that are left for a test's own files; each file that is not empty takes one at least. */
const fill = (pages: number) => writeFileSync(join(disk, 'filler'), Buffer.alloc((8 - pages) * 4_096));
const full = { ok: false, message: 'The disk is full.', output: '', retry: 'later' };

test(
  'of an entry for which the disk has no room nothing stays, and it is added once there is room',
  needsRoot,
  async () => {
    writeFileSync(join(disk, 'note.md'), 'before\n');
    fill(2);
    // One page is left beside what the note has of its first: a part of this fits.
    const long = 'word '.repeat(4_000);
    assert.deepEqual(await append('note.md', long), full);
    assert.equal(read('note.md'), 'before\n');
    assert.equal((await append('note.md', 'short')).ok, true, 'what fits is not refused');
    assert.deepEqual(await append('note.md', long), full);
    rmSync(join(disk, 'filler'));
    assert.equal((await append('note.md', long)).ok, true);
    assert.equal(read('note.md'), `before\nshort\n${long}\n`);
  },
);

test(
  'a new file for which there is no room is not left behind empty: it still gets its heading',
  needsRoot,
  async () => {
    fill(0);
    assert.deepEqual(await append('new.md', 'text', '# Day'), full);
    assert.deepEqual(readdirSync(disk), ['filler']);
    fill(1);
    assert.deepEqual(await append('new.md', 'word '.repeat(4_000), '# Day'), full);
    assert.deepEqual(readdirSync(disk), ['filler']);
    assert.equal((await append('new.md', 'text', '# Day')).ok, true);
    assert.equal(read('new.md'), '# Day\ntext\n');
  },
);

test('folders for which there is no room are told in the same words', needsRoot, async () => {
  fill(0);
  // A file system may have no room for names any more, too.
  if (!isRoot) return;
  execFileSync('mount', ['-o', 'remount,nr_inodes=3', disk]);
  assert.deepEqual(await append('2026/11/note.md', 'text'), full);
});
