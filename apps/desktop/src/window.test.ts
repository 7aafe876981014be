import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { WindowOpener } from './window.ts';

/** An opener on a machine whose only program is `browserProgram`. */
function openerOf(
  t: TestContext,
  {
    built = true,
    browserProgram,
    display,
    raises,
  }: {
    built?: boolean;
    browserProgram?: string;
    display?: string;
    /** The process whose window can be raised. */
    raises?: number;
  },
) {
  const folder = temporaryFolder();
  if (built) writeFileSync(join(folder, 'index.html'), '');
  const asked: string[] = [];
  const turned: string[] = [];
  const opener = new WindowOpener({
    config: {
      pageFolder: folder,
      dataFolder: folder,
      home: join(folder, 'home'),
      platform: 'linux',
      env: { PATH: folder, DISPLAY: display },
      browserProgram,
    },
    newAddress: async (page) => {
      asked.push(page);
      return `http://127.0.0.1:1/#code:${page}`;
    },
    hasWindows: () => true,
    expectsWindows: () => raises !== undefined,
    raise: async (pid) => pid === raises,
    turnTo: (page) => void turned.push(page),
  });
  t.after(() => opener.close());
  return { opener, asked, turned, folder };
}

test('without a browser a window is an address, which exists only once the page is built', async (t) => {
  const { opener, asked } = openerOf(t, {});
  assert.deepEqual(await opener.open({ browser: false, page: 'history' }), {
    address: 'http://127.0.0.1:1/#code:history',
    browser: null,
  });
  assert.deepEqual(asked, ['history']);
  const unbuilt = openerOf(t, { built: false });
  await assert.rejects(unbuilt.opener.open({ browser: false, page: '' }), { code: 'WINDOW_UNAVAILABLE' });
  assert.deepEqual(unbuilt.asked, [], 'no code is given away for nothing');
});

test('a machine without a screen cannot show a window, and a chosen program can', async (t) => {
  const refusal = { code: 'WINDOW_UNAVAILABLE', message: /No browser could be opened/ };
  await assert.rejects(openerOf(t, {}).opener.open({ browser: true, page: '' }), refusal);
  const { opener } = openerOf(t, { browserProgram: '/bin/true' });
  assert.deepEqual(await opener.open({ browser: true, page: '' }), { address: null, browser: '/bin/true' });
});

test('a browser is given a page that only this user can read; each window has its own, and none is left behind', async (t) => {
  const { opener, folder } = openerOf(t, { browserProgram: '/bin/true' });
  await Promise.all(['one', 'two'].map((page) => opener.open({ browser: true, page })));
  const pages = readdirSync(folder).filter((name) => name.startsWith('quoth-window'));
  assert.deepEqual(pages.sort(), ['quoth-window-2.html', 'quoth-window.html']);
  for (const page of pages) assert.equal(statSync(join(folder, page)).mode & 0o777, 0o600);
  const texts = pages.map((page) => readFileSync(join(folder, page), 'utf8')).join('');
  for (const page of ['one', 'two']) assert(texts.includes(`url=http://127.0.0.1:1/#code:${page}"`));
  opener.close();
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('quoth-window')),
    [],
  );
});

test('where there are browsers of the Snap store, the system opens a page that they can read', async (t) => {
  const { opener, folder } = openerOf(t, { display: ':1' });
  mkdirSync(join(folder, 'home', 'snap'), { recursive: true });
  const said = join(folder, 'said');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > '${said}'\n`, { mode: 0o700 });
  assert.deepEqual(await opener.open({ browser: true, page: '' }), {
    address: null,
    browser: 'the default browser',
  });
  assert.equal(readFileSync(said, 'utf8'), `file://${folder}/home/quoth-window.html`);
});

test('a window that is open comes to the front, turned to the page that is asked for; one that cannot be raised gets company', async (t) => {
  const { opener, asked, turned, folder } = openerOf(t, { browserProgram: '/bin/true', raises: 4711 });
  mkdirSync(join(folder, 'window-profile'));
  const lock = join(folder, 'window-profile', 'SingletonLock');
  symlinkSync('machine-of-ada-4711', lock);
  const open = (page: string) => opener.open({ browser: true, page });
  assert.deepEqual(await open('/'), { address: null, browser: '/bin/true' });
  await open('/history');
  assert.deepEqual([turned, asked], [['/history'], []]);
  rmSync(lock);
  symlinkSync('machine-of-ada-4712', lock);
  await open('/');
  assert.deepEqual(asked, ['/']);
});
