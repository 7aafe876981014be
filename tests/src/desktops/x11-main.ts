import { mkdirSync, mkdtempSync } from 'node:fs';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import { sessionBus } from 'dbus-native';
import { Accessibility } from './accessible.ts';
import { keysymOf } from './keysyms.ts';
import { proveBeside, proveSpeech, SpokenTo } from './prove-speech.ts';
import {
  type ChangingDesktop,
  proveFocus,
  proveLayouts,
  proveSession,
  proveTroubles,
} from './prove-states.ts';
import { proveClipboard, proveMany, proveTexts } from './prove-texts.ts';
import { chromium, editor, terminal } from './targets.ts';
import { ended } from './tree-session.ts';

// What the desktops on Wayland are compared with, in the same run: X11 with openbox.

const [name = 'x11', deliveries] = process.argv.slice(2);
const xterm = terminal('xterm', ['-u8', '-e']);
const targets = {
  xterm,
  mousepad: editor('mousepad', ['--disable-server']),
  chromium: chromium('<textarea>', ['--ozone-platform=x11']),
};

const display = await TestDisplay.start();
const [session, system] = [await PrivateBus.start(), await PrivateBus.start()];
const home = mkdtempSync('/tmp/home-');
const env = {
  ...display.env,
  ...session.env,
  DBUS_SYSTEM_BUS_ADDRESS: system.address,
  GSETTINGS_BACKEND: 'memory',
  NO_AT_BRIDGE: '0',
  HOME: home,
};
const keyboard = await TestKeyboard.at(display.name);
const bus = sessionBus({ busAddress: session.address });
const desktop: ChangingDesktop = {
  bus,
  accessibility: await Accessibility.open(bus),
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
  useLayout: (layout) => ended(display.run('setxkbmap', layout.split('+'))),
};
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
const parts = await createDesktopParts({ platform: 'linux', home, env, dataFolder });
if (deliveries !== undefined) {
  await proveMany(name, desktop, parts, targets, Number(deliveries));
  process.exit(0);
}
const app = await SpokenTo.start(dataFolder, env);
await proveSpeech(name, desktop, parts, xterm, app, true);
await proveBeside(name, desktop, parts, xterm, app);
await proveSession(name, desktop, sessionBus({ busAddress: system.address }), parts, xterm, app);
await app.stop();
await proveTexts(name, desktop, parts, targets);
const clipboard = await TestClipboard.at(display.name);
const target = await xterm(desktop, parts);
await proveClipboard(
  name,
  { put: (type, bytes) => clipboard.putBytes(type, bytes), read: (type) => clipboard.bytes(type) },
  parts,
  target,
);
await proveLayouts(name, desktop, parts, target);
await proveFocus(name, desktop, parts, target, {
  other: targets.mousepad,
  prompt: terminal('xterm', ['-class', 'Pinentry-xterm', '-u8', '-e']),
});
await proveTroubles(name, desktop, parts, target);
clipboard.close();
await parts.close();
keyboard.close();
await display.stop();
process.exit(0);
