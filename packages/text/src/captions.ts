import type { CaptionShape, Segment, Word } from '@quoth/contract';

/**
 * Characters that are drawn twice as wide: Chinese, Japanese, Korean, and full-width forms (Unicode's East Asian Width,
 * W and F).
 */
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
function textWidth(text: string): number {
  let width = 0;
  if (NARROW_ONLY.test(text)) return text.length;
  for (const character of text) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** True if most of the text is Chinese or Japanese. */
function isChineseOrJapanese(text: string): boolean {
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
function joinedText(pieces: readonly string[]): string {
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

/**
 * A run without spaces, split into words; what must not start a line (closing marks, small kana) stays with the
 * previous word.
 */
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

/**
 * The cost of a break between two words, regardless of the line: 0 at the end of a sentence, higher where words belong
 * together.
 */
function breakCost(before: string, after: string): number {
  if (/[.?!…。？！]["'”’)\]」』]*$/u.test(before)) return 0;
  if (/[,;:，、；：–—-]["'”’)\]」』]*$/u.test(before)) return 2;
  if (HOLDS_NEXT.has(before.toLowerCase())) return 14;
  return OPENS_PHRASE.has(bare(after)) ? 5 : 8;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/** The space for a text: number of lines, and the width of each in half-width characters. */
interface CueRoom {
  readonly lineWidth: number;
  readonly lines: number;
}

/**
 * Lines of one caption. `fits` is false if there are too many lines; a single word longer than a line is kept whole.
 */
interface BrokenText {
  readonly lines: readonly string[];
  readonly fits: boolean;
}

/** The cost of a bad break against uneven lines: a line may be this many characters longer to get a better break. */
const WEIGHT_OF_PHRASES = 6;

/** Breaks a text into the fewest lines possible, at phrase boundaries and of similar length. */
function breakLines(text: string, { lineWidth, lines }: CueRoom): BrokenText {
  const pieces = breakablePieces(text);
  if (pieces.length === 0) return { lines: [], fits: true };
  const least = greedyLines(pieces, lineWidth);
  // What does not fit is cut before it is shown: to balance it would take time that grows with its square.
  if (least > lines) return { lines: [joinedText(pieces)], fits: false };
  return { lines: balanced(pieces, lineWidth, least), fits: true };
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

/** Minimum and maximum duration of a caption in seconds. */
const MIN_CUE_SECONDS = 1;
const MAX_CUE_SECONDS = 7;
/** Reading speed in characters per second, counted by width: ten full-width ones. */
const READING_SPEED = 20;

/** The space for a text, by its script unless the caller specifies it. */
function roomFor(text: string, { maxLineLength, maxLines = 2 }: CaptionShape): CueRoom {
  const lineWidth = isChineseOrJapanese(text) ? 2 * (maxLineLength ?? 16) : (maxLineLength ?? 42);
  return { lineWidth, lines: maxLines };
}

/** SubRip (.srt): numbered cues, `00:00:01,250 --> 00:00:03,000`. Each begins with its speaker, if that is known. */
export function toSrt(source: CaptionSource, shape: CaptionShape = {}): string {
  return makeCues(source, shape, (speaker) => (speaker === undefined ? '' : `${speaker}: `))
    .map((cue, index) => `${index + 1}\n${clock(cue.start, ',')} --> ${clock(cue.end, ',')}\n${cue.text}\n`)
    .join('\n');
}

/**
 * WebVTT (.vtt): `00:00:01.250 --> 00:00:03.000`, text escaped, in a voice span where its speaker is known. If any cues
 * exceed the reading speed, a note counts them.
 */
export function toVtt(source: CaptionSource, shape: CaptionShape = {}): string {
  const cues = makeCues(source, shape, () => '');
  const blocks = cues.map(({ start, end, text, speaker }) => {
    const voice = speaker === undefined ? '' : `<v ${escapeVtt(speaker)}>`;
    return `${clock(start, '.')} --> ${clock(end, '.')}\n${voice}${escapeVtt(text)}\n`;
  });
  return ['WEBVTT\n', ...noteOf(cues), ...blocks].join('\n');
}

function noteOf(cues: readonly Cue[]): string[] {
  const fast = tooFast(cues);
  return fast === 0
    ? []
    : [
        `NOTE ${fast} of ${cues.length} captions read faster than ${READING_SPEED} characters per second, as they were spoken.\n`,
      ];
}

function clock(seconds: number, separator: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const whole = Math.floor(total / 1000) % 60;
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(whole, 2)}${separator}${part(total % 1000, 3)}`;
}

function escapeVtt(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * Captions by the broadcasters' rules (the BBC's and Netflix's guides agree on them): at most two lines of 42
 * characters, broken at phrases and balanced, 1 to 7 s, at most 20 characters per second, no lone words, small gaps
 * closed. Priorities on conflict: no word lost, in sync with the speech, at most 7 s, two lines, reading speed, then 1
 * s. `prefix` is what a cue begins with.
 */
function makeCues(source: CaptionSource, shape: CaptionShape, prefix: SpeakerPrefix): Cue[] {
  const { rewrite = (text: string) => text } = source;
  const words = spokenWords(source);
  const room = roomFor(words.map(({ text }) => text).join(''), shape);
  const cues = cutCues(words, room).flatMap((cue) =>
    written(cue, (text) => begunBy(prefix(cue[0]?.speaker), rewrite(text)), room),
  );
  return timeCues(
    cues.filter(({ text }) => text !== ''),
    source.duration,
  );
}

function begunBy(prefix: string, text: string): string {
  return text.trim() === '' ? '' : `${prefix}${text}`;
}

/** One cue with its lines, or several if text rules made it too long for one. */
function written(words: CueWords, rewrite: (text: string) => string, room: CueRoom): Cue[] {
  const text = rewrite(textOfCue(words)).trim();
  const { lines, fits } = breakLines(text, room);
  const { speaker } = words[0] ?? {};
  const cue = { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: lines.join('\n'), speaker };
  if (fits) return [cue];
  const halves = halved(words);
  if (halves) return halves.flatMap((half) => written(half, rewrite, room));
  // One word that a rule expanded into several.
  const pieces = breakablePieces(text);
  const length = (cue.end - cue.start) / Math.max(1, pieces.length);
  const spread = pieces.map((piece, index) => ({
    text: piece,
    start: cue.start + index * length,
    end: cue.start + (index + 1) * length,
    speaker,
  }));
  return pieces.length > 1 ? cutCues(spread, room).map((part) => withLines(part, room)) : [cue];
}

function withLines(words: CueWords, room: CueRoom): Cue {
  const text = textOfCue(words);
  const { lines } = breakLines(text, room);
  const { start = 0, speaker } = words[0] ?? {};
  return { start, end: words.at(-1)?.end ?? 0, text: lines.join('\n'), speaker };
}

function halved(words: CueWords): readonly [readonly SpokenWord[], readonly SpokenWord[]] | undefined {
  const middle = Math.ceil(words.length / 2);
  return words.length > 1 ? [words.slice(0, middle), words.slice(middle)] : undefined;
}

/** The input for a caption file. */
export interface CaptionSource {
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
  readonly segments?: readonly Segment[];
  readonly words?: readonly Word[];
  /** Applied to the text of each cue, such as a mode's text rules. */
  readonly rewrite?: (text: string) => string;
}

/** A word and when it is spoken, in seconds; start times never decrease. */
interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
}

/** What a cue of this speaker begins with. */
type SpeakerPrefix = (speaker: string | undefined) => string;

/**
 * The words of a source in order: its own, else from its segments, else from the whole text, with times estimated from
 * word lengths.
 */
function spokenWords({ text, duration, segments = [], words = [] }: CaptionSource): SpokenWord[] {
  const spread: SpokenWord[] =
    words.length > 0
      ? words.map(({ word, start, end, speaker }) => ({ text: word.trim(), start, end, speaker }))
      : segments.length > 0
        ? segments.flatMap(({ text: said, start, end, speaker }) =>
            spreadOver(said, start, end).map((word) => ({ ...word, speaker })),
          )
        : spreadOver(text, 0, Math.max(duration, 0.5));
  const isMarkedAtEnd =
    spread.filter(({ start, end }) => end - start <= ONE_STEP).length > spread.length * 0.8;
  let earliest = 0;
  let before = 0;
  return spread
    .filter((word) => word.text !== '')
    .map((word) => {
      const start = Math.max(isMarkedAtEnd ? beginning(word, before) : word.start, earliest);
      const end = Math.max(word.end, start);
      earliest = start;
      before = end;
      return { ...word, start, end };
    });
}

/** Seconds: the longest word from a model that marks only one step near a word's end. */
const ONE_STEP = 0.1;
/** Approximate seconds per spoken letter. */
const LETTER = 0.06;

/** The estimated start of a word that is marked near its end. */
function beginning({ text, start, end }: SpokenWord, before: number): number {
  return Math.min(start, Math.max(before, end - text.length * LETTER));
}

/** Divides the time among the words in proportion to their letters. */
function spreadOver(text: string, start: number, end: number): SpokenWord[] {
  const pieces = breakablePieces(text);
  const total = pieces.reduce((sum, piece) => sum + textWidth(piece), 0);
  const length = Math.max(0, end - start);
  let spoken = 0;
  return pieces.map((piece) => {
    const from = start + (length * spoken) / total;
    spoken += textWidth(piece);
    return { text: piece, start: from, end: start + (length * spoken) / total };
  });
}

/** Words of one cue. */
type CueWords = readonly SpokenWord[];

/** A pause this long, in seconds, always ends a cue: text after it would appear long before it is spoken. */
const UTTERANCE_PAUSE = 1.5;

/** Costs, chosen to make the cheapest segmentation the one a subtitler would choose. */
const COST = {
  /** Per cue: fewer cues are easier to read. */
  cue: 6,
  loneWord: 60,
  twoWords: 8,
  tooShort: 25,
  /** Per second over the time that the reading speed allows. */
  secondTooFast: 20,
  sentenceEndWithin: 7,
  /** Per second of pause within a cue beyond the usual gap between words. */
  pauseWithin: 10,
} as const;
const USUAL_PAUSE = 0.3;

/** A word with values cached for the search. */
interface Measured {
  readonly word: SpokenWord;
  readonly width: number;
  /** Of the space before it. */
  readonly space: number;
  /** Seconds of silence before it. */
  readonly pause: number;
  /** Of a cut before it, and of none. */
  readonly cutCost: number;
  readonly joinCost: number;
}

/**
 * Splits words into cues that fit the space and seven seconds, at sentence ends, phrase ends and pauses. No word is
 * lost.
 */
function cutCues(words: readonly SpokenWord[], room: CueRoom): CueWords[] {
  const measured = words.map((word, index) => measure(word, words[index - 1]));
  const cues: CueWords[] = [];
  let from = 0;
  for (let at = 1; at <= measured.length; at++) {
    const next = measured[at];
    const isSameSpeaker = next?.word.speaker === measured[from]?.word.speaker;
    if (next && isSameSpeaker && next.pause < UTTERANCE_PAUSE) continue;
    cues.push(...cutUtterance(measured.slice(from, at), next?.word.start ?? Number.POSITIVE_INFINITY, room));
    from = at;
  }
  return cues;
}

function measure(word: SpokenWord, before: SpokenWord | undefined): Measured {
  const pause = before ? word.start - before.end : 0;
  const phrase = breakCost(before?.text ?? '', word.text);
  const sentence = phrase === 0 ? COST.sentenceEndWithin : 0;
  return {
    word,
    width: textWidth(word.text),
    space: spaceBetween(before?.text ?? '', word.text).length,
    pause,
    cutCost: pause >= 0.5 ? Math.min(1, phrase) : pause >= 0.25 ? Math.min(3, phrase) : phrase,
    joinCost: sentence + Math.max(0, pause - USUAL_PAUSE) * COST.pauseWithin,
  };
}

/** The cheapest segmentation of one utterance, computed from its end backwards. */
function cutUtterance(words: readonly Measured[], nextStart: number, room: CueRoom): CueWords[] {
  const costs = new Float64Array(words.length + 1);
  const ends = new Int32Array(words.length + 1);
  for (let from = words.length - 1; from >= 0; from--) {
    const start = words[from]?.word.start ?? 0;
    let [within, width, line, lines] = [0, 0, 0, 1];
    let best = Number.POSITIVE_INFINITY;
    for (let end = from + 1; end <= words.length; end++) {
      const last = words[end - 1];
      if (!last) break;
      const isFirst = end === from + 1;
      const more = (isFirst ? 0 : last.space) + last.width;
      width += more;
      const wraps = !isFirst && line + more > room.lineWidth;
      line = wraps ? last.width : line + more;
      if (wraps) lines++;
      if (!isFirst) {
        if (lines > room.lines || last.word.end - start > MAX_CUE_SECONDS) break;
        within += last.joinCost;
      }
      const next = words[end];
      const seconds = (next?.word.start ?? nextStart) - start;
      const own = costOfCue(end - from, words.length, width, seconds);
      const cost = own + within + (next?.cutCost ?? 0) + (costs[end] ?? 0);
      if (cost >= best) continue;
      best = cost;
      ends[from] = end;
    }
    costs[from] = best;
  }
  const cues: CueWords[] = [];
  for (let from = 0; from < words.length; from = ends[from] ?? words.length) {
    cues.push(words.slice(from, ends[from]).map(({ word }) => word));
  }
  return cues;
}

/** `seconds` until the next cue begins. */
function costOfCue(count: number, all: number, width: number, seconds: number): number {
  const lone = count === 1 && all > 1 ? COST.loneWord : 0;
  const few = count === 2 && all > 2 ? COST.twoWords : 0;
  const time = Math.min(seconds, MAX_CUE_SECONDS);
  const short = time < MIN_CUE_SECONDS ? COST.tooShort : 0;
  return COST.cue + lone + few + short + Math.max(0, width / READING_SPEED - time) * COST.secondTooFast;
}

/** The text of a cue before any rules. */
function textOfCue(words: CueWords): string {
  return joinedText(words.map(({ text }) => text));
}

/** A caption and when it is shown, in seconds. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string | undefined;
}

/** A shorter gap between two cues only flickers. Seconds. */
const SMALL_GAP = 0.5;
/** Players drop cues of no length. Seconds. */
const LEAST = 0.001;

/**
 * When each cue is shown: from its first word, for as long as it takes to speak and to read, at least a second; it may
 * extend into the gap after it, but not into the next cue, and not beyond seven seconds.
 */
function timeCues(cues: readonly Cue[], duration: number): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start;
    const latest = Math.min(cue.start + MAX_CUE_SECONDS, next ?? Math.max(duration, cue.end));
    const wanted = Math.max(cue.end, cue.start + MIN_CUE_SECONDS, cue.start + readingTime(cue.text));
    const closed = next !== undefined && next - wanted < SMALL_GAP ? next : wanted;
    return { ...cue, end: Math.max(cue.start + LEAST, Math.min(closed, latest)) };
  });
}

/** How many cues exceed the reading speed: the speech is faster and no gap follows. */
function tooFast(cues: readonly Cue[]): number {
  // Caption files have millisecond resolution.
  return cues.filter(({ text, start, end }) => readingTime(text) > end - start + LEAST).length;
}

function readingTime(text: string): number {
  return textWidth(text.replace(/\n/g, ' ')) / READING_SPEED;
}
