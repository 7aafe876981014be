/** Characters that are drawn twice as wide: Chinese, Japanese, Korean, and full-width forms (Unicode's East Asian Width, W and F). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** Latin, Greek, Cyrillic ... : most texts, told quickly. */
const NARROW_ONLY = /^[\u0020-\u02af\u0370-\u0fff\u2010-\u2030]*$/u;
/** Scripts whose captions are counted in full-width characters. */
const CHINESE_OR_JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u3000-\u303f\uff01-\uff60]$/u;

/** How much of a line a text takes, in characters of half a square: a Latin letter is 1, a Chinese one 2. */
export function textWidth(text: string): number {
  let width = 0;
  if (NARROW_ONLY.test(text)) return text.length;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** True where most of the text is Chinese or Japanese. */
export function isChineseOrJapanese(text: string): boolean {
  const found = text.match(CHINESE_OR_JAPANESE)?.length ?? 0;
  return found * 2 > text.replace(/\s/gu, '').length;
}

/** What stands between two pieces of text: a space, but nothing where the script has none. */
export function spaceBetween(before: string, after: string): '' | ' ' {
  if (before === '' || after === '') return '';
  const last = [...before.slice(-2)].at(-1) ?? '';
  const first = [...after.slice(0, 2)][0] ?? '';
  return WITHOUT_SPACES.test(last) && WITHOUT_SPACES.test(first) ? '' : ' ';
}

/** Pieces of text as one. */
export function joinedText(pieces: readonly string[]): string {
  return pieces.reduce((all, piece) => `${all}${spaceBetween(all, piece)}${piece}`, '');
}

/** Made with the first use: its tables take 10 ms to read, and every command would wait for them. */
let segmenter: Intl.Segmenter | undefined;

/** Pieces that a line may be broken between: words, with the punctuation that belongs to them. */
export function breakablePieces(text: string): string[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .flatMap((word) =>
      [...word].some((character) => WITHOUT_SPACES.test(character)) ? segmented(word) : [word],
    );
}

/** A run without spaces, cut into words; what may not begin a line (closing marks, small kana) stays with the word before it. */
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
