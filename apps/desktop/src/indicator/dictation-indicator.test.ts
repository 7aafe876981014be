import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Dictation, type QuothEvent, settingDefaults } from '@quoth/contract';
import { DictationIndicator } from './dictation-indicator.ts';
import type { IndicatorView } from './indicator-view.ts';

const recording = (id: string): Dictation => ({
  recording: {
    id,
    phase: 'recording',
    mode: { id: 'm', name: 'Email' },
    rule: null,
    delivery: 'paste',
    program: null,
    private: false,
    device: 'Microphone',
    started_at: null,
    max_ms: 1_000,
    streams: true,
    warnings: [],
  },
  processing: [],
  question: null,
  busy: false,
  refusal: null,
  microphone: null,
  pre_roll: false,
  replaced: [],
});

/** An indicator over a recorder, by a clock that is moved by hand. */
function followed(t: TestContext, first: Dictation) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let dictation = first;
  let shown: IndicatorView | undefined;
  let tell: (event: QuothEvent) => void = () => undefined;
  const indicator = new DictationIndicator({
    indicator: {
      show: (view) => {
        shown = view;
      },
      close: async () => undefined,
    },
    subscribe: (listener) => {
      tell = listener;
      return () => undefined;
    },
    dictation: () => dictation,
    settings: () => settingDefaults,
    appearance: () => 'light',
    hasTray: () => false,
  });
  t.after(() => indicator.close());
  return {
    tell: (event: QuothEvent) => tell(event),
    change: (to: Dictation) => {
      dictation = to;
      tell({ type: 'dictation-changed', dictation });
    },
    pass: (ms: number) => {
      now += ms;
      t.mock.timers.tick(ms);
    },
    line: () => shown?.line,
    tone: () => shown?.tone,
  };
}

test('the first press of the cancel key in a long recording is answered, until its time is over or another recording begins [INDICATOR-STATE]', (t) => {
  const { tell, change, pass, line } = followed(t, recording('a'));
  const asked = { type: 'cancel-asked', seconds: 3, shortcut: 'Escape' } as const;
  change(recording('a'));
  tell(asked);
  assert.equal(line(), 'Esc again to cancel');
  pass(3_001);
  assert.equal(line(), 'Listening');
  tell(asked);
  assert.equal(line(), 'Esc again to cancel');
  change(recording('b'));
  assert.equal(line(), 'Listening');
});

test('what a key press came to is shown for a moment, beside nothing that goes on [INDICATOR-REMARK]', (t) => {
  const idle: Dictation = { ...recording('a'), recording: null };
  const { tell, change, pass, line, tone } = followed(t, idle);
  const remark = { type: 'remark-made', kind: 'problem', message: 'No microphone was found.' } as const;
  tell({ ...remark, kind: 'done', message: 'Mode: Email' });
  assert.deepEqual([line(), tone()], ['Mode: Email', 'done']);
  pass(1_201);
  assert.equal(line(), undefined);
  tell(remark);
  pass(7_000);
  assert.deepEqual([line(), tone()], [remark.message, 'problem']);
  pass(1_001);
  assert.equal(line(), undefined);
  tell(remark);
  change(recording('a'));
  assert.equal(line(), 'Listening');
  change(idle);
  assert.equal(line(), undefined, 'what was said before a recording is over with it');
});
