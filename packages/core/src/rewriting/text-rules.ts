import type { Mode } from '@quoth/contract';
import { type CorrectedText, correctedBySound } from '@quoth/text';
import { type SpokenOptions, writtenAsMeant } from '@quoth/text/spoken';
import { englishDataset, englishRecommendedTransformers, type MatchPayload, RegExpMatcher } from 'obscenity';
import { respelled, WORD } from './english-spelling.ts';
import { dictionaryOf } from './known-words.ts';
import { dated, keptText, type MarkedText, type Snippet } from './snippets.ts';
import { replacementsOf, spokenTerms, withSnippets, withVocabulary } from './vocabulary.ts';

export { settledLength } from '@quoth/text/spoken';

/**
 * The part of a mode that changes text after recognition. With a `language` other than English, spelling is left alone.
 */
export type TextRules = Pick<
  Mode,
  | 'punctuation'
  | 'capitalization'
  | 'profanityFilter'
  | 'removeTrailingPeriod'
  | 'englishSpelling'
  | 'customVocabulary'
> & {
  readonly language?: string;
  /** "new line" and "new paragraph", and the same in German, French, Spanish and Portuguese, are what they say. */
  readonly spokenLineBreaks?: boolean;
  /** What of spoken words is written as people write it; nothing if the language is unknown. */
  readonly spoken?: SpokenOptions;
  /** An engine heard the text, so that words of the vocabulary may be misspelled in it. */
  readonly heard?: boolean;
  /** What longer texts are put in for, and the moment whose day and time they name. */
  readonly snippets?: { readonly known: readonly Snippet[]; readonly at: number };
};

/** A text after the rules; `marked` where there are snippets in it, for who has it rewritten or writes it. */
export type RuledText = CorrectedText & { readonly marked?: MarkedText };

/**
 * The mode's text rules, in this order: words of the vocabulary that were heard as others, hesitation, numbers, spoken
 * marks, spoken line breaks, punctuation, capitalization (all lower case: names and acronyms come back through the
 * vocabulary), spelling, the vocabulary and snippets (so that they have the last word on how something is written), the
 * final period, profanity (which spares what the vocabulary writes). Nothing is invented, and text that no rule touches
 * comes back as it is.
 */
export function applyTextRules(text: string, rules: TextRules): string {
  return ruled(text, rules).text;
}

/** The same, with what the vocabulary corrected, and the snippets. */
function ruled(text: string, rules: TextRules): RuledText {
  const { text: heard, corrections } = rules.heard ? withHeardTerms(text, rules) : { text, corrections: [] };
  const { text: written, parts } = afterHearing(heard, rules);
  if (parts.length === 0) return { text: written, corrections };
  const at = rules.snippets?.at ?? 0;
  const marked = { text: written, parts: parts.map((part) => dated(part, at, rules.language)) };
  return { text: keptText(marked), corrections, marked };
}

/**
 * Words of the vocabulary written for what sounds like them, in a language whose words are known: in another, each
 * might be a word.
 */
function withHeardTerms(text: string, { customVocabulary, language }: TextRules): CorrectedText {
  const knows = customVocabulary.length > 0 ? dictionaryOf(language) : undefined;
  if (!knows) return { text, corrections: [] };
  const corrected = correctedBySound(text, spokenTerms(customVocabulary), knows);
  const corrections = corrected.corrections.map(({ heard, written }) => ({
    heard,
    written: withVocabulary(written, customVocabulary),
  }));
  return { text: corrected.text, corrections };
}

function afterHearing(text: string, rules: TextRules): MarkedText {
  let result = rules.spoken ? writtenAsMeant(text, rules.spoken, rules.language ?? 'auto') : text;
  if (rules.spokenLineBreaks) result = withLineBreaks(result, rules.language);
  if (!rules.punctuation) result = withoutPunctuation(result);
  if (!rules.capitalization) result = result.toLowerCase();
  if (rules.englishSpelling !== null && mayBeEnglish(rules.language))
    result = respelled(result, rules.englishSpelling);
  const marked = withSnippets(result, rules.customVocabulary, rules.snippets?.known ?? []);
  result = marked.text;
  if (rules.removeTrailingPeriod) result = withoutTrailingPeriod(result);
  if (rules.profanityFilter) result = withoutProfanity(result, wordsOf(rules.customVocabulary));
  return { ...marked, text: result };
}

function mayBeEnglish(language = 'auto'): boolean {
  return /^(?:auto|en)(?:[-_]|$)/i.test(language);
}

/** What the thread gets: plain data. */
export interface TextsToRule {
  readonly texts: readonly string[];
  readonly rules: TextRules;
}

/** Applies the rules right here. */
export function ruledTexts({ texts, rules }: TextsToRule): readonly RuledText[] {
  return texts.map((text) => ruled(text, rules));
}

const MARKS = /[.,;:!?…]/u;

/** How a language asks for a line or a paragraph. */
interface SpokenBreaks {
  readonly found: RegExp;
  /** Before these words' line or paragraph, it is spoken of and not asked for: "the new line", "our new paragraph". */
  readonly owner: RegExp;
  /** What is spoken of has something after it: "new line of products". */
  readonly belongs: RegExp;
}

function spokenBreaks(line: string, paragraph: string, owners: string, followers: string): SpokenBreaks {
  const words = `(?<line>${line})|(?<paragraph>${paragraph})`;
  return {
    // From the first of the blanks alone: from each of many, the time would grow with their square.
    found: new RegExp(
      `(?<before>(?<![^\\S\\n])[^\\S\\n]+|)(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])(?<after>[.,;:!?…]*)[^\\S\\n]*`,
      'giu',
    ),
    owner: new RegExp(`(?<![\\p{L}\\p{N}])(?:${owners})$`, 'iu'),
    belongs: new RegExp(`^(?:${followers})(?![\\p{L}\\p{N}])`, 'iu'),
  };
}

/** By language. English is understood in every one, since its words mean nothing else there. */
const SPOKEN: Readonly<Record<string, SpokenBreaks>> = {
  en: spokenBreaks(
    'new[- ]?line',
    'new[- ]paragraph',
    'an?|the|this|that|these|those|my|your|his|her|its|our|their|one|another|any|each|every|some|no|of',
    'of|for|in|from|with|that|which|is|was|has|will|items?|breaks?|characters?',
  ),
  de: spokenBreaks(
    'neue Zeile',
    'neuer Absatz',
    'eine?|die|der|diese|dieser|jede|jeder|keine?|meine?|deine?|seine?|ihre?|unsere?|als|pro',
    'von|für|in|im|mit|der|des|ist|war|hat|beginnt|zu',
  ),
  fr: spokenBreaks(
    'nouvelle ligne|à la ligne',
    'nouveau paragraphe',
    'une?|la|le|cette|ce|chaque|aucune?|ma|mon|ta|ton|sa|son|notre|votre|leur|de|aller|revenir|retour',
    "de|du|des|d[’']\\p{L}+|pour|dans|avec|qui|que|est|était|a",
  ),
  es: spokenBreaks(
    'nueva l[ií]nea',
    'nuevo p[aá]rrafo',
    'una?|la|el|esta|este|cada|ninguna?|mi|tu|su|nuestra|nuestro|otra|otro|de|del|al',
    'de|del|para|en|con|que|es|era|tiene',
  ),
  pt: spokenBreaks(
    'nova linha',
    'novo par[aá]grafo',
    'uma?|a|o|esta|este|essa|esse|cada|nenhuma?|minha|meu|sua|seu|nossa|nosso|outra|outro|de|da|do|na|no',
    'de|da|do|para|em|com|que|é|era|tem',
  ),
};

/** Line breaks asked for in English, and in the language of the text; in every one of the table if it is not known. */
export function withLineBreaks(text: string, language = 'auto'): string {
  const own = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  const names = own === 'auto' ? Object.keys(SPOKEN) : ['en', own];
  return [...new Set(names)].reduce((said, name) => {
    const spoken = SPOKEN[name];
    return spoken ? withBreaks(said, spoken) : said;
  }, text);
}

/**
 * Spoken line breaks made real. Where the text has marks, one must stand beside the words, or an end of the text:
 * engines that write marks set them apart. Where it has none, the words around must not make "line" or "paragraph" a
 * thing that is spoken of.
 */
function withBreaks(text: string, { found: spoken, owner, belongs }: SpokenBreaks): string {
  const hasMarks = MARKS.test(text);
  const broken = text.replace(spoken, (...given) => {
    const { before, paragraph, after } = given.at(-1) as Readonly<Record<string, string | undefined>>;
    const [found, at] = [String(given[0]), Number(given.at(-3))];
    const left = text.slice(0, at);
    const right = text.slice(at + found.length);
    const isApart =
      left.trimEnd() === '' || right.trim() === '' || MARKS.test(after ?? '') || MARKS.test(left.slice(-1));
    const isOwned = owner.test(left.slice(-OWNER_CHARACTERS));
    const isAsked = hasMarks ? isApart && !isOwned : !isOwned && !belongs.test(right);
    if (!isAsked || (left !== '' && before === '' && !/[\s.,;:!?…]$/u.test(left))) return found;
    return paragraph === undefined ? '\n' : '\n\n';
  });
  return broken === text ? text : broken.replace(SENTENCE_ON_NEW_LINE, begunLarge);
}

/** Characters before a line break that may hold the word whose thing it is. */
const OWNER_CHARACTERS = 24;

/** After "Hello. New line," an engine goes on small, as after its comma. Names such as iPhone stay. */
const SENTENCE_ON_NEW_LINE =
  /(?<=(?<end>\S*[.!?…][\p{Pe}\p{Pf}"']*)\n+[\p{Ps}\p{Pi}"'„¿¡]*)\p{Ll}(?=[\p{Ll}\p{M}'’-]*(?!\p{L}))/gu;

function begunLarge(letter: string, end: string): string {
  return isAbbreviation(end) ? letter : letter.toUpperCase();
}

/** At the start of a token. */
const OPENING = /[\p{Ps}\p{Pi}"'“”‘’„¿¡–]/u;
/** At the end of a token; Arabic, Urdu and Hindi marks included. */
const CLOSING = /[.,;:!?…\p{Pe}\p{Pf}"'“”‘’–،؛؟۔।॥]/u;
/**
 * Scripts without spaces have their marks between letters; a comma, stop or colon between digits is part of a number.
 */
const WIDE = /[。、！？；「」『』（）《》〈〉【】]|(?<!\p{N})[，．：]|[，．：](?!\p{N})/gu;
/** Always between words, with or without spaces; inside a token they hold two words apart. */
const DIVIDING = /—|(?<=\p{L})(?:…|\.{3,})(?=\p{L})/gu;
/** The end of "e.g." and "p.m.": its full stop belongs to the word. */
const ABBREVIATION = /(?:^|[^\p{L}\p{N}])\p{L}\.\p{L}\.$/u;

/**
 * Text without the marks that end, divide and quote. Those inside a token (3.5, 10:30, a@b.org, don't, well-known)
 * stay, and the full stops of abbreviations such as "e.g.". Text without such marks comes back as it is.
 */
function withoutPunctuation(text: string): string {
  const stripped = text.replace(WIDE, '').replace(DIVIDING, ' ').replace(/\S+/gu, bare);
  return stripped === text ? text : stripped.replace(/ {2,}/g, ' ').replace(/^ | $/gm, '');
}

/**
 * One full stop at the end, if it is neither part of an ellipsis nor of an abbreviation such as "p.m."; white space
 * after it stays.
 */
function withoutTrailingPeriod(text: string): string {
  const end = text.trimEnd();
  if (!/(?:^|[^.。．…])[.。．]$/u.test(end.slice(-2)) || isAbbreviation(end)) return text;
  return end.slice(0, -1) + text.slice(end.length);
}

function bare(token: string): string {
  let start = 0;
  let end = token.length;
  while (start < end && OPENING.test(token.charAt(start))) start++;
  while (end > start && CLOSING.test(token.charAt(end - 1))) {
    if (token.charAt(end - 1) === '.' && isAbbreviation(token.slice(Math.max(start, end - 6), end))) break;
    end--;
  }
  const rest = token.slice(start, end);
  return /^[-–]+$/.test(rest) ? '' : rest;
}

function isAbbreviation(text: string): boolean {
  return ABBREVIATION.test(text.slice(-6));
}

let matcher: RegExpMatcher | undefined;

/** What may follow a swear word within its word: endings, and second halves such as in "asshole". */
const REST =
  /^(?:(?:[bdgknpt]?(?:y|ed|er|ers|ing|ings))|s|es|d|r|rs|got|gots|hole|holes|head|heads|face|faces|wit|wits|up|off)?$/iu;
/** What may stand before it, such as in "bullshit". */
const FIRST = /^(?:mother|bull|horse|chicken|dog|bat|dip|ape)?$/iu;
/** Is never part of an innocent word. */
const ALWAYS = /^fuck$/iu;

/**
 * Swear words as asterisks, one for each letter. English words of the library's list, whole words only: what merely
 * contains one (Scunthorpe, cockpit, the German "Dicke") stays, and so do the words in `spared`, which are lower case.
 */
function withoutProfanity(text: string, spared: ReadonlySet<string> = new Set()): string {
  matcher ??= new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
  const matches = matcher.getAllMatches(text, true);
  if (matches.length === 0) return text;
  let next = 0;
  return text.replace(WORD, (word, start: number) => {
    const end = start + word.length;
    let hidden = false;
    for (let match = matches[next]; match !== undefined && match.startIndex < end; match = matches[++next])
      hidden ||= match.startIndex >= start && match.endIndex < end && isWhole(word, start, match);
    return hidden && !spared.has(word.toLowerCase()) ? '*'.repeat(word.length) : word;
  });
}

function isWhole(word: string, start: number, match: MatchPayload): boolean {
  const from = match.startIndex - start;
  const to = match.endIndex - start + 1;
  return ALWAYS.test(word.slice(from, to)) || (FIRST.test(word.slice(0, from)) && REST.test(word.slice(to)));
}

/** Captions and segments are rewritten one by one with the same list. */
const writtenWords = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The words that the vocabulary writes, in lower case: they are never hidden. */
function wordsOf(vocabulary: readonly string[]): ReadonlySet<string> {
  const words =
    writtenWords.get(vocabulary) ??
    new Set(replacementsOf(vocabulary).flatMap(({ written }) => written.toLowerCase().match(WORD) ?? []));
  writtenWords.set(vocabulary, words);
  return words;
}
