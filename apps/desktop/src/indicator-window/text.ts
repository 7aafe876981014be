/** Whatever the desktop has: the library finds other fonts for letters that the first ones lack. */
export const FONT =
  '"Inter", "Cantarell", "Noto Sans", "DejaVu Sans", "Segoe UI", "Helvetica Neue", sans-serif';

/** Characters as a reader sees them: an accent or a joined emoji is not separated from its base. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const LEFT_TO_RIGHT = /[\p{L}--[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]]/v;

/** The direction of a text: that of its first letter with a direction. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const right = text.search(RIGHT_TO_LEFT);
  if (right < 0) return 'ltr';
  const left = text.search(LEFT_TO_RIGHT);
  return left >= 0 && left < right ? 'ltr' : 'rtl';
}

/** The text, or as much of its end (or its start) as fits with an ellipsis; `measure` returns the width of a text. */
export function fitting(
  text: string,
  width: number,
  { measure, keeps }: { readonly measure: (text: string) => number; readonly keeps: 'start' | 'end' },
): string {
  if (measure(text) <= width) return text;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const cut = (count: number) =>
    keeps === 'end'
      ? `…${fromWord(letters.slice(letters.length - count).join(''))}`
      : `${letters.slice(0, count).join('').trimEnd()}…`;
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(cut(middle)) <= width) least = middle;
    else most = middle - 1;
  }
  return cut(least);
}

/** From the next word on, if one begins soon: half a word is useless. */
function fromWord(text: string): string {
  const space = text.indexOf(' ');
  return space >= 0 && space < 16 && space < text.length / 2 ? text.slice(space + 1) : text;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

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
