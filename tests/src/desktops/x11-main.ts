import { mkdirSync, mkdtempSync } from 'node:fs';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { keysymOf } from './keysyms.ts';
import { proveSpeech, SpokenTo } from './prove-speech.ts';
import { proveMany, proveTexts } from './prove-texts.ts';
import { type TargetDesktop, terminal } from './targets.ts';

// What the desktops on Wayland are compared with, in the same run: X11 with openbox.

const [name = 'x11', deliveries] = process.argv.slice(2);
const xterm = terminal('xterm', ['-u8', '-e']);

const display = await TestDisplay.start();
const home = mkdtempSync('/tmp/home-');
const env = { ...display.env, HOME: home, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
const keyboard = await TestKeyboard.at(display.name);
const desktop: TargetDesktop = {
  start: (program, args, more) => display.run(program, args, { ...env, ...more }),
  press: async (chord, meanwhile) => {
    const keys = chord.split('+').map(keysymOf);
    await keyboard.down(...keys);
    try {
      await meanwhile?.();
    } finally {
      await keyboard.up(...keys);
    }
  },
};
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
const parts = await createDesktopParts({ platform: 'linux', home, env, dataFolder });
if (deliveries !== undefined) {
  await proveMany(name, desktop, parts, { xterm }, Number(deliveries));
  process.exit(0);
}
const app = await SpokenTo.start(dataFolder, env);
await proveSpeech(name, desktop, parts, xterm, app, true);
await app.stop();
await proveTexts(name, desktop, parts, { xterm });
await parts.close();
keyboard.close();
await display.stop();
process.exit(0);
