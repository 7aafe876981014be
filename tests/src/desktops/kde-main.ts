import { mkdirSync } from 'node:fs';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { KdeDesktop } from './kde.ts';
import { report } from './matrix.ts';
import { provePresence } from './prove-presence.ts';
import { proveBeside, proveSpeech, SpokenTo } from './prove-speech.ts';
import { proveEnd, proveFocus, proveLayouts, proveSession, proveTroubles } from './prove-states.ts';
import { delivered, honest, proveClipboard, proveEditing, proveMany, proveTexts } from './prove-texts.ts';
import { chromium, editor, passwordPrompt, terminal } from './targets.ts';
import { killPortal, unlockKeyring, until } from './tree-session.ts';
import { startHistory, wlClipboard } from './wl-clipboard.ts';

// What is proved on a real KDE: node kde-main.ts NAME, within enter.sh.

const [name = 'kde63', deliveries] = process.argv.slice(2);
/** Debian 12's portal gives no token, lends a keyboard without a question, and gives shortcuts no keys. */
const isOld = name === 'kde527';
const monitors = isOld ? 2 : 1;
// With a file, it shows no page of welcome.
const kwrite = editor('kwrite', ['/tmp/text.txt']);
const targets = {
  kwrite,
  konsole: terminal('konsole', ['-e']),
  ...(isOld ? {} : { chromium: chromium('<textarea>'), mousepad: editor('mousepad', ['--disable-server']) }),
};

const desktop = await KdeDesktop.start(monitors);
const dataFolder = '/tmp/quoth';
// With the folder, our entry among the programs starts with `env`, which the tree has: the portal knows no program that
// it does not find.
const env = { ...process.env, ...desktop.env, QUOTH_HOME: dataFolder };
mkdirSync(dataFolder, { mode: 0o700 });
await unlockKeyring(env);
startHistory(env);
const parts = await createDesktopParts({
  platform: 'linux',
  home: '/tmp/home',
  env,
  dataFolder,
});

if (isOld || deliveries !== undefined) {
  const asking = parts.keyboard?.ask();
  if (!isOld) await desktop.answerKeyboardDialog(true);
  await asking;
}
if (deliveries === undefined) {
  await spokenTo();
  await proveTexts(name, desktop, parts, targets);
  await clipboards();
  await raising();
  await proveEditing(name, 'kwrite', desktop, parts, kwrite);
  await states();
} else await proveMany(name, desktop, parts, targets, Number(deliveries));
await parts.close();
process.exit(0);

/** What needs the application itself. */
async function spokenTo(): Promise<void> {
  const app = await SpokenTo.start(dataFolder, desktop.env);
  const { client } = app;

  await report(name, 'keys', isOld ? 'none given' : 'bound', async () => {
    if (isOld) {
      const unassigned = async () => (await app.shortcut('toggle'))?.problem;
      await until('its answer', async () => /given it no keys/.test((await unassigned()) ?? ''));
      return `said so: ${await unassigned()}`;
    }
    const isBound = async () => {
      const toggle = await app.shortcut('toggle');
      return toggle?.state === 'active' && toggle.trigger?.endsWith('D');
    };
    await until('the keys', isBound).catch(async () => {
      throw new Error(JSON.stringify(await app.shortcut('toggle')));
    });
    return `bound: ${(await app.shortcut('toggle'))?.trigger}`;
  });
  const answered = async (wanted: 'allowed' | 'refused') => {
    await client.askKeyboardPermission();
    if (!isOld) await desktop.answerKeyboardDialog(wanted === 'allowed');
    await until('the answer', async () => (await client.getKeyboardPermission()).permission === wanted);
    return isOld ? 'without a question' : 'remembered';
  };
  if (!isOld) await report(name, 'permission', 'declined', () => answered('refused'));
  await report(name, 'permission', 'allowed', () => answered('allowed'));
  await proveSpeech(name, desktop, parts, kwrite, app, !isOld);
  await proveBeside(name, desktop, parts, kwrite, app);
  await provePresence(name, desktop, app, true);
  await proveSession(name, desktop, desktop.systemBus, parts, kwrite, app);
  await app.stop();
}

async function clipboards(): Promise<void> {
  const target = await kwrite(desktop, parts);
  await proveClipboard(name, wlClipboard(env), parts, target);
  await report(name, 'Klipper', 'keeps what was copied', async () => {
    await wlClipboard(env).put('text/plain;charset=utf-8', Buffer.from('copied by hand'));
    await until('its entry', async () => (await desktop.history()).includes('copied by hand'));
    await delivered(parts.dictation.delivery, target, 'written by Quoth ');
    const kept = await desktop.history();
    if (kept.some((text) => text.includes('written by Quoth')))
      throw new Error(`it keeps ${kept.join(', ')}`);
    return 'and nothing that was written';
  });
  await target.close();
}

/** What a second start does with Quoth's own window. */
async function raising(): Promise<void> {
  const { activeApplication } = parts;
  await report(name, 'window', 'brought to the front', async () => {
    const below = desktop.start('kwrite', ['/tmp/below.txt']);
    const isInFront = async ({ pid }: typeof below) => (await activeApplication.current())?.pid === pid;
    await until('the editor', () => isInFront(below));
    const above = desktop.start('konsole');
    try {
      await until('the terminal in front', () => isInFront(above));
      if (!(await activeApplication.raise?.(below.pid ?? 0))) throw new Error('there is no such window');
      await until('the editor in front', () => isInFront(below));
      return 'raised';
    } finally {
      below.kill();
      above.kill();
    }
  });
}

/** What may happen meanwhile: each ends in the text, or in a sentence that is true. */
async function states(): Promise<void> {
  const { delivery } = parts.dictation;
  const target = await kwrite(desktop, parts);
  await proveLayouts(name, desktop, parts, target);
  await proveFocus(name, desktop, parts, target, {
    other: targets.konsole,
    ...(isOld ? {} : { prompt: passwordPrompt() }),
  });
  if (monitors > 1)
    await report(name, 'state', 'on the second monitor', async () => {
      await desktop.press('Super+Shift+Right');
      return delivered(delivery, target, 'quoth ');
    });
  await proveTroubles(name, desktop, parts, target);
  const other = await kwrite(desktop, parts);
  await report(name, 'state', 'the portal was restarted', async () => {
    const portal = await killPortal(desktop.bus);
    const outcome = await honest(delivery, other, 'quoth ');
    if (isOld) return outcome;
    await portal.back();
    return `${outcome}; then ${await delivered(delivery, other, 'quoth ')}`;
  });
  await other.close();
  await proveEnd(name, 'kwin_wayland', parts);
}
