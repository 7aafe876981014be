/** English words that start a phrase: a line may end before them. */
const OPENS_PHRASE = new Set(
  `after although and as at because before but by during for from if in into like of on or over since so than that then though through
  to under until when where whether which while who with without you we they he she it i there`.split(/\s+/),
);
/** Words that bind to the next word, in English and related languages; a line does not end with them. */
const HOLDS_NEXT = new Set(
  `a an the my your his her its our their this these those to of in on at by for from with and or but mr mrs ms dr is are was were be not no
  very der die das den dem des ein eine einen und oder zu im am le la les un une des et de du à el los las y o del en il lo gli e di`.split(
    /\s+/,
  ),
);

/** The cost of a break between two words, regardless of the line: 0 at the end of a sentence, higher where words belong together. */
export function breakCost(before: string, after: string): number {
  if (/[.?!…。？！]["'”’)\]」』]*$/u.test(before)) return 0;
  if (/[,;:，、；：–—-]["'”’)\]」』]*$/u.test(before)) return 2;
  if (HOLDS_NEXT.has(before.toLowerCase())) return 14;
  return OPENS_PHRASE.has(bare(after)) ? 5 : 8;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}
