import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { accessibilityService } from '../fixtures/accessibility-service.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { AccessibilityStatus } from './accessibility-status.ts';

async function desktop(t: TestContext, before: { readonly isEnabled: boolean }) {
  const { daemon, bus } = await PrivateBus.of(t);
  const { state, close } = await accessibilityService(daemon.address, before.isEnabled);
  t.after(close);
  const folder = temporaryFolder();
  const start = (isNeeded = true) => new AccessibilityStatus(bus, folder, isNeeded);
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

test('a desktop that needs none switches off what a kill left on another', async (t) => {
  const { state, folder, start } = await desktop(t, { isEnabled: false });
  await start().follow(true);
  const other = start(false);
  await other.follow(true);
  assert(!state.isEnabled && !other.isWanted);
  await other.follow(true);
  assert(!state.isEnabled, 'nor switches it on');
  assert.deepEqual(readdirSync(folder), []);
});

test('where the session ends first, the next start switches it off', async (t) => {
  const { file, start, bus } = await desktop(t, { isEnabled: false });
  const status = start();
  await status.follow(true);
  await bus.close();
  await status.follow(false);
  assert(existsSync(file));
});
