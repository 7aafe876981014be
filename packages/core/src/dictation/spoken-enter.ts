/** As the last words, with whatever marks a model sets around them; spoken alone they press the key and write nothing. */
const SPOKEN = /(?:^|[\s,;:.!?…-]+)press enter[.!]?\s*$/iu;
/** A sentence that ended before them keeps its mark. */
const MARK = /^\s*([.!?…])/u;

/** Takes "press enter" from the end of a text. English only, as it is a command and not a text. */
export function withoutSpokenEnter(text: string): { readonly text: string; readonly pressEnter: boolean } {
  const found = SPOKEN.exec(text);
  if (!found) return { text, pressEnter: false };
  const mark = MARK.exec(found[0])?.[1] ?? '';
  return { text: text.slice(0, found.index) + mark, pressEnter: true };
}
