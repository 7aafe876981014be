import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { RunningApplication, temporaryHome, until } from '../support/running-application.ts';
import { addressOf, OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let browser: Browser;
windowTests({ flags: [] }, (tests) => {
  ({ application, browser } = tests);
});

const parts = (address: string) => {
  const { origin, hash } = new URL(address);
  return { origin, code: new URLSearchParams(hash.slice(1)).get('code') ?? '' };
};
const redeem = async (origin: string, code: string) => {
  const response = await fetch(`${origin}/api/window/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return (await response.json()) as { state: string; token: string | null };
};

test('the window opens with the public API off, survives a reload, and its address holds no code then', async () => {
  const window = await OpenedWindow.open(application, browser, { path: '/settings/local-api' });
  await window.page.getByText('Off: no program can use Quoth').waitFor();
  assert.equal(new URL(window.page.url()).hash, '');
  await window.page.reload();
  await window.page.getByText('Off: no program can use Quoth').waitFor();
  assert.deepEqual(await window.context.cookies(), [], 'no cookie');
  assert.deepEqual(window.complaints, [], 'nothing breaks the policy');
  await window.close();
});

test('an address works once: a second use revokes what the first one gave, and the window says so', async () => {
  const address = await addressOf(application);
  const { origin, code } = parts(address);
  const first = await redeem(origin, code);
  const use = () => fetch(`${origin}/api/settings`, { headers: { authorization: `Bearer ${first.token}` } });
  assert.equal((await use()).status, 200);
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('heading', { name: 'This window was closed for security.' }).waitFor();
  assert.equal((await use()).status, 401);
  const client = await application.controlSocket();
  const { notices } = await client.getApplication();
  assert.ok(notices.some(({ id }) => id === 'window-code-reused'));
  await page.close();
});

test('a revoked window says that its access has ended, and another one goes on', async () => {
  const address = await addressOf(application);
  // The first screens stand there without the rail.
  const kept = await OpenedWindow.open(application, browser, { path: '/history' });
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { origin, code } = parts(address);
  assert.equal((await redeem(origin, code)).state, 'revoked');
  await page.getByText('This window’s session has ended.', { exact: true }).first().waitFor();
  await kept.page.getByRole('link', { name: 'Settings' }).first().click();
  await kept.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.close();
  await kept.close();
});

test('without a code the page has no access; what lies behind it needs the token', async () => {
  const { origin } = parts(await addressOf(application));
  const page = await browser.newPage();
  await page.goto(`${origin}/history`);
  await page.getByRole('heading', { name: 'This window is not connected to Quoth.' }).waitFor();
  await page.close();
  for (const path of ['/api/settings', '/api/health', '/api/recordings/search', '/api', '/api/'])
    assert.equal((await fetch(`${origin}${path}`)).status, 401, path);
  for (const path of ['/assets/../../package.json', '/.made-from', '/assets/%2e%2e/index.html', '/no.js'])
    assert.equal((await fetch(`${origin}${path}`)).status, 404, path);
  assert.equal((await fetch(origin, { method: 'POST' })).status, 405);
});

test('every answer of the page is bound by a strict policy', async () => {
  const { origin } = parts(await addressOf(application));
  for (const path of ['/', '/settings', '/icon.svg', '/nothing.js']) {
    const { headers } = await fetch(`${origin}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /connect-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('hosts, origins and sites that are not ours are refused, for the page too', async () => {
  const { origin } = parts(await addressOf(application));
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://example.org' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign)
    for (const path of ['/', '/api/window/session', '/icon.svg'])
      assert.equal((await fetch(`${origin}${path}`, { headers })).status, 403, JSON.stringify(headers));
});

test('the listener ends when the last window has been closed, and the application stays', async () => {
  // One of its own: in the other one there are addresses that no one has used yet.
  const other = await RunningApplication.start(temporaryHome(), []);
  const window = await OpenedWindow.open(other, browser);
  const { origin } = new URL(window.page.url());
  await window.close();
  await until('the listener is gone', () =>
    fetch(origin).then(
      () => false,
      () => true,
    ),
  );
  assert.equal((await (await other.controlSocket()).getApplication()).ok, true);
  await other.remove();
});

const isLinux = process.platform === 'linux';
test('a window continues automatically when the application is back, with what was typed', {
  skip: isLinux ? false : 'elsewhere a restart ends the windows',
}, async () => {
  const home = temporaryHome();
  const before = await RunningApplication.start(home, []);
  const { page, close } = await openVocabulary(before);
  await page.getByLabel('Word or phrase').fill('half typed');
  await before.end('SIGKILL');
  await page.getByText('Quoth is not running.').waitFor();
  const after = await RunningApplication.start(home, []);
  await page.getByText('Quoth is not running.').waitFor({ state: 'detached', timeout: 60_000 });
  assert.equal(await page.getByLabel('Word or phrase').inputValue(), 'half typed');
  await page.getByLabel('Word or phrase').press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'half typed' }).waitFor();
  assert.equal((await (await after.controlSocket()).listVocabulary()).entries.length, 1);
  await close();
  await after.remove();
});

test('a page that could not be loaded while the application was away is shown when it is back', {
  skip: isLinux ? false : 'elsewhere a restart ends the windows',
}, async () => {
  const home = temporaryHome();
  const before = await RunningApplication.start(home, []);
  const isPart = /history-page/;
  const window = await OpenedWindow.open(before, browser, {
    path: '/vocabulary',
    prepare: async (empty) => void (await empty.route(isPart, (route) => route.abort())),
  });
  const { page } = window;
  await before.end('SIGKILL');
  await page.getByText('Quoth is not running.').waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Vocabulary', level: 1 }).waitFor({ state: 'detached' });
  await page.unroute(isPart);
  assert.equal(await page.getByText('stopped working').count(), 0);
  const after = await RunningApplication.start(home, []);
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor({ timeout: 60_000 });
  await window.close();
  await after.remove();
});

test('who listens on the port meanwhile and does not know the window never gets its token', async () => {
  const other = await RunningApplication.start(temporaryHome(), []);
  const { page, close } = await openVocabulary(other);
  const { port } = new URL(page.url());
  await other.end('SIGKILL');
  await page.getByText('Quoth is not running.').waitFor();
  const received: (string | undefined)[] = [];
  const impostor = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, proofs: ['guessed'] }));
  }).listen(Number(port), '127.0.0.1');
  await once(impostor, 'listening');
  await page
    .getByText('This window’s session has ended.', { exact: true })
    .first()
    .waitFor({ timeout: 60_000 });
  assert.ok(received.length > 0, 'it was asked');
  assert.ok(
    received.every((header) => header === undefined),
    'and no token came with it',
  );
  impostor.close();
  await close();
  await other.remove();
});

async function openVocabulary(app: RunningApplication) {
  const window = await OpenedWindow.open(app, browser, { path: '/vocabulary' });
  await window.page.getByText('No words yet.').waitFor();
  return { page: window.page, close: () => window.close() };
}
