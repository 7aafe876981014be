import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type QuothEvent, settingDefaults } from '@quoth/contract';
import { EventBus } from './base/index.ts';
import { testDatabase } from './fixtures/test-core.ts';
import { SettingsStore } from './settings.ts';

test('a shortcut that could not work is refused: a key needed to write, and one that another action has', async (context) => {
  const events = new EventBus((error) => assert.fail(String(error)));
  const settings = await SettingsStore.open(await testDatabase(context), events);
  const { shortcutToggle, shortcutPushToTalk } = settingDefaults;
  const further = { shortcut: 'Ctrl+J', action: 'toggle', modeId: null } as const;
  for (const refused of [
    { shortcutNextMode: 'J' },
    { shortcutNextMode: 'Shift+J' },
    { shortcutNextMode: 'ControlRight' },
    { shortcutNextMode: shortcutToggle },
    { shortcutNextMode: 'Ctrl+J', shortcutPasteLast: 'Ctrl+J' },
    { moreShortcuts: [{ ...further, shortcut: 'J' }] },
    { moreShortcuts: [{ ...further, shortcut: shortcutToggle ?? '' }] },
    { moreShortcuts: [further, { ...further, action: 'send' as const }] },
  ])
    await assert.rejects(settings.update(refused), { code: 'INVALID_REQUEST' }, JSON.stringify(refused));
  assert.deepEqual(settings.get(), settingDefaults);
  // Two may change places.
  const swapped = { shortcutToggle: shortcutPushToTalk, shortcutPushToTalk: shortcutToggle };
  assert.deepEqual(await settings.update(swapped), { ...settingDefaults, ...swapped });
});

test('settings keep changes, announce them, and survive invalid values in the file', async (context) => {
  const database = await testDatabase(context);
  const seen: QuothEvent[] = [];
  const events = new EventBus((error) => assert.fail(String(error)));
  events.subscribe((event) => seen.push(event));
  const settings = await SettingsStore.open(database, events);
  assert.deepEqual(settings.get(), settingDefaults);

  await settings.update({ apiEnabled: true, queueWaiting: settingDefaults.queueWaiting });
  assert.deepEqual(seen, [{ type: 'settings-changed', keys: ['apiEnabled'] }]);
  await assert.rejects(settings.update({ allowedFolders: ['relative'], queueWaiting: 3 }), /full path/);
  assert.equal(settings.get().queueWaiting, settingDefaults.queueWaiting);

  await database.insertInto('settings').values({ key: 'queueWaiting', value: '"many"' }).execute();
  await database.insertInto('settings').values({ key: 'unknown', value: 'not json' }).execute();
  await database.insertInto('settings').values({ key: 'constructor', value: '1' }).execute();
  const again = await SettingsStore.open(database, events);
  assert.deepEqual(again.get(), { ...settingDefaults, apiEnabled: true });
});
