import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseShortcut } from '@quoth/contract';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import { TestDisplay } from '../fixtures/test-display.ts';
import { TestKeyboard } from '../fixtures/test-keyboard.ts';
import { KeyObserver } from './key-observer.ts';

const PARENT = fileURLToPath(new URL('../fixtures/observer-parent-main.ts', import.meta.url));
const CONTROL_RIGHT = 0xffe4;
const SHIFT_LEFT = 0xffe1;
const LETTER_C = 0x63;

async function screen(context: TestContext): Promise<TestDisplay> {
  const display = await TestDisplay.start({ windowManager: false });
  context.after(() => display.stop());
  return display;
}

function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const isSocket = (fd: string) => statSync(join(folder, fd), { throwIfNoEntry: false })?.isSocket();
  return readdirSync(folder).filter(isSocket).length;
}

test('a watched modifier is reported down and up, and another key only as an interruption', async (context) => {
  const display = await screen(context);
  const keyboard = await TestKeyboard.at(display.name);
  const keys = parseShortcut('ControlRight');
  assert(keys);
  const reported: string[] = [];
  const observer = new KeyObserver(display.env, {
    onKey: (action, isDown, agoMs = -1) => {
      assert(agoMs >= 0 && agoMs < 10_000, `${agoMs} ms`);
      reported.push(`${action} ${isDown ? 'down' : 'up'}`);
    },
    onInterrupted: () => reported.push('interrupted'),
    onLost: () => reported.push('lost'),
  });
  context.after(() => {
    observer.close();
    keyboard.close();
  });
  observer.watch([{ action: 'pushToTalk', keys }]);
  // It takes a moment to see its first key.
  await until(async () => {
    await keyboard.press(CONTROL_RIGHT);
    return reported.length > 0;
  });
  await keyboard.press(SHIFT_LEFT, LETTER_C);
  await keyboard.press(CONTROL_RIGHT);
  await keyboard.press(CONTROL_RIGHT, LETTER_C);
  await until(() => reported.includes('interrupted') && reported.at(-1) === 'pushToTalk up');
  const pressed = ['pushToTalk down', 'pushToTalk up'];
  assert.deepEqual(reported.slice(-5), [...pressed, 'pushToTalk down', 'interrupted', 'pushToTalk up']);
  assert.equal(reported.indexOf('interrupted'), reported.length - 2);
});

for (const state of ['answers', 'does not answer', 'closes at the same time'] as const) {
  test(`an observer ends with its parent, whose screen ${state}`, async (context) => {
    const display = await screen(context);
    if (state === 'does not answer') display.freeze();
    const parent = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PARENT], {
      env: display.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    context.after(() => parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const observer = Number(line);
    // One to its parent, one or more to the screen.
    await until(() => openSockets(observer) >= 2);
    parent.kill('SIGKILL');
    if (state === 'closes at the same time') await display.kill();
    await until(() => !isAlive(observer));
  });
}
