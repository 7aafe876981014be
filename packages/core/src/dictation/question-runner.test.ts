import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { QuestionRunner, type QuestionRunnerOptions } from './question-runner.ts';

/** No other timer takes as long. */
const WAIT_MS = 54_321;

test('who waited for an answer and has gone leaves neither a timer nor a listener', async (context) => {
  const started = context.mock.method(globalThis, 'setTimeout');
  const cleared = context.mock.method(globalThis, 'clearTimeout');
  const left = () => {
    const gone = new Set(cleared.mock.calls.map(({ arguments: [timer] }) => timer));
    const waits = started.mock.calls.filter(({ arguments: [, after] }) => after === WAIT_MS);
    return waits.filter(({ result }) => !gone.has(result)).length;
  };
  const recorder = { tell: () => undefined, question: null } as QuestionRunnerOptions['recorder'];
  const runner = new QuestionRunner({ recorder, clock: { now: () => 0, monotonic: () => 0 } });
  const program = { tokenId: null, name: 'Test', mayRewrite: false };
  const { id } = runner.ask({ program, question: 'Which file?', body: { byAction: false } });
  const wait = (signal: AbortSignal) => runner.wait(program.tokenId, id, WAIT_MS, signal);
  // Without anybody who stays, the question would end.
  const stays = new AbortController();
  const answer = wait(stays.signal);
  for (let n = 0; n < 100; n++) {
    const gone = new AbortController();
    const waiting = wait(gone.signal);
    assert.equal(left(), 2);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    assert.deepEqual(getEventListeners(gone.signal, 'abort'), []);
  }
  assert.equal(left(), 1, 'of the one that stays');
  runner.decline(id);
  assert.equal((await answer).phase, 'declined');
  assert.deepEqual(getEventListeners(stays.signal, 'abort'), []);
  assert.equal(left(), 0);
  runner.close();
});
