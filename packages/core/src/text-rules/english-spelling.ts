import type { EnglishSpelling } from '@quoth/contract';
import american from 'american-british-english-translator/data/american_spellings.json' with { type: 'json' };
import british from 'american-british-english-translator/data/british_spellings.json' with { type: 'json' };
import { inCaseOf, WORD } from './words.ts';

/** Left alone: both spellings are at home in each country with different meanings (a parking meter, a computer program, to tire). */
const AMBIGUOUS = new Set(
  (
    'ax axe balk baulk bevy bevvy buses busses check checks cheque disc discs disk disks draft drafts gage gauge gases gasses ' +
    'gram gramme grams licence licenced licences license licensed licenses licensing meter meters practice practiced practices ' +
    'practicing program programs story stories ton tonne tonnes tons tire tires tired tiring'
  ).split(' '),
);

/** Where Canada writes as the United States do, though most of its spelling is British (Canadian Oxford Dictionary). */
const CANADIAN_AS_AMERICAN =
  /(?:[iy][sz](?:e[drs]?|ing|ers?|ations?|ational)$|^a?l?umini?um|^plou|^plow|^s[ck]eptic|^cos[yi]|^coz[yi]|^gaol|^jail|ae|oe|^enc?yclop)/;

const toBritish = dictionary(american);
const toAmerican = dictionary(british);

/** English words in the spelling of one country; whole words only, upper and lower case kept. */
export function respelled(text: string, spelling: EnglishSpelling): string {
  return text.replace(WORD, (written) => {
    const key = written.toLowerCase();
    const replacement = spellings[spelling](key);
    return replacement === undefined ? written : inCaseOf(written, replacement);
  });
}

const spellings: Readonly<Record<EnglishSpelling, (word: string) => string | undefined>> = {
  american: (word) => toAmerican.get(word),
  british: (word) => toBritish.get(word),
  australian: (word) => toBritish.get(word),
  canadian: (word) => {
    const american = toAmerican.get(word) ?? (toBritish.has(word) ? word : undefined);
    if (american === undefined) return undefined;
    if (CANADIAN_AS_AMERICAN.test(american)) return american;
    return toBritish.get(american);
  },
};

function dictionary(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).filter(([from]) => !AMBIGUOUS.has(from)));
}
