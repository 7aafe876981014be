import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sweepFolder } from './sweep-folder.ts';

test('a folder is swept of files and folders, except those to keep', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-sweep-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'half-done'));
  for (const name of ['a.pcm', 'b.pcm', 'half-done/c.pcm']) writeFileSync(join(folder, name), '');
  await sweepFolder(folder, new Set(['b.pcm', 'unknown']));
  assert.deepEqual(readdirSync(folder), ['b.pcm']);
  await sweepFolder(folder);
  assert.deepEqual(readdirSync(folder), []);
});
