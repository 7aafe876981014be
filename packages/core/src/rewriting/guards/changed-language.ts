import { languageProfile, mainLanguage, mainScript } from '../text/language-of.ts';
import { wordsOf } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** Fewer letters are not enough to decide. */
const FEWEST_LETTERS = { alphabet: 8, characters: 4 } as const;

/** The result is in another script or language than the text, which has none of it. */
export const changedLanguage: Guard = {
  name: 'language',
  message: 'The language model changed the language of the text.',
  catches: ({ text, rewritten }) => {
    const before = languageProfile(text);
    const after = languageProfile(rewritten);
    const from = mainScript(before);
    const to = mainScript(after);
    if (from === undefined || to === undefined) return false;
    if (before.letters < fewest(from) || after.letters < fewest(to)) return false;
    if (from !== to) return (before.scripts.get(to) ?? 0) < 0.2;
    const spoken = mainLanguage(before);
    const written = mainLanguage(after);
    if (spoken === undefined || written === undefined || spoken === written) return false;
    const mixed = (before.languages.get(written) ?? 0) >= 0.6 * (before.languages.get(spoken) ?? 0);
    return !mixed && sharedWords(text, rewritten) < 0.5;
  },
};

function fewest(script: string): number {
  return ['Han', 'Kana', 'Hangul'].includes(script) ? FEWEST_LETTERS.characters : FEWEST_LETTERS.alphabet;
}

/** Share of the result's words that the text has too. */
function sharedWords(text: string, rewritten: string): number {
  const before = new Set(wordsOf(text));
  const after = wordsOf(rewritten);
  return after.filter((word) => before.has(word)).length / Math.max(1, after.length);
}
