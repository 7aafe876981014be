import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser } from 'playwright-core';
import { isRoot, needsRoot, unmount } from '../support/needs-root.ts';
import { RunningApplication, temporaryHome, testModels } from '../support/running-application.ts';
import { endBrowser, startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

// Database and audio on a disk of their own, which fills up while one speaks into the window.
const home = temporaryHome();
const [hello] = testSentences();
const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', home]);
let microphone: VirtualMicrophone;
let application: RunningApplication | undefined;
let browser: Browser | undefined;
before(async () => {
  buildPage();
  microphone = await VirtualMicrophone.start();
  if (isRoot) mount('size=300m,mode=700');
});
after(async () => {
  await endBrowser(browser);
  await RunningApplication.endAll();
  await microphone?.stop();
  if (isRoot) await unmount(home);
  rmSync(home, { recursive: true, force: true });
});

test(
  'a disk that fills up while one records is reported where one looks, with a full disk still',
  needsRoot,
  async () => {
    application = await RunningApplication.start(home, [], {
      ...microphone.env,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    });
    const client = await application.controlSocket();
    await client.updateSettings({ body: { soundCues: false, firstStepsDone: true } });
    await client.importModel({ body: { path: join(testModels, 'quoth-test-en.gguf') } });
    await client.createMode({ body: { name: 'Test', model: 'quoth-test-en', isDefault: true } });
    browser = await startBrowser();
    const { page } = await OpenedWindow.open(application, browser);
    const { bsize, blocks, bfree } = statfsSync(home);
    mount(`remount,size=${(blocks - bfree) * bsize + 4 * 1_048_576},mode=700`);
    // Room for a second or two.
    writeFileSync(join(home, 'ballast'), Buffer.alloc(statfsSync(home).bfree * bsize - 60_000));
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    // Silence compresses to nothing.
    const noise = Int16Array.from({ length: 3 * 16_000 }, () => Math.random() * 40);
    await microphone.play(Int16Array.from([...(hello?.samples ?? []), ...noise]));
    await page
      .getByRole('main')
      .getByText(/disk is full/i)
      .first()
      .waitFor();
  },
);
