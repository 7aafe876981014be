import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { WindowOpener } from './window.ts';

/** An opener on a machine whose only program is `browserProgram`. */
function openerOf(
  t: TestContext,
  {
    built = true,
    browserProgram,
    display,
    isSlow = false,
  }: {
    built?: boolean;
    browserProgram?: string;
    display?: string;
    /** No window arrives by itself. */
    isSlow?: boolean;
  },
) {
  const folder = temporaryFolder();
  if (built) writeFileSync(join(folder, 'index.html'), '');
  const asked: string[] = [];
  const turned: string[] = [];
  const windows: { count: number; raisable?: number | undefined } = { count: 0 };
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
      if (!isSlow) windows.count += 1;
      return `http://127.0.0.1:1/#code:${page}`;
    },
    windowCount: () => windows.count,
    expectsWindows: () => true,
    raise: async (pid) => pid === windows.raisable,
    turnTo: (page) => void turned.push(page),
  });
  t.after(() => opener.close());
  return { opener, asked, turned, windows, folder };
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
  for (const page of ['one', 'two']) await opener.open({ browser: true, page });
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

/** A process that runs as a browser of this data folder. */
async function browserIn(t: TestContext, folder: string): Promise<ChildProcess> {
  const profile = join(folder, 'window-profile');
  mkdirSync(profile, { recursive: true });
  const args = ['--eval', 'setInterval(() => undefined, 1_000)', '--', `--user-data-dir=${profile}`];
  const browser = spawn(process.execPath, args, { stdio: 'ignore' });
  t.after(() => browser.kill('SIGKILL'));
  await once(browser, 'spawn');
  rmSync(join(profile, 'SingletonLock'), { force: true });
  symlinkSync(`machine-of-ada-${browser.pid}`, join(profile, 'SingletonLock'));
  return browser;
}

test('a window that is open comes to the front, turned to the page that is asked for; one that cannot be raised gets company', async (t) => {
  const { opener, asked, turned, windows, folder } = openerOf(t, { browserProgram: '/bin/true' });
  windows.raisable = (await browserIn(t, folder)).pid;
  windows.count = 1;
  const open = (page: string) => opener.open({ browser: true, page });
  assert.deepEqual(await open('/'), { address: null, browser: '/bin/true' });
  await open('/history');
  assert.deepEqual([turned, asked], [['/history'], []]);
  windows.raisable = undefined;
  await open('/');
  assert.deepEqual(asked, ['/']);
});

test('one window serves all who ask before a browser shows it, and is turned to their page, where none can be raised', async (t) => {
  const { opener, asked, turned, windows, folder } = openerOf(t, {
    browserProgram: '/bin/true',
    isSlow: true,
  });
  await browserIn(t, folder);
  // Another one is open already.
  windows.count = 1;
  const opened = await Promise.all(['/', '/history'].map((page) => opener.open({ browser: true, page })));
  assert.deepEqual(opened.at(1), opened.at(0));
  assert.deepEqual([asked, turned], [['/'], []]);
  const waiting = opener.open({ browser: true, page: '/models' });
  windows.count = 2;
  assert.deepEqual(await waiting, opened.at(0));
  await until(() => turned.length > 1);
  assert.deepEqual([asked, turned], [['/'], ['/history', '/models']]);
});

test('a browser that is killed before it shows the page leaves a lock behind, and keeps no one from the next window', {
  skip: process.platform === 'linux' ? false : 'elsewhere no one says which process has the profile',
  // A browser is given 20 s to show a page.
  timeout: 15_000,
}, async (t) => {
  const { opener, asked, turned, windows, folder } = openerOf(t, {
    browserProgram: '/bin/true',
    isSlow: true,
  });
  const browser = await browserIn(t, folder);
  await opener.open({ browser: true, page: '/' });
  browser.kill('SIGKILL');
  await once(browser, 'exit');
  windows.raisable = browser.pid;
  const [next, sharing] = await Promise.all(['/', '/'].map((page) => opener.open({ browser: true, page })));
  assert.deepEqual(next, sharing);
  assert.deepEqual([asked, turned], [['/', '/'], []]);
  windows.count = 1;
});
