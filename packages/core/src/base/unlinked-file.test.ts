import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { UnlinkedFile } from './unlinked-file.ts';

test('a file without a name can be written and read by its path, and no folder shows it', {
  skip: process.platform !== 'linux',
}, (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-unlinked-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = UnlinkedFile.create(join(folder, 'a.pcm'));
  assert.deepEqual(readdirSync(folder), []);
  appendFileSync(file.path, 'one');
  appendFileSync(file.path, ' two');
  assert.equal(readFileSync(file.path, 'utf8'), 'one two');
  file.close();
  assert.equal(existsSync(file.path), false);
});
