import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { defineInterface } from 'dbus-native';
import { PrivateBus, serviceOn } from '../fixtures/private-bus.ts';
import { AccessibilityStatus } from './accessibility-status.ts';

/** The service of at-spi2-core, which keeps both beyond its session. */
async function desktop(t: TestContext, before: { readonly isEnabled: boolean }) {
  const { daemon, bus } = await PrivateBus.of(t);
  const state = { ...before, hasScreenReader: false };
  const service = serviceOn(daemon.address);
  t.after(() => service.close());
  const status = defineInterface({
    name: 'org.a11y.Status',
    properties: {
      IsEnabled: {
        type: 'b',
        get: () => state.isEnabled,
        set: (isOn) => Object.assign(state, { isEnabled: isOn }),
      },
      ScreenReaderEnabled: { type: 'b', access: 'read', get: () => state.hasScreenReader },
    },
  });
  await service.export('/org/a11y/bus', status);
  await service.ownName('org.a11y.Bus');
  const folder = temporaryFolder();
  const start = () => new AccessibilityStatus(bus, folder);
  return { state, folder, start, bus, file: join(folder, 'accessibility-switched-on') };
}

test('it is on while it is wanted, and off again afterwards; a kill in between is put right by the next start', async (t) => {
  const { state, folder, start } = await desktop(t, { isEnabled: false });
  const killed = start();
  await killed.follow(true);
  assert(state.isEnabled && killed.isWanted);
  const next = start();
  await next.follow(true);
  assert(state.isEnabled);
  await next.follow(false);
  assert(!state.isEnabled, 'it was off before the one that was killed');
  assert.deepEqual(readdirSync(folder), []);
  const other = start();
  await other.follow(true);
  await start().follow(false);
  assert(!state.isEnabled, 'no longer wanted after a kill');
});

test('what somebody else switched on stays on, as does what a screen reader needs by then', async (t) => {
  const { state, folder, start } = await desktop(t, { isEnabled: true });
  const status = start();
  await status.follow(true);
  await status.follow(false);
  assert(state.isEnabled);
  state.isEnabled = false;
  await status.follow(true);
  state.hasScreenReader = true;
  await status.follow(false);
  assert(state.isEnabled);
  assert.deepEqual(readdirSync(folder), []);
});

test('it is not switched on where that cannot be written down first', async (t) => {
  const { state, file, start } = await desktop(t, { isEnabled: false });
  mkdirSync(file);
  const status = start();
  await status.follow(true);
  assert(!state.isEnabled);
  rmdirSync(file);
  await status.follow(true);
  assert(state.isEnabled);
});

test('where the session ends first, the next start switches it off', async (t) => {
  const { file, start, bus } = await desktop(t, { isEnabled: false });
  const status = start();
  await status.follow(true);
  await bus.close();
  await status.follow(false);
  assert(existsSync(file));
});
