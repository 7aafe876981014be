import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFinal, type ProcessingEvent, type ProcessingState, stepProcessing } from './processing-machine.ts';

const one = (
  id: string,
  phase: ProcessingState['phase'] = 'transcribing',
  isSent = false,
): ProcessingState => ({ id, phase, isSent });
const ready = (id: string): ProcessingEvent => ({ type: 'text-ready', id });

type Row = readonly [
  what: string,
  list: readonly ProcessingState[],
  event: ProcessingEvent,
  phases: string,
  effects: string,
];

const table: readonly Row[] = [
  ['what was recorded is transcribed', [], { type: 'recorded', id: 'a' }, 'a transcribing', 'transcribe a'],
  [
    'beside the one before it',
    [one('a')],
    { type: 'recorded', id: 'b' },
    'a transcribing, b transcribing',
    'transcribe b',
  ],
  ['but once', [one('a')], { type: 'recorded', id: 'a' }, 'a transcribing', ''],
  [
    'what was canceled while it was recorded is only shown',
    [one('a')],
    { type: 'set-aside', id: 'b' },
    'a transcribing, b cancelled',
    'finished b',
  ],
  ['a language model writes', [one('a')], { type: 'rewriting', id: 'a' }, 'a rewriting', ''],
  ['a text goes out', [one('a')], ready('a'), 'a delivering', 'deliver a'],
  ['a rewritten one, too', [one('a', 'rewriting')], ready('a'), 'a delivering', 'deliver a'],
  [
    'not before the one spoken before it',
    [one('a'), one('b')],
    ready('b'),
    'a transcribing, b delivering',
    '',
  ],
  [
    'whose text comes first',
    [one('a'), one('b', 'delivering')],
    ready('a'),
    'a delivering, b delivering',
    'deliver a',
  ],
  [
    'then the next',
    [one('a', 'delivering', true), one('b', 'delivering')],
    { type: 'delivered', id: 'a', as: 'copied' },
    'a copied, b delivering',
    'finished a, deliver b',
  ],
  [
    'a failure holds up no one',
    [one('a', 'rewriting'), one('b', 'delivering')],
    { type: 'failed', id: 'a' },
    'a failed, b delivering',
    'finished a, deliver b',
  ],
  [
    'nor does a cancel',
    [one('a'), one('b', 'delivering')],
    { type: 'cancel', id: 'a' },
    'a cancelled, b delivering',
    'stop-work a, finished a, deliver b',
  ],
  [
    'what waits for its turn can be cancelled',
    [one('a'), one('b', 'delivering')],
    { type: 'cancel', id: 'b' },
    'a transcribing, b cancelled',
    'stop-work b, finished b',
  ],
  [
    'what is on its way out cannot',
    [one('a', 'delivering', true)],
    { type: 'cancel', id: 'a' },
    'a delivering',
    '',
  ],
  ['a text after the end comes too late', [one('a', 'cancelled')], ready('a'), 'a cancelled', ''],
  ['what is in progress is not forgotten', [one('a')], { type: 'forget', id: 'a' }, 'a transcribing', ''],
  ['what is finished is', [one('a', 'shown', true)], { type: 'forget', id: 'a' }, '', ''],
  ['of one that is unknown, nothing comes', [one('a')], ready('z'), 'a transcribing', ''],
];

test('the processing machine: every state and event of the table', () => {
  for (const [what, list, event, phases, effects] of table) {
    const step = stepProcessing(list, event);
    assert.equal(step.list.map(({ id, phase }) => `${id} ${phase}`).join(', '), phases, what);
    assert.equal(step.effects.map(({ type, id }) => `${type} ${id}`).join(', '), effects, what);
  }
});

const ids = ['a', 'b', 'c', 'd'];
const event: fc.Arbitrary<ProcessingEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'recorded' as const,
      'set-aside' as const,
      'rewriting' as const,
      'text-ready' as const,
    ),
    id: fc.constantFrom(...ids),
  }),
  fc.record({
    type: fc.constantFrom('failed' as const, 'cancel' as const, 'forget' as const),
    id: fc.constantFrom(...ids),
  }),
  fc.record({
    type: fc.constant('delivered' as const),
    id: fc.constantFrom(...ids),
    as: fc.constantFrom('delivered' as const, 'copied' as const, 'shown' as const),
  }),
);

test('whatever happens: texts are delivered in the order in which they were spoken, each once, one at a time', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80, size: 'max' }), (events) => {
      let list: readonly ProcessingState[] = [];
      const recorded: string[] = [];
      const sent: string[] = [];
      const finished = new Set<string>();
      for (const [at, given] of events.entries()) {
        // An id is never used again.
        const isNew = given.type === 'recorded' || given.type === 'set-aside';
        if (isNew && recorded.includes(given.id)) continue;
        const before = list;
        const step = stepProcessing(list, given);
        list = step.list;
        if (isNew) recorded.push(given.id);
        for (const effect of step.effects) {
          if (effect.type === 'deliver') {
            assert(!sent.includes(effect.id), `${effect.id} went out twice (event ${at})`);
            sent.push(effect.id);
          }
          if (effect.type === 'finished') {
            assert(!finished.has(effect.id), `${effect.id} ended twice`);
            finished.add(effect.id);
          }
        }
        assert.deepEqual(
          sent,
          [...sent].sort((a, b) => recorded.indexOf(a) - recorded.indexOf(b)),
        );
        assert(list.filter(({ isSent, phase }) => isSent && !isFinal(phase)).length <= 1);
        // Anyone who is first in the line and has a text is on its way.
        const first = list.find(({ phase }) => !isFinal(phase));
        assert(first?.phase !== 'delivering' || first.isSent);
        for (const { id, phase } of before) {
          if (isFinal(phase)) assert(list.every((later) => later.id !== id || later.phase === phase));
        }
      }
    }),
    { numRuns: 500 },
  );
});
