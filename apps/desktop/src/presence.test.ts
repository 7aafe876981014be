import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Dictation, settingDefaults } from '@quoth/contract';
import { type Core, silentLogger } from '@quoth/core';
import { TestEvents } from '@quoth/core/fixtures/test-events.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { unknownApplication } from './active-application/active-application.ts';
import type { DesktopParts } from './desktop-parts.ts';
import { englishTexts } from './fixtures/english-texts.ts';
import { Presence } from './presence.ts';
import type { Config } from './read-config.ts';

const recording = {
  recording: { id: 'a', phase: 'recording', mode: { id: 'm', name: 'Email' }, warnings: [] },
  processing: [],
  pre_roll: false,
} as unknown as Dictation;

test('where the indicator cannot be shown and there is no notification, the tray icon is, even if it is switched off', async (t) => {
  const dataFolder = temporaryFolder();
  const events = new TestEvents();
  let dictation: Dictation = { ...recording, recording: null };
  const core = {
    dataFolder,
    dictations: { state: () => dictation },
    modes: { list: () => [] },
    settings: { get: () => ({ ...settingDefaults, trayIcon: false }) },
    events,
  } as unknown as Core;
  let trays = 0;
  const parts = {
    bus: null,
    activeApplication: unknownApplication,
    sign: { indicatorFailed: () => undefined },
    dictation: { session: { onEvent: () => () => undefined, isLocked: async () => false } },
    createTray: () => {
      trays += 1;
      return { open: async () => undefined, show: () => undefined, close: async () => undefined };
    },
  } as unknown as DesktopParts;
  const { HOME, PATH } = process.env;
  // The indicator's process finds no screen, whatever the system.
  const config = { platform: 'win32', env: { HOME, PATH }, ephemeral: false } as unknown as Config;
  const controls = {} as never;
  const presence = new Presence({ config, core, parts, controls, texts: englishTexts, logger: silentLogger });
  t.after(() => presence.close());
  assert.deepEqual(
    [presence.hasIndicator, trays],
    [true, 0],
    'as long as nothing is to be shown, nothing is tried',
  );
  dictation = recording;
  events.publish({ type: 'dictation-changed', dictation });
  await until(() => trays === 1);
  assert.equal(presence.hasIndicator, false);
});
