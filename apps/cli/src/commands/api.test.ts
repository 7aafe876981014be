import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { openInBrowser } from './api.ts';

/** A folder that holds the given opener and nothing else. */
function folderWith(name: string, code: number): string {
  const folder = temporaryFolder();
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\necho "$1" > "$0.log"\nexit ${code}\n`);
  chmodSync(program, 0o755);
  return folder;
}

test("a page is opened by the system's opener, as an address", async () => {
  for (const [platform, name] of [
    ['linux', 'xdg-open'],
    ['darwin', 'open'],
  ] as const) {
    const folder = folderWith(name, 0);
    const env = { PATH: folder, DISPLAY: ':0' };
    assert.equal(await openInBrowser('/a b/c.html', { platform, env }), true);
    assert.equal(readFileSync(join(folder, `${name}.log`), 'utf8'), 'file:///a%20b/c.html\n');
  }
});

test('without a screen, an opener or a browser it says that nothing was opened', async () => {
  const open = (env: Record<string, string>) => openInBrowser('/a.html', { platform: 'linux', env });
  assert.equal(await open({ PATH: folderWith('xdg-open', 0) }), false);
  assert.equal(await open({ PATH: folderWith('other', 0), DISPLAY: ':0' }), false);
  assert.equal(await open({ PATH: folderWith('xdg-open', 3), WAYLAND_DISPLAY: 'wayland-0' }), false);
});
