import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Core } from '@quoth/core';
import { healthAnswer, modesAnswer } from './kept-answers.ts';

/** As much of an application as these answers read. */
function application(name: string, port: number) {
  const modes = [{ name }];
  const [models, speech] = [[{ id: name }], { providers: [], post_processing_providers: [] }];
  const core = {
    modes: { list: () => modes },
    models: { local: () => models },
    providers: { health: () => speech },
  } as unknown as Core;
  return { core, identity: () => ({ port, startedAt: '2026-11-30T00:00:00Z' }) } as Parameters<
    typeof healthAnswer
  >[0];
}

test('two applications in one process that are asked in turn each give their own answers, which are kept', () => {
  const [one, other] = [application('one', 1), application('other', 2)];
  for (let turn = 0; turn < 2; turn++)
    for (const [app, name, port] of [
      [one, 'one', 1],
      [other, 'other', 2],
    ] as const) {
      const health = JSON.parse(healthAnswer(app).text);
      assert.deepEqual([health.port, health.local_models], [port, [{ id: name }]]);
      assert.deepEqual(JSON.parse(modesAnswer(app.core).text).modes, [{ name }]);
      assert.equal(healthAnswer(app), healthAnswer(app));
    }
});
