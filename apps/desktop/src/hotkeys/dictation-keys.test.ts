import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { type TestContext, test } from 'node:test';
import {
  AppError,
  type DictationProgram,
  formatShortcut,
  type QuothEvent,
  type Settings,
  say,
  settingDefaults,
  shortcutActions,
} from '@quoth/contract';
import { type Core, silentLogger } from '@quoth/core';
import { TestEvents } from '@quoth/core/fixtures/test-events.ts';
import { englishTexts } from '../fixtures/english-texts.ts';
import { DictationKeys, type DictationKeysOptions } from './dictation-keys.ts';
import type { Binding, Hotkeys, KeyEvents } from './hotkeys.ts';

const MINUTE_MS = 60_000;

/** What a keyboard would call, over a core; no key is really taken. */
function openedKeys(
  context: TestContext,
  options: Pick<DictationKeysOptions, 'core' | 'pasteLast'>,
): KeyEvents {
  let events: KeyEvents | undefined;
  const keys = new DictationKeys({
    texts: englishTexts,
    ...options,
    create: (given) => {
      events = given;
      return { way: 'x11', bind: async () => new Map(), close: async () => undefined };
    },
    logger: silentLogger,
  });
  context.after(() => keys.close());
  keys.shortcuts();
  assert(events);
  return events;
}

/** The keys over a recording that has gone on for a minute; whose it is, and what became of it. */
function longRecording(context: TestContext, program: DictationProgram | null) {
  let now = 1_000;
  context.mock.method(performance, 'now', () => now);
  const events = new TestEvents();
  let cancelled = 0;
  const recording = { id: 'one', program };
  const core = {
    settings: { get: () => settingDefaults },
    events,
    dictations: { state: () => ({ recording }), cancel: () => ++cancelled },
  } as unknown as Core;
  const keys = openedKeys(context, { core, pasteLast: async () => undefined });
  events.publish({ type: 'dictation-changed', dictation: { recording } } as never);
  now += MINUTE_MS;
  return {
    press: () => keys.onKey('cancel', true),
    cancelled: () => cancelled,
    asked: () => events.published.filter(({ type }) => type === 'cancel-asked').length,
  };
}

test('one press of the key ends what a program records, however long it is; its user is asked first about their own', (context) => {
  const programs = longRecording(context, { id: 'x', name: 'Meeting' });
  programs.press();
  assert.deepEqual([programs.cancelled(), programs.asked()], [1, 0]);
  context.mock.restoreAll();
  const own = longRecording(context, null);
  own.press();
  assert.deepEqual([own.cancelled(), own.asked()], [0, 1]);
  own.press();
  assert.equal(own.cancelled(), 1);
});

test('what a key came to is said where no recording shows it: the next mode, a text that was only copied, no text at all', async (context) => {
  const events = new TestEvents();
  const modes = [
    { id: 'a', name: 'Note', isDefault: true },
    { id: 'b', name: 'Email', isDefault: false },
  ];
  const outcomes: (() => Promise<AppError | undefined>)[] = [
    async () => undefined,
    async () =>
      new AppError('TRANSCRIPTION_FAILED', {
        message: say('asWritten', { text: 'Another window has the focus.' }),
      }),
    async () => {
      throw new AppError('RECORDING_NOT_FOUND', {
        message: say('asWritten', { text: 'There is no transcript yet.' }),
      });
    },
  ];
  const core = {
    settings: { get: () => settingDefaults },
    events,
    modes: { list: () => modes, update: async (id: string) => modes.find((mode) => mode.id === id) },
  } as unknown as Core;
  const keys = openedKeys(context, {
    core,
    pasteLast: () => outcomes.shift()?.() ?? Promise.resolve(undefined),
  });
  for (const action of ['nextMode', 'pasteLast', 'pasteLast', 'pasteLast'] as const) {
    keys.onKey(action, true);
    keys.onKey(action, false);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(
    events.published.map((event) => event.type === 'remark-made' && [event.kind, event.message]),
    [
      ['done', 'Mode: Email'],
      ['problem', 'Another window has the focus.'],
      ['problem', 'There is no transcript yet.'],
    ],
  );
});

test('a key that another program has is reported at start, where no window may show it, and not with each change after it', async (context) => {
  const said: string[] = [];
  const core = {
    settings: { get: () => ({ ...settingDefaults, shortcutPasteLast: 'F9' }) },
    events: {
      on: () => () => undefined,
      publish: (event: QuothEvent) => {
        if (event.type === 'remark-made') said.push(`${event.kind}: ${event.message}`);
      },
    },
  } as unknown as Core;
  const taken = { state: 'conflict', problem: say('shortcutTaken') } as const;
  const keys = new DictationKeys({
    core,
    texts: englishTexts,
    create: () => ({
      way: 'x11',
      bind: async () => new Map([['toggle' as const, taken]]),
      close: async () => undefined,
    }),
    logger: silentLogger,
    pasteLast: async () => undefined,
  });
  context.after(() => keys.close());
  await keys.bind();
  assert.deepEqual(said, ['problem: Another program has Ctrl+Alt+Space, so Quoth does not get it.']);
  await keys.bind();
  assert.equal(said.length, 1);
});

test('on a fresh machine a default key that is taken is replaced by a free one, and by no other key of ours', async (context) => {
  let settings: Settings = { ...settingDefaults, shortcutPasteLast: 'Ctrl+Alt+Enter' };
  const said: string[] = [];
  const core = {
    settings: {
      get: () => settings,
      update: async (patch: Partial<Settings>) => {
        settings = { ...settings, ...patch };
      },
    },
    events: {
      on: () => () => undefined,
      publish: (event: QuothEvent) => {
        if (event.type === 'remark-made') said.push(event.message);
      },
    },
  } as unknown as Core;
  const taken = ['Ctrl+Alt+Space', 'Alt+Super+Space', 'Ctrl+Alt+Shift+Space'];
  const bound: Hotkeys['bind'] = async (bindings) =>
    new Map(
      bindings
        .filter(({ keys }) => taken.includes(formatShortcut(keys)))
        .map(({ action }) => [action, { state: 'conflict', problem: say('shortcutTaken') } as const]),
    );
  const opened = () => {
    const create = () => ({ way: 'x11', bind: bound, close: async () => undefined }) as const;
    const keys = new DictationKeys({
      core,
      texts: englishTexts,
      create,
      logger: silentLogger,
      pasteLast: async () => undefined,
    });
    context.after(() => keys.close());
    return keys;
  };
  const keys = opened();
  await keys.bind();
  assert.deepEqual(
    keys
      .shortcuts()
      .keys.slice(0, 2)
      .map(({ shortcut, state }) => [shortcut, state]),
    [
      ['Ctrl+Alt+F9', 'active'],
      ['Alt+Shift+Super+Space', 'active'],
    ],
  );
  assert.deepEqual(said, [
    'Another program has Ctrl+Alt+Space, so the shortcut is Ctrl+Alt+F9.',
    'Another program has Ctrl+Alt+Shift+Space, so the shortcut is Alt+Shift+Super+Space.',
  ]);
  // Somebody who knows the key is notified instead, and keeps it.
  settings = { ...settingDefaults, firstStepsDone: true };
  await opened().bind();
  assert.equal(settings.shortcutToggle, 'Ctrl+Alt+Space');
});

test('further keys are bound, named and reported beside the first of their action', async (context) => {
  const mode = { id: '8b6b3c63-6f0c-4b1e-9a38-1f6d1e5ad0a1', name: 'Email' };
  const moreShortcuts = [
    { shortcut: 'F9', action: 'toggle', modeId: null },
    { shortcut: 'F10', action: 'send', modeId: mode.id },
    { shortcut: 'F9', action: 'send', modeId: null },
  ] as const;
  const started: unknown[] = [];
  const core = {
    settings: { get: () => ({ ...settingDefaults, moreShortcuts }) },
    modes: { list: () => [mode] },
    dictations: {
      start: async (body: object) => started.push(body),
      state: () => ({ recording: null }),
    },
    events: { on: () => () => undefined, publish: () => undefined },
  } as unknown as Core;
  let given: KeyEvents | undefined;
  let bound: readonly Binding[] = [];
  const keys = new DictationKeys({
    core,
    texts: englishTexts,
    create: (events) => {
      given = events;
      const bind: Hotkeys['bind'] = async (bindings) => {
        bound = bindings;
        return new Map();
      };
      return { way: 'x11', bind, close: async () => undefined };
    },
    logger: silentLogger,
    pasteLast: async () => undefined,
  });
  context.after(() => keys.close());
  await keys.bind();
  assert(given);
  const { nameOf, onKey } = given;
  assert.deepEqual(
    bound.map(({ action, keys: combination }) => [nameOf(action), formatShortcut(combination)]),
    [
      ['Start and stop dictation', 'Ctrl+Alt+Space'],
      ['Hold to dictate', 'Ctrl+Alt+Shift+Space'],
      ['Start and stop dictation', 'F9'],
      ['Dictate and send: Email', 'F10'],
    ],
  );
  const reported = keys.shortcuts().keys.slice(shortcutActions.length);
  assert.deepEqual(
    reported.map(({ action, mode_id, state, conflicts_with }) => [action, mode_id, state, conflicts_with]),
    [
      ['toggle', undefined, 'active', null],
      ['send', mode.id, 'active', null],
      ['send', undefined, 'conflict', 'toggle'],
    ],
  );
  const key = bound.at(-1)?.action;
  assert(key);
  onKey(key, true);
  assert.deepEqual(started, [{ delivery: 'paste', edit: false, send: true, mode_id: mode.id }]);
});
