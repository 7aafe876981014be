import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShortcut } from '@quoth/contract';
import { preferredTrigger } from './portal-hotkeys.ts';
import { idlePortal, type PortalEvent, type PortalState, STEADY_MS, stepPortal } from './portal-machine.ts';

/** The phase after each event, and the effects of the last. */
function play(events: readonly PortalEvent[]) {
  let state: PortalState = idlePortal;
  const phases: string[] = [];
  let effects: readonly unknown[] = [];
  for (const event of events) {
    ({ state, effects } = stepPortal(state, event));
    phases.push(state.phase);
  }
  return { state, phases: phases.join(' '), effects };
}

const wanted = { type: 'wanted', isAny: true } as const;
const [vanished, appeared] = [{ type: 'vanished' }, { type: 'appeared' }] as const;
const opened = (run: number, now = 0) => ({ type: 'opened', run, now }) as const;
const closed = (run: number, now = 0) => ({ type: 'closed', run, now }) as const;
const timer = (run: number) => ({ type: 'timer', run }) as const;
const failed = (run: number, why: 'absent' | 'declined' | 'trouble') =>
  ({ type: 'failed', run, why }) as const;

test('a session is asked for again when it ends, comes back or something else is wanted', () => {
  const rows: readonly (readonly [readonly PortalEvent[], string])[] = [
    [[wanted, opened(1)], 'opening bound'],
    [[wanted, opened(1), wanted, opened(1), opened(2)], 'opening bound opening opening bound'],
    [[wanted, opened(1), closed(1), timer(1), opened(2)], 'opening bound waiting opening bound'],
    [[wanted, opened(1), closed(7), timer(1)], 'opening bound bound bound'],
    [[wanted, opened(1), vanished, appeared, opened(2)], 'opening bound absent opening bound'],
    [[wanted, failed(1, 'absent'), timer(1), appeared], 'opening absent absent opening'],
    // Our own first call starts the portal.
    [[wanted, appeared, opened(1)], 'opening opening bound'],
    [
      [wanted, failed(1, 'declined'), vanished, appeared, wanted],
      'opening declined declined declined opening',
    ],
    [
      [wanted, opened(1), { type: 'wanted', isAny: false }, vanished, appeared],
      'opening bound idle idle idle',
    ],
  ];
  for (const [events, phases] of rows) assert.equal(play(events).phases, phases);
});

test('trouble is met with patience: waits double up to a minute, and are short again after a good while', () => {
  const events: PortalEvent[] = [wanted];
  const waits: unknown[] = [];
  for (let run = 1; run <= 8; run++) {
    events.push(failed(run, 'trouble'));
    waits.push((play(events).effects.at(-1) as { afterMs?: number }).afterMs);
    events.push(timer(run));
  }
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  const short = play([...events, opened(9, 0), closed(9, STEADY_MS)]);
  assert.deepEqual(short.effects.at(-1), { type: 'wake', run: 9, afterMs: 1_000 });
  const long = play([...events, opened(9, 0), closed(9, STEADY_MS - 1)]);
  assert.deepEqual(long.effects.at(-1), { type: 'wake', run: 9, afterMs: 60_000 });
});

test('keys are proposed as the specification of shortcuts writes them', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Ctrl+Alt+Space', 'CTRL+ALT+space'],
    ['Super+D', 'LOGO+d'],
    ['Ctrl+Shift+7', 'CTRL+SHIFT+7'],
    ['F9', 'F9'],
    ['Alt+PageUp', 'ALT+Page_Up'],
    ['Ctrl+Enter', 'CTRL+Return'],
    ['ScrollLock', 'Scroll_Lock'],
    ['ControlRight', undefined],
  ];
  for (const [written, trigger] of rows) {
    const keys = parseShortcut(written);
    assert(keys, written);
    assert.equal(preferredTrigger(keys), trigger, written);
  }
});
