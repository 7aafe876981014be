import { matterOf, overlapOf } from '../text/overlap.ts';
import { comparable } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** Shorter texts may lose any word. */
const FEWEST = 4;
/** But not all of them. */
const FEWEST_OF_ALL = 3;
/** From so many words of matter on, the end of the text must be found again too. */
const LONG = 24;

/** Most of what was said is missing, or its end is. */
export const lostText: Guard = {
  name: 'lost',
  message: 'The language model left out much of what was said.',
  catches: ({ text, rewritten, preset: { kept } }) => {
    const overlap = overlapOf(text, rewritten);
    if (kept === 0) return false;
    if (overlap.matter < FEWEST) return overlap.matter >= FEWEST_OF_ALL && overlap.kept === 0;
    // What the speaker took back is rightly gone.
    const asked = TAKEN_BACK.test(comparable(text)) ? kept / 2 : kept;
    return overlap.kept < asked || (kept > 0.3 && overlap.matter >= LONG && endIsGone(text, rewritten));
  },
};

const TAKEN_BACK =
  /\b(?:scratch that|delete that|strike that|no wait|wait no|never ?mind|i mean|correction|forget that|start over|nein warte|streich das|ich meine|non attends|je veux dire|no espera|quiero decir)\b/;

/** True when next to nothing of the last quarter is in the result. */
function endIsGone(text: string, rewritten: string): boolean {
  const matter = matterOf(text);
  const end = matter.slice(Math.floor(matter.length * 0.75));
  const found = new Set(matterOf(rewritten));
  return end.filter((word) => found.has(word)).length < 0.2 * end.length;
}
