const SPOKEN =
  /(?<before>[^\S\n]*)\b(?<words>new[- ]?line|new[- ]paragraph)\b(?<after>[.,;:!?…]*)[^\S\n]*/giu;
const MARKS = /[.,;:!?…]/u;
/** Before these words' line or paragraph, it is spoken of and not asked for: "the new line", "our new paragraph". */
const OWNER =
  /\b(?:an?|the|this|that|these|those|my|your|his|her|its|our|their|one|another|any|each|every|some|no|of)$/iu;
/** What is spoken of has something after it: "new line of products". */
const BELONGS = /^(?:of|for|in|from|with|that|which|is|was|has|will|items?|breaks?|characters?)\b/iu;

/**
 * Spoken line breaks made real. Where the text has marks, one must stand beside the words, or an end of the text: engines that write marks
 * set them apart. Where it has none, the words around must not make "line" or "paragraph" a thing that is spoken of.
 */
export function withLineBreaks(text: string): string {
  const hasMarks = MARKS.test(text);
  return text.replace(SPOKEN, (found: string, before: string, words: string, after: string, at: number) => {
    const left = text.slice(0, at);
    const right = text.slice(at + found.length);
    const isApart =
      left.trimEnd() === '' || right.trim() === '' || MARKS.test(after) || MARKS.test(left.slice(-1));
    const isSpokenOf = OWNER.test(left) || BELONGS.test(right);
    const isAsked = hasMarks ? isApart && !OWNER.test(left) : !isSpokenOf;
    if (!isAsked || (left !== '' && before === '' && !/[\s.,;:!?…]$/u.test(left))) return found;
    return /paragraph/iu.test(words) ? '\n\n' : '\n';
  });
}
