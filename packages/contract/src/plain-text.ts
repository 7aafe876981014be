/** `\p{Cc}` is C0 with DEL, and C1. */
const HARMFUL = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes text from an engine, a model, a vendor or a file name safe to store and print: removes control characters except tab and
 * line feed, which a terminal would interpret, and U+202A to U+202E and U+2066 to U+2069, which change the direction of text
 * and so can hide its content. U+200C to U+200F stay, because Arabic, Hebrew and Indian scripts need them.
 */
export function plainText(text: string): string {
  return text.replace(HARMFUL, '');
}
