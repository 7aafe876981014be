import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DesktopSessionEvent } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { defineInterface } from 'dbus-native';
import { PrivateBus, serviceOn } from '../fixtures/private-bus.ts';
import { isScreenLocked, SessionWatch, SignalReader } from './session-watch.ts';

const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill();
});

test('a desktop that locks its screen says so on its bus', async () => {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(bus);
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() };
  const watch = new SessionWatch({ platform: 'linux', env });
  const received: DesktopSessionEvent[] = [];
  watch.onEvent((event) => received.push(event));
  const say = (isActive: boolean) =>
    execFileSync(
      'dbus-send',
      [
        '--session',
        '--type=signal',
        '/org/freedesktop/ScreenSaver',
        'org.freedesktop.ScreenSaver.ActiveChanged',
        `boolean:${isActive}`,
      ],
      { env },
    );
  // It takes a moment until it listens.
  for (let tries = 0; received.length === 0 && tries < 200; tries++) {
    say(true);
    await sleep(50);
  }
  assert.equal(received[0], 'locked');
  for (let tries = 0; received.at(-1) !== 'unlocked' && tries < 200; tries++) {
    say(false);
    await sleep(50);
  }
  assert.equal(received.at(-1), 'unlocked');
  watch.close();
});

const sleeps: readonly [string, NodeJS.Platform, number, number, readonly DesktopSessionEvent[]][] = [
  ['Linux, whose monotonic clock stands still meanwhile', 'linux', 60_000, 1_000, ['suspending', 'resumed']],
  ['macOS, whose monotonic clock goes on', 'darwin', 60_000, 60_000, ['suspending', 'resumed']],
  ['Windows, whose monotonic clock goes on', 'win32', 60_000, 60_000, ['suspending', 'resumed']],
  ['a process on Linux that was busy for long', 'linux', 60_000, 60_000, []],
  ['a process on macOS that was busy for a moment', 'darwin', 8_000, 8_000, []],
  ['a clock that was set, on macOS', 'darwin', 3_600_000, 1_000, []],
];
for (const [what, platform, wall, monotonic, expected] of sleeps) {
  test(`sleep is noticed by the clocks: ${what}`, (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    let [now, passed] = [1_000_000, 1_000];
    const clock = { uptime: () => now, monotonic: () => passed };
    // Without a bus, no one but the clocks tells.
    const watch = new SessionWatch({ platform, env: { PATH: '' }, clock });
    const received: DesktopSessionEvent[] = [];
    watch.onEvent((event) => received.push(event));
    now += wall;
    passed += monotonic;
    context.mock.timers.tick(1_000);
    assert.deepEqual(received, expected);
    // And only once.
    now += 1_000;
    passed += 1_000;
    context.mock.timers.tick(1_000);
    assert.equal(received.length, expected.length);
    watch.close();
  });
}

test('the signals of login1 are read as they are printed', () => {
  const reader = new SignalReader();
  const lines = [
    'signal time=1.0 sender=org.freedesktop.DBus -> destination=:1.5 serial=4 path=/org/freedesktop/DBus; interface=org.freedesktop.DBus; member=NameAcquired',
    '   string ":1.5"',
    'signal time=2.0 sender=:1.2 -> destination=(null destination) serial=9 path=/org/freedesktop/login1; interface=org.freedesktop.login1.Manager; member=PrepareForSleep',
    '   boolean true',
    'signal time=3.0 sender=:1.2 -> destination=(null destination) serial=10 path=/org/freedesktop/login1; interface=org.freedesktop.login1.Manager; member=PrepareForSleep',
    '   boolean false',
    'signal time=4.0 sender=:1.2 -> destination=(null destination) serial=11 path=/org/freedesktop/login1/session/_31; interface=org.freedesktop.login1.Session; member=Lock',
  ];
  assert.deepEqual(
    lines.flatMap((line) => reader.read(line) ?? []),
    ['suspending', 'resumed', 'locked'],
  );
});

test('a screen saver says whether the screen is locked, and is not started for the question', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  assert.equal(await isScreenLocked({ bus, env: {} }), false, 'none exists');
  const server = serviceOn(daemon.address);
  t.after(() => server.close());
  let isActive = true;
  const saver = defineInterface({
    name: 'org.gnome.ScreenSaver',
    methods: { GetActive: { in: {}, out: { active: 'b' }, handler: () => isActive } },
    signals: {},
  });
  await server.export('/org/gnome/ScreenSaver', saver);
  await server.ownName('org.gnome.ScreenSaver');
  assert.equal(await isScreenLocked({ bus, env: {} }), true);
  isActive = false;
  assert.equal(await isScreenLocked({ bus, env: {} }), false);
});

test('logind is asked about this session alone; where it says nothing, nothing is known', async () => {
  const folder = temporaryFolder();
  const loginctl = join(folder, 'loginctl');
  const says = (script: string) => {
    writeFileSync(loginctl, `#!/bin/sh\n${script}\n`);
    chmodSync(loginctl, 0o755);
  };
  const env = { PATH: `${folder}:/bin:/usr/bin`, XDG_SESSION_ID: '3' };
  says('[ "$*" = "show-session 3 --property=LockedHint --value" ] && echo yes');
  assert.equal(await isScreenLocked({ bus: null, env }), true);
  assert.equal(await isScreenLocked({ bus: null, env: { PATH: env.PATH } }), false, 'without a session');
  for (const script of ['echo no', 'echo yes; exit 1', 'exit 1']) {
    says(script);
    assert.equal(await isScreenLocked({ bus: null, env }), false, script);
  }
  assert.equal(await isScreenLocked({ bus: null, env: { PATH: '', XDG_SESSION_ID: '3' } }), false);
});
