import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFolderNames } from '@quoth/contract';

test('uninstall knows each name in the data folder', () => {
  const page = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'architecture.md');
  const [, section = ''] = /## The data folder\n([\s\S]*?)\n## /.exec(readFileSync(page, 'utf8')) ?? [];
  const names = [...section.matchAll(/`([a-z][a-z.-]*)`/g)].map(([, name = '']) => name);
  assert(names.length > 20);
  const passing = 'quoth-window.html';
  assert.deepEqual(
    names.filter((name) => name !== passing && !dataFolderNames.has(name)),
    [],
  );
});
