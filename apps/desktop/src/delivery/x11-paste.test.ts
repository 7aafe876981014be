import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SendKey } from '@quoth/contract';
import type { DesktopSession, DesktopSessionEvent } from '@quoth/core';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import x11, { type XfixesExtension, type XtestExtension } from 'x11';
import {
  type PasteTargetProgram,
  startTarget,
  type TargetName,
  targetNames,
} from '../fixtures/paste-targets.ts';
import { TestDisplay } from '../fixtures/test-display.ts';
import { TestKeyboard } from '../fixtures/test-keyboard.ts';
import { Keyboard, keysyms, pressedKeys, X11Keys } from '../x11/keyboard.ts';
import { SelectionOwner } from '../x11/selection-owner.ts';
import { type Format, SelectionReader, textFormats } from '../x11/selection-reader.ts';
import { XConnection } from '../x11/x-server.ts';
import { HostedDelivery, x11Host } from './hosted-delivery.ts';

const long = 'Ümlaute, emoji 🎉👩‍💻 und 日本語のテキスト. '.repeat(300).slice(0, 9_999).concat('.');

let display: TestDisplay;
let connection: XConnection;
let delivery: HostedDelivery;
let lock: (event: DesktopSessionEvent) => void = () => undefined;

before(async () => {
  display = await TestDisplay.start();
  const opened = await XConnection.open(display.name, display.env);
  assert(opened);
  connection = opened;
  const session: DesktopSession = {
    onEvent: (listener) => {
      lock = listener;
      return () => undefined;
    },
    isLocked: async () => false,
  };
  delivery = new HostedDelivery({
    host: x11Host(display.env),
    session,
    clipboard: { write: async () => false },
  });
  delivery.prepare();
});
after(async () => {
  delivery.close();
  connection.close();
  await display.stop();
});

/** As the user's own keyboard: keys that are held until they are let go. */
async function held(sign: number, work: () => Promise<void>): Promise<void> {
  const keyboard = await Keyboard.read(connection);
  const xtest = await connection.extension<XtestExtension>((done) =>
    connection.client.require('xtest', done),
  );
  const key = keyboard.keyCode(sign) ?? 0;
  xtest.FakeInput(xtest.KeyPress, key, 0, connection.root, 0, 0);
  await connection.sync();
  await work();
  assert.equal((await pressedKeys(connection)).has(key), false, 'no key is left pressed');
}

async function anotherProgram() {
  const other = await XConnection.open(display.name, display.env);
  assert(other);
  const window = other.client.AllocID();
  const { PropertyChange } = x11.eventMask;
  other.client.CreateWindow(window, other.root, 0, 0, 1, 1, 0, 0, 2, 0, { eventMask: PropertyChange });
  return { other, window };
}

/** Another program with something on its clipboard. */
async function clipboardOf(formats: readonly Format[], selectionName = 'CLIPBOARD') {
  const { other, window } = await anotherProgram();
  const selection = await other.atom(selectionName);
  const owner = new SelectionOwner(other, window);
  assert(await owner.own(selection, formats));
  return { owner, selection, reader: new SelectionReader(other, window), close: () => other.close() };
}

async function onClipboard() {
  const { other, window } = await anotherProgram();
  const reader = new SelectionReader(other, window);
  const saved = await reader.save(await other.atom('CLIPBOARD'));
  other.close();
  return Object.fromEntries(saved.formats.map(({ target, data }) => [target, data]));
}

const paste = async (text: string, pressEnter = false, joint = '') => {
  const place = await delivery.place();
  return delivery.deliver(text, { to: 'paste', joint, place, pressEnter });
};

async function withTarget(
  name: TargetName,
  work: (target: PasteTargetProgram) => Promise<void>,
): Promise<void> {
  const target = await startTarget(display, name);
  try {
    await work(target);
  } finally {
    target.close();
    await until(async () => (await delivery.place()) === undefined);
  }
}

// The terminals of these tests show which keys they get, and move nothing.
for (const name of ['mousepad', 'textarea', 'contenteditable'] as const) {
  test(`${name}: the cursor is moved back into the text, and the clipboard can be read`, async () => {
    const before = await clipboardOf(textFormats('copied: ä 🎉', false));
    await withTarget(name, async (target) => {
      assert.equal(await delivery.clipboardText(), 'copied: ä 🎉');
      const place = await delivery.place();
      const order = { to: 'paste', joint: '', place, pressEnter: false, behindCursor: '🎉 end' } as const;
      assert.equal((await delivery.deliver('Start 🎉 end', order)).as, 'delivered');
      await until(async () => (await target.text()) === 'Start 🎉 end');
      await paste('here ');
      await until(async () => (await target.text()) === 'Start here 🎉 end');
    });
    before.close();
  });
}

for (const name of targetNames) {
  test(`${name} gets umlauts, emoji, Japanese and 10,000 characters whole`, async () => {
    await withTarget(name, async (target) => {
      let expected = '';
      for (const text of ['Grüße 🎉. ', long, 'Das Ende.']) {
        assert.deepEqual(await paste(text), { as: 'delivered', problem: undefined });
        expected += text;
        await until(async () => (await target.text()) === expected);
      }
    });
  });
}

test('what was on the clipboard comes back in every form, also a large one in pieces', async () => {
  const image = Buffer.alloc(300_000, 7);
  const other = await clipboardOf([
    ...textFormats('what was there', false),
    { target: 'text/html', type: 'text/html', bits: 8, data: Buffer.from('<b>what was there</b>') },
    { target: 'image/png', type: 'image/png', bits: 8, data: image },
  ]);
  await withTarget('mousepad', async (target) => {
    assert.equal((await paste('dictated')).as, 'delivered');
    await until(async () => (await target.text()) === 'dictated');
  });
  const back = await onClipboard();
  other.close();
  assert.equal(back.UTF8_STRING?.toString(), 'what was there');
  assert.equal(back['text/html']?.toString(), '<b>what was there</b>');
  assert(back['image/png']?.equals(image));
  // And once more from our own process, which has it now.
  await withTarget('xterm', async (target) => {
    assert.equal((await paste('again')).as, 'delivered');
    await until(async () => (await target.text()) === 'again');
  });
  assert((await onClipboard())['image/png']?.equals(image));
});

test('a target that is busy for 700 ms gets the dictation, not the old clipboard', async () => {
  const other = await clipboardOf(textFormats('OLD', false));
  await withTarget('mousepad', async (target) => {
    process.kill(target.pid, 'SIGSTOP');
    const wake = setTimeout(() => process.kill(target.pid, 'SIGCONT'), 700);
    assert.equal((await paste('dictated')).as, 'delivered');
    clearTimeout(wake);
    await until(async () => (await target.text()) === 'dictated');
  });
  assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'OLD');
  other.close();
});

test('Alt that is still held does not stand in the way, and no key stays pressed', async () => {
  await withTarget('xterm', async (target) => {
    await held(keysyms.Alt_L, async () => {
      assert.equal((await paste('with Alt')).as, 'delivered');
    });
    await until(async () => (await target.text()) === 'with Alt');
  });
});

test('a terminal gets one line, and Enter only when it was asked for', async () => {
  await withTarget('xterm', async (target) => {
    assert.equal((await paste('one\ntwo\r\n\nthree\n')).as, 'delivered');
    await until(async () => (await target.text()) === 'one two three');
    assert.equal((await paste('!', true)).as, 'delivered');
    await until(async () => (await target.text()) === 'one two three!\r');
  });
});

async function middleOf(window: number) {
  const { client, root } = connection;
  const { width, height } = await connection.ask<{ width: number; height: number }>((done) =>
    client.GetGeometry(window, done),
  );
  const { destX, destY } = await connection.ask<{ destX: number; destY: number }>((done) =>
    client.TranslateCoordinates(window, root, width >> 1, height >> 1, done),
  );
  return { x: destX, y: destY };
}

test('a space joins a text to the one before it, unless Enter, Tab, Delete, a click or Ctrl+A came in between', async () => {
  await withTarget('mousepad', async (target) => {
    const keyboard = await TestKeyboard.at(display.name);
    let expected = '';
    const joined = async (text: string, written: string) => {
      assert.deepEqual(await paste(text, false, ' '), { as: 'delivered', problem: undefined });
      expected += written;
      await until(async () => (await target.text()) === expected);
    };
    await keyboard.press(keysyms.End);
    await joined('One.', 'One.');
    await joined('Two.', ' Two.');
    await keyboard.press(keysyms.Return);
    expected += '\n';
    await joined('Three.', 'Three.');
    await keyboard.press(keysyms.s);
    expected += 's';
    await joined('Four.', ' Four.');
    await keyboard.press(keysyms.BackSpace);
    expected = expected.slice(0, -1);
    await joined('Five.', 'Five.');
    await keyboard.press(keysyms.Tab);
    expected += '\t';
    await joined('In the next field.', 'In the next field.');
    await keyboard.press(keysyms.KP_End);
    await joined('By keypad.', 'By keypad.');
    await keyboard.press(keysyms.Control_L, keysyms.a);
    expected = '';
    await joined('After selecting.', 'After selecting.');
    await keyboard.click(await middleOf(Number(await delivery.place())), 1);
    await keyboard.press(keysyms.End);
    await joined('Six.', 'Six.');
    keyboard.close();
  });
});

test('a key follows the text in a program that the user named, and in no other one', async () => {
  const send = async (text: string, key: SendKey, ...programs: string[]) =>
    delivery.deliver(text, {
      ...{ to: 'paste', joint: '', place: await delivery.place(), pressEnter: false },
      sending: { key, programs },
    });
  await withTarget('mousepad', async (target) => {
    const delivered = { as: 'delivered', problem: undefined } as const;
    assert.deepEqual(await send('one', 'enter', 'mousepad'), { ...delivered, pressed: 'enter' });
    assert.deepEqual(await send('two', 'enter', 'XTerm', 'mouse*', '*'), delivered);
    await until(async () => (await target.text()) === 'one\ntwo');
  });
  // In terminals, Enter runs what was written: they are named as well, or get none.
  await withTarget('xterm', async (target) => {
    assert.equal((await send('ls', 'enter', 'mousepad')).pressed, undefined);
    assert.equal((await send(' -l', 'enter', 'xterm')).pressed, 'enter');
    assert.equal((await send('x', 'ctrl-enter', 'XTERM')).pressed, 'ctrl-enter');
    await until(async () => (await target.text()) === 'ls -l\rx\r');
  });
});

test('no text goes into another window than the one in which it was spoken', async () => {
  await withTarget('xterm', async (first) => {
    const place = await delivery.place();
    const second = await startTarget(display, 'mousepad');
    const { as, problem } = await delivery.deliver('private', {
      to: 'paste',
      joint: ' ',
      place,
      pressEnter: true,
    });
    assert.equal(as, 'copied');
    assert.match(problem?.message ?? '', /focus moved to another window/);
    assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'private');
    assert.deepEqual([await first.text(), await second.text()], ['', '']);
    second.close();
  });
});

test('a locked screen and a window that asks for a password get nothing: the text is copied', async () => {
  await withTarget('xterm', async (target) => {
    lock('locked');
    const locked = await paste('secret');
    lock('unlocked');
    assert.equal(locked.as, 'copied');
    assert.match(locked.problem?.message ?? '', /locked/);
    assert.equal(await target.text(), '');
  });
  const prompt = display.run('xterm', ['-class', 'Pinentry-gtk-2', '-e', 'sleep', '1000']);
  await until(async () => (await delivery.place()) !== undefined);
  const { as, problem } = await paste('secret');
  assert.equal(as, 'copied');
  assert.match(problem?.message ?? '', /password/);
  prompt.kill('SIGKILL');
  await until(async () => (await delivery.place()) === undefined);
});

test('a clipboard manager that asks is not taken for the target, and is asked to ignore the text', async () => {
  const manager = await XConnection.open(display.name, display.env);
  assert(manager);
  const window = manager.client.AllocID();
  const { PropertyChange } = x11.eventMask;
  manager.client.CreateWindow(window, manager.root, 0, 0, 1, 1, 0, 0, 2, 0, { eventMask: PropertyChange });
  const reader = new SelectionReader(manager, window);
  const clipboard = await manager.atom('CLIPBOARD');
  const seen: (string | undefined)[] = [];
  const fixes = await manager.extension<XfixesExtension>((done) => manager.client.require('fixes', done));
  manager.onEvent((event) => {
    if (event.type !== fixes.firstEvent) return;
    void reader.save(clipboard).then(({ formats }) => {
      seen.push(formats.find(({ target }) => target === 'x-kde-passwordManagerHint')?.data.toString());
    });
  });
  fixes.SelectSelectionInput(window, clipboard, 1);
  await manager.sync();
  const other = await clipboardOf(textFormats('OLD', false));
  await withTarget('mousepad', async (target) => {
    process.kill(target.pid, 'SIGSTOP');
    setTimeout(() => process.kill(target.pid, 'SIGCONT'), 700);
    assert.equal((await paste('dictated')).as, 'delivered');
    await until(async () => (await target.text()) === 'dictated');
  });
  await until(() => seen.includes('secret'));
  assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'OLD');
  manager.close();
  other.close();
});

test('a dictation follows another with a space, also in a terminal; a copied text does not begin with one', async () => {
  await withTarget('xterm', async (target) => {
    assert.equal((await paste('window')).as, 'delivered');
    assert.equal((await paste('\nhello \n', false, ' ')).as, 'delivered');
    await until(async () => (await target.text()) === 'window hello');
  });
  assert.equal((await paste('nowhere', false, ' ')).as, 'copied');
  assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'nowhere');
});

test('what another program copied meanwhile is not overwritten', async () => {
  const other = await clipboardOf(textFormats('OLD', false));
  await withTarget('xterm', async (target) => {
    // PRIMARY, which the terminal pastes, stays ours; CLIPBOARD does not.
    process.kill(target.pid, 'SIGSTOP');
    const done = paste('dictated');
    await until(async () => (await onClipboard()).UTF8_STRING?.toString() === 'dictated');
    assert(await other.owner.own(other.selection, textFormats('NEW', false)));
    process.kill(target.pid, 'SIGCONT');
    assert.equal((await done).as, 'delivered');
    await until(async () => (await target.text()) === 'dictated');
  });
  assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'NEW');
  other.close();
});

test('where the program takes no text, it is copied and said so', async () => {
  const deaf = display.run('xterm', [
    '-class',
    'Deaf',
    '-xrm',
    'Deaf*VT100.translations: #override Shift <Key>Insert: ignore()',
    '-e',
    'sleep',
    '1000',
  ]);
  await until(async () => (await delivery.place()) !== undefined);
  const { as, problem } = await paste('for no one');
  assert.equal(as, 'copied');
  assert.match(problem?.message ?? '', /did not accept the text/);
  assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'for no one');
  deaf.kill('SIGKILL');
  await until(async () => (await delivery.place()) === undefined);
});

test('what is selected is read by the program’s own copying, and the clipboard comes back', async () => {
  const other = await clipboardOf(textFormats('OLD', false));
  await withTarget('mousepad', async (target) => {
    assert.deepEqual(await delivery.selectedText(), { is: 'unreadable' });
    assert.equal((await paste('Ein Satz über 日本.')).as, 'delivered');
    const keys = await X11Keys.create(connection);
    await keys.press([keysyms.Control_L, keysyms.a]);
    const place = await delivery.place();
    assert.deepEqual(await delivery.selectedText(), { is: 'text', text: 'Ein Satz über 日本.', place });
    assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'OLD');
    // However busy the program is, it is waited for.
    process.kill(target.pid, 'SIGSTOP');
    const late = delivery.selectedText();
    setTimeout(() => process.kill(target.pid, 'SIGCONT'), 2_000);
    assert.deepEqual(await late, { is: 'text', text: 'Ein Satz über 日本.', place });
    assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'OLD');
    // And what is written now takes its place.
    assert.equal((await paste('Kürzer.')).as, 'delivered');
    await until(async () => (await target.text()) === 'Kürzer.');
  });
  other.close();
});

test('of a terminal it is known whether anything is selected, without a key', async () => {
  await withTarget('xterm', async (target) => {
    assert.deepEqual(await delivery.selectedText(), { is: 'nothing' });
    assert.equal((await paste('one word')).as, 'delivered');
    await until(async () => (await target.text()) === 'one word');
  });
});

test('the host of the clipboard may die: the text is there again, on the clipboard', async () => {
  await withTarget('xterm', async (target) => {
    process.kill(target.pid, 'SIGSTOP');
    const done = paste('kept');
    await until(async () => (await onClipboard()).UTF8_STRING?.toString() === 'kept');
    process.kill(delivery.hostPid ?? 0, 'SIGKILL');
    const { as, problem } = await done;
    process.kill(target.pid, 'SIGCONT');
    assert.equal(as, 'copied');
    assert(problem);
    assert.equal((await onClipboard()).UTF8_STRING?.toString(), 'kept');
  });
});
