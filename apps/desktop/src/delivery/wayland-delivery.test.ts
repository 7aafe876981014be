import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { SendKey } from '@quoth/contract';
import type { DesktopSessionEvent } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import {
  type ActiveApplication,
  type ActiveProgram,
  unknownApplication,
} from '../active-application/active-application.ts';
import { ToplevelApplication } from '../active-application/toplevel-application.ts';
import { TestSway } from '../fixtures/test-sway.ts';
import { systemClipboard } from './clipboard.ts';
import { WaylandDelivery } from './wayland-delivery.ts';

const text = 'Grüße aus Köln 😀👩‍💻 und 日本語のテキスト.';
const long = `${text} `.repeat(400).slice(0, 9_999).concat('.');

let sway: TestSway;
let delivery: WaylandDelivery;
let lock: (event: DesktopSessionEvent) => void = () => undefined;

const deliveryWith = (env: NodeJS.ProcessEnv, activeApplication: ActiveApplication = sway.application) =>
  new WaylandDelivery({
    env,
    clipboard: systemClipboard('linux', env),
    activeApplication,
    session: {
      onEvent: (listener) => {
        lock = listener;
        return () => undefined;
      },
      isLocked: async () => false,
    },
  });

before(async () => {
  sway = await TestSway.start();
  delivery = deliveryWith(sway.env);
  delivery.prepare();
});
after(async () => {
  delivery.close();
  await sway.stop();
});

async function pasteHere(what: string, pressEnter = false) {
  return delivery.deliver(what, { to: 'paste', joint: '', place: await delivery.place(), pressEnter });
}

/** One that goes with its test. */
async function terminalFor(t: TestContext) {
  const terminal = await sway.terminal();
  t.after(() => terminal.close());
  return terminal;
}

test('a text arrives whole in a terminal, and both clipboards are as they were', async (t) => {
  const terminal = await terminalFor(t);
  await sway.copy('was copied');
  await sway.copy('was selected', '--primary');
  for (const [at, sent] of [text, long].entries()) {
    const before = terminal.text();
    assert.deepEqual(await pasteHere(sent), { as: 'delivered', problem: undefined }, `text ${at}`);
    await until(() => terminal.text() === before + sent);
    assert.equal(String(await sway.paste()), 'was copied');
    assert.equal(String(await sway.paste('--primary')), 'was selected');
  }
  const { length } = terminal.text();
  assert.equal((await pasteHere('one\ntwo\n')).as, 'delivered');
  await until(() => terminal.text().slice(length) === 'one two');
  assert.equal((await pasteHere('three', true)).as, 'delivered');
  await until(() => terminal.text().slice(length) === 'one twothree\r');
});

test('a key follows the text in a program that the user named, and in no other one', async (t) => {
  const terminal = await terminalFor(t);
  const here = await sway.application.current();
  assert(here);
  const send = async (what: string, key: SendKey, ...programs: string[]) =>
    delivery.deliver(what, {
      ...{ to: 'paste', joint: '', place: await delivery.place(), pressEnter: false },
      sending: { key, programs },
    });
  assert.equal((await send('one', 'enter', 'editor')).pressed, undefined);
  assert.equal((await send('two', 'enter', here.program.toUpperCase())).pressed, 'enter');
  assert.equal((await send('three', 'ctrl-enter', here.program)).pressed, 'ctrl-enter');
  // Terminals write Ctrl+Enter in one of these ways.
  const ends = ['\r', '\u001b[27;5;13~'].map((end) => `onetwo\rthree${end}`);
  await until(() => ends.includes(terminal.text()));
});

test('a picture on the clipboard comes back, and an empty one is empty again', async (t) => {
  await terminalFor(t);
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);
  await sway.copy(picture, '--type', 'image/png');
  await sway.copy('', '--primary', '--clear');
  assert.deepEqual(await pasteHere(text), { as: 'delivered', problem: undefined });
  assert.deepEqual(await sway.paste('--type', 'image/png'), picture);
  assert.equal(await sway.paste('--primary'), undefined);
});

test('a terminal that is busy gets the text, not what was on the clipboard before', async (t) => {
  const terminal = await terminalFor(t);
  await sway.copy('was copied');
  terminal.child.kill('SIGSTOP');
  const delivered = pasteHere(text);
  await pause(700);
  terminal.child.kill('SIGCONT');
  assert.equal((await delivered).as, 'delivered');
  await until(() => terminal.text() === text);
  assert.equal(String(await sway.paste()), 'was copied');
});

test('if no one takes the text, or the focus has moved, it is copied, and the result says so', async (t) => {
  const first = await terminalFor(t);
  const place = await delivery.place();
  const second = await terminalFor(t);
  await sway.copy('was selected', '--primary');
  const moved = await delivery.deliver(text, { to: 'paste', joint: '', place, pressEnter: false });
  assert.equal(moved.as, 'copied');
  assert.match(moved.problem?.message ?? '', /focus moved to another window/);
  assert.equal(String(await sway.paste()), text);
  second.child.kill('SIGSTOP');
  const stuck = await pasteHere('for no one');
  assert.equal(stuck.as, 'copied');
  assert.match(stuck.problem?.message ?? '', /did not accept the text/);
  assert.equal(String(await sway.paste()), 'for no one');
  assert.equal(String(await sway.paste('--primary')), 'was selected');
  lock('locked');
  assert.match((await pasteHere(text)).problem?.message ?? '', /locked/);
  lock('unlocked');
  assert.equal(first.text() + second.text(), '');
  await Promise.all([first.close(), second.close()]);
  await until(async () => (await sway.application.current()) === null);
  assert.match((await pasteHere(text)).problem?.message ?? '', /No window has the focus/);
});

test('a clipboard manager that reads everything is not taken for the target', async (t) => {
  const terminal = await terminalFor(t);
  const folder = temporaryFolder();
  await sway.copy('was copied');
  const manager = sway.run('wl-paste', ['--watch', 'sh', '-c', `cat >>${folder}/read`]);
  t.after(() => manager.kill());
  await until(() => existsSync(join(folder, 'read')));
  assert.deepEqual(await pasteHere(text), { as: 'delivered', problem: undefined });
  assert.equal(terminal.text(), text);
  assert.match(readFileSync(join(folder, 'read'), 'utf8'), /Köln/);
  // A target that hangs has received nothing, whatever the manager reads.
  terminal.child.kill('SIGSTOP');
  const stuck = await pasteHere('for no one');
  terminal.child.kill('SIGCONT');
  assert.equal(stuck.as, 'copied');
  assert.match(stuck.problem?.message ?? '', /did not accept the text/);
  assert.equal(String(await sway.paste()), 'for no one');
});

/** A program of GTK that keeps its settings in this folder. */
const gtkIn = (folder: string) => ({
  HOME: folder,
  XDG_CONFIG_HOME: folder,
  GDK_BACKEND: 'wayland',
  GSETTINGS_BACKEND: 'memory',
  DBUS_SESSION_BUS_ADDRESS: 'disabled:',
});

test('a terminal of GTK gets each text whole, and a type that no text has comes back', async (t) => {
  const folder = temporaryFolder();
  const env = gtkIn(folder);
  const file = join(folder, 'typed');
  await sway.copy('<b>was copied</b>', '--type', 'text/html');
  const script = `stty raw -echo; printf ready > ${file}.ready; exec cat > ${file}`;
  const terminal = sway.run('xfce4-terminal', ['--disable-server', '-x', 'sh', '-c', script], env);
  t.after(() => terminal.kill('SIGKILL'));
  await until(async () => /xfce4-terminal/i.test((await sway.application.current())?.program ?? ''), 60_000);
  await until(() => existsSync(`${file}.ready`), 60_000);
  for (const sent of [text, long]) {
    const before = readFileSync(file, 'utf8');
    assert.deepEqual(await pasteHere(sent), { as: 'delivered', problem: undefined });
    await until(() => readFileSync(file, 'utf8') === before + sent);
  }
  assert.equal(String(await sway.paste('--type', 'text/html')), '<b>was copied</b>');
});

test('selected text is read from the program that owns it, and of no other', async (t) => {
  await sway.copy('', '--primary', '--clear');
  await terminalFor(t);
  assert.deepEqual(await delivery.selectedText(), { is: 'nothing' });
  const owner = sway.run('wl-copy', ['--foreground', '--primary', 'Grüße']);
  t.after(() => owner.kill());
  await until(async () => String(await sway.paste('--primary')) === 'Grüße');
  assert.deepEqual(await delivery.selectedText(), { is: 'unreadable' });
  const focused = { program: 'editor', pid: owner.pid, windowId: 'sway:1' };
  const inEditor = deliveryWith(sway.env, { ...unknownApplication, current: async () => focused });
  t.after(() => inEditor.close());
  assert.deepEqual(await inEditor.selectedText(), { is: 'text', text: 'Grüße', place: 'sway:1' });
});

test('an editor of GTK 3 takes the keys: those of a keyboard with nothing else it did not', async (t) => {
  const editor = sway.run('mousepad', ['--disable-server'], gtkIn(temporaryFolder()));
  t.after(() => editor.kill('SIGKILL'));
  await until(async () => /mousepad/i.test((await sway.application.current())?.program ?? ''), 60_000);
  assert.deepEqual(await pasteHere(text), { as: 'delivered', problem: undefined });
});

/** As on labwc or Wayfire, which name the program with the focus, and no process. */
const byToplevels = () => new ToplevelApplication(sway.env);

test('where the desktop names no process, a text arrives, and selections are known by the name of the program', async (t) => {
  const toplevels = byToplevels();
  const other = deliveryWith(sway.env, toplevels);
  t.after(() => {
    other.close();
    toplevels.close();
  });
  other.prepare();
  const terminal = await terminalFor(t);
  const manager = sway.run('wl-paste', ['--watch', 'sh', '-c', 'sleep 0.3; cat >/dev/null']);
  t.after(() => manager.kill());
  await sway.copy('was copied');
  await sway.copy('was selected', '--primary');
  const place = await other.place();
  const paste = (what: string) => other.deliver(what, { to: 'paste', joint: '', place, pressEnter: false });
  for (const sent of [text, long]) {
    const before = terminal.text();
    assert.deepEqual(await paste(sent), { as: 'delivered', problem: undefined });
    await until(() => terminal.text() === before + sent);
  }
  assert.equal(String(await sway.paste()), 'was copied');
  assert.equal(String(await sway.paste('--primary')), 'was selected');
  await sway.copy('', '--primary', '--clear');
  assert.deepEqual(await other.selectedText(), { is: 'unreadable' }, 'each window may be another process');
  // What is started for each text and reads late is no receipt.
  terminal.child.kill('SIGSTOP');
  const stuck = await paste('for no one');
  terminal.child.kill('SIGCONT');
  assert.equal(stuck.as, 'copied');
  assert.deepEqual(await other.selectedText(), { is: 'unreadable' });
  const owner = sway.run('wl-copy', ['--foreground', '--primary', 'Grüße']);
  t.after(() => owner.kill());
  await until(async () => String(await sway.paste('--primary')) === 'Grüße');
  assert.deepEqual(await other.selectedText(), { is: 'unreadable' });
  const focused = { program: 'org.example.wl-copy', windowId: 'toplevel:1' };
  const inEditor = deliveryWith(sway.env, { ...unknownApplication, current: async () => focused });
  t.after(() => inEditor.close());
  assert.deepEqual(await inEditor.selectedText(), { is: 'text', text: 'Grüße', place: 'toplevel:1' });
});

test('where the desktop does not tell the focus, a text is copied until its user allows any window', async (t) => {
  const terminal = await terminalFor(t);
  const untold = deliveryWith(sway.env, { ...unknownApplication, knowsFocus: async () => false });
  t.after(() => untold.close());
  untold.prepare();
  assert(await untold.canWrite());
  assert(!(await deliveryWith({ ...sway.env, WAYLAND_DISPLAY: 'none' }, unknownApplication).canWrite()));
  const copied = await untold.deliver('no one', { to: 'paste', joint: '', place: 'none', pressEnter: false });
  assert.equal(copied.as, 'copied');
  assert.match(copied.problem?.message ?? '', /does not tell Quoth which window has the focus/);
  assert.equal(terminal.text(), '');
  const anywhere = { to: 'paste', joint: '', place: undefined, pressEnter: false } as const;
  assert.equal((await untold.deliver('one\ntwo', anywhere)).as, 'delivered');
  await until(() => terminal.text() === 'one two');
  // Back over the text as it was written: on one line.
  const withCursor = { ...anywhere, behindCursor: '\n\n\ntwo' };
  assert.equal((await untold.deliver('one\n\n\ntwo', withCursor)).as, 'delivered');
  await pasteHere('!');
  await until(() => terminal.text().endsWith('!'));
  assert.equal(terminal.text().replaceAll('\x1b[D', '<'), 'one twoone two<<<<!');
});

/** What has the focus by turns; the last one stays. */
const focusedInTurn = (...windows: readonly ActiveProgram[]): ActiveApplication => {
  const left = [...windows];
  const current = async () => (left.length > 1 ? left.shift() : left[0]) ?? null;
  return { ...unknownApplication, current };
};

test('what another program reads where the desktop names no process is no receipt, and gets no Enter', async (t) => {
  const terminal = await terminalFor(t);
  // As a launcher of labwc has the keyboard while a window counts as active.
  const editor = { program: 'org.example.editor', windowId: 'toplevel:1' };
  const other = deliveryWith(sway.env, focusedInTurn(editor));
  t.after(() => other.close());
  other.prepare();
  const result = await other.deliver('one', { to: 'paste', joint: '', place: undefined, pressEnter: true });
  assert.match(result.problem?.message ?? '', /did not accept the text/);
  await pasteHere('!');
  await until(() => terminal.text().endsWith('!'));
  assert.equal(terminal.text(), 'one!');
});

test('Enter is not pressed where the focus has moved since the text arrived', async (t) => {
  const terminal = await terminalFor(t);
  const here = await sway.application.current();
  assert(here);
  const next = { program: 'editor', windowId: 'sway:0' };
  const other = deliveryWith(sway.env, focusedInTurn(here, here, next));
  t.after(() => other.close());
  other.prepare();
  const result = await other.deliver('one', { to: 'paste', joint: '', place: undefined, pressEnter: true });
  assert.equal(result.as, 'delivered');
  await pasteHere('!');
  await until(() => terminal.text().endsWith('!'));
  assert.equal(terminal.text(), 'one!');
});

test('a compositor that does not answer lends no keyboard, and the text is not said to be written', async (t) => {
  await terminalFor(t);
  const result = await deliveryWith({ ...sway.env, WAYLAND_DISPLAY: 'wayland-none' }).deliver(text, {
    to: 'paste',
    joint: '',
    place: undefined,
    pressEnter: false,
  });
  assert.notEqual(result.as, 'delivered');
  assert(result.problem);
});
