import {
  cutPlace,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  SAMPLE_RATE,
  type SpeechSegment,
} from '@quoth/audio';
import type { Segment } from '@quoth/contract';
import {
  lettersOf,
  mergeChunks,
  nothingSaid,
  type RecognizedSpeech,
  shiftedBy,
  textFault,
} from '@quoth/text';
import { type Spoken, spokenBetween, spokenTimes } from './spoken-time.ts';

/** Has a model transcribe samples in which somebody speaks, at these times; undefined where it can't take so many, or does not come to an end. */
export type Decode = (
  samples: Int16Array,
  speech: readonly SpeechSegment[],
  language: string,
) => Promise<RecognizedSpeech | undefined>;

/** What is to be heard. */
interface Hearing {
  readonly samples: Int16Array;
  /** As it was asked for; `auto` lets the model find out. */
  readonly language: string;
  /** True where the model knows several languages, and `auto` has it find out for each stretch. */
  readonly detects: boolean;
  readonly decode: Decode;
}

/**
 * What is said in at most one chunk of audio; times in seconds from its start. A model gets only what holds speech, since it invents words for the
 * rest. Each result is judged: what can't be what was said is transcribed again in parts, and left out if that helps nothing.
 */
export async function hearSpeech({ samples, language, detects, decode }: Hearing): Promise<RecognizedSpeech> {
  const speech = detectSpeech(samples);
  const isOpen = detects && language === 'auto';
  const parts: RecognizedSpeech[] = [];
  const stretches = stretchesOf(speech, isOpen ? LANGUAGE_PAUSE : LONG_PAUSE, isOpen);
  for (const [index, stretch] of stretches.entries()) {
    const { start, end } = withMargins(stretches, index, samples.length);
    const part = samples.subarray(start, end);
    let heard = await heardAgain(part, language, decode, MAX_HALVINGS);
    const before = parts.findLast(({ text }) => text !== '')?.language;
    if (
      isOpen &&
      before &&
      stretch.end - stretch.start < SHORT_STRETCH &&
      areMistaken(before, heard.language)
    )
      heard = await heardAgain(part, before, decode, MAX_HALVINGS);
    const marked = isOpen && heard.language !== null ? withLanguage(heard, heard.language) : heard;
    parts.push(shiftedBy(start / SAMPLE_RATE, marked));
  }
  return mergeChunks(parts);
}

/** In frames of 10 ms: between such pauses, somebody may speak another language. */
const LANGUAGE_PAUSE = 0.8 * FRAME_RATE;
/** Whisper invents words in a longer silence. */
const LONG_PAUSE = 3 * FRAME_RATE;
/** Less speech than this has the language of its neighbor: it is not enough to tell. */
const MIN_STRETCH = 2 * FRAME_RATE;
/** In so little speech, related languages are mistaken for each other. */
const SHORT_STRETCH = 4 * FRAME_RATE;
const related = [
  'es pt gl ca it la',
  'da no nn sv fo is',
  'nl de af lb yi',
  'ru uk be bg',
  'hr sr bs sl',
  'cs sk pl',
  'id ms jw su',
  'hi ur',
];
/** A stretch for so much audio, at most: each takes a look of its own, and all of them twice as long as one. */
const PER_STRETCH = 7 * FRAME_RATE;
/** Sound around speech that the model gets too, up to the middle of a pause: a soft first or last word is quieter than the voice that was detected. In samples. */
const BEFORE = SAMPLE_RATE;
const AFTER = 0.7 * SAMPLE_RATE;

/** Speech between pauses of so many frames; with `isOpen`, long enough each to tell its language, and not too many. */
function stretchesOf(speech: readonly SpeechSegment[], pause: number, isOpen: boolean): SpeechSegment[] {
  const stretches: SpeechSegment[] = [];
  for (const segment of speech) {
    const last = stretches.at(-1);
    if (last && segment.start - last.end < pause) stretches[stretches.length - 1] = joined(last, segment);
    else stretches.push(segment);
  }
  if (!isOpen) return stretches;
  const whole = (stretches.at(-1)?.end ?? 0) - (stretches[0]?.start ?? 0);
  const most = 1 + Math.floor(whole / PER_STRETCH);
  for (;;) {
    const short = stretches.findIndex(({ start, end }) => end - start < MIN_STRETCH);
    const gaps = stretches.map(
      ({ start }, index) => start - (stretches[index - 1]?.end ?? Number.NEGATIVE_INFINITY),
    );
    const at = stretches.length > most ? gaps.indexOf(Math.min(...gaps)) : nearer(gaps, short);
    const [before, after] = [stretches[at - 1], stretches[at]];
    if (!before || !after) return stretches;
    stretches.splice(at - 1, 2, joined(before, after));
  }
}

/** Which of its two pauses a stretch is joined over: an index of the stretch after it; 0 where there is nothing to join. */
function nearer(gaps: readonly number[], index: number): number {
  if (index < 0) return 0;
  const [before, after] = [
    gaps[index] ?? Number.POSITIVE_INFINITY,
    gaps[index + 1] ?? Number.POSITIVE_INFINITY,
  ];
  return before <= after ? index : index + 1;
}

/** True where a language is easily taken for the one that was spoken just before. */
function areMistaken(before: string, language: string | null): boolean {
  return (
    before !== language &&
    related.some((family) => family.split(' ').includes(before) && family.split(' ').includes(language ?? ''))
  );
}

function joined(one: SpeechSegment, other: SpeechSegment): SpeechSegment {
  return { start: one.start, end: other.end };
}

function withMargins(stretches: readonly SpeechSegment[], index: number, length: number): SpeechSegment {
  const edge = (before: SpeechSegment | undefined, after: SpeechSegment | undefined) => {
    if (before && after) return Math.round(((before.end + after.start) / 2) * FRAME_SAMPLES);
    return before ? length : 0;
  };
  const stretch = stretches[index];
  return {
    start: Math.max(edge(stretches[index - 1], stretch), (stretch?.start ?? 0) * FRAME_SAMPLES - BEFORE),
    end: Math.min(edge(stretch, stretches[index + 1]), (stretch?.end ?? 0) * FRAME_SAMPLES + AFTER),
  };
}

/** How often what went wrong is halved. */
const MAX_HALVINGS = 2;
/** Not below this, in samples: a word or two without context are recognised badly. */
const MIN_HALF = 2 * SAMPLE_RATE;

/** The model's text, judged; in halves where it can't be what was said. */
async function heardAgain(
  samples: Int16Array,
  language: string,
  decode: Decode,
  halvings: number,
): Promise<RecognizedSpeech> {
  const speech = detectSpeech(samples);
  if (speech.length === 0) return nothingSaid;
  const spoken = spokenTimes(speech);
  const seconds = spokenBetween(spoken, 0, Number.POSITIVE_INFINITY);
  const first = await decode(samples, speech, language);
  const heard = first && spokenOnly(first, spoken);
  const fault = heard === undefined ? 'too-much' : textFault(heard.text, seconds);
  if (heard && fault === undefined) return completed(heard, { samples, spoken, language, decode, halvings });
  const canHalve = samples.length >= 2 * MIN_HALF && (halvings > 0 || first === undefined);
  if (!canHalve) return heard && fault !== 'too-much' ? heard : leftOut(spoken);
  const quarter = Math.floor(samples.length / 4);
  const cut = quarter + cutPlace(samples.subarray(quarter, samples.length - quarter)).at;
  // A sentence that is cut in two is still of one language.
  const known = language === 'auto' && heard?.language ? heard.language : language;
  const halves = mergeChunks([
    await heardAgain(samples.subarray(0, cut), known, decode, halvings - 1),
    shiftedBy(cut / SAMPLE_RATE, await heardAgain(samples.subarray(cut), known, decode, halvings - 1)),
  ]);
  if (fault === 'too-little' && heard && lettersOf(halves.text) <= 1.3 * lettersOf(heard.text)) return heard;
  return halves;
}

/** Speech of which nothing that the model wrote can be true. */
function leftOut(spoken: Spoken): RecognizedSpeech {
  const [start, end] = [spoken[0]?.start ?? 0, spoken.at(-1)?.end ?? 0];
  return { ...nothingSaid, leftOut: [{ start, end }] };
}

/** Without what the model wrote where no one speaks, and without what holds no letter. */
function spokenOnly(heard: RecognizedSpeech, spoken: Spoken): RecognizedSpeech {
  const kept = heard.segments.filter(
    ({ text, start, end }) =>
      lettersOf(text) > 0 && spokenBetween(spoken, start - SLACK_S, end + SLACK_S) >= MIN_SPOKEN_S,
  );
  return kept.length === heard.segments.length ? heard : fromSegments(heard, kept);
}

/** Times of a model may be off by so much. */
const SLACK_S = 0.2;
const MIN_SPOKEN_S = 0.15;
/** Sound around speech that was missed. */
const GAP_MARGIN = 0.15 * SAMPLE_RATE;
/** More speech than this without a text is heard again. */
const MAX_MISSED_S = 1;

interface Missing {
  readonly samples: Int16Array;
  readonly spoken: Spoken;
  readonly language: string;
  readonly decode: Decode;
  readonly halvings: number;
}

/** With what the model has passed over: speech that no segment covers, and segments that say far too little for their length. */
async function completed(heard: RecognizedSpeech, missing: Missing): Promise<RecognizedSpeech> {
  const { samples, spoken, language, decode, halvings } = missing;
  if (halvings === 0 || heard.segments.length === 0) return heard;
  const poor = heard.segments.filter(
    ({ text, start, end }) => textFault(text, spokenBetween(spoken, start, end)) === 'too-little',
  );
  const isWhole = poor.length === heard.segments.length;
  const gaps = [...uncovered(heard.segments, spoken), ...(isWhole ? [] : poor)];
  let all = [...heard.segments];
  const words = [...heard.words];
  let isChanged = false;
  for (const gap of gaps) {
    const start = Math.max(0, Math.round(gap.start * SAMPLE_RATE) - GAP_MARGIN);
    const end = Math.min(samples.length, Math.round(gap.end * SAMPLE_RATE) + GAP_MARGIN);
    const more = await heardAgain(samples.subarray(start, end), language, decode, 0);
    const here = all.filter((segment) => segment.start >= gap.start - 1e-3 && segment.end <= gap.end + 1e-3);
    const before = here.reduce((sum, { text }) => sum + lettersOf(text), 0);
    if (lettersOf(more.text) <= 1.3 * before) continue;
    const found = shiftedBy(start / SAMPLE_RATE, withLanguage(more, more.language ?? undefined));
    const others = all.filter((segment) => !here.includes(segment));
    all = [...others, ...withoutEdges(found.segments, others)];
    all.sort((one, other) => one.start - other.start);
    words.push(...found.words);
    isChanged = true;
  }
  return isChanged ? fromSegments({ ...heard, words }, all) : heard;
}

/** Without a first or last word that the segment before or after says already: it lies in the sound around the gap. */
function withoutEdges(found: readonly Segment[], others: readonly Segment[]): Segment[] {
  const wordsOf = (text: string | undefined) => text?.split(/\s+/) ?? [];
  const isSame = (one = '', other = '') => one !== '' && bare(one) === bare(other);
  return found.flatMap((segment, index) => {
    let words = wordsOf(segment.text);
    const before = others.findLast(({ start }) => start <= segment.start);
    const after = others.find(({ start }) => start > segment.start);
    if (index === 0 && isSame(words[0], wordsOf(before?.text).at(-1))) words = words.slice(1);
    if (index === found.length - 1 && isSame(words.at(-1), wordsOf(after?.text)[0]))
      words = words.slice(0, -1);
    return words.length === 0 ? [] : [{ ...segment, text: words.join(' ') }];
  });
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Where somebody speaks for more than a second, and no segment says what. */
function uncovered(segments: readonly Segment[], spoken: Spoken): { start: number; end: number }[] {
  const edges = [0, ...segments.flatMap(({ start, end }) => [start, end]), Number.POSITIVE_INFINITY];
  const gaps: { start: number; end: number }[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [from = 0, to = 0] = edges.slice(index, index + 2);
    const inside = spoken.filter(({ start, end }) => Math.min(end, to) - Math.max(start, from) > 0.1);
    if (spokenBetween(inside, from, to) <= MAX_MISSED_S) continue;
    gaps.push({
      start: Math.max(from, inside[0]?.start ?? from),
      end: Math.min(to, inside.at(-1)?.end ?? to),
    });
  }
  return gaps;
}

/** The speech of these segments alone. */
function fromSegments(heard: RecognizedSpeech, segments: readonly Segment[]): RecognizedSpeech {
  const { corrections = [], language } = heard;
  const parts = segments.map((segment) => ({
    language,
    text: segment.text,
    segments: [segment],
    words: heard.words.filter(({ start, end }) => end > segment.start && start < segment.end),
  }));
  return { ...mergeChunks(parts), language, ...(corrections.length > 0 && { corrections }) };
}

function withLanguage(speech: RecognizedSpeech, language: string | undefined): RecognizedSpeech {
  if (language === undefined) return speech;
  return { ...speech, segments: speech.segments.map((segment) => ({ language, ...segment })) };
}
