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
  comparableWords,
  type Doubt,
  lettersOf,
  lettersSaid,
  mergeChunks,
  nothingSaid,
  ofSegments,
  type RecognizedSpeech,
  shiftedBy,
  type TextFault,
  textFault,
  withHeardAgain,
  wordErrors,
} from '@quoth/text';
import {
  MIN_MISSED_S,
  MIN_SPOKEN_S,
  repeatedParts,
  type Spoken,
  spokenBetween,
  spokenTimes,
  uncovered,
} from './spoken-time.ts';

/** Has a model transcribe samples in which somebody speaks, at these times; undefined where it can't take so many, or does not come to an end. */
export type Decode = (
  samples: Int16Array,
  speech: readonly SpeechSegment[],
  language: string,
) => Promise<RecognizedSpeech | undefined>;

/** Samples, and where somebody speaks in them. */
interface Sound {
  readonly samples: Int16Array;
  readonly speech: readonly SpeechSegment[];
}

/** Between two samples, without the rest of a word that was cut off. */
function partOf({ samples, speech }: Sound, from: number, to: number): Sound {
  const frame = (sample: number) => Math.round(sample / FRAME_SAMPLES);
  const [first, length] = [frame(from), frame(to - from)];
  return {
    samples: samples.subarray(from, to),
    speech: speech
      .map(({ start, end }) => ({ start: Math.max(0, start - first), end: Math.min(length, end - first) }))
      .filter(({ start, end }) => end - start >= MIN_SPOKEN_S * FRAME_RATE),
  };
}

/** What is to be heard. */
interface Hearing {
  readonly samples: Int16Array;
  /** As it was asked for; `auto` lets the model find out. */
  readonly language: string;
  /** True where the model knows several languages, and `auto` has it find out for each stretch. */
  readonly detects: boolean;
  /** True where the text is to be in English: then all is said to be of one language. */
  readonly translates?: boolean;
  /** True for a text that is shown while somebody speaks: it must come soon. */
  readonly isDraft?: boolean;
  readonly decode: Decode;
}

/** Of what is to be heard, so much may be decoded: twice. Only what can't be what was said is decoded again beyond that. */
const MAX_PASSES = 2;

/** A model's runs for one hearing, counted. */
interface Runs {
  readonly decode: Decode;
  /** True where so many samples may be heard once more, though nothing is wrong with their text. */
  readonly affords: (samples: number) => boolean;
  /** True where repetitions are heard one by one. */
  readonly repeats: boolean;
}

function countedRuns(decode: Decode, most: number, repeats: boolean): Runs {
  let left = most;
  return {
    repeats,
    decode: (samples, speech, language) => {
      left -= samples.length;
      return decode(samples, speech, language);
    },
    affords: (samples) => samples <= left,
  };
}

/**
 * What is said in at most one chunk of audio; times in seconds from its start. A model gets only what holds speech, since it invents words for the
 * rest. Each result is judged: what can't be what was said is transcribed again in parts, and left out if that helps nothing.
 */
export async function hearSpeech(hearing: Hearing): Promise<RecognizedSpeech> {
  const { samples, language, detects, translates = false, isDraft = false, decode } = hearing;
  // Once for all parts: in a part that begins within noise, the detector would take the voice for some of it.
  const whole = { samples, speech: detectSpeech(samples) };
  const isOpen = detects && !translates && language === 'auto';
  const stretches = stretchesOf(whole.speech, isOpen ? LANGUAGE_PAUSE : LONG_PAUSE, isOpen);
  const places = stretches.map((_, index) => withMargins(stretches, index, samples.length));
  const once = places.reduce((sum, { start, end }) => sum + end - start, 0);
  const runs = countedRuns(decode, MAX_PASSES * once, !isDraft);
  const checked =
    !detects || language === 'auto'
      ? -1
      : stretches.findIndex(({ start, end }) => end - start >= MIN_STRETCH);
  const parts: Part[] = [];
  for (const [index, { start, end }] of places.entries()) {
    const sound = partOf(whole, start, end);
    const hear = index === checked ? heardAsAsked : heardAgain;
    parts.push({ start, sound, heard: await hear(sound, language, runs, MAX_HALVINGS) });
  }
  if (!isOpen) return mergeChunks(parts.map(({ start, heard }) => shiftedBy(start / SAMPLE_RATE, heard)));
  const texts: RecognizedSpeech[] = [];
  for (const [index, { start, sound }] of parts.entries()) {
    const known = inheritedLanguage(parts, index);
    const heard =
      known !== undefined && runs.affords(sound.samples.length)
        ? await heardAgain(sound, known, runs, MAX_HALVINGS)
        : (parts[index]?.heard ?? nothingSaid);
    parts[index] = { start, sound, heard };
    texts.push(shiftedBy(start / SAMPLE_RATE, withLanguage(heard, heard.language ?? undefined)));
  }
  return mergeChunks(texts);
}

/** A stretch of what is heard. */
interface Part {
  /** Its first sample. */
  readonly start: number;
  readonly sound: Sound;
  readonly heard: RecognizedSpeech;
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
/** Of these, Whisper has learnt much: taken for another one, short speech was unclear. */
const wellKnown = new Set(
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg'.split(
    ' ',
  ),
);
/** A stretch for so much audio, at most: each takes a look of its own, and all of them twice as long as one. */
const PER_STRETCH = 7 * FRAME_RATE;
/** But so many are always heard by themselves: two short sentences in two languages, and one more. */
const MIN_STRETCHES = 3;
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
  const most = Math.max(MIN_STRETCHES, 1 + Math.floor(whole / PER_STRETCH));
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

/** The language of its neighbor, for a short stretch whose own is doubtful; undefined where it is not. */
function inheritedLanguage(parts: readonly Part[], index: number): string | undefined {
  const part = parts[index];
  const own = part?.heard.language ?? undefined;
  if (!part || own === undefined || framesOf(part) >= SHORT_STRETCH) return undefined;
  const spoken = ({ heard }: Part) => heard.text !== '';
  const before = parts.slice(0, index).findLast(spoken);
  const after = parts.slice(index + 1).find(spoken);
  const isForeign = !wellKnown.has(own);
  // Of two related languages that are both heard in little, the first one counts.
  const neighbor = before ?? (after && (isForeign || framesOf(after) >= SHORT_STRETCH) ? after : undefined);
  const language = neighbor?.heard.language ?? undefined;
  if (language === undefined || language === own) return undefined;
  return areMistaken(language, own) || (isForeign && wellKnown.has(language)) ? language : undefined;
}

/** How long a stretch is, from its first voice to its last. */
function framesOf({ sound: { speech } }: Part): number {
  return (speech.at(-1)?.end ?? 0) - (speech[0]?.start ?? 0);
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

/**
 * What is said, where the model may find out the language and finds the one that was asked for: that costs nothing. Where it finds another one,
 * the text is heard once more as it was asked for, and in doubt.
 */
async function heardAsAsked(
  sound: Sound,
  language: string,
  runs: Runs,
  halvings: number,
): Promise<RecognizedSpeech> {
  const open = await runs.decode(sound.samples, sound.speech, 'auto');
  const found = open?.text ? open.language : null;
  const asked = primaryLanguage(language);
  const isAsAsked = found !== null && primaryLanguage(found) === asked;
  const heard = await heardAgain(sound, language, runs, halvings, isAsAsked ? open : undefined);
  if (found === null || isAsAsked || heard.text === '' || areMistaken(asked, found)) return heard;
  const [start, end] = [heard.segments[0]?.start ?? 0, heard.segments.at(-1)?.end ?? 0];
  const doubt: Doubt = { kind: 'other-language', language: found, start, end };
  return { ...heard, doubts: [...(heard.doubts ?? []), doubt] };
}

/** How often what went wrong is halved. */
const MAX_HALVINGS = 2;
/** Not below this, in samples: a word or two without context are recognised badly. */
const MIN_HALF = 2 * SAMPLE_RATE;

/** The model's text, judged; in halves where it can't be what was said. `given` is what it wrote already. */
async function heardAgain(
  sound: Sound,
  language: string,
  runs: Runs,
  halvings: number,
  given?: RecognizedSpeech,
): Promise<RecognizedSpeech> {
  const { samples, speech } = sound;
  if (speech.length === 0) return nothingSaid;
  const spoken = spokenTimes(speech);
  const seconds = spokenBetween(spoken, 0, Number.POSITIVE_INFINITY);
  const first = given ?? (await runs.decode(samples, speech, language));
  const heard = first && spokenOnly(first, spoken);
  const fault = heard === undefined ? 'too-much' : textFault(heard.text, seconds);
  const missing = { sound, spoken, language, runs, halvings };
  const each = heard && (await eachRepetition(heard, missing));
  if (each) return each;
  if (heard && fault === undefined) return completed(heard, missing);
  const canHalve = samples.length >= 2 * MIN_HALF && (halvings > 0 || first === undefined);
  if (!canHalve) return inDoubt(heard, fault ?? 'too-much', spoken);
  const quarter = Math.floor(samples.length / 4);
  const cut = quarter + cutPlace(samples.subarray(quarter, samples.length - quarter)).at;
  // A sentence that is cut in two is still of one language.
  const known = language === 'auto' && heard?.language ? heard.language : language;
  const halves = mergeChunks([
    await heardAgain(partOf(sound, 0, cut), known, runs, halvings - 1),
    shiftedBy(
      cut / SAMPLE_RATE,
      await heardAgain(partOf(sound, cut, samples.length), known, runs, halvings - 1),
    ),
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
  readonly sound: Sound;
  readonly spoken: Spoken;
  readonly language: string;
  readonly runs: Runs;
  readonly halvings: number;
}

/** With what the model has passed over: speech that no segment covers, and segments that say far too little for their length. */
async function completed(heard: RecognizedSpeech, missing: Missing): Promise<RecognizedSpeech> {
  const { sound, spoken, language, runs, halvings } = missing;
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
    const to = Math.min(sound.samples.length, Math.round(end * SAMPLE_RATE) + GAP_MARGIN);
    const more = await heardAgain(partOf(sound, from, to), language, runs, 0);
    const found = shiftedBy(from / SAMPLE_RATE, withLanguage(more, more.language ?? undefined));
    const better = withHeardAgain(all, { start, end }, found);
    all = better ?? all;
    if (better) doubts.push(...(found.doubts ?? []));
    else if (spokenBetween(spoken, start, end) >= MIN_MISSED_S && !sparse.some((one) => one.start === start))
      doubts.push({ kind: 'too-little', start, end });
  }
  return doubts.length > 0 ? { ...all, doubts } : all;
}

/** Read speech has 13 letters a second and more. */
const FULL_PACE = 12;
/** What is said again in less time is a word or two, in seconds. */
const MIN_REPETITION_S = 1.5;
/** Of the words of a sentence that is said again. */
const MAX_OTHER_WORDS = 0.2;
/** Heard one by one, repetitions have so many times the letters, or none was missing. */
const MORE_WITH_REPETITIONS = 1.1;

/**
 * A sentence that is said several times, heard time by time: some models write it less often. Undefined where nothing
 * of that kind is missing.
 */
async function eachRepetition(
  heard: RecognizedSpeech,
  missing: Missing,
): Promise<RecognizedSpeech | undefined> {
  const { sound, spoken, language, runs, halvings } = missing;
  const mayHear = halvings === MAX_HALVINGS && runs.repeats && runs.affords(sound.samples.length);
  const period = mayHear ? repeatedParts(spoken) : undefined;
  if (period === undefined) return undefined;
  const times = spoken.length / period;
  const seconds = spokenBetween(spoken, 0, Number.POSITIVE_INFINITY);
  const isFull = lettersSaid(heard.text) / seconds >= FULL_PACE;
  const written = mostRepeated(heard.text);
  if (seconds / times < MIN_REPETITION_S || (isFull && (written < 2 || written >= times))) return undefined;
  const known = language === 'auto' && heard.language ? heard.language : language;
  const edge = (part: number) => {
    const [before, after] = [spoken[part * period - 1], spoken[part * period]];
    if (!before || !after) return before ? sound.samples.length : 0;
    return Math.round(((before.end + after.start) / 2) * SAMPLE_RATE);
  };
  const parts: RecognizedSpeech[] = [];
  for (let part = 0; part < times; part++) {
    const from = edge(part);
    const one = await heardAgain(partOf(sound, from, edge(part + 1)), known, runs, 0);
    const first = parts[0] ?? one;
    if (!areAlike(first.text, one.text)) return undefined;
    parts.push(shiftedBy(from / SAMPLE_RATE, one));
  }
  const each = mergeChunks(parts);
  const isMore = lettersSaid(each.text) >= MORE_WITH_REPETITIONS * lettersSaid(heard.text);
  return isMore && !each.doubts ? each : undefined;
}

/** True for two texts of the same sentence: of its words, few are heard otherwise. */
function areAlike(one: string, other: string): boolean {
  const [first, second] = [comparableWords(one), comparableWords(other)];
  return wordErrors(first, second).errors <= MAX_OTHER_WORDS * Math.min(first.length, second.length);
}

/** How often the sentence stands in a text that stands there most often. */
function mostRepeated(text: string): number {
  const counts = new Map<string, number>();
  for (const sentence of text.toLowerCase().split(/[.?!。？！]/)) {
    const letters = sentence.replace(/[^\p{L}\p{N}]/gu, '');
    if (letters !== '') counts.set(letters, (counts.get(letters) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
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
