import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { defineInterface } from 'dbus-native';
import { PrivateBus, serviceOn } from '../fixtures/private-bus.ts';
import { AtspiApplication, gnomeApplication } from './atspi-application.ts';

/** Numbers of at-spi2-core's atspi-constants.h. */
const [ACTIVE, EDITABLE, FOCUSED, SHOWING] = [1, 7, 12, 25];
const [PASSWORD_TEXT, TERMINAL, DOCUMENT_WEB, ENTRY] = [40, 60, 95, 79];
const PROGRAM = 'app.quoth.Test';
const NOTHING = '/org/a11y/atspi/null';

interface Shown {
  readonly role?: number;
  readonly states?: readonly number[];
  readonly children?: readonly Shown[];
  /** What it does not answer. */
  readonly silent?: 'GetChildren' | 'GetRole' | 'GetState';
  /** What is written in it, with the cursor behind the first `caret` characters. */
  readonly text?: { value: string; caret: number };
}

const page = (...children: readonly Shown[]): Shown => ({ role: DOCUMENT_WEB, states: [SHOWING], children });
const field = (more: Shown = {}): Shown => ({ role: ENTRY, states: [SHOWING, FOCUSED, EDITABLE], ...more });
const password = field({ role: PASSWORD_TEXT });

/** A program with one active window, and the services that lead to it, all on one bus. */
async function desktop(t: TestContext, toolkit: string, inside: readonly Shown[], sleeps = false) {
  const { daemon, bus } = await PrivateBus.of(t);
  const service = serviceOn(daemon.address);
  t.after(() => service.close());
  let isAwake = !sleeps;
  let objects = 0;
  const put = async ({ role = 0, states = [], children = [], silent, text }: Shown, path: string) => {
    const below: (readonly [string, string])[] = [];
    for (const child of children) below.push([PROGRAM, await put(child, `/object/${objects++}`)]);
    const words = [0, 0];
    for (const state of states) words[state >> 5] = (words[state >> 5] ?? 0) | (1 << (state & 31));
    const answer = (method: string, value: () => unknown) =>
      silent === method ? new Promise(() => {}) : value();
    const isWindow = path === '/window';
    const accessible = defineInterface({
      name: 'org.a11y.atspi.Accessible',
      methods: {
        GetChildren: {
          out: { children: 'a(so)' },
          handler: () => answer('GetChildren', () => (isWindow && !isAwake ? [[PROGRAM, NOTHING]] : below)),
        },
        GetState: { out: { states: 'au' }, handler: () => answer('GetState', () => words) },
        GetRole: { out: { role: 'u' }, handler: () => answer('GetRole', () => role) },
        GetAttributes: {
          out: { attributes: 'a{ss}' },
          handler: () => {
            isAwake = true;
            return [];
          },
        },
      },
      properties: { Name: { type: 's', access: 'read', value: 'chat' } },
    });
    await service.export(path, accessible);
    if (text) await service.export(path, textInterface(text));
    return path;
  };
  await put({ states: [ACTIVE, SHOWING], children: inside }, '/window');
  const root = (path: string, child: readonly [string, string]) =>
    service.export(
      path,
      defineInterface({
        name: 'org.a11y.atspi.Accessible',
        methods: { GetChildren: { out: { children: 'a(so)' }, handler: () => [child] } },
        properties: { Name: { type: 's', access: 'read', value: 'chat' } },
      }),
    );
  await root('/org/a11y/atspi/accessible/root', [PROGRAM, '/program']);
  await root('/program', [PROGRAM, '/window']);
  await service.export(
    '/program',
    defineInterface({
      name: 'org.a11y.atspi.Application',
      properties: { ToolkitName: { type: 's', access: 'read', value: toolkit } },
    }),
  );
  await service.export(
    '/org/a11y/bus',
    defineInterface({
      name: 'org.a11y.Bus',
      methods: { GetAddress: { out: { address: 's' }, handler: () => daemon.address } },
    }),
  );
  for (const name of [PROGRAM, 'org.a11y.atspi.Registry', 'org.a11y.Bus']) await service.ownName(name);
  const start = (mayWake: boolean) => {
    const atspi = new AtspiApplication(bus, () => mayWake);
    t.after(() => atspi.close());
    return atspi;
  };
  return { start };
}

function textInterface(text: { value: string; caret: number }) {
  return defineInterface({
    name: 'org.a11y.atspi.Text',
    methods: {
      GetText: {
        in: { start: 'i', end: 'i' },
        out: { text: 's' },
        handler: ({ start, end }) => [...text.value].slice(start, end).join(''),
      },
    },
    properties: {
      CaretOffset: { type: 'i', access: 'read', get: () => text.caret },
      CharacterCount: { type: 'i', access: 'read', get: () => [...text.value].length },
    },
  });
}

/** More than one look takes in. */
const crowd = Array.from({ length: 250 }, (): Shown => ({ states: [SHOWING] }));

for (const [what, inside, chromium, other] of [
  ['a field', [page(field())], 'other', 'other'],
  ['a password field', [page(password)], 'password', 'password'],
  ['nothing with the cursor', [page()], 'hidden', undefined],
  [
    'a page that has the cursor and shows nothing yet',
    [field({ role: DOCUMENT_WEB, states: [FOCUSED] })],
    'hidden',
    'other',
  ],
  ['more than is looked at', [page(...crowd, password)], 'hidden', undefined],
  ['a page that does not answer', [{ ...page(password), silent: 'GetChildren' }], 'hidden', undefined],
  ['a field that does not say what it is', [page({ ...password, silent: 'GetRole' })], 'hidden', 'other'],
] as const satisfies readonly (readonly [string, readonly Shown[], unknown, unknown])[])
  test(`${what} is "${chromium}" in programs built on Chromium, and "${other}" elsewhere`, async (t) => {
    assert.equal((await (await desktop(t, 'Chromium', inside)).start(true).current())?.focus, chromium);
    assert.equal((await (await desktop(t, 'GTK', inside)).start(true).current())?.focus, other);
  });

test('a window that hides what is in it is woken only where that is allowed, and the X server is not asked instead', async (t) => {
  const { start } = await desktop(t, 'Chromium', [page(password)], true);
  const x11 = {
    current: async () => ({ program: 'xterm', windowId: 'x11:1' }),
    close: () => undefined,
  };
  const asleep = gnomeApplication(start(false), x11);
  const seen = await asleep.current();
  assert.deepEqual([seen?.program, seen?.focus], ['chat', 'hidden']);
  assert.equal((await start(true).current())?.focus, 'password');
});

test('what becomes of a text before the cursor is read, with a little of what is behind it', async (t) => {
  const text = { value: '😀 Hi. Boards in grafanna', caret: 24 };
  const atspi = (await desktop(t, 'GTK', [field({ text })])).start(false);
  assert.equal(await atspi.textBeforeCursor('Boards in Grafana'), undefined, 'another text stands there');
  const read = await atspi.textBeforeCursor('Boards in grafanna');
  text.value = `😀 Hi. Boards in Grafana${' and more'.repeat(50)}`;
  assert.equal((await read?.())?.slice(0, 26), 'Boards in Grafana and more');
  assert.equal((await read?.())?.length, 'Boards in grafanna'.length + 100);
  text.value = '';
  assert.equal(await read?.(), undefined, 'it has gone');
});

test('a terminal is not read back, and neither is a password field', async (t) => {
  for (const role of [PASSWORD_TEXT, TERMINAL]) {
    const inside = [field({ role, text: { value: 'grafanna', caret: 8 } })];
    assert.equal(
      await (await desktop(t, 'GTK', inside)).start(false).textBeforeCursor('grafanna'),
      undefined,
    );
  }
});
