import { runInThread } from '../../base/index.ts';
import { applyTextRules, type TextRules } from './apply-text-rules.ts';

/** All rules together take up to 25 ms for a text of this length, which is less than starting a thread. */
const INLINE_CHARACTERS = 40_000;

/**
 * Like `applyTextRules`, but a long text (about an hour of speech and more) is processed in a thread of its own, so that nothing else waits
 * meanwhile. Throws the signal's reason.
 */
export async function ruleText(text: string, rules: TextRules, signal?: AbortSignal): Promise<string> {
  if (text.length <= INLINE_CHARACTERS) return applyTextRules(text, rules);
  return runInThread(
    new URL('./rule-text-worker.ts', import.meta.url),
    { text, rules } satisfies TextToRule,
    signal,
  );
}

/** What the thread gets: plain data. */
export interface TextToRule {
  readonly text: string;
  readonly rules: TextRules;
}
