import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { SecretStore } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { StandInPortal, type StandInPortalOptions } from '../fixtures/stand-in-portal.ts';
import { SessionBus } from '../session/session-bus.ts';
import { ExpectedKeyboard, PortalKeyboard } from './portal-keyboard.ts';

/**
 * A portal that lends a keyboard, what is kept of its permission, and keyboards of one start of Quoth after the other.
 */
async function desktop(t: TestContext, options: Partial<StandInPortalOptions> = {}) {
  const daemon = await PrivateBus.start();
  t.after(() => daemon.stop());
  const portal = await StandInPortal.start({
    address: daemon.address,
    keyboard: 2,
    hasNoShortcuts: true,
    ...options,
  });
  t.after(() => portal.stop());
  let kept: string | undefined;
  const store: SecretStore = {
    read: async () => kept,
    write: async (secret) => {
      kept = secret;
    },
    remove: async () => {
      kept = undefined;
    },
  };
  const start = () => {
    const bus = SessionBus.of(daemon.env);
    assert(bus);
    const keyboard = new PortalKeyboard({ bus, store, entry: { path: '/none', write: async () => false } });
    t.after(() => keyboard.close());
    return keyboard;
  };
  return { portal, start, kept: () => kept };
}

test('the user is asked once: the token opens it again, also after the next start', async (t) => {
  const { portal, start, kept } = await desktop(t);
  const first = start();
  assert.equal(await first.permission(), 'not-asked');
  assert.equal(await first.open(), undefined);
  assert(!portal.calls.includes('Start'), 'a delivery shows no dialog');
  assert.equal(await first.ask(), 'allowed');
  assert.equal(kept(), 'token-1');
  await until(() => portal.sessions.length === 0);
  const second = start();
  assert.equal(await second.permission(), 'allowed');
  const open = await second.open();
  assert(open);
  assert(portal.calls.includes('SelectDevices token-1'));
  assert.equal(await open.press('paste'), true);
  assert.deepEqual(
    portal.calls.filter((call) => call.startsWith('key')),
    ['key 42 down', 'key 110 down', 'key 110 up', 'key 42 up'],
  );
  open.close();
  await until(() => portal.sessions.length === 0);
  assert.equal(await open.press('enter'), false);
});

test('a portal that notices our application entry late is given our name again when a keyboard is asked for', async (t) => {
  const applications = temporaryFolder();
  const { portal, start } = await desktop(t, { applications, needsAppId: true });
  const keyboard = start();
  assert.equal(await keyboard.ask(), 'not-asked');
  assert(!portal.calls.includes('Start'));
  writeFileSync(join(applications, 'app.quoth.Quoth.desktop'), '');
  assert.equal(await keyboard.ask(), 'allowed');
  const open = await keyboard.open();
  assert.equal(await open?.press('enter'), true);
});

test('a refusal is remembered, and the user is asked again when they want it', async (t) => {
  const { portal, start, kept } = await desktop(t, { answer: 'decline' });
  assert.equal(await start().ask(), 'refused');
  const next = start();
  assert.equal(await next.permission(), 'refused');
  assert.equal(await next.open(), undefined);
  portal.answer = 'accept';
  assert.equal(await next.ask(), 'allowed');
  assert.equal(kept(), 'token-1');
});

test('without a token, one session stays open until the desktop ends it', async (t) => {
  const { portal, start, kept } = await desktop(t, { keyboard: 1 });
  const keyboard = start();
  assert.equal(await keyboard.ask(), 'allowed');
  assert.equal(kept(), undefined);
  const open = await keyboard.open();
  open?.close();
  assert.equal(portal.sessions.length, 1);
  assert.equal(await (await keyboard.open())?.press('enter'), true);
  await portal.closeSessions();
  await until(() => keyboard.known === 'not-asked');
});

test('a keyboard that is expected is open when the text comes, and closed when none comes', async (t) => {
  const { portal, start } = await desktop(t);
  const keyboard = start();
  assert.equal(await keyboard.ask(), 'allowed');
  await until(() => portal.sessions.length === 0);
  const expected = new ExpectedKeyboard(keyboard, 60_000);
  t.after(() => expected.close());
  expected.expect();
  await until(() => portal.sessions.length === 1);
  const opened = () => portal.calls.filter((call) => call === 'CreateSession').length;
  const before = opened();
  const open = await expected.take();
  assert.equal(await open?.press('enter'), true);
  assert.equal(opened(), before, 'it is not opened twice');
  open?.close();
  await until(() => portal.sessions.length === 0);
  const impatient = new ExpectedKeyboard(keyboard, 1);
  impatient.expect();
  await until(() => opened() === before + 1);
  await until(() => portal.sessions.length === 0);
  assert.equal(await (await impatient.take())?.press('enter'), true, 'then it is opened again');
});

test('a keyboard that did not open is opened again once it is allowed', async (t) => {
  const { start } = await desktop(t);
  const keyboard = start();
  const expected = new ExpectedKeyboard(keyboard, 60_000);
  t.after(() => expected.close());
  expected.expect();
  assert.equal(await keyboard.open(), undefined, 'it was not allowed yet');
  assert.equal(await keyboard.ask(), 'allowed');
  expected.expect();
  const open = await expected.take();
  assert.equal(await open?.press('enter'), true);
  open?.close();
});

test('a dialog that is still open is closed with the application', async (t) => {
  const { portal, start } = await desktop(t, { answer: 'later' });
  const keyboard = start();
  const asking = keyboard.ask();
  await until(() => portal.calls.includes('Start'));
  assert.equal(keyboard.known, 'asking');
  await keyboard.close();
  assert.equal(await asking, 'not-asked');
  await until(() => portal.calls.includes('Request.Close'));
});

test('a portal without a keyboard, or none, allows nothing and is asked nothing', async (t) => {
  const { portal, start } = await desktop(t, { applications: '/none', keyboard: undefined } as object);
  assert.equal(await start().ask(), 'unavailable');
  assert(!portal.calls.includes('Start'));
});
