import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { startBrowser } from '../window/browser.ts';
import { picturePath } from '../window/picture-path.ts';
import { TestGateway, toneWav } from './test-gateway.ts';

// Takes the pictures of the gateway's pages, light and dark, wide and narrow: node
// tests/src/gateway/take-screenshots.ts
const sizes = { wide: { width: 1120, height: 860 }, narrow: { width: 390, height: 860 } } as const;

const simulator = await ProviderSimulator.start(new FixedRecognizer('hello', 0));
const gateway = await TestGateway.start(simulator);
const browser = await startBrowser();
try {
  await useIt();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ colorScheme, viewport, javaScriptEnabled: false });
      const page = await context.newPage();
      const shoot = (name: string) =>
        page.screenshot({ path: picturePath(`gateway-${name}-${colorScheme}-${size}.png`) });
      await page.goto(gateway.address);
      await shoot('log-in');
      for (const [name, secret] of [
        ['account', gateway.token],
        ['operator', gateway.adminKey],
      ] as const) {
        await page.getByLabel('Your token, or the admin key').fill(secret);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByRole('button', { name: 'Log out' }).waitFor();
        await shoot(name);
        await page.getByRole('button', { name: 'Log out' }).click();
      }
      await context.close();
    }
} finally {
  await browser.close();
  await gateway.close();
  await simulator.close();
}

/** Some weeks of two people with three devices; a vendor that has just failed. */
async function useIt(): Promise<void> {
  await gateway.admin.ask('POST', '/accounts', { name: 'Grace' });
  await gateway.admin.ask('PATCH', `/accounts/${gateway.accountId}`, { name: 'Ada' });
  for (let index = 0; index < 24; index++) {
    const device = ['Desk', 'Laptop', 'Studio'][index % 3] ?? '';
    const model = index % 5 === 0 ? 'highest' : 'high';
    const answer = await gateway.transcribe(toneWav(20 + index * 3), { model }, { 'x-quoth-device': device });
    await answer.text();
  }
  // Days that have passed: what the pages show is read from these rows.
  await gateway.database.script(
    async (run) =>
      void (await run(
        'update requests r set created_at = now() - make_interval(days => (n.number * n.number % 27)::int) from (select id, row_number() over (order by id) as number from requests) n where n.id = r.id',
      )),
  );
  simulator.fail('groq', { kind: 'status', status: 503 });
  for (let index = 0; index < 5; index++)
    await (await gateway.transcribe(toneWav(2 + index), { model: 'fast' })).text();
}
