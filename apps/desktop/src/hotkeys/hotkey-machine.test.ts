import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutActions } from '@quoth/contract';
import { rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import fc from 'fast-check';
import {
  ASK_FROM_MS,
  ASK_MS,
  DOUBLE_MS,
  GUARD_MS,
  HELD_MS,
  type HotkeyEvent,
  idleKeys,
  stepHotkeys,
} from './hotkey-machine.ts';
import { type BoundKey, furtherKey } from './hotkeys.ts';

const down = (action: BoundKey, now: number): HotkeyEvent => ({
  type: 'down',
  action,
  now,
});
const talk = 'pushToTalk' as const;
const modeId = '8b6b3c63-6f0c-4b1e-9a38-1f6d1e5ad0a1';
const withMode = { action: talk, shortcut: 'Ctrl+Alt+M', modeId } as const;
const timer = (now: number): HotkeyEvent => ({ type: 'timer', now });
const late = ASK_FROM_MS + 1;

/** What comes of a row of events, but for the timers that are asked for. */
function effects(events: readonly HotkeyEvent[]): readonly string[] {
  let state = idleKeys;
  const all: string[] = [];
  for (const event of events) {
    const step = stepHotkeys(state, event);
    state = step.state;
    all.push(...step.effects.map(({ type }) => type).filter((type) => type !== 'wake'));
  }
  return all;
}

/** `down toggle 50`, `timer 500` or a word of its own; `talk` is a key to hold, `further` another one with a mode. */
function eventOf(words: string): HotkeyEvent {
  const [type = '', ...more] = words.split(' ');
  const now = Number(more.at(-1) ?? 0);
  const known: Readonly<Record<string, HotkeyEvent>> = {
    timer: { type: 'timer', now },
    recording: { type: 'recording', isOn: true, now },
    'not-recording': { type: 'recording', isOn: false, now },
    'not-started': { type: 'started', isOn: false, now },
    interrupted: { type: 'interrupted' },
    lost: { type: 'lost' },
  };
  const keys: Readonly<Record<string, BoundKey>> = { talk: 'pushToTalk', further: furtherKey(withMode) };
  if (known[type]) return known[type];
  assert(type === 'down' || type === 'up', words);
  const action = keys[more[0] ?? ''] ?? shortcutActions.find((name) => name === more[0]);
  assert(action, words);
  return { type, action, now };
}

/** What happens, and what is done, in all. */
const table = rowsOf(`
  toggle begins | down toggle 0 | start
  and ends, also before the recorder has said that it records | down toggle 0, down toggle 50 | start stop
  an older press that is reported late ends nothing | down toggle 100, down talk 60 | start
  what the window has begun is ended | recording, down toggle 50 | stop
  a recording that ended by itself is not ended again | down toggle 0, recording, not-recording, down toggle 9 | start start
  what the recorder says of an earlier one while this one starts does not end it | down talk 0, timer ${GUARD_MS}, not-recording, up talk 900 | start stop
  a start that was refused is none | down toggle 0, not-started, down toggle 9 | start start
  one that goes on when its key is tapped ends when a key is released that was held | down toggle 0, up toggle ${HELD_MS - 1}, down send 5000, down send 6000, up send 8000 | start stop start stop
  and then starts no other one | down toggle 0, up toggle ${HELD_MS} | start stop
  a key whose release is never reported keeps no other from working | down toggle 0, down toggle 2000, down talk 3000, timer ${3_000 + GUARD_MS} | start stop start
  of two keys that are held to talk, the second ends nothing | down talk 0, timer ${GUARD_MS}, down further 300, up further 600, up talk 900 | start stop
  talking begins when the guard is over | down talk 0, timer ${GUARD_MS} | start
  and ends with the release | down talk 0, timer ${GUARD_MS}, up talk 900 | start stop
  a short press is none | down talk 0, up talk 100, timer ${GUARD_MS} |
  another key within the guard makes it a shortcut | down talk 0, interrupted, timer ${GUARD_MS}, up talk 400 |
  another key later is only a key | down talk 0, timer ${GUARD_MS}, interrupted, up talk 900 | start stop
  a double press locks | down talk 0, up talk 100, down talk 300, up talk 350, timer 900 | start
  and the next press ends it | down talk 0, up talk 100, down talk 300, up talk 350, down talk 900, up talk 950 | start stop
  two slow presses are no double one | down talk 0, up talk 100, down talk ${101 + DOUBLE_MS}, up talk ${150 + DOUBLE_MS} |
  a short press whose release is reported late is the first of two | down talk 0, timer 400, up talk 200, down talk 300, up talk 350, timer 900 | start stop start
  a long press whose timer is late is not | down talk 0, up talk ${GUARD_MS}, down talk 400, up talk 450 |
  a shortcut before is no first press | down talk 0, interrupted, up talk 100, down talk 200, up talk 250 |
  giving up | down toggle 0, down cancel 1000 | start cancel
  nothing to cancel | down cancel 0 |
  a long one asks first | down toggle 0, down cancel ${late} | start ask-cancel
  and is canceled by the second press | down toggle 0, down cancel ${late}, down cancel ${late + ASK_MS} | start ask-cancel cancel
  but not by one that comes late | down toggle 0, down cancel ${late}, down cancel ${late + ASK_MS + 1} | start ask-cancel ask-cancel
  keys that is unknown of any more end what was held | down talk 0, timer ${GUARD_MS}, lost | start stop
  and nothing else | down toggle 0, lost | start
  speaking about the selection begins and ends like a dictation | down editSelection 0, down editSelection 9 | start stop
  the rest | down nextMode 0, down pasteLast 1 | next-mode paste-last
`);

for (const [what = '', events = '', expected] of table) {
  test(what, () => {
    assert.equal(effects(events.split(', ').map(eventOf)).join(' '), expected);
  });
}

test('in whatever order keys come, no recording is begun twice and none goes on when its key is up', () => {
  const event = fc.oneof(
    fc.record({
      type: fc.constantFrom('down' as const, 'up' as const),
      action: fc.constantFrom(...shortcutActions),
    }),
    fc.record({ type: fc.constant('interrupted' as const) }),
    fc.record({ type: fc.constant('timer' as const) }),
    fc.record({ type: fc.constant('lost' as const) }),
  );
  const timed = fc.array(fc.tuple(event, fc.nat(500)), { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(timed, (row) => {
      let state = idleKeys;
      let now = 0;
      let isRecording = false;
      for (const [one, pause] of row) {
        now += pause;
        const step = stepHotkeys(state, { ...one, now } as HotkeyEvent);
        state = step.state;
        for (const { type } of step.effects) {
          if (type === 'start') {
            assert(!isRecording);
            isRecording = true;
          } else if (type === 'stop' || type === 'cancel') {
            assert(isRecording);
            isRecording = false;
          }
        }
        assert.equal(state.recordingSince !== undefined, isRecording);
        if (state.hold.phase === 'talking')
          assert.equal(stepHotkeys(state, { type: 'lost' }).effects[0]?.type === 'stop', true);
      }
    }),
  );
});

test('a key starts a dictation with its mode, and one that sends', () => {
  const starts = (key: BoundKey) => stepHotkeys(idleKeys, down(key, 0)).effects;
  assert.deepEqual(starts('send'), [{ type: 'start', edit: false, send: true }]);
  const further = { action: 'send', shortcut: 'F9', modeId } as const;
  assert.deepEqual(starts(furtherKey(further)), [{ type: 'start', edit: false, send: true, modeId }]);
  assert.deepEqual(starts(furtherKey({ ...further, action: 'toggle', modeId: null })), [
    { type: 'start', edit: false },
  ]);
  // A desktop's configuration names them, and cannot hold blanks there.
  assert.equal(furtherKey({ ...further, modeId: null }), 'send.F9');
  assert.equal(furtherKey(further), `send.F9.${modeId}`);
  const held = stepHotkeys(idleKeys, down(furtherKey(withMode), 0)).state;
  assert.deepEqual(stepHotkeys(held, timer(GUARD_MS)).effects, [{ type: 'start', edit: false, modeId }]);
});

test('a timer that comes a fraction too early is set again: the key is not held in vain', () => {
  const held = stepHotkeys(idleKeys, down(talk, 0)).state;
  const early = stepHotkeys(held, timer(GUARD_MS - 0.4));
  assert.deepEqual(early.effects, [{ type: 'wake', afterMs: 1 }]);
  assert.deepEqual(stepHotkeys(early.state, timer(GUARD_MS + 0.6)).effects, [{ type: 'start', edit: false }]);
});
