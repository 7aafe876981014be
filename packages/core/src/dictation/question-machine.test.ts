import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFinalQuestion, limits, type QuestionPhase, questionPhases } from '@quoth/contract';
import { rowsOf } from '@quoth/processes/fixtures/decision-table.ts';
import fc from 'fast-check';
import {
  nextTickAt,
  noQuestions,
  openQuestion,
  type QuestionEvent,
  type Questions,
  stepQuestions,
} from './question-machine.ts';

const MINUTE_MS = 60_000;
const ask = (id: string, now: number, by = 'notes'): QuestionEvent => ({
  type: 'ask',
  id,
  by,
  isAttended: true,
  now,
});
const run = (events: readonly QuestionEvent[], from: Questions = noQuestions) => {
  let state = from;
  const effects: string[] = [];
  const refusals: string[] = [];
  for (const event of events) {
    const step = stepQuestions(state, event);
    state = step.state;
    effects.push(...step.effects.map(({ type }) => type));
    if (step.refusal) refusals.push(step.refusal.why);
  }
  return { state, effects, refusals, phase: state.list.at(-1)?.phase };
};
const q = { id: 'q' } as const;
const shown = limits.questionShownMs;

test('a question goes one way, and every way ends', () => {
  const events: Readonly<Record<string, QuestionEvent>> = {
    accept: { type: 'accept', ...q },
    recorded: { type: 'recorded', ...q },
    text: { type: 'text', ...q, now: 5 },
    decline: { type: 'decline', ...q, now: 5 },
    abandoned: { type: 'abandoned', ...q, now: 5 },
    withdraw: { type: 'withdraw', ...q, now: 5 },
    failed: { type: 'failed', ...q, now: 5 },
    wait: { type: 'wait', ...q },
    'hang-up': { type: 'leave', ...q, isCallerGone: true, now: 5 },
    leave: { type: 'leave', ...q, isCallerGone: false, now: 5 },
  };
  // What happens after it was asked, its phase then, and the effects; a number is a tick at that time.
  const rows = rowsOf(`
    asked | | asked | changed
    accepted | accept | answering | changed record changed
    accepted twice | accept accept | answering | changed record changed
    answered | accept recorded text | answered | changed record changed changed ended changed
    a text before the end of its recording was told | accept text | answered | changed record changed ended changed
    a text that no one spoke | text | asked | changed
    declined | decline | declined | changed ended changed
    declined while speaking | accept decline | declined | changed record changed discard ended changed
    canceled with Esc | accept abandoned | declined | changed record changed ended changed
    what was sent is not taken back | accept recorded decline | transcribing | changed record changed changed
    withdrawn | withdraw | cancelled | changed ended changed
    withdrawn while speaking | accept withdraw | cancelled | changed record changed discard ended changed
    who waits hangs up | wait hang-up | cancelled | changed ended changed
    one of two hangs up | wait wait hang-up | asked | changed
    the same while it becomes text | wait accept recorded hang-up | transcribing | changed record changed changed
    no one comes back for it | wait leave ${5 + MINUTE_MS} | cancelled | changed ended changed
    who asked has gone before it waited | ${limits.questionFirstWaitMs} | cancelled | changed ended changed
    it is about to wait | ${limits.questionFirstWaitMs - 1} | asked | changed
    no one reacts | wait ${shown} | expired | changed ended changed
    it is not over yet | wait ${shown - 1} | asked | changed
    somebody speaks for long | wait accept ${shown * 2} | answering | changed record changed
    the microphone fails | accept failed | failed | changed record changed ended changed
  `);
  assert.equal(rows.length, 22);
  for (const [what = '', happens = '', phase, effects] of rows) {
    const after = happens.split(' ').filter(Boolean);
    const outcome = run([
      ask('q', 0),
      ...after.map((word) => events[word] ?? { type: 'tick' as const, now: Number(word) }),
    ]);
    assert.deepEqual([outcome.phase, outcome.effects.join(' ')], [phase, effects], what);
  }
});

test('what has ended stays as it is, can be fetched for ten minutes, and is forgotten', () => {
  const { state } = run([ask('q', 0), { type: 'decline', ...q, now: 100 }]);
  for (const event of [
    { type: 'accept', ...q },
    { type: 'text', ...q, now: 200 },
    { type: 'withdraw', ...q, now: 200 },
    { type: 'wait', ...q },
  ] as const)
    assert.deepEqual(stepQuestions(state, event), { state, effects: [] });
  const end = 100 + limits.questionKeptMs;
  assert.equal(nextTickAt(state), end);
  assert.equal(run([{ type: 'tick', now: end - 1 }], state).state.list.length, 1);
  assert.equal(run([{ type: 'tick', now: end }], state).state.list.length, 0);
});

test('one at a time, and three a minute for each program', () => {
  const decline = (id: string, now: number): QuestionEvent => ({ type: 'decline', id, now });
  assert.deepEqual(run([ask('a', 0), ask('b', 1, 'other')]).refusals, ['busy']);
  const three = [1, 2, 3].flatMap((at) => [ask(`q${at}`, at), decline(`q${at}`, at)]);
  assert.deepEqual(run([...three, ask('fourth', 4)]).refusals, ['too-many']);
  assert.deepEqual(run([...three, ask('other', 4, 'other')]).refusals, []);
  assert.deepEqual(run([...three, ask('later', MINUTE_MS)]).refusals, ['too-many']);
  assert.deepEqual(run([...three, ask('later', MINUTE_MS + 1)]).refusals, []);
  const refused = stepQuestions(run(three).state, ask('fourth', 11));
  assert.deepEqual(refused.refusal, { why: 'too-many', waitMs: MINUTE_MS - 10 });
  // A refusal is not counted: who is refused again and again is let in when a minute is over.
  const again = run([...three, ...Array.from({ length: 9 }, (_, at) => ask('x', at + 10))]);
  assert.deepEqual(run([ask('later', MINUTE_MS + 1)], again.state).refusals, []);
});

test('whatever happens in whatever order: one is open, it ends by itself, and no one is recorded unasked', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const move = fc.record({
    type: fc.constantFrom(
      'ask' as const,
      'accept' as const,
      'decline' as const,
      'abandoned' as const,
      'withdraw' as const,
      'recorded' as const,
      'text' as const,
      'failed' as const,
      'wait' as const,
      'leave' as const,
      'tick' as const,
    ),
    id: fc.constantFrom(...ids),
    by: fc.constantFrom('notes', 'other'),
    isCallerGone: fc.boolean(),
    after: fc.nat(30_000),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
      let state = noQuestions;
      let now = 0;
      const asked: { by: string; at: number }[] = [];
      const accepted = new Set<string>();
      const over = new Map<string, QuestionPhase>();
      let next = 0;
      for (const { after, ...event } of moves) {
        now += after;
        const id = event.type === 'ask' ? `${event.id}${next++}` : (state.list.at(-1)?.id ?? event.id);
        const step = stepQuestions(state, { ...event, id, now, isAttended: true });
        if (event.type === 'ask' && !step.refusal) asked.push({ by: event.by, at: now });
        if (event.type === 'accept') accepted.add(id);
        state = step.state;
        const open = state.list.filter(({ phase }) => !isFinalQuestion(phase));
        assert(open.length <= 1);
        for (const effect of step.effects) if (effect.type === 'record') assert(accepted.has(effect.id));
        for (const { id, phase, endedAt } of state.list) {
          assert(questionPhases.includes(phase));
          assert.equal(endedAt !== undefined, isFinalQuestion(phase));
          assert.equal(over.get(id) ?? phase, phase, 'what has ended stays as it is');
          if (isFinalQuestion(phase)) over.set(id, phase);
        }
        for (const { by, at } of asked) {
          const within = asked.filter((one) => one.by === by && one.at >= at && one.at - at < MINUTE_MS);
          assert(within.length <= limits.questionsPerMinute);
        }
      }
      // No one does anything any more: what is asked ends, because no one waits or no one reacts.
      const one = openQuestion(state);
      if (one?.phase !== 'asked') return;
      const { state: left } = stepQuestions(state, { type: 'tick', now: now + limits.questionShownMs });
      assert(isFinalQuestion(left.list.find(({ id }) => id === one.id)?.phase ?? 'asked'));
    }),
  );
});
