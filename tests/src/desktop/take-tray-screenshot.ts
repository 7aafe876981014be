import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { RunningApplication, temporaryHome } from '../support/running-application.ts';

// npm run screenshots:tray: the icon and its menu in a real panel, for docs/desktop.md. Needs Debian's xfce4-panel and
// imagemagick beside what the tests need.
const root = join(import.meta.dirname, '..', '..', '..');
/** Where the panel as Xfce ships it has the icon, on a screen of 1280 by 900. */
const ICON = { x: 1_155, y: 13 };

const [display, bus, microphone] = await Promise.all([
  TestDisplay.start(),
  PrivateBus.start(),
  VirtualMicrophone.start(),
]);
const folder = mkdtempSync(join(tmpdir(), 'quoth-panel-'));
const home = temporaryHome();
try {
  const own = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder };
  display.run('xfce4-panel', ['--disable-wm-check'], { ...bus.env, ...own });
  const app = await RunningApplication.start(home, [], { ...microphone.env, ...display.env, ...bus.env });
  const client = await app.controlSocket();
  await client.updateSettings({ body: { soundCues: false } });
  const model = join(root, 'packages', 'core', 'src', 'models', 'fixtures', 'quoth-test-en-streaming.gguf');
  await client.importModel({ body: { path: model } });
  const { mode } = await client.createMode({ body: { name: 'English', model: 'quoth-test-en-streaming' } });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
  const { id } = await client.startDictation({ body: { delivery: 'none' } });
  await microphone.play(testSentences()[11]?.samples ?? new Int16Array());
  await client.stopDictation();
  await client.getProcessing({ params: { id }, query: { wait: true } });
  // The panel fetches icon and menu in its own time, and tells no one when it has drawn them.
  await sleep(5_000);
  const mouse = await TestKeyboard.at(display.name);
  await mouse.click(ICON, 3);
  await sleep(2_000);
  const picture = join(root, 'docs', 'screenshots', 'tray.png');
  execFileSync('import', ['-display', display.name, '-window', 'root', '-crop', '420x330+860+0', picture]);
  mouse.close();
} finally {
  await RunningApplication.endAll();
  await Promise.all([display.stop(), microphone.stop(), bus.stop()]);
  for (const path of [folder, home]) rmSync(path, { recursive: true, force: true });
}
