import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from '@quoth/client';
import type { ShortcutAction } from '@quoth/contract';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { StandInPortal } from '@quoth/desktop/fixtures/stand-in-portal.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { RunningApplication, temporaryHome, testModels } from '../support/running-application.ts';

const root = join(import.meta.dirname, '..', '..', '..');

let microphone: VirtualMicrophone;
let bus: PrivateBus;
let portal: StandInPortal;
let home: string;
let client: Client;

const start = () =>
  StandInPortal.start({
    address: bus.address,
    applications: join(home, 'share', 'applications'),
    needsAppId: true,
    trigger: ([, { preferred_trigger }]) => preferred_trigger && `Press ${preferred_trigger}`,
  });

before(async () => {
  [microphone, bus] = await Promise.all([VirtualMicrophone.start(), PrivateBus.start()]);
  home = temporaryHome();
  portal = await start();
  const app = await RunningApplication.start(home, [], {
    ...microphone.env,
    ...bus.env,
    XDG_DATA_HOME: join(home, 'share'),
    // A Wayland desktop on which nothing else is to be had.
    WAYLAND_DISPLAY: join(home, 'wayland-0'),
    DISPLAY: '',
    SWAYSOCK: '',
  });
  client = await app.controlSocket();
  await client.updateSettings({ body: { soundCues: false, shortcutPushToTalk: 'F9' } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en-streaming.gguf') } });
  const { mode } = await client.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming' } });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
});
after(async () => {
  await RunningApplication.endAll();
  await portal.stop();
  await Promise.all([microphone.stop(), bus.stop()]);
  rmSync(home, { recursive: true, force: true });
});

const dictation = async () => (await client.getDictation({})).dictation;
const isRecording = async () => (await dictation()).recording?.phase === 'recording';
const isIdle = async () => (await dictation()).recording === null;
const shortcut = async (action: ShortcutAction) => {
  const found = (await client.getShortcuts({})).shortcuts.keys.find((key) => key.action === action);
  assert(found);
  return found;
};
const isActive = (action: ShortcutAction) => until(async () => (await shortcut(action)).state === 'active');

test("on Wayland the desktop's own keys begin and end a dictation, and are held to talk", async () => {
  await isActive('toggle');
  await isActive('pushToTalk');
  assert.equal((await client.getShortcuts({})).shortcuts.way, 'portal');
  assert.equal((await shortcut('toggle')).trigger, 'Press CTRL+ALT+space');
  portal.press('toggle');
  portal.release('toggle');
  await until(isRecording);
  portal.press('toggle');
  portal.release('toggle');
  await until(isIdle);
  const before = (await dictation()).processing.length;
  portal.press('pushToTalk');
  await until(isRecording);
  portal.release('pushToTalk');
  await until(isIdle);
  await until(async () => (await dictation()).processing.length > before);
});

test('what the desktop calls the keys stands in the status, with why Esc is not taken', async () => {
  await isActive('toggle');
  portal.retrigger('toggle', 'Press Super+D');
  await until(async () => (await shortcut('toggle')).trigger === 'Press Super+D');
  const said = execFileSync(join(root, 'quoth'), ['dictate', 'status'], {
    env: { ...process.env, QUOTH_HOME: home },
    encoding: 'utf8',
  });
  assert.match(said, /^Key: Press Super\+D, begin and end$/m);
  assert.match(said, /^Key: Escape, give up: does not work\. .*Esc from every program/m);
  assert.doesNotMatch(said, /dictate bind/);
});

test('the portal goes while its key is held and comes again: the recording ends, and the key works again', async () => {
  await isActive('pushToTalk');
  portal.press('pushToTalk');
  await until(isRecording);
  await portal.stop();
  await until(isIdle);
  await until(async () => (await client.getShortcuts({})).shortcuts.way === 'none');
  portal = await start();
  await isActive('toggle');
  portal.press('toggle');
  await until(isRecording);
  // Was not asked for, and is not listened to.
  portal.press('cancel');
  portal.release('toggle');
  await client.cancelDictation();
  await until(isIdle);
});
