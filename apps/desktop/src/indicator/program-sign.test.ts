import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { NotificationServer } from '../fixtures/notification-server.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import type { XConnection } from '../x11/x-server.ts';
import { ProgramSign } from './program-sign.ts';

const screen = { connection: async () => ({}) as XConnection };
const noScreen = { connection: async () => null };
const linux = { platform: 'linux', bus: null } as const;

test('a sign has a place where an indicator, a notification or a window can be seen, and none otherwise', async () => {
  assert.equal(await new ProgramSign({ ...linux, x11: screen }).place(), 'screen');
  for (const x11 of [null, noScreen]) {
    const sign = new ProgramSign({ ...linux, x11 });
    assert.equal(await sign.place(), 'none');
    let hasWindow = true;
    sign.useWindows(() => hasWindow);
    assert.equal(await sign.place(), 'window');
    let lost = 0;
    const end = sign.onLost(() => lost++);
    hasWindow = false;
    sign.windowsChanged();
    assert.deepEqual([await sign.place(), lost], ['none', 1]);
    end();
    sign.windowsChanged();
    assert.equal(lost, 1);
  }
});

test('an indicator that cannot be shown is no place, and where no one tells of a locked screen it counts as little as a window', async () => {
  for (const [platform, before] of [
    ['linux', 'screen'],
    ['darwin', 'window'],
    ['win32', 'window'],
  ] as const) {
    const sign = new ProgramSign({ platform, bus: null, x11: platform === 'linux' ? screen : null });
    assert.equal(await sign.place(), before, platform);
    sign.indicatorFailed();
    assert.equal(await sign.place(), 'none', platform);
  }
});

test('a server of notifications is a place as long as it is there', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const sign = new ProgramSign({ ...linux, x11: null, bus });
  assert.equal(await sign.place(), 'none');
  const server = await NotificationServer.start(daemon.address);
  assert.equal(await sign.place(), 'screen');
  let lost = 0;
  sign.onLost(() => lost++);
  await server.stop();
  await until(() => lost > 0);
  await until(async () => (await sign.place()) === 'none');
});
