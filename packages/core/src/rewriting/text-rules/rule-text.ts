import { runInThread } from '../../base/index.ts';
import { applyTextRules, type TextRules } from './apply-text-rules.ts';

/** All rules together take up to 25 ms for texts of this length, which is less than starting a thread. */
const INLINE_CHARACTERS = 40_000;
/** Each text costs something however short it is, mostly for its vocabulary. */
const INLINE_TEXTS = 200;

/**
 * Like `applyTextRules`, but a long text (about an hour of speech and more) is processed in a thread of its own, so that nothing else waits
 * meanwhile. Throws the signal's reason.
 */
export async function ruleText(text: string, rules: TextRules, signal?: AbortSignal): Promise<string> {
  const [ruled = ''] = await ruleTexts([text], rules, signal);
  return ruled;
}

/** The same for many texts, such as the segments of a transcript, in their order; many go to the thread even if they are short. */
export async function ruleTexts(
  texts: readonly string[],
  rules: TextRules,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const given: TextsToRule = { texts, rules };
  if (characters <= INLINE_CHARACTERS && texts.length <= INLINE_TEXTS) return ruledTexts(given);
  return runInThread(new URL('./rule-text-worker.ts', import.meta.url), given, signal);
}

/** What the thread gets: plain data. */
export interface TextsToRule {
  readonly texts: readonly string[];
  readonly rules: TextRules;
}

/** Applies the rules right here. */
export function ruledTexts({ texts, rules }: TextsToRule): readonly string[] {
  return texts.map((text) => applyTextRules(text, rules));
}
