import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { aView } from '../fixtures/a-view.ts';
import { NotificationServer } from '../fixtures/notification-server.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { SessionBus } from '../session/session-bus.ts';
import type { IndicatorView } from './indicator-view.ts';
import { NotificationIndicator } from './notification-indicator.ts';

const recording: IndicatorView = { ...aView, line: 'What was said', elapsedMs: 0 };

test('a notification that is replaced says what the recorder does, has its buttons, and is taken away', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const server = await NotificationServer.start(daemon.address);
  t.after(() => server.stop());
  const { notified, closed } = server;
  const actions: string[] = [];
  const indicator = new NotificationIndicator(bus, (action) => actions.push(action));
  indicator.show(recording);
  await until(() => notified.length === 1);
  assert.deepEqual(
    [notified[0]?.summary, notified[0]?.body, notified[0]?.actions],
    ['Listening', 'Email', ['stop', 'Stop', 'cancel', 'Cancel']],
    'no word of what was said',
  );
  indicator.show({ ...recording, levels: [0.9], elapsedMs: 5_000, line: 'More words' });
  indicator.show({
    ...recording,
    tone: 'working',
    isTranscript: false,
    line: 'Transcribing',
    title: 'Transcribing',
    buttons: ['cancel'],
  });
  await until(() => notified.length === 2);
  assert.deepEqual([notified[1]?.replaces, notified[1]?.summary], [7, 'Transcribing']);
  server.press('stop', 6);
  server.press('cancel');
  await until(() => actions.length > 0);
  assert.deepEqual(actions, ['cancel']);
  indicator.show(undefined);
  await until(() => closed.length > 0);
  assert.deepEqual(closed, [7]);
});

test('a button counts that is pressed before the answer with the id is here', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const server = await NotificationServer.start(daemon.address);
  t.after(() => server.stop());
  const actions: string[] = [];
  const indicator = new NotificationIndicator(bus, (action) => actions.push(action));
  server.pressed = 'stop';
  indicator.show(recording);
  await until(() => server.notified.length === 1);
  await until(() => actions.length === 1, 5_000);
  assert.deepEqual(actions, ['stop']);
  await indicator.close();
});

test('without a notification server, and without a bus, nothing fails', async (t) => {
  const daemon = await PrivateBus.start();
  t.after(() => daemon.stop());
  for (const env of [daemon.env, { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' }]) {
    const bus = SessionBus.of(env);
    assert(bus);
    const indicator = new NotificationIndicator(bus, () => undefined);
    indicator.show(recording);
    await indicator.close();
    await bus.close();
  }
  assert.equal(SessionBus.of({}), null);
});

test('a question is a notification that stays, its text is never markup, and the sign of a program comes back when it is taken away', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const server = await NotificationServer.start(daemon.address, ['body', 'body-markup', 'actions']);
  t.after(() => server.stop());
  const actions: string[] = [];
  const indicator = new NotificationIndicator(bus, (action) => actions.push(action));
  const asking: IndicatorView = {
    ...recording,
    tone: 'asking',
    line: 'Tom & Jerry?',
    isTranscript: false,
    program: 'Notes',
    says: 'Notes asks',
    buttons: ['decline', 'answer'],
  };
  indicator.show(asking);
  await until(() => server.notified.length === 1);
  const [first] = server.notified;
  assert.deepEqual(
    [first?.summary, first?.body, first?.actions],
    ['Notes asks', 'Tom &amp; Jerry?', ['decline', 'Decline', 'answer', 'Answer']],
  );
  assert.deepEqual([first?.hints.urgency, first?.hints.transient], [2, false]);
  server.press('answer');
  await until(() => actions.at(-1) === 'answer');
  server.dismiss();
  await until(() => actions.at(-1) === 'decline');
  indicator.show({ ...recording, program: 'Notes', says: 'Notes is recording' });
  await until(() => server.notified.length === 2);
  assert.equal(server.notified[1]?.summary, 'Notes is recording');
  server.dismiss();
  await until(() => server.notified.length === 3);
  assert.equal(server.notified[2]?.summary, 'Notes is recording');
  await indicator.close();
});

test('a problem is a notification that a desktop shows, what a program has wrong is in it, and one that was read stays away', async (t) => {
  const { daemon, bus } = await PrivateBus.of(t);
  const server = await NotificationServer.start(daemon.address);
  t.after(() => server.stop());
  const { notified } = server;
  const indicator = new NotificationIndicator(bus, () => undefined);
  const problem = {
    ...recording,
    tone: 'problem',
    isTranscript: false,
    line: 'It was copied.',
    title: 'It was copied.',
    hint: 'Paste it.',
  } as const;
  indicator.show({ ...problem, program: 'Notes', says: 'Notes is recording' });
  await until(() => notified.length === 1);
  assert.deepEqual(
    [notified[0]?.summary, notified[0]?.body],
    ['Notes is recording', 'It was copied. Paste it.'],
  );
  indicator.show({ ...problem, buttons: [] });
  await until(() => notified.length === 2);
  const [, own] = notified;
  assert.deepEqual([own?.summary, own?.body, own?.hints.urgency], ['It was copied.', 'Paste it.', 1]);
  server.dismiss();
  // A signal of the same server comes after it.
  const reading = { ...recording, program: 'Notes', says: 'Notes is recording' } as const;
  await bus.call({
    destination: 'org.freedesktop.Notifications',
    path: '/org/freedesktop/Notifications',
    interface: 'org.freedesktop.Notifications',
    member: 'GetCapabilities',
  });
  indicator.show({ ...problem, buttons: [], elapsedMs: 1 });
  indicator.show(reading);
  await until(() => notified.length === 3);
  assert.deepEqual([notified[2]?.summary, notified[2]?.replaces], ['Notes is recording', 0]);
  await indicator.close();
});
