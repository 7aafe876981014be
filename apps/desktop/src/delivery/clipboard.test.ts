import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { systemClipboard } from './clipboard.ts';

const folder = temporaryFolder();
const copied = join(folder, 'copied');

/** A program of this name that does what a clipboard's does: reads all, and says whether that went well. */
function program(name: string, code: number): void {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\n[ ${code} = 0 ] && { echo "$0 $*" > ${copied}.by; cat > ${copied}; }\nexit ${code}\n`,
  );
  chmodSync(path, 0o755);
}

const env = { PATH: `${folder}${delimiter}/usr/bin${delimiter}/bin` };

test('a text goes to the first program that takes it, byte for byte', async () => {
  program('wl-copy', 1);
  program('xclip', 0);
  const text = 'Grüße, 世界 🎉\nzwei Zeilen';
  const both = systemClipboard('linux', { ...env, DISPLAY: ':9', WAYLAND_DISPLAY: 'wayland-9' });
  assert.equal(await both.write(text), true);
  assert.equal(readFileSync(copied, 'utf8'), text);
  assert.match(readFileSync(`${copied}.by`, 'utf8'), /xclip -selection clipboard/);
  program('wl-copy', 0);
  assert.equal(await both.write(text), true);
  assert.match(readFileSync(`${copied}.by`, 'utf8'), /wl-copy/);
});

test('if no one takes it, the result says so', async () => {
  assert.equal(await systemClipboard('linux', env).write('x'), false);
  assert.equal(await systemClipboard('linux', { PATH: '/nowhere', DISPLAY: ':9' }).write('x'), false);
  program('xclip', 1);
  assert.equal(
    await systemClipboard('linux', { PATH: `${folder}:/bin:/usr/bin`, DISPLAY: ':9' }).write('x'),
    false,
  );
});
