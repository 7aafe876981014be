import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dictation } from '@quoth/contract';
import { aMode, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { TrayWatcher } from '../fixtures/tray-watcher.ts';
import { SessionBus } from '../session/session-bus.ts';
import { en } from '../text/en.ts';
import { NumberedMenu, StatusNotifierTray } from './status-notifier-tray.ts';
import { trayIcon } from './tray-icon.ts';
import { type TrayAction, type TrayFacts, trayMenu, trayState, trayTitle } from './tray-menu.ts';

const mode = aMode({ name: 'E_mail', isDefault: true });
const facts: TrayFacts = {
  dictation: idleDictation,
  modes: [mode],
  language: 'en',
  microphones: [],
  transcripts: ['One.'],
  isApiOn: false,
  texts: en,
};

test('an icon with a menu is there when a panel is, and again when the panel comes back', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const actions: TrayAction[] = [];
  const tokens: (string | undefined)[] = [];
  const shown: boolean[] = [];
  const tray = new StatusNotifierTray({
    bus,
    onAction: (action, token) => {
      actions.push(action);
      tokens.push(token);
    },
    onShown: (isShown) => shown.push(isShown),
  });
  await tray.open();
  assert.deepEqual(shown, [], 'no panel, and no one complains');
  const first = await TrayWatcher.on(daemon.address);
  await until(() => first.registered.length === 1);
  const [name = ''] = first.registered;
  tray.show(trayState(facts), trayTitle(facts), trayMenu(facts));
  const item = await first.bus.proxy(name, '/StatusNotifierItem');
  const properties = await item.$props.$all();
  assert.deepEqual([properties.Id, properties.Menu, properties.Status], ['quoth', '/MenuBar', 'Active']);
  const menu = await first.bus.getService(name).getInterface('/MenuBar', 'com.canonical.dbusmenu');
  const [, layout] = await menu.$callMethod('GetLayout', [0, -1, []]);
  const printed = JSON.stringify(layout);
  for (const label of ['Start recording', 'E__mail', 'Copy transcript', 'One.', 'API Server', 'Quit'])
    assert(printed.includes(label), label);
  await menu.$callMethod('Event', [1, 'clicked', ['i', 0], 0]);
  await menu.$callMethod('Event', [9_999, 'clicked', ['i', 0], 0]);
  await until(() => actions.length > 0);
  assert.deepEqual(actions, [{ type: 'start' }]);
  const panel = await first.bus
    .getService(name)
    .getInterface('/StatusNotifierItem', 'org.kde.StatusNotifierItem');
  await panel.$callMethod('ProvideXdgActivationToken', ['token-1']);
  for (let click = 0; click < 2; click++) await panel.$callMethod('Activate', [0, 0]);
  await until(() => actions.length === 3);
  assert.deepEqual(tokens, [undefined, 'token-1', undefined], 'a token is for one choice');

  await first.close();
  await until(() => shown.at(-1) === false);
  const second = await TrayWatcher.on(daemon.address);
  t.after(() => second.close());
  // The panel knows it before the tray has its answer.
  await until(() => second.registered.length === 1 && shown.length === 3);
  assert.deepEqual(shown, [true, false, true]);
});

test('without a bus there is no icon and no error', async () => {
  const bus = SessionBus.of({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' });
  assert(bus);
  const tray = new StatusNotifierTray({ bus, onAction: () => undefined, onShown: () => assert.fail() });
  await tray.open();
  tray.show('recording', 'Quoth: recording', trayMenu(facts));
  await bus.close();
});

test('icon and menu follow the recorder', () => {
  const recording = { ...idleDictation, recording: { phase: 'recording' } } as unknown as Dictation;
  const working = { ...idleDictation, processing: [{ phase: 'rewriting' }] } as unknown as Dictation;
  const rows: readonly [Dictation, string, string][] = [
    [idleDictation, 'idle', 'Start recording'],
    [recording, 'recording', 'Stop recording'],
    [working, 'working', 'Start recording'],
    [{ ...idleDictation, pre_roll: true }, 'listening', 'Start recording'],
  ];
  for (const [dictation, state, first] of rows) {
    assert.equal(trayState({ ...facts, dictation }), state);
    assert.equal(trayMenu({ ...facts, dictation })[0]?.label, first);
  }
  const pictures = (['idle', 'listening', 'recording', 'working'] as const).map((state) => trayIcon(state));
  for (const [[width, height, pixels] = [0, 0, Buffer.alloc(0)]] of pictures)
    assert.equal(pixels.length, width * height * 4);
  const [, , corner] = trayIcon('recording')[0] ?? [];
  assert.equal(corner?.readUInt32BE(0), 0, 'what is transparent has no color either: swaybar would show it');
  assert.equal(new Set(pictures.map(([icon]) => icon?.[2].toString('hex'))).size, 4);
});

test('an entry says what it is not, too: a panel keeps what the one of its number was before', () => {
  const menu = new NumberedMenu([
    { label: 'On', action: { type: 'open' }, isChecked: true },
    { label: 'Plain', action: { type: 'open' } },
    { label: 'More', children: [] },
  ]);
  const names = menu.properties([1, 2, 3]).map(([, properties]) => properties.map(([name]) => name));
  assert.deepEqual(names[1], names[0]);
  assert.deepEqual(names[2], names[0]);
  const [, plain = []] = menu.properties([2])[0] ?? [];
  assert.deepEqual(Object.fromEntries(plain)['toggle-type'], ['s', '']);
});
