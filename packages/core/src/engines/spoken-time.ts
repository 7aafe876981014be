import { FRAME_RATE, type SpeechSegment } from '@quoth/audio';
import type { Segment, Word } from '@quoth/contract';
import { type Doubt, lettersOf, type RecognizedSpeech, textFault } from '@quoth/text';

/** A time that a model gives may be off by so much; within it, the voice itself says when. In seconds. */
const SLACK_S = 0.75;

/** When somebody speaks, in seconds: what stands between pauses. */
export type Spoken = readonly { readonly start: number; readonly end: number }[];

export function spokenTimes(segments: readonly SpeechSegment[]): Spoken {
  return segments.map(({ start, end }) => ({ start: start / FRAME_RATE, end: end / FRAME_RATE }));
}

/** Seconds of speech between two times. */
export function spokenBetween(spoken: Spoken, from: number, to: number): number {
  return spoken.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
    0,
  );
}

/** When somebody speaks between two times. */
export function spokenWithin(spoken: Spoken, { start, end }: Pick<Segment, 'start' | 'end'>): Spoken {
  return spoken
    .map((one) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }))
    .filter((one) => one.end > one.start);
}

/** How much longer one of two times may be in which the same is said. */
const MAX_LONGER = 1.5;

/**
 * The times of what seems to be said over and over: parts between pauses that come again and again and take as long.
 */
export function repeatedParts(spoken: Spoken): Spoken {
  const lengths = spoken.map(({ start, end }) => end - start);
  for (let count = 1; 2 * count <= lengths.length; count++) {
    const isAlike = lengths.every((length, index) => {
      const before = lengths[index - count] ?? length;
      return Math.max(length, before) <= MAX_LONGER * Math.min(length, before);
    });
    if (isAlike && lengths.length % count === 0)
      return spoken.flatMap(({ start, end }, at) =>
        at % count === 0 ? [{ start, end: spoken[at + count - 1]?.end ?? end }] : [],
      );
  }
  return [];
}

/** Where somebody speaks for more than so many seconds, and no segment says what. */
export function uncovered(
  segments: readonly Pick<Segment, 'start' | 'end'>[],
  spoken: Spoken,
  seconds: number,
): { start: number; end: number }[] {
  const edges = [0, ...segments.flatMap(({ start, end }) => [start, end]), Number.POSITIVE_INFINITY];
  const gaps: { start: number; end: number }[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [from = 0, to = 0] = edges.slice(index, index + 2);
    const inside = spoken.filter(({ start, end }) => Math.min(end, to) - Math.max(start, from) > 0.1);
    if (spokenBetween(inside, from, to) <= seconds) continue;
    gaps.push({
      start: Math.max(from, inside[0]?.start ?? from),
      end: Math.min(to, inside.at(-1)?.end ?? to),
    });
  }
  return gaps;
}

/** Shorter speech without a text may be a laugh or a hesitation. */
export const MIN_MISSED_S = 2;
/** A word is longer than this. */
export const MIN_SPOKEN_S = 0.15;

/** What can't be true of a text that is final: a loop, text where no one speaks, and speech that it passes over. */
export function doubtsAbout({ text, segments, words }: RecognizedSpeech, spoken: Spoken): Doubt[] {
  const first = spoken[0]?.start ?? 0;
  const last = spoken.at(-1)?.end ?? 0;
  const fault = textFault(text, spokenBetween(spoken, first, last));
  if (fault !== undefined) return [{ kind: fault, start: first, end: last }];
  const around = ({ start, end }: Segment) => spokenBetween(spoken, start - SLACK_S, end + SLACK_S);
  const places = segments.flatMap((segment): Doubt[] => {
    const { start, end } = segment;
    if (lettersOf(segment.text) === 0) return [];
    if (around(segment) < MIN_SPOKEN_S) return [{ kind: 'unspoken', start, end }];
    const own = textFault(segment.text, around(segment));
    return own === 'repeated' || own === 'too-much' ? [{ kind: own, start, end }] : [];
  });
  const covered = segments.length > 0 ? segments : words;
  const missed = covered.length > 0 ? uncovered(covered, spoken, MIN_MISSED_S) : [];
  return [...places, ...missed.map((gap): Doubt => ({ kind: 'too-little', ...gap }))];
}

/** Segments that begin where the voice begins, and end where it ends. */
export function atTheVoice(segments: readonly Segment[], spoken: Spoken): Segment[] {
  let before = 0;
  return segments.map((segment) => {
    const start = Math.max(before, onset(segment.start, spoken));
    const end = Math.max(start, offset(segment.end, spoken));
    before = end;
    return { ...segment, start, end };
  });
}

/** In a pause, the next time that somebody begins; else when they began, if that was just before. */
function onset(time: number, spoken: Spoken): number {
  const next = spoken.find(({ end }) => end > time);
  if (!next) return time;
  return next.start >= time || time - next.start <= SLACK_S ? next.start : time;
}

function offset(time: number, spoken: Spoken): number {
  const last = spoken.findLast(({ start }) => start < time);
  if (!last) return time;
  return last.end <= time || last.end - time <= SLACK_S ? last.end : time;
}

/**
 * Words with times, for a model that gives none: each phrase's words share the time in which somebody speaks, by their
 * length. A phrase begins at a pause where one is near.
 */
export function estimatedWords(phrases: readonly Segment[], spoken: Spoken): Word[] {
  return phrases.flatMap(({ text, start, end }) => {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const within = spokenWithin(spoken, { start, end });
    const times = within.length > 0 ? within : [{ start, end }];
    const seconds = times.reduce((sum, one) => sum + one.end - one.start, 0);
    const weights = words.map((word) => Math.max(1, lettersOf(word)) + 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let done = 0;
    return words.map((word, index) => {
      const from = at(times, (done / total) * seconds, 'next');
      done += weights[index] ?? 0;
      return { word, start: from, end: Math.max(from, at(times, (done / total) * seconds, 'last')) };
    });
  });
}

/** The time at which so many seconds have been spoken; at a pause, its end or its beginning. */
function at(times: Spoken, spokenSeconds: number, side: 'next' | 'last'): number {
  let left = spokenSeconds;
  for (const [index, { start, end }] of times.entries()) {
    const length = end - start;
    const isLast = index === times.length - 1;
    if (left < length - 1e-6 || isLast || (side === 'last' && left <= length + 1e-6))
      return rounded(Math.min(end, start + left));
    left -= length;
  }
  return rounded(times.at(-1)?.end ?? 0);
}

/**
 * A text's sentences with times, where the model gives one text for all: each has its share of the speech, and ends at
 * a pause where one is near.
 */
export function estimatedPhrases(text: string, spoken: Spoken): Segment[] {
  // The point of "12.5" ends no sentence: it has no space behind it.
  const sentences = text.match(/.+?(?:[.?!]["'”’»)]*(?=\s|$)|[。？！]+["'”’»)]*|$)\s*/gsu) ?? [];
  const joined: string[] = [];
  for (const one of sentences) {
    const last = joined.at(-1);
    // Nor does that of "Mr.".
    const goesOn = last !== undefined && (lettersOf(last) < MIN_SENTENCE || !/[\p{L}\p{N}]/u.test(one));
    if (goesOn) joined[joined.length - 1] = last + one;
    else joined.push(one);
  }
  const parts = joined.map((part) => part.trim()).filter((part) => part !== '');
  const first = spoken[0]?.start ?? 0;
  const seconds = spokenBetween(spoken, 0, Number.POSITIVE_INFINITY);
  const total = parts.reduce((sum, part) => sum + lettersOf(part) + 1, 0);
  let done = 0;
  let before = first;
  return parts.map((part, id) => {
    done += lettersOf(part) + 1;
    const end =
      id === parts.length - 1 ? (spoken.at(-1)?.end ?? 0) : pauseNear(spoken, (done / total) * seconds);
    const start = onset(before, spoken);
    before = Math.max(start, end);
    return { id, start, end: before, text: part };
  });
}

/** Fewer letters are an abbreviation or a number. */
const MIN_SENTENCE = 8;
/** How far a sentence may be estimated from its pause, in seconds of speech. */
const REACH_S = 1.2;

/**
 * The end of the speech before the pause that is nearest to so many spoken seconds; without a near one, that very time.
 */
function pauseNear(spoken: Spoken, spokenSeconds: number): number {
  let passed = 0;
  let best: { readonly at: number; readonly away: number } | undefined;
  for (const { start, end } of spoken.slice(0, -1)) {
    passed += end - start;
    const away = Math.abs(passed - spokenSeconds);
    if (away <= REACH_S && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { at: end, away };
  }
  return best?.at ?? at(spoken, spokenSeconds, 'last');
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
