import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewriteGuards } from '@quoth/contract';
import { threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import type { Candidate } from './answered-question.ts';
import { tidyOutput } from './finished-text.ts';
import { dictatedTexts } from './fixtures/dictated-texts.ts';
import { longTexts } from './fixtures/long-texts.ts';
import { caughtBy } from './guards.ts';
import { presetFacts } from './presets.ts';
import { composePrompt, fenceOf } from './prompt.ts';

const fence = fenceOf('0f1e2d3c4b5a69788796a5b4c3d2e1f0');

function candidate(
  text: string,
  preset: keyof typeof presetFacts,
  output: string,
  prompt?: string,
): Candidate {
  const facts = presetFacts[preset];
  const wishes = {
    preset: facts,
    prompt,
    instructions: undefined,
    vocabulary: [],
    language: 'auto',
    spelling: null,
  };
  return {
    text,
    rewritten: tidyOutput(output, { text, fence, preset }),
    preset: facts,
    prompt: composePrompt(text, wishes, fence),
  };
}

const caught = (...parts: Parameters<typeof candidate>) => caughtBy(candidate(...parts))?.name;

test('the set has at least sixty texts, each with right and wrong rewritings', () => {
  assert(dictatedTexts.length >= 60, String(dictatedTexts.length));
  assert.equal(new Set(dictatedTexts.map(({ id }) => id)).size, dictatedTexts.length);
  for (const { id, good, bad } of dictatedTexts) assert(good.length > 0 && bad.length > 0, id);
  const guards = new Set(dictatedTexts.flatMap(({ bad }) => bad.map(([guard]) => guard)));
  assert.deepEqual([...guards].sort(), [...rewriteGuards].sort(), 'every guard has something to catch');
});

for (const { id, preset, text, good, bad } of dictatedTexts) {
  test(`${id}: right rewritings pass, wrong ones are caught`, () => {
    for (const output of good) assert.equal(caught(text, preset, output), undefined, output);
    for (const [guard, output] of bad) assert.equal(caught(text, preset, output), guard, output);
    // What any model may do to any text.
    const { system } = candidate(text, preset, '').prompt as ReturnType<typeof composePrompt>;
    const failures: readonly (readonly [string, string])[] = [
      ['emptied', ''],
      ['emptied', ' \n '],
      ['reasoning', `<think>\nThe speaker wants the text cleaned up. ${text}`],
      ['reasoning', `${text}\n<think>Is that right?`],
      ['fence', `${text}\n${fence.open}`],
      ['fence', `Between ${fence.open} and ${fence.close}: ${text}`],
      ['echoed', system],
      ['runaway', `${text} `.repeat(40) + 'word '.repeat(200)],
    ];
    for (const [guard, output] of failures)
      assert.equal(caught(text, preset, output), guard, output.slice(0, 80));
    if (!/sorry/.test(text))
      assert.equal(caught(text, preset, "I'm sorry, but I can't help with that."), 'refused');
    // Unchanged is never wrong, with or without cleanly delimited reasoning.
    assert.equal(caught(text, preset, text), undefined);
    assert.equal(caught(text, preset, `<think>\nHm. What is this?\n</think>\n\n${text}`), undefined);
  });
}

for (const [name, write] of Object.entries(longTexts)) {
  test(`the time of the guards grows with the text and no faster: ${name}`, async () => {
    caughtBy(candidate(write(2_000), 'hyper', write(2_000)));
    const [, short] = await threadMs(() => caughtBy(candidate(write(20_000), 'hyper', write(20_000))));
    const [, long] = await threadMs(() => caughtBy(candidate(write(160_000), 'hyper', write(160_000))));
    // Eight times the text; quadratic would be 64 times the time.
    assert(long < Math.max(short, 15) * 28, `${Math.round(short)} ms, then ${Math.round(long)} ms`);
  });
}
