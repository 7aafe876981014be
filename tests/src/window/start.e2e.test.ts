import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CommandLine } from '../support/command-line.ts';
import { isRoot } from '../support/needs-root.ts';
import { until } from '../support/running-application.ts';
import { endBrowser, startBrowser } from './browser.ts';
import { standInBrowser } from './stand-in-browser.ts';

const { folder, said, program } = standInBrowser();
const command = new CommandLine({ QUOTH_BROWSER: program });
after(async () => {
  await command.run('stop');
  rmSync(command.home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

test('start opens the window in a browser of its own profile, and never without its sandbox', async () => {
  const { code, out } = await command.run('start');
  assert.equal(code, 0, out);
  assert.match(out, /Its window is open in /);
  await until('the browser was called', () => existsSync(said));
  const args = readFileSync(said, 'utf8').trim().split('\n');
  const address = args.find((arg) => arg.startsWith('--app='))?.slice('--app='.length) ?? '';
  // Every user can read these arguments, and no one else the page that they name.
  assert.equal(
    args.some((arg) => arg.includes('code=')),
    false,
  );
  const file = fileURLToPath(address);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(readFileSync(file, 'utf8'), /url=http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}"/);
  if (isRoot) {
    const script = `process.stdout.write(require('node:fs').readFileSync(${JSON.stringify(file)}))`;
    const read = spawnSync(process.execPath, ['-e', script], { uid: 65_534, cwd: '/', encoding: 'utf8' });
    assert.equal(read.stdout, '');
    assert.match(read.stderr, /EACCES/);
  }
  // Chromium would ask for a keyring in front of its window, for passwords that no one stores there.
  assert.ok(args.includes('--password-store=basic'));
  assert.ok(args.includes(`--user-data-dir=${join(command.home, 'window-profile')}`));
  assert.equal(
    args.some((arg) => /sandbox/.test(arg)),
    false,
  );
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'Welcome to Quoth' }).waitFor();
  assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/welcome$/);
  await endBrowser(browser);
});

test('start --no-browser prints an address that works once', async () => {
  const { code, out } = await command.run('start', '--no-browser');
  assert.equal(code, 0);
  assert.match(out, /^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/m);
});
