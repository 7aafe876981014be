import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutActions } from '@quoth/contract';
import fc from 'fast-check';
import { type HeldEvent, type HeldKeys, stepHeld } from './key-host.ts';

const down: HeldEvent = { type: 'down', action: 'pushToTalk', key: 'F9', now: 0 };
const up: HeldEvent = { type: 'up', action: 'pushToTalk', now: 9 };
const looked = (isDown: boolean, reportsReleases = false, now = 0): HeldEvent => ({
  type: 'looked',
  isDown: () => isDown,
  reportsReleases,
  now,
});

function reported(events: readonly HeldEvent[]): readonly string[] {
  let held: HeldKeys = [];
  return events.flatMap((event) => {
    const step = stepHeld(held, event);
    held = step.held;
    return step.reported.map(({ type }) => type);
  });
}

for (const [what, events, expected] of [
  ['a press and its release', [down, looked(true), looked(false)], ['down', 'up']],
  ['a key that repeats itself is reported once', [down, down, looked(true), down], ['down']],
  [
    'a release that is reported and seen is one',
    [down, looked(true, true), up, looked(false, true)],
    ['down', 'up'],
  ],
  ['a release that was not told is seen', [down, looked(true, true), looked(false, true)], ['down', 'up']],
  [
    'a key that may not be seen waits for what is reported',
    [down, looked(false, true), looked(false, true), up],
    ['down', 'up'],
  ],
  ['where nothing is reported it is up', [down, looked(false)], ['down', 'up']],
  ['a release without a press is none', [up, looked(false)], []],
] as const satisfies readonly (readonly [string, readonly HeldEvent[], readonly string[]])[]) {
  test(what, () => assert.deepEqual(reported(events), expected));
}

test('a release is right after the key was last known to be down, however late somebody looks', () => {
  const pressed = stepHeld([], { ...down, now: 1_000 });
  assert.deepEqual(pressed.reported, [{ type: 'down', action: 'pushToTalk', at: 1_000 }]);
  const [up] = stepHeld(pressed.held, looked(false, false, 4_000)).reported;
  assert.equal(up?.at, 1_000);
  const seen = stepHeld(pressed.held, looked(true, false, 1_500)).held;
  assert.equal(stepHeld(seen, looked(false, false, 4_000)).reported[0]?.at, 1_500);
});

test('in whatever order, presses and releases of a key take turns, and looking ends all that are up', () => {
  const action = fc.constantFrom(...shortcutActions);
  const event = fc.oneof(
    fc.record({ type: fc.constant('down' as const), action, key: fc.constant('F9'), now: fc.nat() }),
    fc.record({ type: fc.constant('up' as const), action, now: fc.nat() }),
    fc.boolean().map((isDown) => looked(isDown)),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (events) => {
      let held: HeldKeys = [];
      const isDown = new Map<string, boolean>();
      for (const one of [...events, looked(false)]) {
        const step = stepHeld(held, one);
        held = step.held;
        for (const { type, action: of } of step.reported) {
          assert.equal(isDown.get(of) ?? false, type === 'up');
          isDown.set(of, type === 'down');
        }
      }
      assert(![...isDown.values()].includes(true));
      assert.deepEqual(held, []);
    }),
  );
});
