import { mkdirSync, mkdtempSync } from 'node:fs';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TestSway } from '@quoth/desktop/fixtures/test-sway.ts';
import { sessionBus } from 'dbus-native';
import { Accessibility } from './accessible.ts';
import { report } from './matrix.ts';
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
import { ended, started } from './tree-session.ts';
import { startHistory, wlClipboard, wtypeKeys } from './wl-clipboard.ts';

// What is proved on a real sway, this system's own: node sway-main.ts, within enter.sh.

const [name = 'sway', deliveries] = process.argv.slice(2);
const foot = terminal('foot', ['--config=/dev/null']);
const targets = {
  foot,
  'xfce4-terminal': terminal('xfce4-terminal', ['--disable-server', '-x']),
  mousepad: editor('mousepad', ['--disable-server']),
  featherpad: editor('featherpad'),
};

const sway = await TestSway.start();
const session = await PrivateBus.start();
const system = await PrivateBus.start();
const env = {
  ...sway.env,
  ...session.env,
  DBUS_SYSTEM_BUS_ADDRESS: system.address,
  DISPLAY: '',
  QT_QPA_PLATFORM: 'wayland',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  HOME: mkdtempSync('/tmp/home-'),
};
const bus = sessionBus({ busAddress: session.address });
const desktop: ChangingDesktop = {
  bus,
  accessibility: await Accessibility.open(bus),
  start: (program, args, more) => started(program, args, { ...env, GSETTINGS_BACKEND: 'memory', ...more }),
  press: wtypeKeys(env),
  useLayout: async (layout) => {
    const [names = '', variant = ''] = layout.split('+');
    const set = (what: string, value: string) =>
      ended(sway.run('swaymsg', ['input', 'type:keyboard', what, `"${value}"`]));
    await set('xkb_variant', '');
    await set('xkb_layout', names);
    await set('xkb_variant', variant);
  },
};
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
startHistory(env);
const parts = await createDesktopParts({
  platform: 'linux',
  home: env.HOME,
  env,
  dataFolder,
});
// First: started after another window was closed, Debian's Chromium crashes on a sway without a screen, with and
// without Quoth.
const browser = { chromium: chromium('<textarea>') };
if (deliveries !== undefined) {
  await proveMany(name, desktop, parts, { ...browser, ...targets }, Number(deliveries));
  process.exit(0);
}
await proveTexts(name, desktop, parts, browser);
const app = await SpokenTo.start(dataFolder, env);
await proveSpeech(name, desktop, parts, foot, app, false);
await proveBeside(name, desktop, parts, foot, app);
await proveSession(name, desktop, sessionBus({ busAddress: system.address }), parts, foot, app);
await app.stop();
await proveTexts(name, desktop, parts, targets);
const target = await foot(desktop, parts);
await proveClipboard(name, wlClipboard(env), parts, target);
await proveLayouts(name, desktop, parts, target);
await proveFocus(name, desktop, parts, target, {
  other: targets.mousepad,
  prompt: terminal('foot', ['--config=/dev/null', '--app-id=pinentry-foot']),
});
await proveTroubles(name, desktop, parts, target);
await report(name, 'no window', 'only copied', async () => {
  const result = await parts.dictation.delivery.deliver('quoth', {
    to: 'paste',
    joint: '',
    place: await parts.dictation.delivery.place(),
    pressEnter: false,
  });
  if (result.as !== 'copied') throw new Error(`said ${result.as}`);
  return `copied: ${result.problem?.message}`;
});
await parts.close();
await sway.stop();
process.exit(0);
