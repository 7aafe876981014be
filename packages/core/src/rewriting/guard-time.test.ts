import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import type { Candidate } from './answered-question.ts';
import { longTexts } from './fixtures/long-texts.ts';
import { caughtBy } from './guards.ts';
import { presetFacts } from './presets.ts';
import { composePrompt, fenceOf } from './prompt.ts';

const fence = fenceOf('0f1e2d3c4b5a69788796a5b4c3d2e1f0');

function candidate(text: string, rewritten: string): Candidate {
  const preset = presetFacts.hyper;
  const wishes = { preset, prompt: undefined, instructions: undefined, vocabulary: [], language: 'auto' };
  return { text, rewritten, preset, prompt: composePrompt(text, { ...wishes, spelling: null }, fence) };
}

for (const [name, write] of Object.entries(longTexts)) {
  test(`the time of the guards grows with the text and no faster: ${name}`, async () => {
    caughtBy(candidate(write(2_000), write(2_000)));
    const [, short] = await threadMs(() => caughtBy(candidate(write(20_000), write(20_000))));
    const [, long] = await threadMs(() => caughtBy(candidate(write(160_000), write(160_000))));
    // Eight times the text; quadratic would be 64 times the time.
    assert(long < Math.max(short, 15) * 28, `${Math.round(short)} ms, then ${Math.round(long)} ms`);
  });
}
