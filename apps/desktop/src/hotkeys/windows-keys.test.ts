import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyNames, modifierNames, say } from '@quoth/contract';
import koffi from 'koffi';
import { StandInUser32 } from '../fixtures/stand-in-user32.ts';
import { keysOf } from '../fixtures/written-keys.ts';
import { MSG_SIZE, virtualKeyOf, WindowsKeys } from './windows-keys.ts';

// As winuser.h declares it; the compiler's padding is koffi's.
const message = koffi.struct({
  hwnd: 'uintptr_t',
  message: 'uint32_t',
  wParam: 'uint64_t',
  lParam: 'int64_t',
  time: 'uint32_t',
  x: 'int32_t',
  y: 'int32_t',
});

test('messages are read where Windows writes them', () => {
  assert.equal(MSG_SIZE, koffi.sizeof(message));
  assert.equal(koffi.offsetof(message, 'message'), 8);
  assert.equal(koffi.offsetof(message, 'wParam'), 16);
});

test('every key that can be set has a code of its own', () => {
  const codes = keyNames.map(virtualKeyOf);
  assert(codes.every((code) => code !== undefined && code > 0 && code < 0xff));
  assert.equal(new Set(codes).size, keyNames.length);
});

test('a combination is registered with its modifiers, without repeats, and given back', () => {
  const user32 = new StandInUser32();
  const windows = new WindowsKeys(user32);
  assert.equal(windows.register(7, keysOf([...modifierNames, 'Space'].join('+'))), undefined);
  assert.deepEqual(user32.registered.get(7), { modifiers: 0x400f, virtualKey: 0x20 });
  assert.equal(windows.register(8, keysOf('Ctrl+Alt+D')), undefined);
  assert.deepEqual(user32.registered.get(8), { modifiers: 0x4003, virtualKey: 0x44 });
  windows.unregister(7);
  assert.deepEqual([...user32.registered.keys()], [8]);
});

test('what stands in the way is said: another program, a debugger, Windows itself', () => {
  const user32 = new StandInUser32();
  const windows = new WindowsKeys(user32);
  user32.takenByOthers.add(0x20);
  assert.equal(windows.register(1, keysOf('Ctrl+Space'))?.state, 'conflict');
  assert.deepEqual(windows.register(2, keysOf('F12'))?.problem, say('keyForDebuggers'));
  user32.error = 5;
  assert.equal(windows.register(3, keysOf('Ctrl+K'))?.state, 'unavailable');
  assert.equal(user32.registered.size, 0);
});

test('waiting gives out the presses that came, and no other message', () => {
  const user32 = new StandInUser32();
  const windows = new WindowsKeys(user32);
  windows.register(3, keysOf('F9'));
  user32.press(0x78);
  user32.post(0x0113, 3);
  assert.deepEqual(windows.wait(1), [{ id: 3, isDown: true }]);
  assert(windows.isDown('F9') && !windows.isDown('F8'));
  user32.release(0x78);
  assert(!windows.isDown('F9'));
  assert.deepEqual(windows.wait(1), []);
});
