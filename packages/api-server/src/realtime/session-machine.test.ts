import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newSession,
  type RealtimeEffect,
  type RealtimeEvent,
  type SessionState,
  stepSession,
} from './session-machine.ts';
import { initialSettings } from './session-settings.ts';

const sound = { samples: new Int16Array(1_600), voiced: [] };
const error = { type: 'server_error', code: 'x', message: 'no', param: null };
const start = newSession('sess_a', initialSettings(undefined, undefined));

/** The state after these events, and what was to be done in all. */
function run(
  events: readonly RealtimeEvent[],
  from: SessionState = start,
): { state: SessionState; done: string[] } {
  let state = from;
  const done: string[] = [];
  for (const event of events) {
    const step = stepSession(state, event);
    state = step.state;
    done.push(...step.effects.map(describeEffect));
  }
  return { state, done };
}

function describeEffect(effect: RealtimeEffect): string {
  switch (effect.type) {
    case 'send':
      return effect.event.type === 'error'
        ? `error ${effect.event.error.code} ${effect.event.error.event_id}`
        : 'delta' in effect.event
          ? `delta ${effect.event.delta}`
          : effect.event.type.replace('conversation.item.', '').replace('input_audio_buffer.', '');
    case 'listen':
    case 'reset-turns':
      return effect.type;
    default:
      return `${effect.type} ${effect.itemId.split('_').at(-1)}`;
  }
}

const item = (number: number) => `item_a_${number}`;
const commit: RealtimeEvent = { type: 'commit', eventId: undefined };
const spoken: RealtimeEvent = { type: 'sound', sound };
const committed = ['reset-turns', 'committed', 'added', 'done'];

test('a turn begins with its first sound, and its text is asked for when it is committed', () => {
  const { done, state } = run([{ type: 'opened' }, spoken, spoken, commit]);
  assert.deepEqual(done, ['session.created', 'begin 1', 'take 1', 'take 1', ...committed, 'finish 1']);
  assert.deepEqual(
    [state.open, state.previousId, state.pending.map(({ id }) => id)],
    [undefined, item(1), [item(1)]],
  );
});

test('text is given out once, grows, and is completed by its end', () => {
  const { state } = run([spoken]);
  const grown = (text: string): RealtimeEvent => ({ type: 'grown', itemId: item(1), text });
  const { done } = run(
    [
      grown('so'),
      grown('so'),
      grown('so it'),
      // A reader that cannot take a word back is not told of another beginning.
      grown('no it'),
      commit,
      { type: 'transcribed', itemId: item(1), text: 'so it is', seconds: 1 },
      grown('so it is late'),
      { type: 'transcribed', itemId: item(1), text: 'again', seconds: 1 },
    ],
    state,
  );
  assert.deepEqual(done, [
    'delta so',
    'delta  it',
    ...committed,
    'finish 1',
    'delta  is',
    'input_audio_transcription.completed',
  ]);
});

test('what is wrong with a text is said with it', () => {
  const warning = { code: 'TEXT_DOUBTFUL', message: 'The text of 1.0–2.0 s repeats.' } as const;
  const { state } = run([spoken, commit]);
  const transcribed = { type: 'transcribed', itemId: item(1), text: 'so', seconds: 2, warning } as const;
  const last = stepSession(state, transcribed).effects.at(-1);
  assert(last?.type === 'send' && 'transcript' in last.event);
  assert.deepEqual(last.event.warning, warning);
});

test('a text that did not go on as it began is reported whole, and a failure by its own event', () => {
  const { done } = run([
    spoken,
    { type: 'grown', itemId: item(1), text: 'one' },
    commit,
    { type: 'transcribed', itemId: item(1), text: 'won', seconds: 1 },
    spoken,
    commit,
    { type: 'failed', itemId: item(2), error },
  ]);
  assert.deepEqual(done.slice(-3), ['done', 'finish 2', 'input_audio_transcription.failed']);
  assert.equal(done.filter((what) => what.startsWith('delta')).length, 1);
});

test('turns that are found here are announced, committed, and follow each other', () => {
  const turn = (step: Extract<RealtimeEvent, { type: 'turn' }>['step']): RealtimeEvent => ({
    type: 'turn',
    step,
  });
  const once = [
    turn({ type: 'started', atMs: 100, sounds: [sound, sound] }),
    turn({ type: 'continued', sound }),
    turn({ type: 'stopped', atMs: 900 }),
  ];
  const { done, state } = run([...once, ...once]);
  const all = (number: number) => [
    `begin ${number}`,
    'speech_started',
    ...Array<string>(3).fill(`take ${number}`),
    'speech_stopped',
    ...committed,
    `finish ${number}`,
  ];
  assert.deepEqual(done, [...all(1), ...all(2)]);
  assert.equal(state.previousId, item(2));
});

test('what cannot be recorded is reported once; the rest of that turn is passed over, and the next is recorded', () => {
  const { done } = run([
    { type: 'turn', step: { type: 'started', atMs: 0, sounds: [sound] } },
    { type: 'interrupted', itemId: item(1), error },
    { type: 'turn', step: { type: 'continued', sound } },
    { type: 'turn', step: { type: 'stopped', atMs: 50 } },
    { type: 'interrupted', itemId: item(1), error },
    { type: 'turn', step: { type: 'started', atMs: 60, sounds: [] } },
  ]);
  assert.deepEqual(done, [
    'begin 1',
    'speech_started',
    'take 1',
    'abandon 1',
    'reset-turns',
    'error x null',
    'begin 2',
    'speech_started',
  ]);
});

const cancelled = (number: number): RealtimeEvent => ({
  type: 'interrupted',
  itemId: item(number),
  error: { ...error, code: 'cancelled' },
  isCancelled: true,
});

test('after its user has cancelled a recording, nothing is recorded until the client commits or clears', () => {
  for (const [end, reported] of [
    [{ type: 'commit', eventId: 'e' }, 'error cancelled e'],
    [{ type: 'clear' }, 'cleared'],
  ] as const) {
    const { done } = run([spoken, cancelled(1), spoken, spoken, end, spoken, commit]);
    assert.deepEqual(done, [
      ...['begin 1', 'take 1', 'abandon 1', 'error cancelled null'],
      ...['reset-turns', reported],
      ...['begin 2', 'take 2', ...committed, 'finish 2'],
    ]);
  }
});

test('where turns are found here, the rest of the cancelled one is passed over, and the next is recorded', () => {
  const turn = (step: Extract<RealtimeEvent, { type: 'turn' }>['step']): RealtimeEvent => ({
    type: 'turn',
    step,
  });
  const started = turn({ type: 'started', atMs: 0, sounds: [sound] });
  const rest = [turn({ type: 'continued', sound }), turn({ type: 'stopped', atMs: 50 })];
  const { done } = run([started, cancelled(1), ...rest, started]);
  assert.deepEqual(done, [
    // The detector goes on, so that it finds the end of this turn.
    ...['begin 1', 'speech_started', 'take 1', 'abandon 1', 'error cancelled null'],
    ...['begin 2', 'speech_started', 'take 2'],
  ]);
  const committedByClient = run([started, cancelled(1), commit]).done;
  assert.deepEqual(committedByClient.slice(-2), ['reset-turns', 'error cancelled null']);
});

test('an empty buffer is not committed; a cleared one leaves nothing', () => {
  assert.deepEqual(run([{ type: 'commit', eventId: 'e' }]).done, ['error input_audio_buffer_commit_empty e']);
  assert.deepEqual(run([spoken, { type: 'clear' }, { type: 'commit', eventId: undefined }]).done, [
    'begin 1',
    'take 1',
    'discard 1',
    'reset-turns',
    'cleared',
    'error input_audio_buffer_commit_empty null',
  ]);
});

test('less than a tenth of a second is no turn: it is not committed, and nothing of it stays', () => {
  const short: RealtimeEvent = { type: 'sound', sound: { samples: new Int16Array(1_599), voiced: [] } };
  const { state, done } = run([short, commit]);
  assert.deepEqual(done, ['begin 1', 'take 1', 'error input_audio_buffer_commit_empty null']);
  assert.deepEqual(run([{ type: 'closed' }], state).done, ['discard 1']);
  assert.deepEqual(run([short, commit], state).done, ['take 1', ...committed, 'finish 1']);
});

test('the format stays the same within a turn; everything else may change', () => {
  const update = (input: object): RealtimeEvent =>
    ({
      type: 'update',
      update: { type: 'session.update', event_id: 'e', session: { type: 'transcription', audio: { input } } },
    }) as RealtimeEvent;
  const other = update({ format: { type: 'audio/pcmu' } });
  assert.deepEqual(run([spoken, other]).done.slice(-1), ['error invalid_value e']);
  assert.deepEqual(run([spoken, update({ turn_detection: null })]).done.slice(-2), [
    'listen',
    'session.updated',
  ]);
  const { state, done } = run([other, update({ turn_detection: { type: 'server_vad', threshold: 0.8 } })]);
  assert.deepEqual(done, ['listen', 'session.updated', 'listen', 'session.updated']);
  assert.equal(state.settings.format.type, 'audio/pcmu');
  assert.deepEqual(state.settings.turns, { threshold: 0.8, prefixPaddingMs: 300, silenceDurationMs: 500 });
});

test('models that know no turns are committed by their clients, unless the client says otherwise', () => {
  const update = (input: object): RealtimeEvent =>
    ({
      type: 'update',
      update: { type: 'session.update', session: { type: 'transcription', audio: { input } } },
    }) as RealtimeEvent;
  const live = { transcription: { model: 'gpt-live-transcribe' } };
  assert.equal(run([update(live)]).state.settings.turns, null);
  const asked = run([update({ ...live, turn_detection: { type: 'server_vad' } })]).state.settings.turns;
  assert.equal(asked?.silenceDurationMs, 500);
  assert.equal(run([update({ transcription: { model: 'whisper-1' } })]).state.settings.turns?.threshold, 0.5);
});

test('when the connection is gone, what came is kept, and nothing more is said', () => {
  const { state } = run([spoken, commit, spoken]);
  assert.deepEqual(run([{ type: 'closed' }], state).done, ['abandon 2']);
  const after = run([{ type: 'closed' }], state).state;
  const late: RealtimeEvent[] = [
    spoken,
    commit,
    { type: 'clear' },
    { type: 'transcribed', itemId: item(1), text: 'late', seconds: 1 },
    { type: 'refused', eventId: 'e', error },
    { type: 'closed' },
  ];
  assert.deepEqual(run(late, after).done, []);
});
