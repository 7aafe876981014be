import { mkdirSync } from 'node:fs';
import type { Client } from '@quoth/client';
import { createDesktopParts } from '@quoth/desktop/desktop-parts.ts';
import { TestClipboard } from '@quoth/desktop/fixtures/test-clipboard.ts';
import { GnomeDesktop } from './gnome.ts';
import { report } from './matrix.ts';
import { provePresence } from './prove-presence.ts';
import { proveBeside, proveSpeech, SpokenTo } from './prove-speech.ts';
import { proveEnd, proveFocus, proveLayouts, proveSession, proveTroubles } from './prove-states.ts';
import {
  delivered,
  honest,
  onlyCopied,
  proveClipboard,
  proveEditing,
  proveMany,
  proveTexts,
} from './prove-texts.ts';
import { chromium, editor, focused, type OpenTarget, terminal, writer } from './targets.ts';
import { killPortal, unlockKeyring, until } from './tree-session.ts';

// What is proved on one real GNOME: node gnome-main.ts NAME, within enter.sh.

const [name = 'gnome48', deliveries] = process.argv.slice(2);
/** Debian 12's portal knows no shortcuts and gives no token. */
const isOld = name === 'gnome43';
const monitors = isOld ? 2 : 1;
/** A page is woken within seconds, and each text that is copied takes one. */
const MAX_TRIES = 20;

const textEditor = editor('gnome-text-editor', ['--standalone', '--new-window']);
type Field = Parameters<typeof chromium>[0];
/** A new window must have got the focus once more. */
const fresh =
  (field: Field): OpenTarget =>
  async () => {
    const page = await chromium(field)(desktop, parts);
    await desktop.showOverview(true);
    await desktop.showOverview(false);
    return page;
  };
const browser =
  (field: Field): OpenTarget =>
  async () => {
    const page = await fresh(field)(desktop, parts);
    await focused(parts, /chromium/i, field === '<textarea>' ? 'other' : 'password');
    return page;
  };
const targets = {
  'gnome-text-editor': textEditor,
  'gnome-terminal': terminal('gnome-terminal', ['--wait', '--'], 'terminal'),
  chromium: browser('<textarea>'),
  featherpad: editor('featherpad'),
  ...(isOld ? {} : { 'LibreOffice Writer': writer() }),
};

const desktop = await GnomeDesktop.start(monitors);
const dataFolder = '/tmp/quoth';
// With the folder, our entry among the programs starts with `env`, which the tree has: the portal knows no program that
// it does not find.
const env = { ...process.env, ...desktop.env, QUOTH_HOME: dataFolder };
mkdirSync(dataFolder, { mode: 0o700 });
await unlockKeyring(env);
const partsWith = (own: NodeJS.ProcessEnv) =>
  createDesktopParts({ platform: 'linux', home: '/tmp/home', env: own, dataFolder });
const parts = await partsWith(env);

// Without a token (GNOME 43), each process is asked once.
if (isOld || deliveries !== undefined) {
  const asking = parts.keyboard?.ask();
  await desktop.answerKeyboardDialog(true);
  await asking;
}
if (deliveries === undefined) {
  await spokenTo();
  const running = await chromium('<textarea>')(desktop, parts);
  const refused = () => onlyCopied(parts.dictation.delivery, running, 'quoth');
  await report(name, 'chromium', 'without accessibility', refused);
  await parts.accessibility?.follow(true);
  // It reads the status only when it starts, and so it has to be started once more.
  await report(name, 'chromium', 'that ran before accessibility was on', async () => {
    await desktop.showOverview(true);
    await desktop.showOverview(false);
    return refused();
  });
  await running.close();
  await proveTexts(name, desktop, parts, targets);
  await clipboards();
  await proveEditing(name, 'gnome-text-editor', desktop, parts, textEditor);
  await passwordField();
  await states();
} else {
  await parts.accessibility?.follow(true);
  await proveMany(name, desktop, parts, targets, Number(deliveries));
}
await parts.close();
process.exit(0);

/** What needs the application itself. */
async function spokenTo(): Promise<void> {
  const app = await SpokenTo.start(dataFolder, desktop.env);
  if (!isOld) await bindKeys(app);
  await permission(app.client);
  await proveSpeech(name, desktop, parts, textEditor, app, !isOld);
  await proveBeside(name, desktop, parts, textEditor, app);
  await report(name, 'accessibility', 'on while Quoth runs', async () => {
    if (await desktop.isAccessible()) throw new Error('it was on before');
    await app.client.updateSettings({ body: { accessibilityWhileRunning: true } });
    await until('it', () => desktop.isAccessible());
    return 'switched on';
  });
  await provePresence(name, desktop, app, !isOld);
  await proveSession(name, desktop, desktop.systemBus, parts, textEditor, app);
  await app.stop();
  await report(name, 'accessibility', 'off at the start after a kill', async () => {
    if (!(await desktop.isAccessible())) throw new Error('the kill has switched it off');
    await parts.accessibility?.follow(false);
    if (await desktop.isAccessible()) throw new Error('it is still on');
    return 'switched off';
  });
}

async function bindKeys(app: SpokenTo): Promise<void> {
  await report(name, 'keys', 'bound by the dialog', async () => {
    await desktop.answerShortcutsDialog();
    const toggle = async () => (await app.shortcut('toggle')) ?? { state: 'off', trigger: null };
    await until('the keys', async () => (await toggle()).state === 'active').catch(async () => {
      throw new Error(JSON.stringify(await toggle()));
    });
    return `bound: ${(await toggle()).trigger}`;
  });
}

/** A permission that is declined is remembered, and asked for again only when the user wants it. */
async function permission(client: Client): Promise<void> {
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
}

async function clipboards(): Promise<void> {
  // The shell ends the X server when no one uses it, and starts it again.
  const clipboard = await until('the X server', () =>
    TestClipboard.at(desktop.env.DISPLAY ?? '').catch(() => undefined),
  );
  const target = await textEditor(desktop, parts);
  await proveClipboard(
    name,
    { put: (type, bytes) => clipboard.putBytes(type, bytes), read: (type) => clipboard.bytes(type) },
    parts,
    target,
  );
  await target.close();
  clipboard.close();
}

async function passwordField(): Promise<void> {
  await report(name, 'chromium', 'no field', async () => {
    const page = await fresh('<input type="checkbox">')(desktop, parts);
    await focused(parts, /chromium/i, 'hidden');
    return onlyCopied(parts.dictation.delivery, page, 'quoth').finally(() => page.close());
  });
  await report(name, 'chromium', 'password field while it is being woken', async () => {
    const page = await fresh('<input type="password">')(desktop, parts);
    const outcomes: string[] = [];
    do outcomes.push(await onlyCopied(parts.dictation.delivery, page, 'quoth'));
    while (!outcomes.at(-1)?.includes('password') && outcomes.length < MAX_TRIES);
    await page.close();
    return outcomes.at(-1) ?? '';
  });
  await report(name, 'chromium', 'password field', async () => {
    const page = await browser('<input type="password">')(desktop, parts);
    return onlyCopied(parts.dictation.delivery, page, 'quoth').finally(() => page.close());
  });
}

/** What may happen meanwhile: each ends in the text, or in a sentence that is true. */
async function states(): Promise<void> {
  const { delivery } = parts.dictation;
  const target = await textEditor(desktop, parts);
  await proveLayouts(name, desktop, parts, target);
  await proveFocus(name, desktop, parts, target, { other: targets['gnome-terminal'] });
  // Programs of Debian 12 do not tell which of their fields has the cursor.
  if (!isOld)
    await report(name, 'correction', 'is read back', async () => {
      const said = ' Boards in grafanna';
      await delivered(delivery, target, said);
      const read = await parts.activeApplication.textBeforeCursor?.(said);
      await desktop.press('x');
      await until('the change', async () => (await read?.()) === `${said}x`);
      return 'read';
    });
  if (monitors > 1)
    await report(name, 'state', 'on the second monitor', async () => {
      await desktop.press('Super+Shift+Right');
      return delivered(delivery, target, 'quoth ');
    });
  await proveTroubles(name, desktop, parts, target);
  const other = await textEditor(desktop, parts);
  if (!isOld)
    await report(name, 'permission', 'revoked', async () => {
      // A keyboard that is open stays so until its text has come.
      await delivered(delivery, other, 'quoth ');
      await desktop.revokeKeyboard();
      const refused = await onlyCopied(delivery, other, 'quoth ');
      const asking = parts.keyboard?.ask();
      await desktop.answerKeyboardDialog(true);
      await asking;
      await until('the focus', async () => (await delivery.place()) !== undefined);
      return `${refused} Allowed again: ${await delivered(delivery, other, 'quoth ')}`;
    });
  await report(name, 'state', 'the portal was restarted', async () => {
    const portal = await killPortal(desktop.bus);
    const outcome = await honest(delivery, other, 'quoth ');
    if (isOld) return outcome;
    await portal.back();
    return `${outcome}; then ${await delivered(delivery, other, 'quoth ')}`;
  });
  // Without a token, other parts would have to ask again.
  if (!isOld)
    await report(name, 'state', 'XWayland starts late', async () => {
      const late = await partsWith({ ...env, DISPLAY: await desktop.lateXServer(2_000) });
      return delivered(late.dictation.delivery, other, 'quoth ').finally(() => late.close());
    });
  await other.close();
  await report(name, 'state', 'without XWayland', async () => {
    const { DISPLAY: _, ...bare } = env as NodeJS.ProcessEnv;
    const without = await partsWith(bare);
    const order = { to: 'paste', joint: '', place: undefined, pressEnter: false } as const;
    const { as, problem } = await without.dictation.delivery.deliver('quoth', order);
    await without.close();
    if (as === 'delivered') throw new Error('said written');
    return `${as}: ${problem?.message}`;
  });
  await proveEnd(name, 'gnome-shell', parts);
}
