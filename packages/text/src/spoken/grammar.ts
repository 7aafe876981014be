/** What one language says for numbers, marks and hesitation. All of it is data, in lower case. */
export interface SpokenLanguage {
  readonly numbers: NumberGrammar;
  readonly marks: MarkGrammar;
  readonly fillers: FillerGrammar;
  /** A script without spaces: words are found among the letters. */
  readonly isUnspaced?: boolean;
  /** Nouns have a capital wherever they stand, so that it says nothing. */
  readonly nounsAreLarge?: boolean;
}

export interface NumberGrammar {
  /** What is said for a number below 1,000 that is no multiple by another word. A space stands for a hyphen too. */
  readonly words: Readonly<Record<string, number>>;
  /** What multiplies the number before it, below the scales. */
  readonly multipliers: Readonly<Record<string, number>>;
  readonly scales: Readonly<Record<string, number>>;
  /** From this scale on, a round number keeps the word: "3 million". */
  readonly wordScale: number;
  /** Words inside a number: after a multiple of the first, before a number below the second. */
  readonly joins: readonly (readonly [word: string, after: number, below: number])[];
  /** Numbers from 13 to 99 are multiplied by a hundred: "nineteen hundred". */
  readonly hasTeenHundreds?: boolean;
  /** Numbers are written in one word, units before tens: "dreiundzwanzig". */
  readonly compound?: { readonly and: string; readonly hundred: string; readonly thousand: string };
  /** Numbers that are articles or pronouns as well: by themselves they stay. */
  readonly articles: readonly string[];
  /** What is said for a digit besides its number, after another digit. */
  readonly digits: Readonly<Record<string, number>>;
  /** "double five". */
  readonly repeats: Readonly<Record<string, number>>;
  readonly ordinals: Readonly<Record<string, number>>;
  /** Ordinals that are nouns as well: they need an article or a month beside them. */
  readonly doubtfulOrdinals: readonly string[];
  /** Endings that make an ordinal of a number of 20 and more. */
  readonly ordinalEnding?: RegExp;
  /** What is written after the digits, by the ending of the last word or digit; the first that fits. */
  readonly ordinalMarks: readonly (readonly [RegExp, string])[];
  /** An ordinal's mark would end a sentence: only before another word. */
  readonly ordinalsNeedNext?: boolean;
  readonly points: Readonly<Record<string, string>>;
  readonly decimal: string;
  readonly group: string;
  readonly percent: readonly string[];
  readonly percentMark: string;
  readonly currencies: Readonly<Record<string, string>>;
  /** Currencies that are weights as well: only after a word of money, without a verb of weight in between. */
  readonly weights?: {
    readonly words: readonly string[];
    readonly money: readonly string[];
    readonly verbs: readonly string[];
    /** Makes money of them where it stands directly before the number. */
    readonly price: string;
    readonly of: string;
  };
  readonly minor: readonly string[];
  readonly minorJoins: readonly string[];
  /** One of them, after which their unit may be left out. */
  readonly minorWith?: string;
  /** `#` is the amount and `$` the symbol. */
  readonly money: string;
  /** Amounts of four digits are grouped too. */
  readonly groupsMoney?: boolean;
  /** Units: also a small number before them is written in digits. */
  readonly measures: readonly string[];
  /** Words after which a number is a label: "page five". */
  readonly labels: readonly string[];
  /** Between two numbers that are calculated. */
  readonly operators: readonly string[];
  /** Behind a number that counts some of those before: "twenty thousand, three hundred of them". */
  readonly partOf?: readonly string[];
  /** What makes a number vague that stands before it: it stays in words. */
  readonly keptBefore?: readonly string[];
  /** Before a whole of which a small number is a part: "nine out of ten". */
  readonly shares?: readonly string[];
  /** Beside them, numbers are Roman numerals: "siglo XXI". */
  readonly romanBeside?: readonly string[];
  /** What makes a number of an idiom again. */
  readonly rank?: { readonly before: string; readonly after: string };
  /** Between two numbers of which both are written in the same way. */
  readonly ranges: readonly string[];
  readonly months: readonly string[];
  /** How a day goes with a month. */
  readonly dates: {
    readonly ordinal: boolean;
    /** A word between day and month. */
    readonly of: string;
    /** A month may come first. */
    readonly monthFirst?: boolean;
  };
  readonly times: {
    /** After the hour: "o'clock", "Uhr". */
    readonly hours: readonly string[];
    /** After minutes: left out where the form has its own letters. */
    readonly minutes?: readonly string[];
    /** Between minutes and an hour: both stay words. */
    readonly past?: readonly string[];
    /** Before a time. */
    readonly at: readonly string[];
    /** After a time: "pm". */
    readonly halves: readonly string[];
    /** Between hour and minutes. */
    readonly join?: string;
    /** `H`, `M` and `U` are hour, minutes and the word for the hour. */
    readonly form: string;
    /** Where an hour without minutes is written in digits too. */
    readonly whole?: 'always' | 'at';
  };
  /** Two numbers that are a year: "nineteen ninety nine". */
  readonly hasYearPairs?: boolean;
  /** A telephone number in pairs, from zero on. */
  readonly phonePairs?: boolean;
  /** Numbers are written in digits only before one of `measures`. */
  readonly needsMeasure?: boolean;
  /** What is said with numbers and is none, or is a name. */
  readonly idioms: readonly string[];
  readonly spelling: NumberSpelling;
}

/** How a language spells the numbers to a hundred. */
export interface NumberSpelling {
  /** From zero on, those that are one word. */
  readonly below: readonly string[];
  /** What the others begin with, in rising order: the number left is looked up in `below`. */
  readonly tens: readonly (readonly [value: number, word: string])[];
  /** Between tens and units. */
  readonly join: string;
  readonly unitsFirst?: boolean;
  /** Those that are spelled otherwise. */
  readonly exact: Readonly<Record<number, string>>;
  /** Numbers, in digits, whose word depends on the gender of what is counted. */
  readonly inflected?: RegExp;
  /** Words after which a number is a label, besides those of the numbers that are said. */
  readonly labels?: readonly string[];
  /** Where given, a count is what stands before one of these. */
  readonly counters?: readonly string[];
}

/**
 * How sure it is that a mark is meant: `sure` words are hardly said otherwise, `plain` ones need a mark of the
 * recogniser on one side, `doubtful` ones on both.
 */
type Certainty = 'sure' | 'plain' | 'doubtful';

type MarkKind =
  | 'end'
  | 'inner'
  | 'open'
  | 'close'
  | 'line'
  | 'paragraph'
  | 'bullet'
  | 'capitals'
  | 'dash'
  | 'back';

export interface MarkWord {
  readonly kind: MarkKind;
  readonly certainty: Certainty;
  /** What is written for it. */
  readonly mark: string;
  readonly said: readonly string[];
}

interface MarkGrammar {
  readonly words: readonly MarkWord[];
  /** Words before a mark that is spoken of. */
  readonly owners: readonly string[];
  /** Words between an owner and such a mark. */
  readonly adjectives: readonly string[];
  /** Words after a mark that is spoken of. */
  readonly followers: readonly string[];
  /** Words that say, after a comma, that somebody said it: "next line, said the teacher". */
  readonly sayers: readonly string[];
  /** What begins small inside a sentence, and was begun large after the recogniser's own full stop. */
  readonly small: readonly string[];
}

interface FillerGrammar {
  /** Sounds of hesitation. */
  readonly sounds: readonly string[];
  /** Sounds and phrases that are words as well: between commas. */
  readonly doubtful: readonly string[];
  /** "I mean": between commas. */
  readonly phrases: readonly string[];
  /** Words after which such a phrase is no interruption; in a script without spaces, nor a sound. */
  readonly phraseFollowers: readonly string[];
  /** What is said of a sound that is spoken of: "um is a word". */
  readonly definitions?: readonly string[];
  /** Words that have a comma before them wherever they stand in a sentence. */
  readonly commaBefore: readonly string[];
  /** Words before a sound that is spoken of. */
  readonly owners: readonly string[];
  /** Words that no one says twice on purpose. */
  readonly doubled: readonly string[];
  /** Words with which a phrase begins that was said twice. */
  readonly restarts: readonly string[];
}

/** A list in one text, parted by commas. */
export function listed(text: string): readonly string[] {
  return text.trim().split(/,\s*/u);
}

/** Words with their numbers: the last word of each entry is its value. */
export function valued(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    listed(text).map((entry) => {
      const at = entry.lastIndexOf(' ');
      return [entry.slice(0, at), Number(entry.slice(at + 1))];
    }),
  );
}

/** A mark and what is said for it. */
export function marked(kind: MarkKind, certainty: Certainty, mark: string, said: string): MarkWord {
  return { kind, certainty, mark, said: listed(said) };
}

/** Ordinals of two words, in both genders: of tens, and units whose values are added. */
export function compoundOrdinals(tens: string, units: string): Readonly<Record<string, number>> {
  const female = (word: string) => word.replace(/o$/, 'a');
  return Object.fromEntries(
    Object.entries(valued(tens)).flatMap(([ten, value]) =>
      [['', 0] as const, ...Object.entries(valued(units))].flatMap(([unit, more]) =>
        [ten, female(ten)].map((form) => [
          `${form} ${form === ten ? unit : female(unit)}`.trim(),
          value + more,
        ]),
      ),
    ),
  );
}

/** The words of 20, 30 and so on, with their values. */
export function tensOf(text: string, from = 20): readonly (readonly [number, string])[] {
  return listed(text).map((word, at) => [from + 10 * at, word]);
}
