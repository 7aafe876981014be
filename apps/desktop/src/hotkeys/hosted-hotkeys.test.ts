import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { binding } from '../fixtures/written-keys.ts';
import { HostedHotkeys } from './hosted-hotkeys.ts';
import type { BindingProblem, BoundKey } from './hotkeys.ts';

const STAND_IN = fileURLToPath(new URL('../fixtures/key-host-main.ts', import.meta.url));
const F9 = 0x78;
const SPACE = 0x20;

/** Keys as on Windows, in a real process with a stand-in for user32.dll, and what they told. */
function hotkeys(context: TestContext) {
  const folder = temporaryFolder();
  const keyboard = join(folder, 'keyboard');
  const hold = (...keys: readonly number[]) => writeFileSync(keyboard, keys.join(' '));
  hold();
  const reported: string[] = [];
  const problems: ReadonlyMap<BoundKey, BindingProblem>[] = [];
  const keys = new HostedHotkeys({
    way: 'windows',
    env: { ...process.env, QUOTH_TEST_KEYBOARD: keyboard },
    main: STAND_IN,
    events: {
      onKey: (action, isDown, agoMs) => {
        assert(agoMs !== undefined, 'the host says when it was');
        reported.push(`${action} ${isDown ? 'down' : 'up'}`);
      },
      onInterrupted: () => reported.push('interrupted'),
      nameOf: (action) => action,
      onLost: () => reported.push('lost'),
      onProblems: (found) => problems.push(found),
    },
  });
  context.after(() => keys.close());
  return { keys, reported, problems, hold, take: (key: number) => writeFileSync(keyboard, `taken ${key}`) };
}

test('a held key is reported down and up, and again', async (context) => {
  const { keys, reported, hold } = hotkeys(context);
  assert.deepEqual(await keys.bind([binding('pushToTalk', 'F9')]), new Map());
  for (const _ of [1, 2]) {
    hold(F9);
    await until(() => reported.at(-1) === 'pushToTalk down');
    hold();
    await until(() => reported.at(-1) === 'pushToTalk up');
  }
  assert.equal(reported.length, 4);
});

test('a key of another program is a conflict, and one that was given back does nothing', async (context) => {
  const { keys, reported, hold, take } = hotkeys(context);
  take(SPACE);
  const both = [binding('toggle', 'Ctrl+Space'), binding('pushToTalk', 'F9')];
  const found = await keys.bind(both);
  assert.deepEqual(
    [...found].map(([action, { state }]) => [action, state]),
    [['toggle', 'conflict']],
  );
  await keys.bind([binding('toggle', 'Ctrl+F8')]);
  hold(F9, 0x77);
  await until(() => reported.length > 0);
  assert.deepEqual(reported, ['toggle down']);
});

test('a key that stays bound while others change keeps its release', async (context) => {
  const { keys, reported, hold } = hotkeys(context);
  const talk = binding('pushToTalk', 'F9');
  await keys.bind([talk]);
  hold(F9);
  await until(() => reported.length === 1);
  await keys.bind([talk, binding('cancel', 'Escape')]);
  hold();
  await until(() => reported.length === 2);
  assert.deepEqual(reported, ['pushToTalk down', 'pushToTalk up']);
});

test('a host that dies with a key down leaves none stuck, and is started again with the same keys', async (context) => {
  const { keys, reported, problems, hold } = hotkeys(context);
  await keys.bind([binding('pushToTalk', 'F9')]);
  hold(F9);
  await until(() => reported.length === 1);
  const { hostPid } = keys;
  process.kill(hostPid ?? 0, 'SIGKILL');
  await until(() => reported.length === 2);
  assert.deepEqual(reported, ['pushToTalk down', 'lost']);
  assert.equal(problems[0]?.get('pushToTalk')?.state, 'unavailable');
  hold();
  await until(() => problems.length === 2);
  assert.equal(problems[1]?.size, 0);
  assert.notEqual(keys.hostPid, hostPid);
  hold(F9);
  await until(() => reported.length === 3);
});

test('without keys no process runs', async (context) => {
  const { keys } = hotkeys(context);
  await keys.bind([binding('toggle', 'F9')]);
  assert(keys.hostPid);
  await keys.bind([]);
  assert.equal(keys.hostPid, undefined);
});
