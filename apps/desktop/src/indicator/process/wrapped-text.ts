const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text in lines that fit, broken between words; a word that no line has room for is broken between letters. */
export function wrapped(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const take = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    // A line does not begin with the space that stood before its first word.
    line += line === '' ? part.trimStart() : part;
  };
  for (const { segment } of words.segment(text)) {
    if (measure(segment) <= width) take(segment);
    else for (const letter of graphemes.segment(segment)) take(letter.segment);
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd());
  return lines;
}
