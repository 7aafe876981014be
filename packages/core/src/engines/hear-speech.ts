import {
  cutPlace,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  SAMPLE_RATE,
  type SpeechSegment,
} from '@quoth/audio';
import { primaryLanguage, type Segment } from '@quoth/contract';
import {
  type Doubt,
  joinTexts,
  lettersOf,
  lettersSaid,
  mergeChunks,
  nothingSaid,
  ofSegments,
  type RecognizedSpeech,
  repeatedText,
  shiftedBy,
  type TextFault,
  textFault,
  withHeardAgain,
} from '@quoth/text';
import {
  estimatedWords,
  MIN_MISSED_S,
  MIN_SPOKEN_S,
  repeatedParts,
  type Spoken,
  spokenBetween,
  spokenTimes,
  uncovered,
} from './spoken-time.ts';

/**
 * Has a model transcribe samples in which somebody speaks, at these times; undefined where it can't take so many, or
 * does not come to an end.
 */
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
  /** True where the text is to be in English: then all is said to be of one language. */
  readonly translates?: boolean;
  /** True for a model that leaves out a word behind a pause. */
  readonly dropsWords?: boolean;
  readonly decode: Decode;
}

/**
 * What is said in at most one chunk of audio; times in seconds from its start. A model gets only what holds speech,
 * since it invents words for the rest. Each result is judged: what can't be what was said is transcribed again in
 * parts, and left out if that helps nothing.
 */
export async function hearSpeech(hearing: Hearing): Promise<RecognizedSpeech> {
  const { samples, language, detects, translates = false, dropsWords = false, decode } = hearing;
  const speech = detectSpeech(samples);
  const isOpen = detects && !translates && language === 'auto';
  let isChecked = !detects || language === 'auto';
  const parts: RecognizedSpeech[] = [];
  const pause = isOpen ? LANGUAGE_PAUSE : LONG_PAUSE;
  const stretches = stretchesOf(speech, pause, isOpen, dropsWords ? WORD_PAUSE : pause);
  for (const [index, stretch] of stretches.entries()) {
    const { start, end } = withMargins(stretches, index, samples.length);
    const part = samples.subarray(start, end);
    let heard: RecognizedSpeech | undefined;
    if (!isChecked && stretch.end - stretch.start >= MIN_STRETCH) {
      isChecked = true;
      heard = await heardAsAsked(part, language, decode);
    }
    heard ??= await heardAgain(part, language, decode, MAX_HALVINGS);
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
/** A word behind such a pause, and before another or the end, is heard by itself where it would be left out. */
const WORD_PAUSE = 1.5 * FRAME_RATE;
/** A longer segment is more than a word. */
const MAX_WORD = FRAME_RATE;
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
/**
 * Sound around speech that the model gets too, up to the middle of a pause: a soft first or last word is quieter than
 * the voice that was detected. In samples.
 */
const BEFORE = SAMPLE_RATE;
const AFTER = 0.7 * SAMPLE_RATE;
/**
 * Silence before the first and after the last speech that the model gets whole: a recording that needs no cut is heard
 * as it is. In samples.
 */
const AT_FIRST = 3 * SAMPLE_RATE;
const AT_LAST = 1.5 * SAMPLE_RATE;

/**
 * Speech between pauses of so many frames, or of `wordPause` around a word; with `isOpen`, long enough each to tell its
 * language, and not too many.
 */
function stretchesOf(
  speech: readonly SpeechSegment[],
  pause: number,
  isOpen: boolean,
  wordPause: number,
): SpeechSegment[] {
  const stretches: SpeechSegment[] = [];
  for (const [index, segment] of speech.entries()) {
    const last = stretches.at(-1);
    const next = speech[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const isWord = segment.end - segment.start <= MAX_WORD && next - segment.end >= wordPause;
    const enough = isWord ? wordPause : pause;
    if (last && segment.start - last.end < enough) stretches[stretches.length - 1] = joined(last, segment);
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

/**
 * Which of its two pauses a stretch is joined over: an index of the stretch after it; 0 where there is nothing to join.
 */
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
  const stretch = stretches[index] ?? { start: 0, end: 0 };
  const [start, end] = [stretch.start * FRAME_SAMPLES, stretch.end * FRAME_SAMPLES];
  const [from, to] = [start - BEFORE, Math.min(length, end + AFTER)];
  const [first, last] = [start <= AT_FIRST ? 0 : from, length - end <= AT_LAST ? length : to];
  const middle = (one: SpeechSegment, other: SpeechSegment) =>
    Math.round(((one.end + other.start) / 2) * FRAME_SAMPLES);
  const [before, after] = [stretches[index - 1], stretches[index + 1]];
  return {
    start: before ? Math.max(middle(before, stretch), from) : first,
    end: after ? Math.min(middle(stretch, after), to) : last,
  };
}

/**
 * What is said, where the model may find out the language and finds the one that was asked for: that costs nothing.
 * Where it finds another one, the text is heard once more as it was asked for, and in doubt.
 */
async function heardAsAsked(
  samples: Int16Array,
  language: string,
  decode: Decode,
): Promise<RecognizedSpeech | undefined> {
  const first = await heardAgain(samples, 'auto', decode, MAX_HALVINGS);
  const found = first.language;
  const asked = primaryLanguage(language);
  if (found === null || first.text === '') return undefined;
  if (primaryLanguage(found) === asked) return first;
  const heard = await heardAgain(samples, language, decode, MAX_HALVINGS);
  const [start, end] = [heard.segments[0]?.start ?? 0, heard.segments.at(-1)?.end ?? 0];
  if (heard.text === '' || areMistaken(asked, found)) return heard;
  const doubt: Doubt = { kind: 'other-language', language: found, start, end };
  return { ...heard, doubts: [...(heard.doubts ?? []), doubt] };
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
  // A sentence that is cut in two is still of one language.
  const known = language === 'auto' && heard?.language ? heard.language : language;
  const each = heard && (await eachTime(heard, { samples, spoken, language: known, decode, halvings }));
  if (each) return each;
  if (heard && fault === undefined) return completed(heard, { samples, spoken, language, decode, halvings });
  const canHalve = samples.length >= 2 * MIN_HALF && (halvings > 0 || first === undefined);
  if (!canHalve) return inDoubt(heard, fault ?? 'too-much', spoken);
  const quarter = Math.floor(samples.length / 4);
  const cut = quarter + cutPlace(samples.subarray(quarter, samples.length - quarter)).at;
  const halves = mergeChunks([
    await heardAgain(samples.subarray(0, cut), known, decode, halvings - 1),
    shiftedBy(cut / SAMPLE_RATE, await heardAgain(samples.subarray(cut), known, decode, halvings - 1)),
  ]);
  if (fault === 'too-little' && heard && lettersOf(halves.text) <= 1.3 * lettersOf(heard.text))
    return inDoubt(heard, fault, spoken);
  return halves;
}

/** Speech whose text stays wrong in the smallest part; without a text of which nothing can be true. */
function inDoubt(heard: RecognizedSpeech | undefined, fault: TextFault, spoken: Spoken): RecognizedSpeech {
  const [start, end] = [spoken[0]?.start ?? 0, spoken.at(-1)?.end ?? 0];
  if (!heard || fault === 'too-much') return { ...nothingSaid, doubts: [{ kind: 'left-out', start, end }] };
  return { ...heard, doubts: [{ kind: fault, start, end }] };
}

/** Without what the model wrote where no one speaks, and without what holds no letter. */
function spokenOnly(heard: RecognizedSpeech, spoken: Spoken): RecognizedSpeech {
  const kept = heard.segments.filter(
    ({ text, start, end }) =>
      lettersOf(text) > 0 && spokenBetween(spoken, start - SLACK_S, end + SLACK_S) >= MIN_SPOKEN_S,
  );
  return kept.length === heard.segments.length ? heard : ofSegments(heard, kept);
}

/** Times of a model may be off by so much. */
const SLACK_S = 0.2;
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

/**
 * With what the model has passed over: speech that no segment covers, and segments that say far too little for their
 * length.
 */
async function completed(heard: RecognizedSpeech, missing: Missing): Promise<RecognizedSpeech> {
  const { samples, spoken, language, decode, halvings } = missing;
  if (halvings === 0 || heard.segments.length === 0) return heard;
  const poor = heard.segments.filter(
    ({ text, start, end }) => textFault(text, spokenBetween(spoken, start, end)) === 'too-little',
  );
  const isWhole = poor.length === heard.segments.length;
  const sparse = isWhole ? [] : sparseSegments(heard.segments, spoken).filter((one) => !poor.includes(one));
  let all = heard;
  const doubts: Doubt[] = [];
  for (const { start, end } of [
    ...uncovered(heard.segments, spoken, MAX_MISSED_S),
    ...(isWhole ? [] : poor),
    ...sparse,
  ]) {
    const from = Math.max(0, Math.round(start * SAMPLE_RATE) - GAP_MARGIN);
    const to = Math.min(samples.length, Math.round(end * SAMPLE_RATE) + GAP_MARGIN);
    const isShort = spokenBetween(spoken, start, end) * FRAME_RATE < MIN_STRETCH;
    const known = isShort && language === 'auto' ? (heard.language ?? language) : language;
    const more = await heardAgain(samples.subarray(from, to), known, decode, 0);
    const found = shiftedBy(from / SAMPLE_RATE, withLanguage(more, more.language ?? undefined));
    const better = withHeardAgain(all, { start, end }, found);
    all = better ?? all;
    if (better) doubts.push(...(found.doubts ?? []));
    else if (spokenBetween(spoken, start, end) >= MIN_MISSED_S && !sparse.some((one) => one.start === start))
      doubts.push({ kind: 'too-little', start, end });
  }
  return doubts.length > 0 ? { ...all, doubts } : all;
}

/** What is said over and over comes no faster than so many letters a second. */
const STEADY_PACE = 20;
/** Of the letters of what is said again, so many are heard at least in its first time alone. */
const ALIKE = 0.7;

/**
 * The same words said several times with pauses between, written as often: models lose count. Undefined where the count
 * is right, or where the parts alone hold other than the whole.
 */
async function eachTime(heard: RecognizedSpeech, missing: Missing): Promise<RecognizedSpeech | undefined> {
  const { samples, spoken, language, decode, halvings } = missing;
  const parts = halvings === MAX_HALVINGS ? repeatedParts(spoken) : [];
  const [one, other] = parts;
  const written = repeatedText(heard.text);
  const [first = '', last = ''] = [written[0], written.at(-1)];
  const letters = lettersSaid(first);
  const pace = (parts.length * letters) / spokenBetween(spoken, 0, Number.POSITIVE_INFINITY);
  if (!one || !other || written.length === parts.length || pace > STEADY_PACE) return undefined;
  const between = (before: Spoken[number], after: Spoken[number]) =>
    Math.round(((before.end + after.start) / 2) * SAMPLE_RATE);
  const holdsIt = async (part: Int16Array) => {
    const { text } = await heardAgain(part, language, decode, 0);
    const share = lettersSaid(text) / letters;
    return written.length > 1
      ? share >= ALIKE && share <= 1 / ALIKE
      : repeatedText(joinTexts([first, text])).length > 1;
  };
  if (!(await holdsIt(samples.subarray(0, between(one, other))))) return undefined;
  // Written once, nothing says yet that it was said again.
  const [beforeLast = one] = parts.slice(-2);
  const lastPart = samples.subarray(between(beforeLast, parts.at(-1) ?? other));
  if (written.length === 1 && !(await holdsIt(lastPart))) return undefined;
  const segments = parts.map((part, id) => ({ ...part, id, text: id === parts.length - 1 ? last : first }));
  const text = joinTexts(segments.map((segment) => segment.text));
  return { ...heard, text, segments, words: estimatedWords(segments, spoken) };
}

/** A segment that says so much less in its time than the others may hold a sentence once that was said twice. */
const SPARSE = 0.65;
/** Nothing is said of the pace of less speech than this, in seconds. */
const MIN_PACED_S = 4;

function sparseSegments(segments: readonly Segment[], spoken: Spoken): Segment[] {
  const paced = segments.map((segment) => ({
    segment,
    letters: lettersSaid(segment.text),
    seconds: spokenBetween(spoken, segment.start, segment.end),
  }));
  const letters = paced.reduce((sum, one) => sum + one.letters, 0);
  const seconds = paced.reduce((sum, one) => sum + one.seconds, 0);
  return paced
    .filter((one) => {
      const others = seconds - one.seconds;
      if (Math.min(one.seconds, others) < MIN_PACED_S) return false;
      return one.letters / one.seconds < (SPARSE * (letters - one.letters)) / others;
    })
    .map(({ segment }) => segment);
}

function withLanguage(speech: RecognizedSpeech, language: string | undefined): RecognizedSpeech {
  if (language === undefined) return speech;
  return { ...speech, segments: speech.segments.map((segment) => ({ language, ...segment })) };
}
