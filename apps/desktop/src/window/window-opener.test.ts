import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WindowOpener } from './window-opener.ts';

/** An opener on a machine whose only program is `browserProgram`. */
function openerOf(
  t: TestContext,
  { built = true, browserProgram }: { built?: boolean; browserProgram?: string },
) {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-window-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  if (built) writeFileSync(join(folder, 'index.html'), '');
  const asked: string[] = [];
  const opener = new WindowOpener({
    config: {
      pageFolder: folder,
      dataFolder: folder,
      platform: 'linux',
      env: { PATH: folder },
      browserProgram,
    },
    newAddress: async (page) => {
      asked.push(page);
      return `http://127.0.0.1:1/#code:${page}`;
    },
  });
  return { opener, asked };
}

test('without a browser a window is an address, which exists only once the page is built', async (t) => {
  const { opener, asked } = openerOf(t, {});
  assert.deepEqual(await opener.open({ browser: false, page: 'history' }), {
    address: 'http://127.0.0.1:1/#code:history',
    browser: null,
  });
  assert.deepEqual(asked, ['history']);
  const unbuilt = openerOf(t, { built: false });
  await assert.rejects(unbuilt.opener.open({ browser: false, page: '' }), { code: 'INVALID_REQUEST' });
  assert.deepEqual(unbuilt.asked, [], 'no code is given away for nothing');
});

test('a machine without a screen cannot show a window, and a chosen program can', async (t) => {
  const refusal = { code: 'INVALID_REQUEST', message: /No browser could be opened/ };
  await assert.rejects(openerOf(t, {}).opener.open({ browser: true, page: '' }), refusal);
  const { opener } = openerOf(t, { browserProgram: '/bin/true' });
  assert.deepEqual(await opener.open({ browser: true, page: '' }), { address: null, browser: '/bin/true' });
});
