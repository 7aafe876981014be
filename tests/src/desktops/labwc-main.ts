import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { sessionBus } from 'dbus-native';
import { Accessibility } from './accessible.ts';
import { report } from './matrix.ts';
import { proveBeside, proveSpeech, SpokenTo } from './prove-speech.ts';
import { proveEnd, proveFocus, proveLayouts, proveTroubles } from './prove-states.ts';
import { delivered, honest, proveClipboard, proveMany, proveTexts } from './prove-texts.ts';
import { chromium, editor, focused, type TargetDesktop, terminal } from './targets.ts';
import { ended, inTree, runtime, started, until } from './tree-session.ts';
import { startHistory, wlClipboard, wtypeKeys } from './wl-clipboard.ts';

// What is proved on a real labwc, in its tree: a desktop that names windows to task bars only, and no processes. node
// labwc-main.ts, within enter.sh.

const [name = 'labwc', deliveries] = process.argv.slice(2);
const foot = terminal('foot', ['--config=/dev/null']);
const mousepad = editor('mousepad', ['--disable-server']);
const targets = { foot, mousepad, featherpad: editor('featherpad') };

const session = await PrivateBus.start();
const root = join(import.meta.dirname, '..', '..', '..');
const settings = '/tmp/home/.config/labwc';
mkdirSync(settings, { recursive: true });
const own = {
  HOME: '/tmp/home',
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  XDG_RUNTIME_DIR: runtime,
  XDG_CURRENT_DESKTOP: 'labwc:wlroots',
  QT_QPA_PLATFORM: 'wayland',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  GSETTINGS_BACKEND: 'memory',
  ...session.env,
};
const headless = { WLR_BACKENDS: 'headless', WLR_LIBINPUT_NO_DEVICES: '1', WLR_RENDERER: 'pixman' };
const labwc = inTree('labwc', [], { ...own, ...headless });
const display = await until('the compositor', () =>
  readdirSync(runtime).find((file) => /^wayland-\d+$/.test(file)),
);
const env = { ...process.env, ...own, WAYLAND_DISPLAY: display, DISPLAY: '' };

const press = wtypeKeys(env);
const desktop: TargetDesktop & { useLayout(layout: string): Promise<void> } = {
  accessibility: await Accessibility.open(sessionBus({ busAddress: session.address })),
  start: (program, args, more) => inTree(program, args, { ...own, WAYLAND_DISPLAY: display, ...more }),
  press,
  useLayout: async (layout) => {
    const [names = '', variant = ''] = layout.split('+');
    writeFileSync(
      join(settings, 'environment'),
      `XKB_DEFAULT_LAYOUT=${names}\nXKB_DEFAULT_VARIANT=${variant}\n`,
    );
    labwc.kill('SIGHUP');
  },
};
// As on a desk, there is a keyboard the whole time: programs notice a first one too late for its first key.
started('wtype', ['-s', '86400000', '-k', 'Shift_L'], env);
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
startHistory(env);
const parts = await createDesktopParts({ platform: 'linux', home: '/tmp/home', env, dataFolder });
const { delivery } = parts.dictation;
const browser = { chromium: chromium('<textarea>') };
if (deliveries !== undefined) {
  await proveMany(name, desktop, parts, { ...browser, ...targets }, Number(deliveries));
  process.exit(0);
}
await proveTexts(name, desktop, parts, browser);
const app = await SpokenTo.start(dataFolder, env);
await proveSpeech(name, desktop, parts, foot, app, false);
await proveBeside(name, desktop, parts, foot, app);
await app.stop();
await proveTexts(name, desktop, parts, targets);
await states();
await parts.close();
process.exit(0);

async function states(): Promise<void> {
  const target = await foot(desktop, parts);
  delivery.prepare?.();
  await proveClipboard(name, wlClipboard(env), parts, target);
  await proveLayouts(name, desktop, parts, target);
  await report(name, 'keys', 'bound by a command', async () => {
    const bind = ['dictate', 'bind', '--desktop', 'labwc', '--yes'];
    await ended(started(join(root, 'quoth'), bind, { ...env, QUOTH_HOME: dataFolder }));
    // The tree has neither curl nor Node: what counts here is that the keys run it.
    writeFileSync(join(dataFolder, 'dictate-toggle'), '#!/bin/sh\ntouch /tmp/pressed\n');
    labwc.kill('SIGHUP');
    await pause(500);
    await press('Ctrl+Alt+space');
    await until('the command', () => existsSync('/tmp/pressed'), 5_000);
    return 'run by Ctrl+Alt+Space';
  });
  await proveFocus(name, desktop, parts, target, {
    other: mousepad,
    prompt: terminal('foot', ['--config=/dev/null', '--app-id=pinentry-foot']),
  });
  await report(name, 'state', 'the screen is locked', async () => {
    const place = await delivery.place();
    const lock = desktop.start('swaylock', []);
    await until('the lock', async () => (await parts.activeApplication.current()) === null);
    const outcome = await honest(delivery, target, 'quoth ', place);
    lock.kill('SIGUSR1');
    if (!outcome.startsWith('copied: ')) throw new Error(outcome);
    await focused(parts, /^foot$/);
    return `${outcome} Unlocked: ${await delivered(delivery, target, 'quoth ')}`;
  });
  await proveTroubles(name, desktop, parts, target);
  await report(name, 'no window', 'only copied', async () => {
    await until('the last window to close', async () => (await parts.activeApplication.current()) === null);
    const place = await delivery.place();
    const result = await delivery.deliver('quoth', { to: 'paste', joint: '', place, pressEnter: false });
    if (result.as !== 'copied') throw new Error(`said ${result.as}`);
    return `copied: ${result.problem?.message}`;
  });
  await proveEnd(name, 'labwc', parts);
}
