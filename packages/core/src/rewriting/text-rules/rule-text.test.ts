import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modeDefaults } from '@quoth/contract';
import { applyTextRules } from './apply-text-rules.ts';
import { ruleText, ruleTexts } from './rule-text.ts';

const spoken = ['we', 'met', 'at', 'the', 'old', 'theater,', 'and', 'talked', 'about', 'term7', 'shit.'];
const textOf = (words: number) =>
  Array.from({ length: words }, (_, at) => spoken[at % spoken.length]).join(' ');
const rules = {
  ...modeDefaults,
  punctuation: false,
  profanityFilter: true,
  englishSpelling: 'british' as const,
  customVocabulary: Array.from({ length: 500 }, (_, index) => `term${index} => Term No. ${index}`),
};

/** Milliseconds of the processor that this thread alone takes; a busy machine does not stretch them as it does a clock. */
async function threadMs<Result>(work: () => Result): Promise<readonly [Awaited<Result>, number]> {
  const before = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(before);
  return [result, (user + system) / 1_000];
}

test('the rules are applied to six hours of speech in a separate thread, with the same result [TEXT-RULES-THREAD]', async () => {
  const text = textOf(60_000);
  // The first use builds the dictionaries.
  applyTextRules('a theater', rules);
  const [expected, here] = await threadMs(() => applyTextRules(text, rules));
  const [ruled, meanwhile] = await threadMs(() => ruleText(text, rules));
  assert.equal(ruled, expected);
  assert.match(ruled, /^we met at the old theatre and talked about Term No. 7 \*{4} we/);
  assert(meanwhile < here / 2, `${meanwhile} ms of this thread, ${here} ms if it does the work itself`);
});

test('the rules are applied to the segments of six hours in a thread too, in their order [TEXT-RULES-THREAD]', async () => {
  const texts = Array.from({ length: 6_000 }, (_, at) => `${textOf(10)} ${at}`);
  applyTextRules('a theater', rules);
  const [expected, here] = await threadMs(() => texts.map((text) => applyTextRules(text, rules)));
  const [ruled, meanwhile] = await threadMs(() => ruleTexts(texts, rules));
  assert.deepEqual(ruled, expected);
  assert(meanwhile < here / 2, `${meanwhile} ms of this thread, ${here} ms if it does the work itself`);
});

test('a short text starts no thread, and a caller who has gone gets no result of a long one [TEXT-RULES-THREAD]', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  assert.equal(await ruleText('the old theater', rules, gone), 'the old theatre');
  await assert.rejects(ruleText(textOf(20_000), rules, gone), /gone/);
});
