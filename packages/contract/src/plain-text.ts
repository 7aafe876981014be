/** `\p{Cc}` is C0 with DEL, and C1. */
const HARMFUL = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from an engine, a model, a vendor or a file name, made safe to store and to print: without control characters except tab and
 * line feed, which a terminal would act upon, and without U+202A to U+202E and U+2066 to U+2069, which turn the direction of text
 * around and so hide what it says. U+200C to U+200F stay, because Arabic, Hebrew and Indian scripts need them.
 */
export function plainText(text: string): string {
  return text.replace(HARMFUL, '');
}
