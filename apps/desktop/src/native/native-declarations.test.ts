import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import koffi from 'koffi';
import { loadMacCalls } from '../delivery/mac-paste.ts';
import { bytesOf, memoryWith } from '../delivery/windows-clipboard.ts';
import { foregroundTarget, loadWindowsCalls, pressKeys } from '../delivery/windows-paste.ts';
import { loadCarbon } from '../hotkeys/mac-keys.ts';
import { loadUser32, WindowsKeys } from '../hotkeys/windows-keys.ts';
import { loadScreenCalls as loadMacScreen } from '../indicator-window/mac-surface.ts';
import { loadScreenCalls as loadWindowsScreen, WindowsSurface } from '../indicator-window/windows-surface.ts';
import { loadTrayCalls as loadMacTray, MacTray } from '../tray/mac-tray.ts';
import { numberEntries } from '../tray/tray-menu.ts';
import { loadTrayCalls as loadWindowsTray, WindowsTray } from '../tray/windows-tray.ts';

// The declarations for koffi are all of the code for macOS and Windows that a stand-in in TypeScript passes by. Here
// they call C, whose types are those of the systems' headers. What the systems' own functions then do, it cannot tell.

const hasCompiler = spawnSync('cc', ['--version']).status === 0;
const skip =
  !hasCompiler || process.arch !== 'x64' || process.platform !== 'linux'
    ? 'needs a C compiler on Linux, x64'
    : false;
const folder = temporaryFolder();

/** What opens this C file in the place of every library. */
function built(name: 'macos' | 'windows') {
  const source = fileURLToPath(new URL(`../fixtures/${name}.c`, import.meta.url));
  const library = join(folder, `${name}.so`);
  if (!existsSync(library)) execFileSync('cc', ['-w', '-shared', '-fPIC', '-o', library, source]);
  return () => koffi.load(library);
}

test('what is declared of Windows fits its headers', { skip }, () => {
  const load = built('windows');
  const windows = loadWindowsCalls(load);
  const got: (readonly number[])[] = [];
  const window = windows.createMessageWindow((...words) => {
    got.push(words.map(Number));
    return 0;
  });
  assert.equal(window, 0x20304);
  const message = Buffer.alloc(48);
  assert.equal(windows.PeekMessageW(message, 1), 1);
  windows.DispatchMessageW(message);
  assert.deepEqual(got, [[0x20304, 0x0305, 13, -2]]);
  assert.equal(windows.DefWindowProcW(window, 1, 2, 3), 0x20304 + 6);
  assert.equal(windows.MsgWaitForMultipleObjectsEx(10, 0x04ff, 4), 10 + 0x04ff + 4);

  const text = Buffer.from('a text, äöü');
  const memory = memoryWith(windows, text);
  assert.deepEqual(bytesOf(windows, memory, 100), text);
  assert.equal(bytesOf(windows, memory, 3), undefined);
  assert.equal(windows.OpenClipboard(window), 1);
  assert.equal(windows.EnumClipboardFormats(0), 13);
  assert.equal(windows.SetClipboardData(13, memory), memory);
  assert.equal(windows.GetClipboardData(13), memory);
  assert.equal(windows.SetClipboardData(13, 0), 0);
  assert.equal(windows.RegisterClipboardFormatW('Q'), 0xc051);
  const name = Buffer.alloc(8);
  assert.equal(windows.GetClipboardFormatNameW(0xc051, name, 4), 1);
  assert.equal(name.toString('utf16le', 0, 2), 'Q');
  assert.equal(windows.GetClipboardSequenceNumber(), 0xfffffffe);
  assert.deepEqual([windows.GetClipboardOwner(), windows.GetOpenClipboardWindow()], [window, window]);
  assert.equal(windows.CloseClipboard() + windows.EmptyClipboard(), 2);
  windows.GlobalFree(memory);

  // The focus is in an Edit of the style ES_PASSWORD, in a process whose token says that it is elevated.
  assert.deepEqual(foregroundTarget(windows, process.pid), {
    place: String(0x20304),
    isTerminal: false,
    refusal: 'password-prompt',
    window: 0x20304,
    pid: 4711,
    program: 'a',
    className: 'Edit',
  });
  const token = new BigUint64Array(1);
  assert.equal(windows.OpenProcessToken(windows.OpenProcess(0x1000, 4711), 8, token), 1);
  const elevation = new Uint32Array(1);
  assert.equal(windows.GetTokenInformation(token[0] ?? 0n, 20, elevation, 4, new Uint32Array(1)), 1);
  assert.equal(elevation[0], 1);
  assert.equal(windows.CloseHandle(token[0] ?? 0n), 1);
  assert.equal(windows.GetAsyncKeyState(0xa4) & 0x8000, 0x8000);
  let sent = 0;
  const SendInput = (count: number, inputs: Uint8Array, size: number) => {
    sent = windows.SendInput(count, inputs, size);
    return count;
  };
  assert(pressKeys({ GetAsyncKeyState: windows.GetAsyncKeyState, SendInput }, 'paste'));
  assert.equal(sent, 0x11 * 100 + 2, 'the last of them releases Ctrl');

  const keys = new WindowsKeys(loadUser32(load));
  const combination = { modifiers: ['Ctrl', 'Alt'] as const, key: 'Space' };
  assert.equal(keys.register(1, combination), undefined);
  assert.equal(keys.register(2, combination)?.state, 'conflict');
  keys.unregister(1);
  assert.deepEqual(keys.wait(1), [{ id: 7, isDown: true }]);
});

/** A MSG with these. */
function windowsMessage(message: number, wParam: bigint, lParam: bigint): Buffer {
  const bytes = Buffer.alloc(48);
  bytes.writeUInt32LE(message, 8);
  bytes.writeBigInt64LE(wParam, 16);
  bytes.writeBigInt64LE(lParam, 24);
  return bytes;
}

const { numbered: menu } = numberEntries([
  { label: 'Start', action: { type: 'start' } },
  { label: '' },
  { label: 'Mode', children: [{ label: 'Email', action: { type: 'mode', id: 'm' }, isChecked: true }] },
]);

test('what the indicator and the tray declare of Windows fits its headers', { skip }, () => {
  const load = built('windows');
  const calls = loadWindowsScreen(load);
  const surface = WindowsSurface.open(calls);
  assert(surface);
  const desktop = { x: -1280, y: 0, width: 3200, height: 1080 };
  assert.deepEqual(surface.measures(), {
    scale: 1,
    unit: 1,
    desktop,
    screen: { x: 0, y: 0, width: 1920, height: 1040 },
  });
  const { scale, screen } = surface.measures({ x: -5, y: 9 });
  assert.deepEqual([scale, screen], [1.5, { x: -1280, y: 40, width: 1280, height: 680 }]);
  assert.equal(surface.isDark(), true);
  surface.place({ x: -700, y: 300 });
  const picture = { width: 2, height: 1, pixels: Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), scale: 1 };
  surface.draw(picture, { input: [{ x: 1, y: 0, width: 1, height: 1 }], outline: [] });
  surface.raise();
  const reported: unknown[] = [];
  surface.onEvent((event) => reported.push(event));
  const pointer = { x: 20, y: -10 };
  for (const message of [0x201, 0x200, 0x202, 0x2a3]) calls.DispatchMessageW(windowsMessage(message, 0n, 0n));
  assert.deepEqual(reported, [
    { type: 'press', pointer },
    { type: 'move', pointer },
    { type: 'release', pointer },
    { type: 'leave' },
  ]);
  assert.equal(calls.DispatchMessageW(windowsMessage(0x21, 0n, 0n)), 3, 'a click activates nothing');
  assert.equal(calls.ReleaseCapture(), 1, 'both windows are shown');

  const trayCalls = loadWindowsTray(load);
  const tray = new WindowsTray(trayCalls);
  tray.show('idle', 'Quoth', menu);
  assert(tray.isShown);
  // Where the menu is asked for, in the two halves of wParam.
  trayCalls.DispatchMessageW(windowsMessage(0x8000, 0xfff60014n, 0x1007bn));
  assert.deepEqual(tray.wait(1), [{ type: 'entry', id: 4 }]);
  trayCalls.DispatchMessageW(windowsMessage(0x8000, 0n, 0x10400n));
  assert.deepEqual(tray.wait(1), [{ type: 'open' }]);
  tray.close();
  assert(!tray.isShown);
  trayCalls.DispatchMessageW(windowsMessage(0xc123, 0n, 0n));
  assert(tray.isShown, 'a new taskbar gets it again');
});

test('what is declared of macOS fits its headers', { skip }, () => {
  const load = built('macos');
  const carbon = loadCarbon(load);
  const { status, reference } = carbon.registerHotKey(0x31, 0x1800, 3, 1);
  assert.deepEqual([status, Number(reference)], [0, 0x600000000000 + 3049]);
  assert.equal(carbon.registerHotKey(0x31, 0x1800, 3, 0).status, -9878);
  carbon.unregisterHotKey(reference);
  const reported: (readonly [number, boolean])[] = [];
  carbon.onHotKey((id, isDown) => reported.push([id, isDown]));
  carbon.runEvents(0.25);
  assert.deepEqual(reported, [
    [42, true],
    [42, false],
  ]);
  assert.deepEqual([carbon.isKeyDown(0x3d), carbon.isKeyDown(0x3c), carbon.isTrusted()], [true, false, true]);

  const mac = loadMacCalls(load);
  assert.equal(mac.changeCount(), 77);
  assert.deepEqual(mac.types(), [[]]);
  assert.deepEqual(mac.data(0, 'public.html', 10), Buffer.from('text'));
  assert.equal(mac.data(0, 'public.html', 3), undefined);
  assert(mac.write([new Map([['public.html', Buffer.from('text')]])]));
  const asked: string[] = [];
  const provide = (type: string) => {
    asked.push(type);
    return Buffer.from('text');
  };
  assert(mac.writeLazily(new Map([['a.marker', Buffer.alloc(0)]]), ['public.utf8-plain-text'], provide));
  assert.deepEqual(asked, ['public.utf8-plain-text']);
  assert.deepEqual(mac.frontmost(), { pid: 1, bundle: 'com.apple.TextEdit' });
  assert.deepEqual([mac.isTrusted(), mac.isInputSecure(), mac.heldFlags()], [true, true, 0x20080120]);
  assert.deepEqual([mac.postKey(9, true, 0x100000), mac.postKey(8, true, 0)], [true, false]);
  mac.runLoop(0.01);
});

test('what the indicator declares of macOS fits its headers', { skip }, () => {
  const load = built('macos');
  const takeLog: () => string = load().func('const char *takeLog()');
  const mac = loadMacScreen(load);
  assert.equal(takeLog(), 'setActivationPolicy:1;');
  assert.deepEqual(mac.screens(), [
    {
      frame: { x: -10, y: 20.5, width: 1440, height: 900 },
      visible: { x: 0, y: 70, width: 1440, height: 805 },
      scale: 2,
    },
  ]);
  assert.equal(mac.isDark(), true);
  assert.deepEqual(mac.mouseLocation(), { x: 100.5, y: 33 });
  takeLog();
  const panel = mac.createPanel(26, true);
  assert.equal(
    takeLog(),
    'NSPanel 1 128 2 0;setLevel:26;setCollectionBehavior:337;setOpaque:0;setHasShadow:0;setHidesOnDeactivate:0;' +
      'setIgnoresMouseEvents:0;setWantsLayer:1;NSTrackingArea 281 1;',
  );
  mac.setFrame(panel, { x: 1.5, y: 2, width: 3, height: 4.5 });
  assert.equal(takeLog(), 'frame 1.5 2 3 4.5 1;');
  mac.setPicture(panel, { width: 1, height: 2, pixels: Buffer.alloc(8, 7), scale: 2 });
  assert.equal(takeLog(), 'setContentsScale:2;data 7 8;image 1x2 8194;setContents:image;');
  mac.orderFront(panel);
  mac.orderOut(panel);
  assert.equal(takeLog(), 'orderOut:nil;');
  const reported: unknown[] = [];
  mac.runEvents(0.25, (type, window) => reported.push([type, Number(window) === Number(panel)]));
  assert.deepEqual(reported, [[1, true]]);
  assert.equal(takeLog(), 'sendEvent;');
});

test('what the tray declares of macOS fits its headers', { skip }, () => {
  const load = built('macos');
  const takeLog: () => string = load().func('const char *takeLog()');
  const tray = new MacTray(loadMacTray(load));
  takeLog();
  tray.show('recording', 'Quoth: recording', menu);
  assert(tray.isShown);
  assert.equal(
    takeLog(),
    'setAutoenablesItems:0;NSMenuItem Start choose:;setTarget:object;setTag:1;setState:0;addItem:object;addItem:object;' +
      'NSMenuItem Mode -;setAutoenablesItems:0;NSMenuItem Email choose:;setTarget:object;setTag:4;setState:1;addItem:object;' +
      'setSubmenu:object;addItem:object;setMenu:object;' +
      'data 0 5184;image 36x36 8196;NSImage 18 18 1;setTemplate:0;setImage:picture;',
  );
  assert.deepEqual(tray.wait(250), [{ type: 'entry', id: 4 }]);
  tray.close();
  assert.equal(takeLog(), 'sendEvent;removeStatusItem:object;');
});
