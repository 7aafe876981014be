import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modeDefaults } from '@quoth/contract';
import { leavesThisThread, threadMs } from '@quoth/processes/fixtures/processor-time.ts';
import { finishedText, type ModelOutput, tidyOutput } from './finished-text.ts';
import { longTexts } from './fixtures/long-texts.ts';
import { finishRewriting } from './long-texts.ts';
import { presetFacts } from './presets.ts';
import { composePrompt, fenceOf } from './prompt.ts';

const fence = fenceOf('0f1e2d3c4b5a69788796a5b4c3d2e1f0');

function outputOf(text: string, output: string, mode: Partial<Mode> = {}): ModelOutput {
  const preset = presetFacts.hyper;
  const wishes = { preset, prompt: undefined, instructions: undefined, vocabulary: [], language: 'auto' };
  return {
    ...{ text, output, preset, language: 'auto' },
    prompt: composePrompt(text, { ...wishes, spelling: null }, fence),
    mode: { ...modeDefaults, englishSpelling: 'british', profanityFilter: true, ...mode } as Mode,
  };
}

test('a long output is processed in a separate thread, text rules included, with the same result', async () => {
  const { signal } = new AbortController();
  const text = 'We met at the old theater and talked about its color. '.repeat(6_000);
  const given = outputOf(text, text);
  const expected = finishedText(given);
  const [finished, isElsewhere] = await leavesThisThread(() => finishRewriting(given, signal));
  assert.deepEqual(finished, expected);
  assert(isElsewhere);
  assert('text' in finished && finished.text.includes('old theatre and talked about its colour'));
  const answered = outputOf(longTexts.questions(100_000), 'Yes. '.repeat(15_000));
  assert.deepEqual(await finishRewriting(answered, signal), finishedText(answered));
  assert('caught' in finishedText(answered));
});

test('anyone who gives up ends the thread, before it starts and while it works', async () => {
  const text = longTexts.Chinese(150_000);
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(finishRewriting(outputOf(text, text), gone), /gone/);
  const stop = new AbortController();
  const work = finishRewriting(outputOf(text, text), stop.signal);
  stop.abort(new Error('gone later'));
  await assert.rejects(work, /gone later/);
});

test('thousands of reasoning blocks are removed in one pass', async () => {
  const blocks = '<think>x</think>\n'.repeat(12_000);
  const tidy = () => tidyOutput(`${blocks}done`, { text: 'done', fence, preset: 'hyper' });
  const [text, ms] = await threadMs(tidy);
  assert.equal(text, 'done');
  assert(ms < 400);
});
