import assert from 'node:assert/strict';
import { test } from 'node:test';
import koffi from 'koffi';
import { StandInWindows } from '../fixtures/stand-in-windows.ts';
import { SystemPaster } from './pasting.ts';
import { keptFormats, WindowsClipboard } from './windows-clipboard.ts';
import {
  FOCUSED_WINDOW,
  foregroundTarget,
  GUI_THREAD_SIZE,
  INPUT_SIZE,
  WindowsPasteSystem,
} from './windows-paste.ts';

const long = 'Ümlaute, emoji 🎉👩‍💻 und 日本語のテキスト. '.repeat(300).slice(0, 9_999).concat('.');
const CTRL = 0x11;
const V = 0x56;
const utf16 = (text: string) => Buffer.from(`${text}\0`, 'utf16le');

/** A desktop with a program that has the focus, something on its clipboard, and a desk that delivers there. */
function desktop({
  className = 'Notepad',
  program = 'C:\\Windows\\notepad.exe',
  isElevated = false,
  style = 0,
} = {}) {
  const windows = new StandInWindows();
  const clipboard = WindowsClipboard.open(windows);
  assert(clipboard);
  const window = windows.addWindow({ pid: 42, className, style }, program, isElevated);
  const other = windows.addWindow({ pid: 77, className: 'Other' }, 'C:\\manager.exe');
  windows.foreground = window;
  const html = windows.registered('HTML Format');
  windows.copyFrom(other, {
    13: utf16('before'),
    [html]: Buffer.from('<b>before</b>'),
    8: Buffer.from('a picture'),
  });
  const pasted: (string | undefined)[] = [];
  /** The program takes the text when it gets the keys, after so long. */
  const pasteOn = (keys: readonly number[], afterMs = 0) => {
    windows.onKeys = (down) => {
      if (!keys.every((key) => down.includes(key))) return;
      if (afterMs === 0) setImmediate(() => pasted.push(windows.pasteInto(window)));
      else setTimeout(() => pasted.push(windows.pasteInto(window)), afterMs);
    };
  };
  pasteOn([CTRL, V]);
  const desk = new SystemPaster(new WindowsPasteSystem(windows, clipboard, process.pid));
  const request = { place: String(window), pressEnter: false, joint: '' };
  return { windows, window, other, desk, request, pasted, pasteOn };
}

function before(windows: StandInWindows): void {
  const { 13: text, 8: picture, 'HTML Format': html } = windows.contents();
  assert.deepEqual(
    [text, picture, html],
    [utf16('before'), Buffer.from('a picture'), Buffer.from('<b>before</b>')],
  );
}

test('a text is written, whole, and what was on the clipboard is there again', async () => {
  const { windows, desk, request, pasted } = desktop();
  assert.equal(await desk.look(), request.place);
  assert.deepEqual(await desk.paste({ ...request, text: `${long}\nend` }), {
    as: 'pasted',
    isRestored: true,
  });
  assert.deepEqual(pasted, [`${long}\r\nend`]);
  before(windows);
  assert.deepEqual([...windows.down], []);
  assert.deepEqual(windows.contents().CanIncludeInClipboardHistory, Buffer.alloc(4));
});

test('a busy program gets the text, not the old clipboard', async () => {
  const { windows, desk, request, pasted, pasteOn } = desktop();
  pasteOn([CTRL, V], 400);
  assert.equal((await desk.paste({ ...request, text: 'late' })).as, 'pasted');
  assert.deepEqual(pasted, ['late']);
  before(windows);
});

test('while it is on offer, managers and the history are told to skip it, and who asks all the same gets nothing', async () => {
  const { windows, desk, request, pasted, other, window } = desktop();
  const asked: (string | undefined)[] = [];
  windows.onKeys = (down) => {
    if (!down.includes(V)) return;
    setImmediate(() => {
      const { 13: text, ...formats } = windows.contents();
      assert.equal(text, 'on offer');
      assert.deepEqual(formats, {
        ExcludeClipboardContentFromMonitorProcessing: Buffer.from([1, 0, 0, 0]),
        CanIncludeInClipboardHistory: Buffer.alloc(4),
        CanUploadToCloudClipboard: Buffer.alloc(4),
      });
      asked.push(windows.pasteInto(other));
    });
    setTimeout(() => pasted.push(windows.pasteInto(window)), 250);
  };
  assert.equal((await desk.paste({ ...request, text: 'secret' })).as, 'pasted');
  assert.deepEqual([asked, pasted], [[undefined], ['secret']]);
  before(windows);
});

for (const className of ['ApplicationFrameWindow', 'ConsoleWindowClass']) {
  test(`${className}: another process reads for it`, async () => {
    const { windows, desk, request, other } = desktop({ className });
    let got: string | undefined;
    windows.onKeys = (down) => {
      if (down.includes(V) || down.includes(0x2d)) setImmediate(() => (got = windows.pasteInto(other)));
    };
    assert.equal((await desk.paste({ ...request, text: 'x' })).as, 'pasted');
    assert.equal(got, 'x');
  });
}

test('Ctrl+Enter follows in a program that was named, and no key where the focus has moved meanwhile', async () => {
  const { windows, window, other, desk, request, pasted } = desktop();
  const program = foregroundTarget(windows, process.pid)?.program ?? '';
  const sending = { key: 'ctrl-enter', programs: [program.toUpperCase()] } as const;
  const sent = await desk.paste({ ...request, text: 'x', sending });
  assert.deepEqual(sent, { as: 'pasted', isRestored: true, pressed: 'ctrl-enter' });
  assert.deepEqual(windows.sent.slice(-4), [
    [CTRL, 0],
    [0x0d, 0],
    [0x0d, 2],
    [CTRL, 2],
  ]);
  const { length } = windows.sent;
  windows.onKeys = (down) => {
    if (!down.includes(V)) return;
    setImmediate(() => {
      pasted.push(windows.pasteInto(window));
      windows.foreground = other;
    });
  };
  const moved = { ...request, text: 'y', sending, pressEnter: true };
  assert.deepEqual(await desk.paste(moved), { as: 'pasted', isRestored: true });
  assert.equal(windows.sent.length, length + 4, 'Ctrl+V alone');
});

test('a terminal gets one line, by Shift and the real Insert key', async () => {
  const { windows, desk, request, pasted, pasteOn } = desktop({ className: 'CASCADIA_HOSTING_WINDOW_CLASS' });
  pasteOn([0x10, 0x2d]);
  assert.equal((await desk.paste({ ...request, text: 'rm -rf /\nls\n', pressEnter: true })).as, 'pasted');
  assert.deepEqual(pasted, ['rm -rf / ls']);
  // Insert is extended; Enter comes last.
  assert.deepEqual(windows.sent, [
    [0x10, 0],
    [0x2d, 1],
    [0x2d, 3],
    [0x10, 2],
    [0x0d, 0],
    [0x0d, 2],
  ]);
});

for (const [what, options, reason] of [
  ['runs as administrator', { isElevated: true }, 'keys-refused'],
  ['asks for a password', { program: 'C:\\Windows\\System32\\CredentialUIBroker.exe' }, 'password-prompt'],
] as const) {
  test(`a program that ${what}: copied and said so, and no key is pressed`, async () => {
    const { windows, desk, request } = desktop(options);
    assert.deepEqual(await desk.paste({ ...request, text: 'text' }), { as: 'copied', reason });
    assert.deepEqual(windows.contents(), { 13: utf16('text') });
    assert.deepEqual(windows.sent, []);
  });
}

test('a password field of Windows itself is known', async () => {
  const { windows, desk, request } = desktop();
  windows.focusedField = windows.addWindow({ pid: 42, className: 'Edit', style: 0x20 });
  assert.deepEqual(await desk.paste({ ...request, text: 'x' }), { as: 'copied', reason: 'password-prompt' });
  windows.focusedField = windows.addWindow({ pid: 42, className: 'Edit', style: 0 });
  assert.equal((await desk.paste({ ...request, text: 'x' })).as, 'pasted');
});

test('the focus moved, or moves while a modifier is waited for: copied', async () => {
  const { windows, desk, request, other } = desktop();
  assert.deepEqual(await desk.paste({ ...request, place: '7', text: 'x' }), {
    as: 'copied',
    reason: 'focus-moved',
  });
  windows.down.add(0xa4);
  setTimeout(() => {
    windows.foreground = other;
    windows.down.clear();
  }, 50);
  assert.deepEqual(await desk.paste({ ...request, text: 'y' }), { as: 'copied', reason: 'focus-moved' });
  windows.foreground = 0;
  assert.deepEqual(await desk.paste({ ...request, text: 'z' }), { as: 'copied', reason: 'no-focus' });
  assert.deepEqual(windows.sent, []);
  assert.deepEqual(windows.contents(), { 13: utf16('z') });
});

test('a modifier that stays held is released after a second, and opens no menu', async () => {
  const { windows, desk, request, pasted } = desktop();
  windows.down.add(0xa4);
  assert.equal((await desk.paste({ ...request, text: 'held' })).as, 'pasted');
  assert.deepEqual(pasted, ['held']);
  assert.deepEqual(windows.sent.slice(0, 3), [
    [0xe8, 0],
    [0xe8, 2],
    [0xa4, 2],
  ]);
  assert.deepEqual([...windows.down], []);
});

test('Windows takes no keys: copied, for everybody to paste', async () => {
  const { windows, desk, request } = desktop();
  windows.takesKeys = false;
  assert.deepEqual(await desk.paste({ ...request, text: 'x' }), { as: 'copied', reason: 'keys-refused' });
  assert.deepEqual(windows.contents(), { 13: utf16('x') });
});

test('a program that takes no text: never said to be pasted, but copied', async () => {
  const { windows, desk, request } = desktop();
  windows.onKeys = () => undefined;
  assert.deepEqual(await desk.paste({ ...request, text: 'x' }), { as: 'copied', reason: 'not-asked' });
  assert.deepEqual(windows.contents(), { 13: utf16('x') });
});

test('what another program copies meanwhile is kept', async () => {
  const { windows, desk, request, other, window } = desktop();
  const copied = () => windows.copyFrom(other, { 13: utf16('new') });
  windows.onKeys = (down) => {
    if (down.includes(V)) setImmediate(copied);
  };
  assert.deepEqual(await desk.paste({ ...request, text: 'x' }), { as: 'failed', reason: 'superseded' });
  windows.onKeys = (down) => {
    if (!down.includes(V)) return;
    setImmediate(() => {
      windows.pasteInto(window);
      copied();
    });
  };
  assert.deepEqual(await desk.paste({ ...request, text: 'x' }), { as: 'pasted', isRestored: true });
  assert.deepEqual(windows.contents(), { 13: utf16('new') });
});

test('a clipboard that another program has open is waited for', async () => {
  const { windows, desk, other } = desktop();
  windows.OpenClipboard(other);
  setTimeout(() => windows.CloseClipboard(), 60);
  assert(await desk.copy('patient'));
  assert.deepEqual(windows.contents(), { 13: utf16('patient') });
});

test('the selection is read by copying, and the clipboard is there again', async () => {
  const { windows, desk, window, pasted } = desktop();
  windows.onKeys = (down) => {
    if (down.includes(0x43)) setTimeout(() => windows.copyFrom(window, { 13: utf16('a\r\nb') }), 20);
  };
  assert.deepEqual(await desk.readSelection(), { is: 'text', text: 'a\nb', place: String(window) });
  before(windows);
  assert.deepEqual(pasted, []);
});

test('a program that copies nothing, a terminal and a password prompt cannot be read', async () => {
  for (const options of [{}, { className: 'mintty' }, { program: 'C:\\x\\consent.exe' }]) {
    const { windows, desk } = desktop(options);
    assert.deepEqual(await desk.readSelection(), { is: 'unreadable' });
    before(windows);
  }
});

test('no memory is left behind', async () => {
  const { windows, desk, request } = desktop();
  const count = windows.memory.size;
  for (const text of ['one', 'two', 'three']) await desk.paste({ ...request, text });
  // And the two that keep it out of the history.
  assert.equal(windows.memory.size, count + 2);
});

for (const [what, all, kept, isWhole] of [
  ['text in all its forms', [13, 16, 1, 7], [13], true],
  ['an old program that knows no Unicode', [1], [1], true],
  ['a picture', [17, 8, 2], [17], true],
  ['a bitmap alone is a handle', [2], [], false],
  ['a drawing of Office is lost, its text is not', [13, 14, 3], [13], false],
  ['private formats and graphics', [0x200, 0x300, 0x80, 0x82, 13], [13], false],
  ['files', [15], [15], true],
  ["what is OLE's own", [0xc001, 13], [13], true],
  ['nothing', [], [], true],
] as const) {
  test(`kept of the clipboard: ${what}`, () => {
    const found = keptFormats(all, (format) => (format === 0xc001 ? 'DataObject' : ''));
    assert.deepEqual(found, { kept, isWhole });
  });
}

test('structures are as winuser.h declares them', () => {
  const input = koffi.struct({
    type: 'uint32_t',
    ki: koffi.struct({
      wVk: 'uint16_t',
      wScan: 'uint16_t',
      dwFlags: 'uint32_t',
      time: 'uint32_t',
      extra: 'uint64_t',
    }),
    // The union is as long as its longest, MOUSEINPUT.
    rest: koffi.array('uint8_t', 8),
  });
  assert.equal(koffi.sizeof(input), INPUT_SIZE);
  assert.equal(koffi.offsetof(input, 'ki'), 8);
  const gui = koffi.struct({
    cbSize: 'uint32_t',
    flags: 'uint32_t',
    hwndActive: 'uint64_t',
    hwndFocus: 'uint64_t',
    hwndCapture: 'uint64_t',
    hwndMenuOwner: 'uint64_t',
    hwndMoveSize: 'uint64_t',
    hwndCaret: 'uint64_t',
    rcCaret: koffi.array('int32_t', 4),
  });
  assert.deepEqual([koffi.sizeof(gui), koffi.offsetof(gui, 'hwndFocus')], [GUI_THREAD_SIZE, FOCUSED_WINDOW]);
});
