import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import koffi from 'koffi';
import { loadMacCalls } from './delivery/macos/load-calls.ts';
import { bytesOf, memoryWith } from './delivery/windows/global-memory.ts';
import { loadWindowsCalls } from './delivery/windows/load-calls.ts';
import { pressKeys } from './delivery/windows/windows-keyboard.ts';
import { foregroundTarget } from './delivery/windows/windows-target.ts';
import { loadCarbon } from './hotkeys/host/macos/carbon.ts';
import { loadUser32 } from './hotkeys/host/windows/user32.ts';
import { WindowsKeys } from './hotkeys/host/windows/windows-keys.ts';

// The declarations for koffi are all of the code for macOS and Windows that a stand-in in TypeScript passes by. Here they call C, whose
// types are those of the systems' headers. What the systems' own functions then do, it cannot tell.

const hasCompiler = spawnSync('cc', ['--version']).status === 0;
const skip =
  !hasCompiler || process.arch !== 'x64' || process.platform !== 'linux'
    ? 'needs a C compiler on Linux, x64'
    : false;
const folder = mkdtempSync(join(tmpdir(), 'quoth-native-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What opens this C file in the place of every library. */
function built(name: 'macos' | 'windows') {
  const source = fileURLToPath(new URL(`./native-fixtures/${name}.c`, import.meta.url));
  const library = join(folder, `${name}.so`);
  execFileSync('cc', ['-w', '-shared', '-fPIC', '-o', library, source]);
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

test('what is declared of macOS fits its headers', { skip }, () => {
  const load = built('macos');
  const carbon = loadCarbon(load);
  const { status, reference } = carbon.registerHotKey(0x31, 0x1800, 3, 1);
  assert.deepEqual([status, Number(reference)], [0, 0x600000000000 + 3049]);
  assert.equal(carbon.registerHotKey(0x31, 0x1800, 3, 0).status, -9878);
  carbon.unregisterHotKey(reference);
  const told: (readonly [number, boolean])[] = [];
  carbon.onHotKey((id, isDown) => told.push([id, isDown]));
  carbon.runEvents(0.25);
  assert.deepEqual(told, [
    [42, true],
    [42, false],
  ]);
  assert.deepEqual(carbon.symbolicHotKeys(), [{ keyCode: 1, modifiers: 1, isEnabled: true }]);
  assert.deepEqual([carbon.isKeyDown(0x3d), carbon.isKeyDown(0x3c), carbon.isTrusted()], [true, false, true]);
  const characterOf = carbon.layout();
  assert.deepEqual([characterOf(9), characterOf(10)], ['v', 'Ü']);

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
