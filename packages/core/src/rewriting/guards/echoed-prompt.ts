import { runsOf } from '../text/runs.ts';
import { wordsOf } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** How many equal words in a row are no coincidence. */
const RUN = 8;
/** A user's own prompt may be quoted in part: it may say what to write. */
const WHOLE = 0.7;

/** The model recites its instructions. What the speaker said in the same words is no recital. */
export const echoedPrompt: Guard = {
  name: 'echoed',
  message: 'The language model repeated its instructions instead of the text.',
  catches: ({ text, rewritten, prompt }) => {
    const ours = new Set(runsOf(wordsOf(prompt.ours), RUN));
    const theirs = new Set(runsOf(wordsOf(prompt.theirs), RUN));
    const recited = new Set(
      runsOf(wordsOf(rewritten), RUN).filter((run) => ours.has(run) || theirs.has(run)),
    );
    if (recited.size === 0) return false;
    for (const run of runsOf(wordsOf(text), RUN)) recited.delete(run);
    if ([...recited].some((run) => ours.has(run))) return true;
    const share = [...theirs].filter((run) => recited.has(run)).length / theirs.size;
    return theirs.size > 0 && share >= WHOLE;
  },
};
