import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('the first press of the cancel key in a long recording is answered, until its time is over or another recording begins [INDICATOR-STATE]', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let dictation = recording('a');
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
  const asked = { type: 'cancel-asked', seconds: 3, shortcut: 'Escape' } as const;
  tell({ type: 'dictation-changed', dictation });
  tell(asked);
  assert.equal(shown?.line, 'Esc again to cancel');
  now = 3_001;
  t.mock.timers.tick(3_001);
  assert.equal(shown?.line, 'Listening');
  tell(asked);
  assert.equal(shown?.line, 'Esc again to cancel');
  dictation = recording('b');
  tell({ type: 'dictation-changed', dictation });
  assert.equal(shown?.line, 'Listening');
});
