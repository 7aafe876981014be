import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { englishText } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { PrivateBus } from '../fixtures/private-bus.ts';
import { StandInPortal, type StandInPortalOptions } from '../fixtures/stand-in-portal.ts';
import { binding } from '../fixtures/written-keys.ts';
import { applicationEntry } from '../session/portal.ts';
import { en } from '../text/en.ts';
import { type Binding, type BindingProblem, type BoundKey, keyParts } from './hotkeys.ts';
import { PortalHotkeys } from './portal-hotkeys.ts';

const toggle = binding('toggle', 'Ctrl+Alt+Space');
const talk = binding('pushToTalk', 'F9');

/** A private bus, a portal on it unless told otherwise, and keys that ask for it. */
async function desktop(
  t: TestContext,
  options: Partial<StandInPortalOptions> & {
    readonly hasNone?: boolean;
    readonly registry?: 'here' | 'elsewhere';
  } = {},
  env: Record<string, string> = {},
) {
  const home = temporaryFolder();
  const { daemon, bus } = await PrivateBus.of(t);
  const applications =
    options.registry && join(home, options.registry === 'here' ? '.local/share/applications' : 'elsewhere');
  const start = () => StandInPortal.start({ address: daemon.address, applications, ...options });
  const portal = options.hasNone ? undefined : await start();
  t.after(() => portal?.stop());
  const keys: string[] = [];
  let problems: ReadonlyMap<BoundKey, BindingProblem> = new Map();
  const entry = applicationEntry({ platform: 'linux', home, env: {}, dataFolder: home });
  const hotkeys = new PortalHotkeys({
    bus,
    entry,
    env,
    events: {
      onKey: (action, isDown) => keys.push(`${action} ${isDown ? 'down' : 'up'}`),
      onInterrupted: () => keys.push('interrupted'),
      nameOf: (key) => en.keys[keyParts(key).action],
      onLost: () => keys.push('lost'),
      onProblems: (found) => {
        problems = found;
      },
    },
  });
  t.after(() => hotkeys.close());
  return {
    home,
    keys,
    hotkeys,
    entry,
    start,
    portal: portal as StandInPortal,
    bind: async (...bindings: readonly Binding[]) => {
      problems = await hotkeys.bind(bindings);
    },
    problem: (action: BoundKey) => {
      const found = problems.get(action);
      return found ? englishText(found.problem) : '';
    },
    isBound: () => until(() => problems.size === 0 && hotkeys.desktop.trigger('toggle') !== null),
  };
}

test('the desktop is asked once for the keys, and its presses and releases are reported', async (t) => {
  const { hotkeys, portal, bind, isBound, keys, problem } = await desktop(t);
  await bind(toggle, talk);
  assert.match(problem('toggle'), /is being asked/);
  await isBound();
  assert.deepEqual(portal.calls, ['CreateSession', 'BindShortcuts toggle,pushToTalk']);
  assert.deepEqual(portal.bound[0], [
    'toggle',
    { description: 'Start and stop dictation', preferred_trigger: 'CTRL+ALT+space' },
  ]);
  assert.equal(hotkeys.way, 'portal');
  portal.press('toggle');
  portal.release('toggle');
  portal.press('pushToTalk');
  // A key that repeats itself is down already.
  portal.press('pushToTalk');
  portal.release('pushToTalk');
  portal.press('nonsense');
  portal.release('pushToTalk');
  portal.press('toggle');
  await until(() => keys.length === 5);
  assert.deepEqual(keys, ['toggle down', 'toggle up', 'pushToTalk down', 'pushToTalk up', 'toggle down']);
  await bind(toggle, talk);
  assert.equal(portal.calls.length, 2, 'the same keys are not asked for again');
});

test('the desktop’s names for the keys are reported, also when they change', async (t) => {
  const { hotkeys, portal, bind, problem } = await desktop(t, {
    trigger: ([id]) => (id === 'toggle' ? 'Press <Super>d' : undefined),
  });
  const alone = binding('pushToTalk', 'ControlRight');
  await bind(toggle, alone, binding('nextMode', 'Ctrl+Alt+N'), binding('cancel', 'Escape'));
  await until(() => hotkeys.desktop.trigger('toggle') === 'Press <Super>d');
  assert.equal(problem('toggle'), '');
  assert.match(problem('pushToTalk'), /modifier alone/);
  assert.match(problem('nextMode'), /given it no keys/);
  assert.match(problem('cancel'), /take Esc from every program/);
  assert.deepEqual(
    portal.bound.map(([id, { preferred_trigger }]) => [id, preferred_trigger]),
    [
      ['toggle', 'CTRL+ALT+space'],
      ['pushToTalk', undefined],
      ['nextMode', 'CTRL+ALT+n'],
    ],
    'Esc is not asked for, and a modifier alone is not proposed',
  );
  portal.retrigger('nextMode', 'Press F8');
  await until(() => hotkeys.desktop.trigger('nextMode') === 'Press F8' && problem('nextMode') === '');
  assert.equal(hotkeys.desktop.trigger('toggle'), 'Press <Super>d');
});

test('a portal that wants a name gets it, with the entry that it asks for', async (t) => {
  const { portal, bind, isBound, entry, home } = await desktop(t, { needsAppId: true, registry: 'here' });
  await bind(toggle);
  await isBound();
  const register = 'Register app.quoth.Quoth';
  assert.deepEqual(portal.calls, [register, register, 'CreateSession', 'BindShortcuts toggle']);
  assert.equal(entry.path, join(home, '.local/share/applications/app.quoth.Quoth.desktop'));
  assert.match(readFileSync(entry.path, 'utf8'), /^Exec=\S*\/quoth start$/m);
});

test('a portal that does not take our name is said to refuse, and is asked again until it takes it', async (t) => {
  const { portal, bind, problem, home, isBound } = await desktop(t, {
    needsAppId: true,
    registry: 'elsewhere',
  });
  await bind(toggle);
  await until(() => /An app id is required/.test(problem('toggle')));
  await until(() => portal.calls.filter((call) => call === 'CreateSession').length === 2);
  mkdirSync(join(home, 'elsewhere'));
  writeFileSync(join(home, 'elsewhere', 'app.quoth.Quoth.desktop'), '');
  await isBound();
});

test('the session ends, the portal goes and comes: keys that were down are up, and all is asked for again', async (t) => {
  const { hotkeys, portal, bind, isBound, keys, start, problem } = await desktop(t);
  await bind(toggle, talk);
  await isBound();
  portal.press('pushToTalk');
  await until(() => keys.length === 1);
  await portal.closeSessions();
  await until(() => keys.at(-1) === 'lost');
  await isBound();
  await portal.stop();
  await until(() => hotkeys.way === 'none');
  assert.match(problem('toggle'), /no program take keys/);
  const next = await start();
  t.after(() => next.stop());
  await isBound();
  assert.equal(hotkeys.way, 'portal');
  next.press('toggle');
  await until(() => keys.at(-1) === 'toggle down');
});

test('anyone who says no is not asked again, until something else is wanted', async (t) => {
  const { portal, bind, isBound, problem } = await desktop(t, { answer: 'decline' });
  await bind(toggle);
  await until(() => /declined/.test(problem('toggle')));
  portal.answer = 'accept';
  await bind(toggle);
  assert.equal(portal.calls.length, 2);
  await until(() => portal.sessions.length === 0);
  await bind(toggle, talk);
  await isBound();
});

test('a dialog that is still open is taken back when other keys are wanted', async (t) => {
  const { portal, bind, isBound } = await desktop(t, { answer: 'later' });
  await bind(toggle);
  await until(() => portal.calls.length === 2);
  portal.answer = 'accept';
  await bind(toggle, talk);
  await isBound();
  await until(() => portal.sessions.length === 1);
  assert(portal.calls.includes('Request.Close'));
});

test('without the portal, or with one that knows no shortcuts, it is as ever', async (t) => {
  for (const options of [{ hasNone: true }, { hasNoShortcuts: true }]) {
    const { hotkeys, bind, problem } = await desktop(t, options);
    await bind(toggle);
    await until(() => hotkeys.way === 'none');
    await until(() => /no program take keys/.test(problem('toggle')));
  }
});

test('GNOME 48 answers as if it had failed, and has bound the keys', async (t) => {
  const { portal, bind, isBound, keys } = await desktop(t, { answer: 'gnome48' });
  await bind(toggle);
  await isBound();
  portal.press('toggle');
  await until(() => keys.length === 1);
});

test('the dialog of the desktop is opened from version 2 on, and only for keys that are bound', async (t) => {
  const { hotkeys, portal, bind, isBound } = await desktop(t);
  assert.equal(hotkeys.desktop.canConfigure(), false);
  await hotkeys.desktop.configure();
  await bind(toggle);
  await isBound();
  assert.equal(hotkeys.desktop.canConfigure(), true);
  await hotkeys.desktop.configure();
  assert.equal(portal.calls.filter((call) => call === 'ConfigureShortcuts').length, 1);
  const old = await desktop(t, { shortcuts: 1 });
  await old.bind(toggle);
  await old.isBound();
  assert.equal(old.hotkeys.desktop.canConfigure(), false);
});

test('Hyprland names no keys: they work, and it is said where they are set', async (t) => {
  const env = { HYPRLAND_INSTANCE_SIGNATURE: 'x' };
  const { hotkeys, portal, bind, problem, keys } = await desktop(t, { trigger: () => '' }, env);
  await bind(toggle);
  await until(() => portal.bound.length === 1 && problem('toggle') === '');
  assert.match(englishText(hotkeys.desktop.hint()), /global, app\.quoth\.Quoth:toggle/);
  portal.press('toggle');
  await until(() => keys.length === 1);
});
