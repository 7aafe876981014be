import { wordsOf } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** So many words in a row are no accident. */
const RUN = 8;
/** A user's own prompt may be quoted in part: it may say what to write. */
const WHOLE = 0.7;

/** The model recites its instructions. What the speaker said in the same words is no recital. */
export const echoedPrompt: Guard = {
  name: 'echoed',
  message: 'The language model wrote its instructions instead of the text.',
  catches: ({ text, rewritten, prompt }) => {
    const seen = runsOf(rewritten);
    for (const run of runsOf(text)) seen.delete(run);
    const ours = [...runsOf(prompt.ours)];
    if (ours.some((run) => seen.has(run))) return true;
    const theirs = [...runsOf(prompt.theirs)];
    const recited = theirs.filter((run) => seen.has(run)).length;
    return theirs.length > 0 && recited / theirs.length >= WHOLE;
  },
};

function runsOf(text: string): Set<string> {
  const words = wordsOf(text);
  const runs = new Set<string>();
  for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(' '));
  return runs;
}
