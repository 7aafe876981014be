import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { QuestionRunner, type QuestionRunnerOptions } from './question-runner.ts';

test('who waited for an answer and has gone leaves neither a timer nor a listener', async () => {
  const recorder = { tell: () => undefined, question: null } as QuestionRunnerOptions['recorder'];
  const runner = new QuestionRunner({ recorder, clock: { now: () => 0, monotonic: () => 0 } });
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const program = { tokenId: null, name: 'Test', mayRewrite: false };
  const { id } = runner.ask({ program, question: 'Which file?', body: { byAction: false } });
  const wait = (signal: AbortSignal) => runner.wait(program.tokenId, id, 60_000, signal);
  // Without anybody who stays, the question would end.
  const stays = new AbortController();
  const answer = wait(stays.signal);
  for (let n = 0; n < 1_000; n++) {
    const gone = new AbortController();
    const waiting = wait(gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    assert.deepEqual(getEventListeners(gone.signal, 'abort'), []);
  }
  assert.equal(timers(), before + 1, 'of the one that stays');
  runner.decline(id);
  assert.equal((await answer).phase, 'declined');
  assert.deepEqual(getEventListeners(stays.signal, 'abort'), []);
  assert.equal(timers(), before);
  runner.close();
});
