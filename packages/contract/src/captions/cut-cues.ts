import { type CueRoom, LONGEST_CUE, READING_SPEED, SHORTEST_CUE } from './caption-shape.ts';
import { breakCost } from './phrase-breaks.ts';
import type { SpokenWord } from './spoken-words.ts';
import { joinedText, spaceBetween, textWidth } from './text-width.ts';

/** Words of one cue. */
export type CueWords = readonly SpokenWord[];

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

/** Splits words into cues that fit the space and seven seconds, at sentence ends, phrase ends and pauses. No word is lost. */
export function cutCues(words: readonly SpokenWord[], room: CueRoom): CueWords[] {
  const measured = words.map((word, index) => measure(word, words[index - 1]));
  const cues: CueWords[] = [];
  let from = 0;
  for (let at = 1; at <= measured.length; at++) {
    const next = measured[at];
    if (next && next.pause < UTTERANCE_PAUSE) continue;
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
        if (lines > room.lines || last.word.end - start > LONGEST_CUE) break;
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
  const time = Math.min(seconds, LONGEST_CUE);
  const short = time < SHORTEST_CUE ? COST.tooShort : 0;
  return COST.cue + lone + few + short + Math.max(0, width / READING_SPEED - time) * COST.secondTooFast;
}

/** The text of a cue before any rules. */
export function textOfCue(words: CueWords): string {
  return joinedText(words.map(({ text }) => text));
}
