import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defineInterface, sessionBus } from 'dbus-native';
import { PrivateBus } from '../session-bus/fixtures/private-bus.ts';
import { SessionBus } from '../session-bus/index.ts';
import { isScreenLocked } from './screen-lock.ts';

test('a screen saver says whether the screen is locked, and is not started for the question [RECORD-LOCKED]', async (t) => {
  const daemon = await PrivateBus.start();
  t.after(() => daemon.stop());
  const bus = SessionBus.of(daemon.env);
  assert(bus);
  t.after(() => bus.close());
  assert.equal(await isScreenLocked({ bus, env: {} }), false, 'there is none');
  const server = sessionBus({ busAddress: daemon.address });
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

test('logind is asked about this session alone; where it says nothing, nothing is known [RECORD-LOCKED]', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-loginctl-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
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
