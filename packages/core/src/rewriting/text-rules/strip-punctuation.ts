/** At the start of a token. */
const OPENING = /[\p{Ps}\p{Pi}"'“”‘’„¿¡–]/u;
/** At the end of a token; Arabic, Urdu and Hindi marks included. */
const CLOSING = /[.,;:!?…\p{Pe}\p{Pf}"'“”‘’–،؛؟۔।॥]/u;
/** Scripts without spaces have their marks between letters; a comma, stop or colon between digits is part of a number. */
const WIDE = /[。、！？；「」『』（）《》〈〉【】]|(?<!\p{N})[，．：]|[，．：](?!\p{N})/gu;
/** Always between words, with or without spaces; inside a token they hold two words apart. */
const DIVIDING = /—|(?<=\p{L})(?:…|\.{3,})(?=\p{L})/gu;
/** The end of "e.g." and "p.m.": its full stop belongs to the word. */
const ABBREVIATION = /(?:^|[^\p{L}\p{N}])\p{L}\.\p{L}\.$/u;

/**
 * Text without the marks that end, divide and quote. Those inside a token (3.5, 10:30, a@b.org, don't, well-known) stay, and the
 * full stops of abbreviations such as "e.g.". Text without such marks comes back as it is.
 */
export function withoutPunctuation(text: string): string {
  const stripped = text.replace(WIDE, '').replace(DIVIDING, ' ').replace(/\S+/gu, bare);
  return stripped === text ? text : stripped.replace(/ {2,}/g, ' ').replace(/^ | $/gm, '');
}

/** One full stop at the end, if it is neither part of an ellipsis nor of an abbreviation such as "p.m."; white space after it stays. */
export function withoutTrailingPeriod(text: string): string {
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
