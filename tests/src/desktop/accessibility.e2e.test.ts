import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accessibilityService } from '@quoth/desktop/fixtures/accessibility-service.ts';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { RunningApplication, temporaryHome, until } from '../support/running-application.ts';

after(() => RunningApplication.endAll());

test('accessibility stays on over a logout, and is switched off when Quoth is quit, or started on a desktop that needs none', async (t) => {
  const { daemon } = await PrivateBus.of(t);
  const { state, close } = await accessibilityService(daemon.address, false);
  t.after(close);
  const home = temporaryHome();
  const start = (desktop: string) =>
    RunningApplication.start(home, [], {
      ...daemon.env,
      DISPLAY: '',
      WAYLAND_DISPLAY: 'wayland-none',
      XDG_CURRENT_DESKTOP: desktop,
    });
  const is = (isEnabled: boolean) =>
    until(`it is ${isEnabled ? 'on' : 'off'}`, async () => state.isEnabled === isEnabled);
  let app = await start('GNOME');
  await (await app.controlSocket()).updateSettings({ body: { accessibilityWhileRunning: true } });
  await is(true);
  await app.end();
  assert(state.isEnabled, 'a logout ends it by a signal');
  app = await start('sway');
  await is(false);
  await app.end();
  app = await start('GNOME');
  await is(true);
  await (await app.controlSocket()).stopApplication();
  await is(false);
});
