/** A run of letters, digits and marks: a word, or the part of one before or after an apostrophe or hyphen. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Writes a replacement in the manner of the word that it replaces: lower case, Capitalized or ALL CAPITALS. */
export function inCaseOf(model: string, replacement: string): string {
  if (model.length > 1 && model === model.toUpperCase() && model !== model.toLowerCase())
    return replacement.toUpperCase();
  const [first = ''] = model;
  return first !== first.toLowerCase() ? capitalized(replacement) : replacement;
}

function capitalized(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
