/** True if more than a quarter of the sentence is missing, or was replaced by something else: nobody would want to correct that. */
export function isMisheard(sentence: string, text: string): boolean {
  const [said, heard] = [wordsOf(sentence), wordsOf(text)];
  const missing = said.filter((word) => !heard.includes(word)).length;
  const foreign = heard.filter((word) => !said.includes(word)).length;
  return Math.max(missing, foreign) > said.length / 4;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
