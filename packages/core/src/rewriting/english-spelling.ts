import type { EnglishSpelling } from '@quoth/contract';
import americanWords from 'american-british-english-translator/data/american_spellings.json' with {
  type: 'json',
};
import britishWords from 'american-british-english-translator/data/british_spellings.json' with {
  type: 'json',
};

// The word list knows rare and old spellings too, and pairs of different words. These keep the form they are spoken in.

/** Words that stay when American spelling is asked for: usual there, or another word than the list's pair. */
const keptInAmerican: ReadonlySet<string> = new Set(
  (
    'aesthete aesthetes aesthetic aesthetically aesthetics archaeological archaeologically archaeologist archaeologists ' +
    'archaeology axe battleaxe bevvies bevvy buses busing minibuses dialogue dialogues disc discs epilogue epilogues gases gauge ' +
    'gauged gauges gauging glamour groyne groynes gryphon gryphons initialisations monologue monologues omelette omelettes ' +
    'philtre philtres prologue prologues sheikh snowploughs tonne tonnes travelogue travelogues videodisc videodiscs'
  ).split(' '),
);

/**
 * Words that stay when British spelling is asked for: written so there as well, or written so in one of two meanings.
 */
const keptInBritish: ReadonlySet<string> = new Set(
  (
    'almanac almanacs ax balk balked balking balks banister banisters bevies bevy biased biasing binging bougainvillea ' +
    'bougainvilleas busses bussing checkered chili chimera chimeras clarinetist clarinetists connection connections disk disks ' +
    'draft drafts edema fetid filet fileted fileting filets filter filters gage gaged gages gaging gasses gluing gram grams griffin ' +
    'griffins groin groins gypsies homeopath homeopathic homeopaths homeopathy inflection inflections initialisations install ' +
    'installs kilogram kilograms license licensed licenses licensing medieval meter meters micrometer micrometers milligram ' +
    'milligrams minibusses misspelled phony pizzazz pouf poufs practice practiced practices practicing presidium presidiums ' +
    'primeval program programs siphon siphoned siphoning siphons snowplow tire tires ton tons tranquility videodisk videodisks ' +
    'yogurt yogurts centigram centigrams aerogram aerograms'
  ).split(' '),
);

/**
 * Words that Canada writes as the United States do beyond -ize and -yze, by their American form (Canadian Oxford
 * Dictionary).
 */
const canadianAsAmerican =
  /^(?:program(?:s|med|mer|mers|ming)?|tires?|airplanes?|artifacts?|aluminum|jail\w*|(?:snow)?plow\w*|skeptic\w*|co[sz](?:y|i\w+)|curbs?|yogurts?|pajamas?|mustache[sd]?|aging|medieval)$/;

const toBritish = dictionary(americanWords, keptInBritish);
const toAmerican = dictionary(britishWords, keptInAmerican);

/** Letters only, so that "colour's" and "colour-blind" are found as well. */
const LETTERS = /[\p{L}\p{M}]+/gu;
/**
 * Addresses, paths and names of files: `@`, `://`, a backslash, a leading `/`, or a dot or underscore between letters.
 */
const NOT_PROSE = /@|:\/\/|\\|_|^[~/]|\p{L}\.\p{L}/u;

/**
 * English words in the spelling of one country; whole words only, upper and lower case kept, nothing inside addresses
 * and file names. Canadian is British with -ize and -yze, simple e for ae and oe, and some American words (tire,
 * program).
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

/** A run of letters, digits and marks: a word, or the part of one before or after an apostrophe or hyphen. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Writes a replacement in the manner of the word that it replaces: lower case, Capitalized or ALL CAPITALS. */
function inCaseOf(model: string, replacement: string): string {
  if (model.length > 1 && model === model.toUpperCase() && model !== model.toLowerCase())
    return replacement.toUpperCase();
  const [first = ''] = model;
  return first !== first.toLowerCase() ? capitalized(replacement) : replacement;
}

function capitalized(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
