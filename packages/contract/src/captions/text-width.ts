/** Characters that are drawn twice as wide: Chinese, Japanese, Korean, and full-width forms (Unicode's East Asian Width, W and F). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** Latin, Greek, Cyrillic and so on: a quick test for most texts. */
const NARROW_ONLY = /^[\u0020-\u02af\u0370-\u0fff\u2010-\u2030]*$/u;
/** Scripts whose captions are counted in full-width characters. */
const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u3000-\u303f\uff01-\uff60]$/u;

/** The display width of a text in half-width characters: a Latin letter is 1, a Chinese one 2. */
export function textWidth(text: string): number {
  let width = 0;
  if (NARROW_ONLY.test(text)) return text.length;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** True if most of the text is Chinese or Japanese. */
export function isChineseOrJapanese(text: string): boolean {
  const found = text.match(CHINESE_OR_JAPANESE)?.length ?? 0;
  return found * 2 > text.replace(/\s/gu, '').length;
}

/** The separator between two parts of a text: a space, or nothing in scripts without spaces. */
export function spaceBetween(before: string, after: string): '' | ' ' {
  if (before === '' || after === '') return '';
  const last = [...before.slice(-2)].at(-1) ?? '';
  const first = [...after.slice(0, 2)][0] ?? '';
  return WITHOUT_SPACES.test(last) && WITHOUT_SPACES.test(first) ? '' : ' ';
}

/** Joins parts of a text. */
export function joinedText(pieces: readonly string[]): string {
  return pieces.reduce((all, piece) => `${all}${spaceBetween(all, piece)}${piece}`, '');
}

/** Created on first use: loading its tables takes 10 ms, which every command would otherwise pay. */
let segmenter: Intl.Segmenter | undefined;

/** The units between which a line may break: words with their punctuation. */
export function breakablePieces(text: string): string[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) =>
      [...word].some((character) => WITHOUT_SPACES.test(character)) ? segmented(word) : [word],
    );
}

/** A run without spaces, split into words; what must not start a line (closing marks, small kana) stays with the previous word. */
function segmented(run: string): string[] {
  const pieces: string[] = [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment } of segmenter.segment(run)) {
    const last = pieces.at(-1);
    const stays = last !== undefined && (/^[\p{P}\p{Lm}]+$/u.test(segment) || /^\p{Ps}+$/u.test(last));
    if (stays) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}
