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

/** English words that start a phrase: a line may end before them. */
const OPENS_PHRASE = new Set(
  `after although and as at because before but by during for from if in into like of on or over since so than that then though through
  to under until when where whether which while who with without you we they he she it i there`.split(/\s+/),
);
/** Words that bind to the next word, in English and related languages; a line does not end with them. */
const HOLDS_NEXT = new Set(
  `a an the my your his her its our their this these those to of in on at by for from with and or but mr mrs ms dr is are was were be not no
  very der die das den dem des ein eine einen und oder zu im am le la les un une des et de du à el los las y o del en il lo gli e di`.split(
    /\s+/,
  ),
);

/** The cost of a break between two words, regardless of the line: 0 at the end of a sentence, higher where words belong together. */
export function breakCost(before: string, after: string): number {
  if (/[.?!…。？！]["'”’)\]」』]*$/u.test(before)) return 0;
  if (/[,;:，、；：–—-]["'”’)\]」』]*$/u.test(before)) return 2;
  if (HOLDS_NEXT.has(before.toLowerCase())) return 14;
  return OPENS_PHRASE.has(bare(after)) ? 5 : 8;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** The space for a text: number of lines, and the width of each in half-width characters. */
export interface CueRoom {
  readonly lineWidth: number;
  readonly lines: number;
}

/** Lines of one caption. `fits` is false if there are too many lines; a single word longer than a line is kept whole. */
export interface BrokenText {
  readonly lines: readonly string[];
  readonly fits: boolean;
}

/** The cost of a bad break against uneven lines: a line may be this many characters longer to get a better break. */
const WEIGHT_OF_PHRASES = 6;

/** Breaks a text into the fewest lines possible, at phrase boundaries and of similar length. */
export function breakLines(text: string, { lineWidth, lines }: CueRoom): BrokenText {
  const pieces = breakablePieces(text);
  if (pieces.length === 0) return { lines: [], fits: true };
  const least = greedyLines(pieces, lineWidth);
  return { lines: balanced(pieces, lineWidth, least), fits: least <= lines };
}

function greedyLines(pieces: readonly string[], lineWidth: number): number {
  let lines = 1;
  let used = 0;
  let last = '';
  for (const piece of pieces) {
    const width = textWidth(piece);
    const more = used === 0 ? width : used + spaceBetween(last, piece).length + width;
    if (used > 0 && more > lineWidth) {
      lines++;
      used = width;
    } else used = more;
    last = piece;
  }
  return lines;
}

interface Layout {
  readonly cost: number;
  readonly lines: readonly string[];
}

/** The best way to break into this many lines. */
function balanced(pieces: readonly string[], lineWidth: number, count: number): readonly string[] {
  let layouts: (Layout | undefined)[] = pieces.map(() => undefined);
  layouts.push({ cost: 0, lines: [] });
  for (let line = 1; line <= count; line++) {
    layouts = Array.from({ length: pieces.length + 1 }, (_, from) =>
      bestFrom(pieces, from, lineWidth, layouts),
    );
  }
  return layouts[0]?.lines ?? [joinedText(pieces)];
}

/** The best first line starting at a segment, given the best layouts of the rest. */
function bestFrom(
  pieces: readonly string[],
  from: number,
  lineWidth: number,
  rest: readonly (Layout | undefined)[],
): Layout | undefined {
  let best: Layout | undefined;
  let line = '';
  for (let end = from + 1; end <= pieces.length; end++) {
    const piece = pieces[end - 1] ?? '';
    line = `${line}${spaceBetween(line, piece)}${piece}`;
    const width = textWidth(line);
    if (width > lineWidth && end > from + 1) break;
    const after = rest[end];
    if (!after) continue;
    const phrase = end === pieces.length ? 0 : breakCost(piece, pieces[end] ?? '') * WEIGHT_OF_PHRASES;
    // Squares, so two lines of equal length cost least.
    const cost = width ** 2 / lineWidth + phrase / 2 + after.cost;
    if (!best || cost < best.cost) best = { cost, lines: [line, ...after.lines] };
  }
  return best;
}
