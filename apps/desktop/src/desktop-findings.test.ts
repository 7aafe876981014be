import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { KeyboardPermission } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { desktopFindings } from './desktop-findings.ts';

function pathWith(...programs: readonly string[]): string {
  const folder = temporaryFolder();
  for (const program of programs) {
    writeFileSync(join(folder, program), '#!/bin/sh\n');
    chmodSync(join(folder, program), 0o700);
  }
  return folder;
}

const rest = { mayPressKeys: null, keyboard: null, hasIndicator: true };

test('what the desktop lacks is listed, each with the command that fixes it', () => {
  const none = pathWith();
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
  const wayland = { ...bus, WAYLAND_DISPLAY: 'wayland-0' };
  const cases: readonly (readonly [Record<string, string>, readonly string[]])[] = [
    [{}, ['display', 'session-bus']],
    [{ DISPLAY: ':0' }, ['session-bus']],
    [{ ...bus, DISPLAY: ':0', PATH: none }, []],
    [{ ...bus, DISPLAY: '', WAYLAND_DISPLAY: '' }, ['display']],
    [{ ...wayland, PATH: none }, ['shortcuts', 'clipboard']],
    [{ ...wayland, PATH: `${none}:${pathWith('wl-copy')}` }, ['shortcuts']],
    [{ ...wayland, PATH: pathWith('xclip') }, ['shortcuts', 'clipboard']],
    [{ ...wayland, DISPLAY: ':0', PATH: pathWith('xclip') }, ['shortcuts']],
  ];
  for (const [env, ids] of cases) {
    const found = desktopFindings({ platform: 'linux', env, keys: 'none', ...rest });
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
      JSON.stringify(env),
    );
    for (const { id, fix, status } of found) assert(fix && status !== 'ok', id);
  }
  assert.deepEqual(desktopFindings({ platform: 'win32', env: {}, keys: 'windows', ...rest }), []);
  const env = { ...wayland, PATH: pathWith('wl-copy') };
  const portal = desktopFindings({ platform: 'linux', env, keys: 'portal', ...rest });
  assert.deepEqual(portal, [], 'a portal has the keys');
});

test('where the portal has to be asked for keys, each state but allowed is said, with what to do', () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', DISPLAY: ':0' };
  const found = (keyboard: KeyboardPermission, more = {}) =>
    desktopFindings({
      ...rest,
      platform: 'linux',
      env: { ...env, ...more },
      keys: 'portal',
      keyboard,
    }).map(({ id, detail, fix }) => {
      assert(fix, keyboard);
      return `${id}: ${detail} ${fix}`;
    });
  assert.deepEqual(found('allowed'), []);
  assert.match(found('not-asked').join(), /^paste-permission: .*has not been asked/);
  assert.match(found('refused').join(), /does not let Quoth press keys/);
  assert.match(found('unavailable').join(), /portal of this desktop.*xdg-desktop-portal-gnome$/);
  assert.match(found('unavailable', { XDG_CURRENT_DESKTOP: 'KDE' }).join(), /xdg-desktop-portal-kde$/);
});

test('on macOS the permission to press keys is queried each time', () => {
  let isAllowed = false;
  const mac = { platform: 'darwin', env: {}, keys: 'macos', keyboard: null, hasIndicator: true } as const;
  const find = () => desktopFindings({ ...mac, mayPressKeys: () => isAllowed });
  const [notRun, finding, ...others] = find();
  assert.deepEqual(
    [notRun?.id, notRun?.status],
    ['platform', 'warning'],
    'which is said until someone has run it',
  );
  assert.deepEqual([finding?.id, finding?.status, others.length], ['accessibility', 'missing', 0]);
  assert.match(finding?.fix ?? '', /Privacy & Security > Accessibility/);
  isAllowed = true;
  assert.deepEqual(find(), [notRun]);
  assert.deepEqual(desktopFindings({ ...mac, mayPressKeys: null }), [notRun]);
});

test('an indicator that could not be shown is reported on every system, with what says the same instead', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const env = { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
    const found = desktopFindings({
      platform,
      env,
      keys: 'x11',
      mayPressKeys: null,
      keyboard: null,
      hasIndicator: false,
    });
    assert.deepEqual(
      found.map(({ id, status }) => [id, status]).filter(([id]) => id !== 'platform'),
      [['indicator', 'warning']],
    );
  }
});
