import { mkdirSync } from 'node:fs';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { KdeDesktop } from './kde.ts';
import { report } from './matrix.ts';
import { proveSpeech, SpokenTo } from './prove-speech.ts';
import { proveClipboard, proveEditing, proveMany, proveTexts } from './prove-texts.ts';
import { editor, terminal } from './targets.ts';
import { unlockKeyring, until } from './tree-session.ts';
import { startHistory, wlClipboard } from './wl-clipboard.ts';

// What is proved on a real KDE: node kde-main.ts NAME, within enter.sh.

const [name = 'kde63', deliveries] = process.argv.slice(2);
// With a file, it shows no page of welcome.
const kwrite = editor('kwrite', ['/tmp/text.txt']);
const targets = { kwrite, konsole: terminal('konsole', ['-e']) };

const desktop = await KdeDesktop.start();
const env = { ...process.env, ...desktop.env };
const dataFolder = '/tmp/quoth';
mkdirSync(dataFolder, { mode: 0o700 });
await unlockKeyring(env);
startHistory(env);
const parts = await createDesktopParts({
  platform: 'linux',
  home: '/tmp/home',
  env,
  dataFolder,
  ephemeral: false,
});

if (deliveries === undefined) {
  await spokenTo();
  await proveTexts(name, desktop, parts, targets);
  const target = await kwrite(desktop, parts);
  await proveClipboard(name, wlClipboard(env), parts, target);
  await target.close();
  await proveEditing(name, 'kwrite', desktop, parts, kwrite);
} else {
  const asking = parts.keyboard?.ask();
  await desktop.answerKeyboardDialog(true);
  await asking;
  await proveMany(name, desktop, parts, targets, Number(deliveries));
}
await parts.close();
process.exit(0);

/** What needs the application itself. */
async function spokenTo(): Promise<void> {
  const app = await SpokenTo.start(dataFolder, desktop.env);
  const { client } = app;

  await report(name, 'keys', 'bound', async () => {
    const isBound = async () => {
      const toggle = await app.shortcut('toggle');
      return toggle?.state === 'active' && toggle.trigger?.endsWith('D');
    };
    await until('the keys', isBound).catch(async () => {
      throw new Error(JSON.stringify(await app.shortcut('toggle')));
    });
    return `bound: ${(await app.shortcut('toggle'))?.trigger}`;
  });
  for (const [what, isAllowed] of [
    ['declined', false],
    ['allowed', true],
  ] as const)
    await report(name, 'permission', what, async () => {
      await client.askKeyboardPermission();
      await desktop.answerKeyboardDialog(isAllowed);
      const wanted = isAllowed ? 'allowed' : 'refused';
      await until('the answer', async () => (await client.getKeyboardPermission()).permission === wanted);
      return 'remembered';
    });
  await proveSpeech(name, desktop, parts, kwrite, app, true);
  await app.stop();
}
