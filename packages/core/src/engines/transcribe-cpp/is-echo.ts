/** Fewer terms in a row are said by people too. */
const TERMS_OF_AN_ECHO = 3;

/** True when a text is nothing but terms of the vocabulary in the vocabulary's own order: a model that recognised nothing repeats its prompt. */
export function isEcho(text: string, vocabulary: readonly string[]): boolean {
  const said = plain(text);
  if (said === '') return false;
  for (let first = 0; first + TERMS_OF_AN_ECHO <= vocabulary.length; first++) {
    for (let end = first + TERMS_OF_AN_ECHO; end <= vocabulary.length; end++) {
      const terms = plain(vocabulary.slice(first, end).join(' '));
      if (terms.length > said.length) break;
      if (terms === said) return true;
    }
  }
  return false;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
