import { ownFile } from '@quoth/processes/places';
import { runInThread } from '../base/index.ts';
import type { FinishedText, ModelOutput } from './finished-text.ts';
import type { RuledText, TextRules, TextsToRule } from './text-rules.ts';

/** The rules and their word lists take some megabytes, which wait for the first recording. */
export const loadTextRules = () => import('./text-rules.ts');

/** All rules together take up to 25 ms for texts of this length, which is less than starting a thread. */
const RULED_INLINE_CHARACTERS = 20_000;
/** Each word of the vocabulary is looked for in all of the text: as many take what the other rules take. */
const INLINE_WORDS = 20;
/** Each text costs something however short it is, mostly for its vocabulary. */
const INLINE_TEXTS = 200;

/**
 * Like `applyTextRules`, but a long text (about an hour of speech and more) is processed in a thread of its own, so
 * that nothing else waits meanwhile. Throws the signal's reason.
 */
export async function ruleText(text: string, rules: TextRules, signal?: AbortSignal): Promise<RuledText> {
  const [ruled = { text: '', corrections: [] }] = await ruleTexts([text], rules, signal);
  return ruled;
}

/**
 * The same for many texts, such as the segments of a transcript, in their order; many go to the thread even if they are
 * short.
 */
export async function ruleTexts(
  texts: readonly string[],
  rules: TextRules,
  signal?: AbortSignal,
): Promise<readonly RuledText[]> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const given: TextsToRule = { texts, rules };
  const work = characters * Math.max(1, rules.customVocabulary.length / INLINE_WORDS);
  if (work <= RULED_INLINE_CHARACTERS && texts.length <= INLINE_TEXTS)
    return (await loadTextRules()).ruledTexts(given);
  return runInThread(ownFile('./text-rules-worker.ts', import.meta.url), given, signal);
}

/** Shorter texts take less time than starting a thread. */
const FINISHED_INLINE_CHARACTERS = 10_000;

/**
 * Turns a language model's output into the text to use. A long one is processed in a thread of its own, so that nothing
 * else waits meanwhile. Throws the signal's reason, or the thread's error.
 */
export async function finishRewriting(given: ModelOutput, signal: AbortSignal): Promise<FinishedText> {
  if (given.text.length + given.output.length <= FINISHED_INLINE_CHARACTERS)
    return (await import('./finished-text.ts')).finishedText(given);
  const { ours, theirs, fence } = given.prompt;
  const plain: ModelOutput = { ...given, prompt: { ours, theirs, fence } };
  return runInThread(ownFile('./finish-worker.ts', import.meta.url), plain, signal);
}
