import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { TestSway } from '@quoth/desktop/delivery-fixtures/test-sway.ts';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { report } from './matrix.ts';
import { proveSpeech, SpokenTo } from './prove-speech.ts';
import { onlyCopied, proveClipboard, proveMany, proveTexts } from './prove-texts.ts';
import { mousepad, type TargetDesktop, terminal } from './targets.ts';
import { started } from './tree-session.ts';
import { startHistory, wlClipboard } from './wl-clipboard.ts';

// What is proved on a real sway, this system's own: node sway-main.ts, within enter.sh.

const [name = 'sway', deliveries] = process.argv.slice(2);
const foot = terminal('foot', ['--config=/dev/null']);
const targets = {
  foot,
  'xfce4-terminal': terminal('xfce4-terminal', ['--disable-server', '-x']),
};

const sway = await TestSway.start();
const env = { ...sway.env, DISPLAY: '', HOME: mkdtempSync('/tmp/home-') };
const desktop: TargetDesktop = {
  start: (program, args, more) => started(program, args, { ...env, ...more }),
  press: async (chord) => {
    const keys = chord.split('+').map((key) => key.toLowerCase());
    const last = keys.pop() ?? '';
    await once(sway.run('wtype', [...keys.flatMap((key) => ['-M', key]), '-k', last]), 'exit');
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
  ephemeral: false,
});
if (deliveries !== undefined) {
  await proveMany(
    name,
    desktop,
    parts,
    { foot, 'xfce4-terminal': targets['xfce4-terminal'] },
    Number(deliveries),
  );
  process.exit(0);
}
const app = await SpokenTo.start(dataFolder, env);
await proveSpeech(name, desktop, parts, foot, app, false);
await app.stop();
await proveTexts(name, desktop, parts, targets);
const target = await foot(desktop, parts);
await proveClipboard(name, wlClipboard(env), parts, target);
await target.close();
// GTK 3's editor takes no Shift+Insert from the keyboard of wtype.
await report(name, 'mousepad', 'only copied', async () => {
  const editor = await mousepad()(desktop, parts);
  return onlyCopied(parts.dictation.delivery, editor, 'quoth').finally(() => editor.close());
});
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
