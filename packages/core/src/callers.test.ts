import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coreForAction } from './callers.ts';
import type { Core } from './declarations/index.ts';

/** Parts with private fields, as the real ones have; each says what it was called with. */
class Part {
  readonly #said: unknown[];
  constructor(said: unknown[]) {
    this.#said = said;
  }
  get isBusy() {
    return this.#said.length > 0;
  }
  submit(...given: unknown[]) {
    return this.#said.push(given[2]);
  }
  begin(...given: unknown[]) {
    return this.#said.push(given[1]);
  }
  start(...given: unknown[]) {
    return this.#said.push(given[0]);
  }
  stop() {
    return this.#said.length;
  }
}

test('whatever an action has recorded or transcribed is marked, in every way there is', () => {
  const said: unknown[] = [];
  const part = new Part(said);
  const core = { transcriptions: part, liveAudio: part, dictations: part, dataFolder: 'x' };
  const seen = coreForAction(core as unknown as Core) as unknown as typeof core;
  seen.transcriptions.submit({}, {}, { source: 'api' });
  seen.liveAudio.begin({}, { source: 'api' });
  seen.dictations.start({ delivery: 'none' });
  assert.deepEqual(said, [
    { source: 'api', byAction: true },
    { source: 'api', byAction: true },
    { delivery: 'none', byAction: true },
  ]);
  assert.deepEqual([seen.dictations.stop(), seen.dictations.isBusy, seen.dataFolder], [3, true, 'x']);
});
