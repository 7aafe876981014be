import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { allFindings } from '../window/axe.ts';
import { endBrowser, startBrowser } from '../window/browser.ts';
import { TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
let browser: Browser;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer('hello', 0));
  gateway = await TestGateway.start(simulator);
  browser = await startBrowser();
});
after(async () => {
  await endBrowser(browser);
  await gateway?.close();
  await simulator.close();
});

test('in a browser without JavaScript people log in, see their account, and log out', async () => {
  await (await gateway.transcribe(toneWav(30), { model: 'high' }, { 'x-quoth-device': 'Desk' })).text();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [secret, seen] of [
    [gateway.token, '9.997'],
    [gateway.adminKey, 'Administrators’ log'],
  ] as const) {
    await page.goto(gateway.address);
    await page.getByLabel('Your token, or the admin key').fill(secret);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText(seen).first().waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages have contrast, names and order, ${colorScheme}`, async () => {
    // The scripts are axe's own: the pages have none, and allow none.
    const context = await browser.newContext({
      colorScheme,
      bypassCSP: true,
      viewport: { width: 390, height: 800 },
    });
    const page = await context.newPage();
    const check = async () => assert.deepEqual(await allFindings(page), []);
    await page.goto(gateway.address);
    await check();
    for (const secret of [gateway.token, gateway.adminKey]) {
      await page.getByLabel('Your token, or the admin key').fill(secret);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      await check();
      await page.getByRole('button', { name: 'Log out' }).click();
    }
    await context.close();
  });
}
