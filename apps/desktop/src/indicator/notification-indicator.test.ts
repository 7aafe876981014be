import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineInterface, sessionBus } from 'dbus-native';
import { PrivateBus } from '../session-bus/fixtures/private-bus.ts';
import { SessionBus } from '../session-bus/index.ts';
import { until } from '../x11/fixtures/test-display.ts';
import type { IndicatorView } from './indicator-view.ts';
import { NotificationIndicator } from './notification-indicator.ts';

const recording: IndicatorView = {
  tone: 'recording',
  size: 'full',
  appearance: 'dark',
  line: 'What was said',
  isWords: true,
  mode: 'Email',
  elapsedMs: 0,
  level: 0.5,
  buttons: ['stop', 'cancel'],
};

interface Notified {
  readonly replaces: number;
  readonly summary: string;
  readonly body: string;
  readonly actions: readonly string[];
}

test('a notification that is replaced says what the recorder does, has its buttons, and is taken away [INDICATOR-NOTIFICATION]', async (t) => {
  const daemon = await PrivateBus.start();
  t.after(() => daemon.stop());
  const server = sessionBus({ busAddress: daemon.address });
  t.after(() => server.close());
  const notified: Notified[] = [];
  const closed: number[] = [];
  const notifications = defineInterface({
    name: 'org.freedesktop.Notifications',
    methods: {
      Notify: {
        in: {
          app: 's',
          replaces: 'u',
          icon: 's',
          summary: 's',
          body: 's',
          actions: 'as',
          hints: 'a{sv}',
          expire: 'i',
        },
        out: { id: 'u' },
        handler: (args: Notified) => {
          notified.push(args);
          return args.replaces || 7;
        },
      },
      CloseNotification: {
        in: { id: 'u' },
        out: {},
        handler: ({ id }: { id: number }) => void closed.push(id),
      },
    },
    signals: { ActionInvoked: { args: { id: 'u', key: 's' } } },
  });
  await server.export('/org/freedesktop/Notifications', notifications);
  await server.ownName('org.freedesktop.Notifications');

  const bus = SessionBus.of(daemon.env);
  assert(bus);
  t.after(() => bus.close());
  const actions: string[] = [];
  const indicator = new NotificationIndicator(bus, (action) => actions.push(action));
  indicator.show(recording);
  await until(() => notified.length === 1);
  assert.deepEqual(
    [notified[0]?.summary, notified[0]?.body, notified[0]?.actions],
    ['Listening', 'Email', ['stop', 'Stop', 'cancel', 'Cancel']],
    'no word of what was said',
  );
  indicator.show({ ...recording, level: 0.9, elapsedMs: 5_000, line: 'More words' });
  indicator.show({
    ...recording,
    tone: 'working',
    isWords: false,
    line: 'Transcribing',
    buttons: ['cancel'],
  });
  await until(() => notified.length === 2);
  assert.deepEqual([notified[1]?.replaces, notified[1]?.summary], [7, 'Transcribing']);
  notifications.emit.ActionInvoked?.(6, 'stop');
  notifications.emit.ActionInvoked?.(7, 'cancel');
  await until(() => actions.length > 0);
  assert.deepEqual(actions, ['cancel']);
  indicator.show(undefined);
  await until(() => closed.length > 0);
  assert.deepEqual(closed, [7]);
});

test('without a notification server, and without a bus, nothing fails [INDICATOR-NOTIFICATION]', async (t) => {
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
