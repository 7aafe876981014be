import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import fc from 'fast-check';
import {
  FORGOTTEN_MS,
  MAX_RECORDING_MS,
  NEVER_SPOKE_MS,
  NO_SOUND_MS,
  OPENING_MS,
  type RecordingEffect,
  type RecordingEvent,
  type RecordingPlan,
  type RecordingState,
  type RunningRecording,
  recordingId,
  STILL_THERE_MS,
  stepRecording,
  TAIL_MS,
  UNTIL_SILENCE_MS,
} from './recording-machine.ts';

const NOW = 50_000;
const SIX_HOURS_MS = 360 * 60_000;
const plan: RecordingPlan = { id: 'a', maxMs: MAX_RECORDING_MS, untilSilence: false };
const idle: RecordingState = { phase: 'idle' };
const starting: RecordingState = { phase: 'starting', plan, since: NOW };
const going = (fields: Partial<RunningRecording> = {}): RunningRecording => ({
  phase: 'recording',
  plan,
  recordedMs: 1_000,
  soundlessMs: 0,
  silentMs: 0,
  hasSpoken: true,
  warnings: [],
  stoppedAt: undefined,
  ...fields,
});
const samples = (fields: Partial<Extract<RecordingEvent, { type: 'samples' }>> = {}): RecordingEvent => ({
  type: 'samples',
  now: NOW,
  ms: 20,
  hasSound: true,
  hasSpeech: true,
  ...fields,
});
const quiet = samples({ hasSpeech: false });
const nothing = samples({ hasSound: false, hasSpeech: false });
const start: RecordingEvent = { type: 'start', plan, now: NOW };
const stop: RecordingEvent = { type: 'stop', now: NOW };
const cancel: RecordingEvent = { type: 'cancel', as: 'discarded' };
const end = (ending: 'screen-locked' | 'microphone-lost' | 'closed'): RecordingEvent => ({
  type: 'end',
  ending,
});

const words = (effects: readonly RecordingEffect[]) =>
  effects.map((effect) => ('ending' in effect ? `${effect.type} ${effect.ending}` : effect.type)).join(', ');
const name = (state: RecordingState) =>
  [
    state.phase,
    ...('ending' in state ? [state.ending] : []),
    ...('warnings' in state ? state.warnings : []),
  ].join(' ');

const states = {
  idle,
  starting,
  going: going(),
  ended: { phase: 'ended', id: 'z', ending: 'stopped' },
  cancelled: { phase: 'cancelled', id: 'z', ending: 'cancelled' },
  stopped: { stoppedAt: NOW },
  short: { plan: { ...plan, maxMs: 5_000 } },
  untilSilence: { plan: { ...plan, untilSilence: true } },
  'no-sound': { warnings: ['no-sound'] },
  'still-there': { warnings: ['still-there'] },
  'limit-near': { warnings: ['limit-near'] },
};
const events = {
  start,
  stop,
  cancel,
  samples: samples(),
  quiet,
  nothing,
  tick: { type: 'tick' },
  'still-there': { type: 'still-there' },
  'screen-locked': end('screen-locked'),
  'microphone-lost': end('microphone-lost'),
  closed: end('closed'),
};
const ofState = ['soundlessMs', 'silentMs', 'recordedMs', 'hasSpoken', 'stoppedAt'];

/** The state, the event, the state after it with what it warns of, and the effects. */
const table = rowsOf(`
  a start waits for the first sample | idle | start | starting |
  after one that ended too | ended | start | starting |
  after one that was canceled too | cancelled | start | starting |
  a stop of nothing means nothing | idle | stop | idle |
  late samples mean nothing | idle | samples | idle |
  a second start means nothing | starting | start | starting |
  nor while one records | going | start | recording |
  the first sample makes it a recording | starting | samples | recording | begin
  a stop before it leaves nothing | starting | stop | cancelled stopped | close-microphone, give-up stopped
  so does a cancel | starting | cancel | cancelled cancelled | close-microphone, give-up cancelled
  so does a lock | starting | screen-locked | cancelled screen-locked | close-microphone, give-up screen-locked
  so does a microphone that vanishes | starting | microphone-lost | cancelled microphone-lost | close-microphone, give-up microphone-lost
  a slow microphone is waited for | starting | tick, now: ${NOW + OPENING_MS - 1} | starting |
  but not forever | starting | tick, now: ${NOW + OPENING_MS} | cancelled microphone-failed | close-microphone, give-up microphone-failed
  a stop lets the tail come | going | stop | recording |
  samples of the tail are kept | going, stopped | samples, now: ${NOW + TAIL_MS - 1} | recording |
  samples from before the stop, too, however late they come | going, stopped | samples, now: ${NOW - 500} | recording |
  then it is over | going, stopped | samples, now: ${NOW + TAIL_MS} | ended stopped | close-microphone, process stopped
  a second stop does not make the tail longer | going, stoppedAt: ${NOW - 1} | stop | recording |
  a tail that does not come is not waited for | going, stopped | tick, now: ${NOW + 600} | ended stopped | close-microphone, process stopped
  a microphone that vanishes in the tail is no news | going, stopped | microphone-lost | ended stopped | close-microphone, process stopped
  a discard ends it | going | cancel | cancelled cancelled | close-microphone, set-aside
  also in the tail | going, stopped | cancel | cancelled cancelled | close-microphone, set-aside
  a microphone that vanishes ends it with what was said | going | microphone-lost | ended microphone-lost | close-microphone, process microphone-lost
  locking the screen stops and keeps | going | screen-locked | ended screen-locked | close-microphone, process screen-locked
  so does the end of the application | going | closed | ended closed | close-microphone, process closed
  zeros alone are no sound | going, soundlessMs: ${NO_SOUND_MS - 20} | nothing | recording no-sound | warnings-changed
  which is said once | going, soundlessMs: ${NO_SOUND_MS}, no-sound | nothing | recording no-sound |
  and taken back with the first sound | going, soundlessMs: ${NO_SOUND_MS}, no-sound | quiet | recording | warnings-changed
  five silent minutes make it ask | going, silentMs: ${STILL_THERE_MS - 20} | quiet | recording still-there | warnings-changed
  an answer is enough | going, silentMs: ${STILL_THERE_MS}, still-there | still-there | recording | warnings-changed
  so is a word | going, silentMs: ${STILL_THERE_MS}, still-there | samples | recording | warnings-changed
  ten make it stop | going, silentMs: ${FORGOTTEN_MS - 20}, still-there | quiet | ended forgotten | close-microphone, process forgotten
  the longest recording says when it is near its end | going, recordedMs: ${SIX_HOURS_MS - 10 * 60_000 - 20} | samples | recording limit-near | warnings-changed
  and ends | going, recordedMs: ${SIX_HOURS_MS - 20}, limit-near | samples | ended limit | close-microphone, process limit
  one that was to be short ends where it was told | going, short, recordedMs: 4980 | samples | ended max-seconds | close-microphone, process max-seconds
  until silence: a pause is none yet | going, untilSilence, silentMs: ${UNTIL_SILENCE_MS - 40} | quiet | recording |
  until silence: then it is over | going, untilSilence, silentMs: ${UNTIL_SILENCE_MS - 20} | quiet | ended silence | close-microphone, process silence
  until silence: who has not begun is waited for | going, untilSilence, silentMs: ${UNTIL_SILENCE_MS}, hasSpoken: false | quiet | recording |
  until silence: but not forever | going, untilSilence, silentMs: ${NEVER_SPOKE_MS - 20}, hasSpoken: false | quiet | ended silence | close-microphone, process silence
`);

test('the recording machine: every state and event of the table', () => {
  for (const [what = '', state = '', event = '', next = '', effects = ''] of table) {
    const step = stepRecording(
      fieldsOf(state, ofState, states) as unknown as RecordingState,
      fieldsOf(event, ['now'], events) as unknown as RecordingEvent,
    );
    assert.equal(name(step.state), next, what);
    assert.equal(words(step.effects), effects, what);
  }
});

const event = fc.oneof(
  fc.record({ type: fc.constant('start' as const), now: fc.nat(1e7) }),
  fc.record({
    type: fc.constant('samples' as const),
    now: fc.nat(1e7),
    ms: fc.constantFrom(20, 5_000, 400_000),
    hasSound: fc.boolean(),
    hasSpeech: fc.boolean(),
  }),
  fc.record({ type: fc.constant('stop' as const), now: fc.nat(1e7) }),
  fc.constant(cancel),
  fc.record({
    type: fc.constant('end' as const),
    ending: fc.constantFrom('screen-locked' as const, 'disk-failed' as const),
  }),
  fc.constant({ type: 'still-there' as const }),
  fc.record({ type: fc.constant('tick' as const), now: fc.nat(1e7) }),
);

test('whatever happens: the microphone closes once, one outcome per recording, and nothing that was recorded is dropped', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60, size: 'max' }), fc.boolean(), (events, untilSilence) => {
      let state: RecordingState = idle;
      let ids = 0;
      const recorded = new Set<string>();
      const out = new Set<string>();
      for (const given of events) {
        const next: RecordingEvent =
          given.type === 'start'
            ? { ...given, plan: { id: `r${++ids}`, maxMs: MAX_RECORDING_MS, untilSilence } }
            : given;
        const id: string = recordingId(state) ?? '';
        const step = stepRecording(state, next);
        for (const effect of step.effects) {
          if (effect.type === 'begin') {
            assert(!recorded.has(id));
            recorded.add(id);
          } else if (effect.type !== 'warnings-changed' && effect.type !== 'close-microphone') {
            assert(!out.has(id), 'a second way out');
            out.add(id);
            assert.equal(recorded.has(id), effect.type !== 'give-up');
          }
        }
        // The microphone is open exactly while a recording is starting or going on.
        const closes = step.effects.filter(({ type }) => type === 'close-microphone').length;
        assert.equal(closes, id !== '' && recordingId(step.state) === undefined ? 1 : 0);
        for (const one of recorded)
          assert(out.has(one) || recordingId(step.state) === one, `${one} vanished`);
        state = step.state;
      }
    }),
    { numRuns: 500 },
  );
});
