import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Browser, Page } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';
import { attempts } from './hostile-attempts.ts';
import { addressOf, OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

/** Answers a page that tries nothing by itself, and a worker that asks for what its address names. */
const worker = `addEventListener('message', async (event) => {
  let found = '';
  try { found = await (await fetch(decodeURIComponent(location.search.slice(1)))).text(); } catch {}
  event.source.postMessage(found);
});`;
let foreign: Server;
let foreignPort: number;
let application: RunningApplication;
let client: Client;
let browser: Browser;
let window: OpenedWindow;
let targets: Record<'window server' | 'public port', { origin: string; read: string; write: string }>;
windowTests(
  {
    // A name of somebody else that leads to this machine is what DNS rebinding comes to.
    args: ['--host-resolver-rules=MAP evil.example 127.0.0.1'],
    path: '/',
  },
  async (tests) => {
    ({ application, own: client, browser, window } = tests);
    foreign = createServer((request, response) => {
      const isWorker = request.url?.startsWith('/worker.js') === true;
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? worker : '<!doctype html><title>Foreign</title><body></body>');
    }).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    foreignPort = (foreign.address() as AddressInfo).port;
    targets = {
      'window server': { origin: new URL(window.page.url()).origin, read: '/api/modes', write: '/api/modes' },
      'public port': { origin: application.baseUrl, read: '/health', write: '/modes' },
    };
  },
);
after(() => foreign?.close());

/** What an attempt could have changed. */
const state = async () => ({
  modes: (await client.listModes()).modes,
  settings: (await client.getSettings()).settings,
  token: (await client.getToken()).token,
});
const foreignPage = async (host: string): Promise<Page> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://${host}:${foreignPort}/`);
  return page;
};
/** Answers of ours that may come through say only that they are refusals. */
const isNothing = (found: string): boolean =>
  !/"ok":true|Hyper|quoth-window|<div id="root">|read |opened /.test(found);

for (const name of ['window server', 'public port'] as const) {
  let attacker: Page | undefined;
  for (const [attempt, code] of Object.entries(attempts))
    test(`another local port tries ${attempt} on the ${name}: nothing read, nothing changed`, async () => {
      const { origin, read, write } = targets[name];
      const before = await state();
      attacker ??= await foreignPage('127.0.0.1');
      const found = await attacker.evaluate<string>(`(async () => {
        const target = ${JSON.stringify(origin)}, read = ${JSON.stringify(read)}, write = ${JSON.stringify(write)};
        try { return String((await (async () => { ${code} })()) ?? ''); } catch { return ''; }
      })()`);
      assert.ok(isNothing(found), found);
      assert.deepEqual(await state(), before);
    });
}

for (const name of ['window server', 'public port'] as const) {
  test(`a rebound host name reads nothing of the ${name}`, async () => {
    const { origin, read } = targets[name];
    const { port } = new URL(origin);
    const context = await browser.newContext();
    const page = await context.newPage();
    for (const path of ['/', read]) {
      const response = await page.goto(`http://evil.example:${port}${path}`);
      assert.equal(response?.status(), 403, path);
      assert.ok(isNothing(await page.content()));
    }
    await context.close();
  });

  test(`a link from a page of another site to the ${name} is refused`, async () => {
    const { origin, read } = targets[name];
    for (const host of ['evil.example', 'localhost']) {
      const page = await foreignPage(host);
      const came = page.waitForResponse(`${origin}${read}`);
      await page.evaluate(`location.href = ${JSON.stringify(`${origin}${read}`)}`);
      assert.equal((await came).status(), 403);
      await page.context().close();
    }
  });
}

test('a tab that goes from the window to another local port takes nothing with it', async () => {
  const { page, context } = await OpenedWindow.open(application, browser);
  await page.goto(`http://127.0.0.1:${foreignPort}/`);
  const left = await page.evaluate<string>(
    'JSON.stringify([sessionStorage.length, localStorage.length, document.cookie, document.referrer, window.name, opener === null])',
  );
  assert.equal(left, '[0,0,"","","",true]');
  await context.close();
});

test('an address whose code was used is worth nothing to a page that has seen it', async () => {
  const address = await addressOf(application);
  const used = await browser.newPage();
  await used.goto(address);
  await used.getByRole('heading', { level: 1, name: /Record|Welcome/ }).waitFor();
  const thief = await browser.newPage();
  await thief.goto(address);
  await thief.getByRole('heading', { name: 'This window was closed for security.' }).waitFor();
  assert.equal(await thief.evaluate<string | null>("sessionStorage.getItem('quoth-window')"), null);
  await used.close();
  await thief.close();
});

test('the window itself works all the while', async () => {
  // The first screens stand there without the rail.
  await window.go('/history');
  await window.page.getByRole('link', { name: 'Modes' }).first().click();
  await window.page.getByRole('heading', { level: 1, name: 'Modes' }).waitFor();
});
