import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type KeyboardPermission, type Shortcuts, say, withAdvice } from '@quoth/contract';
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

const rest = {
  mayPressKeys: null,
  keyboard: null,
  hasIndicator: true,
  canWrite: true,
  knowsTarget: true,
  asksPrograms: null,
  hasTray: null,
};
const none = { way: 'none', keys: [] } as const;

/** What is lacking; what works is in the last test. */
const lacking = (options: Parameters<typeof desktopFindings>[0]) =>
  desktopFindings(options).filter(({ status }) => status !== 'ok');

test('what the desktop lacks is listed, each with the command that fixes it', () => {
  const empty = pathWith();
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
  const wayland = { ...bus, WAYLAND_DISPLAY: 'wayland-0' };
  const cases: readonly (readonly [Record<string, string>, readonly string[]])[] = [
    [{}, ['display', 'session-bus']],
    [{ DISPLAY: ':0' }, ['session-bus']],
    [{ ...bus, DISPLAY: ':0', PATH: empty }, []],
    [{ ...bus, DISPLAY: '', WAYLAND_DISPLAY: '' }, ['display']],
    [{ ...wayland, PATH: empty }, ['shortcuts', 'clipboard']],
    [{ ...wayland, PATH: `${empty}:${pathWith('wl-copy')}` }, ['shortcuts']],
    [{ ...wayland, PATH: pathWith('xclip') }, ['shortcuts', 'clipboard']],
    [{ ...wayland, DISPLAY: ':0', PATH: pathWith('xclip') }, ['shortcuts']],
  ];
  for (const [env, ids] of cases) {
    const found = lacking({ platform: 'linux', env, shortcuts: none, ...rest });
    assert.deepEqual(
      found.map(({ id }) => id),
      ids,
      JSON.stringify(env),
    );
    for (const { id, fix, status } of found) assert(fix && status !== 'ok', id);
  }
  assert.deepEqual(lacking({ platform: 'win32', env: {}, shortcuts: none, ...rest }), []);
  const env = { ...wayland, PATH: pathWith('wl-copy') };
  const portal = lacking({ platform: 'linux', env, shortcuts: { way: 'portal', keys: [] }, ...rest });
  assert.deepEqual(portal, [], 'a portal has the keys');
});

test('where the portal has to be asked for keys, each state but allowed is said, with what to do', () => {
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus', DISPLAY: ':0' };
  const found = (keyboard: KeyboardPermission, more = {}) =>
    lacking({
      ...rest,
      platform: 'linux',
      env: { ...env, ...more },
      shortcuts: none,
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
  const mac = { ...rest, platform: 'darwin', env: {}, shortcuts: none } as const;
  const find = () => lacking({ ...mac, mayPressKeys: () => isAllowed });
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
  assert.deepEqual(lacking({ ...mac, mayPressKeys: null }), [notRun]);
});

test('an indicator that could not be shown is reported on every system, with what says the same instead', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const env = { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };
    const found = lacking({ ...rest, platform, env, shortcuts: none, hasIndicator: false });
    assert.deepEqual(
      found.map(({ id, status }) => [id, status]).filter(([id]) => id !== 'platform'),
      [['indicator', 'warning']],
    );
  }
});

test('what works is named on each desktop, and what does not comes with its command', () => {
  const env = {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
    DISPLAY: ':0',
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_CURRENT_DESKTOP: 'ubuntu:GNOME',
    PATH: pathWith('wl-copy'),
  };
  type Toggle = Pick<Shortcuts['keys'][number], 'state' | 'problem'>;
  const keys = (way: Shortcuts['way'], toggle: Toggle) => ({
    way,
    keys: [
      {
        ...({ action: 'toggle', shortcut: 'Ctrl+Alt+Space', trigger: null, conflicts_with: null } as const),
        ...toggle,
      },
    ],
  });
  const declined = withAdvice({ state: 'unavailable' } as const, {
    problem: [say('desktopDeclinedShortcut')],
  });
  const taken = withAdvice({ state: 'conflict' } as const, { problem: [say('shortcutTaken')] });
  const noServer = withAdvice({ state: 'unavailable' } as const, { problem: [say('xServerUnreachable')] });
  const gnome: Parameters<typeof desktopFindings>[0] = {
    ...rest,
    platform: 'linux',
    env,
    shortcuts: keys('portal', { state: 'active', problem: null }),
    keyboard: 'allowed',
    asksPrograms: true,
    hasTray: true,
  };
  const lines = (more: Partial<Parameters<typeof desktopFindings>[0]>) =>
    desktopFindings({ ...gnome, ...more }).map(
      ({ id, status, detail, fix }) => `${id} ${status}: ${detail} ${fix ?? ''}`,
    );
  assert.deepEqual(
    desktopFindings(gnome).map(({ id, status }) => `${id} ${status}`),
    ['shortcuts ok', 'paste-permission ok', 'tray ok', 'indicator ok'],
  );
  assert.match(lines({}).join(), /Ctrl\+Alt\+Space starts and stops/);
  const cases: readonly (readonly [Parameters<typeof lines>[0], RegExp])[] = [
    [{ asksPrograms: false }, /paste-permission ok: .*Chromium.*accessibilityWhileRunning true/],
    [{ hasTray: false }, /tray warning: .*gnome-shell-extension-appindicator.*gnome-extensions/],
    [{ env: { ...env, DISPLAY: '' } }, /paste-permission warning: .*install -y xwayland/],
    [{ knowsTarget: false, asksPrograms: null }, /paste-permission warning: .*pasteIntoAnyWindow true/],
    [{ canWrite: false, asksPrograms: null }, /paste-permission warning: .*no way to write/],
    [
      { shortcuts: keys('portal', declined) },
      /shortcuts warning: Your desktop declined it.*quoth dictate bind/,
    ],
    [{ shortcuts: keys('x11', taken) }, /shortcuts warning: .*taken by another.*set shortcutToggle Ctrl/],
    [
      { shortcuts: keys('x11', noServer), env: { ...env, WAYLAND_DISPLAY: '' } },
      /^display warning: The X server cannot be reached\. .*quoth start --headless$/,
    ],
    [{ shortcuts: none }, /shortcuts warning: .*quoth dictate bind/],
    [
      { shortcuts: none, env: { ...env, XDG_CURRENT_DESKTOP: 'COSMIC' } },
      /shortcuts warning: .*COSMIC.*the command "quoth dictate toggle"/,
    ],
  ];
  for (const [more, expected] of cases) assert.match(lines(more).join('\n'), expected);
});
