import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { HostedTray } from './hosted-tray.ts';
import type { TrayAction, TrayEntry } from './tray-menu.ts';

const MAIN = join(import.meta.dirname, '..', 'fixtures', 'tray-host-main.ts');

const entries = (mode: string): readonly TrayEntry[] => [
  { label: 'Start recording', action: { type: 'start' } },
  { label: 'Mode', children: [{ label: mode, action: { type: 'mode', id: mode } }] },
];

function hosted(t: TestContext) {
  const folder = temporaryFolder();
  const pointer = join(folder, 'pointer');
  writeFileSync(pointer, '');
  const actions: TrayAction[] = [];
  const shown: boolean[] = [];
  const { HOME, PATH } = process.env;
  const tray = new HostedTray({
    main: MAIN,
    env: { HOME, PATH, QUOTH_TEST_POINTER: pointer },
    onAction: (action) => actions.push(action),
    onShown: (isShown) => shown.push(isShown),
  });
  t.after(() => tray.close());
  const seen = () => (existsSync(`${pointer}.seen`) ? readFileSync(`${pointer}.seen`, 'utf8') : '');
  return { tray, actions, shown, seen, choose: (what: string) => writeFileSync(pointer, what) };
}

test('a process has the icon and its menu, what is chosen is done, and it takes the icon away when it is not wanted', async (t) => {
  const { tray, actions, shown, seen, choose } = hosted(t);
  await tray.open();
  await until(() => shown.at(-1) === true);
  tray.show('recording', 'Quoth: recording', entries('Email'));
  await until(() => seen() === 'Quoth: recording');
  choose('Email');
  await until(() => actions.length === 1);
  choose('icon');
  await until(() => actions.length === 2);
  assert.deepEqual(actions, [{ type: 'mode', id: 'Email' }, { type: 'open' }]);
  await tray.close();
  await until(() => seen() === 'nothing');
});

test('a process that is killed is started again, and the icon is as it was', async (t) => {
  const { tray, actions, shown, seen, choose } = hosted(t);
  await tray.open();
  tray.show('working', 'Quoth: transcribing', entries('Note'));
  await until(() => seen() === 'Quoth: transcribing' && shown.at(-1) === true);
  const { hostPid } = tray;
  assert(hostPid !== undefined);
  process.kill(hostPid, 'SIGKILL');
  await until(() => shown.length === 3);
  assert.deepEqual(shown, [true, false, true]);
  choose('Note');
  await until(() => actions.length === 1);
  assert.deepEqual(actions, [{ type: 'mode', id: 'Note' }]);
});
