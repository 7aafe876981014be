import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import fc from 'fast-check';
import { isFinal, type ProcessingEvent, type ProcessingState, stepProcessing } from './processing-machine.ts';

/** What was there, each with its phase and whether its text was sent; the event; what is there then; the effects. */
const table = rowsOf(`
  what was recorded is transcribed | | recorded a | a transcribing | transcribe a
  beside the one before it | a transcribing | recorded b | a transcribing, b transcribing | transcribe b
  but once | a transcribing | recorded a | a transcribing |
  what was canceled while it was recorded is only shown | a transcribing | set-aside b | a transcribing, b cancelled | finished b
  a language model writes | a transcribing | rewriting a | a rewriting |
  a text goes out | a transcribing | text-ready a | a delivering | deliver a
  a rewritten one, too | a rewriting | text-ready a | a delivering | deliver a
  not before the one spoken before it | a transcribing, b transcribing | text-ready b | a transcribing, b delivering |
  whose text comes first | a transcribing, b delivering | text-ready a | a delivering, b delivering | deliver a
  then the next | a delivering sent, b delivering | delivered a copied | a copied, b delivering | finished a, deliver b
  a failure holds up no one | a rewriting, b delivering | failed a | a failed, b delivering | finished a, deliver b
  nor does a cancel | a transcribing, b delivering | cancel a | a cancelled, b delivering | stop-work a, finished a, deliver b
  what waits for its turn can be cancelled | a transcribing, b delivering | cancel b | a transcribing, b cancelled | stop-work b, finished b
  what is on its way out cannot | a delivering sent | cancel a | a delivering |
  a text after the end comes too late | a cancelled | text-ready a | a cancelled |
  what is in progress is not forgotten | a transcribing | forget a | a transcribing |
  what is finished is | a shown sent | forget a | |
  of one that is unknown, nothing comes | a transcribing | text-ready z | a transcribing |
`);

test('the processing machine: every state and event of the table', () => {
  for (const [what = '', before = '', event = '', phases, effects] of table) {
    const list = before.split(', ').flatMap((each) => {
      const [id = '', phase, sent] = each.split(' ');
      return id === '' ? [] : [{ id, phase, isSent: sent === 'sent' } as ProcessingState];
    });
    const [type, id, as] = event.split(' ');
    const step = stepProcessing(list, { type, id, ...(as && { as }) } as ProcessingEvent);
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
