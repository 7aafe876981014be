import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StandInMenuBar } from '../fixtures/stand-in-menu-bar.ts';
import { type ShownEntry, StandInTaskbar } from '../fixtures/stand-in-taskbar.ts';
import { MacTray } from './mac-tray.ts';
import type { SystemTray } from './tray-host.ts';
import { TrayHost } from './tray-host.ts';
import type { TrayState } from './tray-icon.ts';
import type { TrayEntry } from './tray-menu.ts';
import { numberEntries } from './tray-menu.ts';
import { WindowsTray } from './windows-tray.ts';

const entries: readonly TrayEntry[] = [
  { label: 'Start recording', action: { type: 'start' } },
  { label: '' },
  {
    label: 'Mode',
    children: [
      { label: 'R&D\tnotes', action: { type: 'mode', id: 'a' }, isChecked: true },
      { label: 'Email', action: { type: 'mode', id: 'b' }, isChecked: false },
    ],
  },
  { label: 'Quit', action: { type: 'quit' } },
];
const { numbered: menu } = numberEntries(entries);

function hosted(tray: SystemTray) {
  const reported: unknown[] = [];
  const host = new TrayHost(tray, (...message) => void reported.push(message));
  const show = (turn: number, state: TrayState, shown = menu) =>
    host.show(turn, state, state === 'idle' ? 'Quoth' : `Quoth: ${state}`, shown);
  return { host, reported, show };
}

test('on Windows the icon is there when the taskbar is, also a new one, and goes with its process', () => {
  const taskbar = new StandInTaskbar();
  taskbar.isRunning = false;
  const { host, reported, show } = hosted(new WindowsTray(taskbar));
  show(1, 'idle');
  host.turn();
  assert.deepEqual(reported, [], 'at login there may be none');
  taskbar.restart();
  host.turn();
  assert.deepEqual(reported.splice(0), [['shown', true]]);
  assert.equal(taskbar.tip, 'Quoth');
  taskbar.restart();
  host.turn();
  assert.equal(taskbar.tip, 'Quoth');
  assert.deepEqual(reported, []);
  host.close();
  assert.equal(taskbar.tip, undefined);
});

test('on Windows icon and menu are those of the recorder, and what is chosen is reported', () => {
  const taskbar = new StandInTaskbar();
  const { host, reported, show } = hosted(new WindowsTray(taskbar));
  show(1, 'idle');
  const idle = taskbar.icon;
  show(2, 'recording');
  assert.equal(taskbar.tip, 'Quoth: recording');
  assert.notDeepEqual(taskbar.icon, idle);
  assert.equal(taskbar.icons.size, 1, 'the icon before was given back');
  let opened: readonly ShownEntry[] = [];
  taskbar.onMenu = (shown) => {
    opened = shown;
    return 4;
  };
  taskbar.press('menu');
  host.turn();
  assert.deepEqual(
    opened.map(({ label, isSeparator, children }) => [label, isSeparator, children.length]),
    [
      ['Start recording', false, 0],
      ['', true, 0],
      ['Mode', false, 2],
      ['Quit', false, 0],
    ],
  );
  assert.deepEqual(
    opened[2]?.children.map(({ label, isChecked }) => [label, isChecked]),
    [
      ['R&D notes', true],
      ['Email', false],
    ],
  );
  taskbar.onMenu = () => undefined;
  taskbar.press('menu');
  taskbar.press('icon');
  host.turn();
  assert.deepEqual(reported.slice(1), [['chosen', 2, 4], ['open']]);
  assert.equal(taskbar.openMenus, 0);
});

test('on macOS icon and menu are those of the recorder, and what is chosen is reported', () => {
  const bar = new StandInMenuBar();
  const { host, reported, show } = hosted(new MacTray(bar));
  show(1, 'idle');
  assert.deepEqual([bar.hasItem, bar.icon?.isTemplate, bar.toolTip], [true, true, 'Quoth']);
  show(2, 'recording');
  assert.deepEqual([bar.icon?.isTemplate, bar.toolTip], [false, 'Quoth: recording']);
  assert.deepEqual(bar.menu, menu);
  bar.choose(5);
  host.turn();
  assert.deepEqual(reported, [
    ['shown', true],
    ['chosen', 2, 5],
  ]);
  host.close();
  assert(!bar.hasItem);
});

test('an entry has the same number in every menu, and its number stands for what it does', () => {
  const { numbered, at } = numberEntries(entries);
  const flat = numbered.flatMap((entry) => [entry, ...entry.children]);
  assert.deepEqual(
    flat.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6],
  );
  for (const { id, label, kind } of flat) {
    assert.equal(at[id]?.label, label);
    assert.equal(kind === 'command', at[id]?.action !== undefined);
  }
});
