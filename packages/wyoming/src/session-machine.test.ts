import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, limits } from '@quoth/contract';
import fc from 'fast-check';
import {
  newSession,
  type SessionInput,
  step,
  type WyomingEffect,
  type WyomingSession,
} from './session-machine.ts';

const format = { rate: 16_000, width: 2, channels: 1 };
const event = (type: string, data: Record<string, unknown> = {}, payload?: Uint8Array): SessionInput => ({
  kind: 'event',
  event: { type, data, ...(payload && { payload }) },
});
const start = event('audio-start', format);
const chunk = (bytes = 4) => event('audio-chunk', format, new Uint8Array(bytes));
const stop = event('audio-stop', { timestamp: null });

/** The session after these inputs, and in a line each what was to be done. */
function run(...inputs: readonly SessionInput[]): {
  readonly session: WyomingSession;
  readonly done: string[];
} {
  let session = newSession;
  const done: string[] = [];
  for (const input of inputs) {
    const [next, effects] = step(session, input);
    session = next;
    done.push(...effects.map(describeEffect));
  }
  return { session, done };
}

function describeEffect(effect: WyomingEffect): string {
  if (effect.do === 'send') return `${effect.event.type} ${JSON.stringify(effect.event.data.text ?? '')}`;
  if (effect.do === 'begin') return `begin ${JSON.stringify(effect.asked)}`;
  return effect.do === 'append' ? `append ${effect.bytes.length}` : effect.do;
}

test('the documented flow: a request, its sound, its text, and the next request', () => {
  const asked = event('transcribe', { language: 'de', context: { id: 1 }, vad_sensitivity: 'relaxed' });
  const { session, done } = run(asked, start, chunk(), chunk(8), stop, {
    kind: 'transcribed',
    request: 1,
    text: 'Licht an',
    language: 'de',
  });
  assert.deepEqual(done, [
    'begin {"language":"de"}',
    'append 4',
    'append 8',
    'finish',
    'transcript-start ""',
    'transcript-chunk "Licht an"',
    'transcript "Licht an"',
    'transcript-stop ""',
  ]);
  assert.deepEqual(session, { phase: 'waiting', asked: {}, request: 1 });
  assert.deepEqual(
    step(session, start)[1].map(describeEffect),
    ['begin {}'],
    'nothing is left of the request before',
  );
});

test('text that grows goes out in chunks, which are the text put together', () => {
  const partial = (text: string): SessionInput => ({ kind: 'partial', request: 1, text });
  const { done } = run(
    start,
    chunk(),
    stop,
    partial(''),
    partial('turn'),
    partial('turn the'),
    partial('tune'),
    {
      kind: 'transcribed',
      request: 1,
      text: 'turn the light off',
      language: null,
    },
  );
  assert.deepEqual(done.slice(3), [
    'transcript-start ""',
    'transcript-chunk "turn"',
    'transcript-chunk " the"',
    'transcript-chunk " light off"',
    'transcript "turn the light off"',
    'transcript-stop ""',
  ]);
});

test('no sound is no text: nothing is transcribed', () => {
  const nothing = ['transcript-start ""', 'transcript-chunk ""', 'transcript ""', 'transcript-stop ""'];
  assert.deepEqual(run(stop).done, nothing);
  assert.deepEqual(run(start, stop).done, ['begin {}', 'abandon', ...nothing]);
  // The work that was abandoned ends with an error, of which no one is notified.
  assert.deepEqual(
    run(start, stop, { kind: 'failed', request: 1, error: new AppError('CANCELLED') }).done.slice(2),
    nothing,
  );
});

test('a client that sends no more has its text, and then the connection ends; in the middle of its sound it is gone', () => {
  const ended: SessionInput = { kind: 'ended' };
  const text: SessionInput = { kind: 'transcribed', request: 1, text: 'ja', language: null };
  const { session, done } = run(start, chunk(), stop, ended, text, text);
  assert.deepEqual(done.slice(-3), ['transcript "ja"', 'transcript-stop ""', 'close']);
  assert.equal(session.phase, 'closed');
  assert.deepEqual(run(start, chunk(), stop, ended, { kind: 'gone' }).done.slice(-2), ['abandon', 'close']);
  assert.deepEqual(run(start, chunk(), ended).done.slice(-2), ['abandon', 'close']);
  assert.deepEqual(run(ended).done, ['close']);
});

test('a language is taken by its tag and by its name', () => {
  for (const language of ['de', 'DE', 'German', ' german '])
    assert.equal(
      run(event('transcribe', { language }), chunk()).done[0],
      'begin {"language":"de"}',
      language,
    );
});

test('a ping is answered; sound may begin without audio-start; events of other services mean nothing', () => {
  assert.deepEqual(
    run(event('ping', { text: 'hi' }), event('synthesize', { text: 'x' }), chunk(), stop).done,
    ['pong "hi"', 'begin {}', 'append 4', 'finish'],
  );
});

const refusals: Readonly<Record<string, readonly SessionInput[]>> = {
  'a request in a request': [start, event('transcribe')],
  'sound in sound': [start, start],
  'sound while the text is made': [start, chunk(), stop, chunk()],
  'an end after the end': [start, chunk(), stop, stop],
  'no format': [event('audio-start')],
  'too many channels': [event('audio-start', { ...format, channels: 9 })],
  'a rate of nothing': [event('audio-start', { ...format, rate: 0 })],
  'another format in the middle': [
    start,
    event('audio-chunk', { ...format, rate: 8_000 }, new Uint8Array(2)),
  ],
  'half a sample': [start, chunk(3)],
  'a language that is none': [event('transcribe', { language: '../../etc' })],
  'too many words': [event('transcribe', { transcript_terms: Array.from({ length: 1_001 }, () => 'x') })],
};
for (const [name, inputs] of Object.entries(refusals)) {
  test(`refused, with an error event, and closed: ${name}`, () => {
    const { session, done } = run(...inputs);
    assert.equal(session.phase, 'closed');
    assert.match(done.at(-2) ?? '', /^error "/);
    assert.equal(done.at(-1), 'close');
    assert.equal(
      done.includes('abandon'),
      done.some((each) => each.startsWith('begin')),
    );
  });
}

test('one request has at most so much sound', () => {
  const second = chunk(format.rate * format.width);
  let [session] = step(newSession, start);
  for (let at = 0; at < limits.wyomingAudioSeconds; at++) [session] = step(session, second);
  assert.equal(session.phase, 'listening');
  const [after, effects] = step(session, chunk(2));
  assert.deepEqual([after.phase, effects.map(describeEffect)[0]], ['closed', 'abandon']);
});

test('whatever comes: work that began ends once, and after the close nothing is done', () => {
  const input = fc.oneof<fc.Arbitrary<SessionInput>[]>(
    fc.constantFrom(
      event('describe'),
      event('transcribe', { language: 'en' }),
      start,
      chunk(),
      chunk(3),
      stop,
    ),
    fc.constantFrom<SessionInput>(
      { kind: 'gone' },
      { kind: 'ended' },
      { kind: 'refused', error: new AppError('TIMEOUT') },
    ),
    fc.record({
      kind: fc.constant('partial'),
      request: fc.integer({ min: 1, max: 3 }),
      text: fc.constantFrom('', 'a', 'ab'),
    }),
    fc.record({
      kind: fc.constant('transcribed'),
      request: fc.integer({ min: 1, max: 3 }),
      text: fc.constantFrom('', 'ab'),
      language: fc.constant(null),
    }),
    fc.record({
      kind: fc.constant('failed'),
      request: fc.integer({ min: 1, max: 3 }),
      error: fc.constant(new AppError('TRANSCRIPTION_FAILED')),
    }),
  );
  fc.assert(
    fc.property(fc.array(input, { maxLength: 40, size: 'max' }), (inputs) => {
      let session = newSession;
      let [open, isClosed] = [0, false];
      for (const each of inputs) {
        const [next, effects] = step(session, each);
        for (const effect of effects) {
          assert(!isClosed, 'nothing is done after the close');
          if (effect.do === 'begin') assert.equal(open++, 0);
          if (effect.do === 'abandon') assert.equal(open--, 1);
          if (effect.do === 'append' || effect.do === 'finish') assert.equal(open, 1);
          if (effect.do === 'close') isClosed = true;
          if (effect.do === 'send' && effect.event.type === 'transcript' && session.phase === 'transcribing')
            open--;
        }
        assert.equal(next.phase === 'closed', isClosed);
        assert(next.request >= session.request);
        session = next;
        assert.equal(open, session.phase === 'listening' || session.phase === 'transcribing' ? 1 : 0);
      }
    }),
    { numRuns: 500 },
  );
});
