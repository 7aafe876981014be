import type { EnglishSpelling } from '@quoth/contract';
import americanWords from 'american-british-english-translator/data/american_spellings.json' with {
  type: 'json',
};
import britishWords from 'american-british-english-translator/data/british_spellings.json' with {
  type: 'json',
};
import { canadianAsAmerican, keptInAmerican, keptInBritish } from './spelling-exceptions.ts';
import { inCaseOf } from './words.ts';

const toBritish = dictionary(americanWords, keptInBritish);
const toAmerican = dictionary(britishWords, keptInAmerican);

/** Letters only, so that "colour's" and "colour-blind" are found as well. */
const LETTERS = /[\p{L}\p{M}]+/gu;
/** Addresses, paths and names of files: `@`, `://`, a backslash, a leading `/`, or a dot or underscore between letters. */
const NOT_PROSE = /@|:\/\/|\\|_|^[~/]|\p{L}\.\p{L}/u;

/**
 * English words in the spelling of one country; whole words only, upper and lower case kept, nothing inside addresses and file
 * names. Canadian is British with -ize and -yze, simple e for ae and oe, and some American words (tire, program).
 */
export function respelled(text: string, spelling: EnglishSpelling): string {
  return text.replace(/\S+/gu, (token) =>
    NOT_PROSE.test(token)
      ? token
      : token.replace(LETTERS, (written) => {
          const replacement = spellings[spelling](written.toLowerCase());
          return replacement === undefined ? written : inCaseOf(written, replacement);
        }),
  );
}

const spellings: Readonly<Record<EnglishSpelling, (word: string) => string | undefined>> = {
  american: (word) => toAmerican.get(word),
  british: (word) => toBritish.get(word),
  australian: (word) => toBritish.get(word),
  canadian: (word) => {
    const american = toAmerican.get(word) ?? (toBritish.has(word) ? word : undefined);
    if (american === undefined) return undefined;
    const british = toBritish.get(american) ?? word;
    return isAmericanInCanada(american, british) ? american : toBritish.get(american);
  },
};

/** -ize and -yze for -ise and -yse; e for ae and oe but in manoeuvre; single words. */
function isAmericanInCanada(american: string, british: string): boolean {
  const ize = /[iy]z/.test(american) && /[iy]s/.test(british);
  const simpleE = /ae|oe/.test(british) && !/ae|oe/.test(american) && !british.includes('manoeuvr');
  return ize || simpleE || canadianAsAmerican.test(american);
}

function dictionary(
  words: Readonly<Record<string, string>>,
  kept: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).filter(([from]) => !kept.has(from)));
}
