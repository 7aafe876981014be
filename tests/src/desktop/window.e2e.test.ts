import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { applicationTests } from '../support/application-tests.ts';
import { isRoot } from '../support/needs-root.ts';
import { temporaryHome, until } from '../support/running-application.ts';
import { buildPage } from '../window/opened-window.ts';

const home = temporaryHome();
const browser = join(home, 'browser');
// Chromium as it is installed; root has no sandbox there.
writeFileSync(browser, `#!/bin/sh\nexec chromium ${isRoot ? '--no-sandbox ' : ''}--disable-gpu "$@"\n`, {
  mode: 0o755,
});
const desk = applicationTests({ home, flags: [], display: true, env: { QUOTH_BROWSER: browser } });

test('a second start brings the window to the front instead of opening another, even while it is loading or Quoth restarts', async () => {
  buildPage();
  const { connection } = desk.keyboard;
  const windows = () => connection.numbers(connection.root, '_NET_CLIENT_LIST');
  const active = async () => (await connection.numbers(connection.root, '_NET_ACTIVE_WINDOW'))[0] ?? 0;
  const title = async (window: number) => (await connection.text(window, '_NET_WM_NAME')) ?? '';
  await desk.own.updateSettings({ body: { firstStepsDone: true } });
  const open = (page: string) => desk.own.openWindow({ body: { browser: true, page } });
  await Promise.all([open('/'), open('/')]);
  await until('the window is there', async () => (await title(await active())).includes('Record'), 60);
  const [own] = await windows();
  desk.display.run('xterm');
  await until(
    'a terminal is in front',
    async () => (await active()) !== own && (await windows()).length === 2,
  );
  const isRaised = async (page: string, heading: string) => {
    await open(page);
    await until('it is in front', async () => (await active()) === own);
    await until('it shows the page', async () => (await title(own ?? 0)).includes(heading));
    assert.equal((await windows()).length, 2);
  };
  await isRaised('/history', 'History');
  await desk.restart('SIGKILL');
  await isRaised('/models', 'Models');
});
