import {
  cutPlace,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  MAX_CHUNK_SAMPLES,
  type SpeechSegment,
} from '@quoth/audio';
import type { Segment, Word } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';
import koffi from 'koffi';
import type { PocketsphinxFiles } from './pocketsphinx.ts';
import { RecognitionError, type RecognitionSession, type Recognizer } from './recognizer.ts';

/** No English word lasts longer, in seconds: the decoder has stretched one over sound that holds none. */
const MAX_WORD_SECONDS = 2;
/** Where no word at all is more probable than this, the decoder was guessing. */
const MIN_CONFIDENCE = 0.35;

/** One utterance's words, with times from the start of the spool. */
type Utterance = readonly Word[];

/** What the engine host passes on. */
interface PocketsphinxConfig extends PocketsphinxFiles {
  /** Options to try beside ours, for measurements. */
  readonly settings?: DecoderSettings;
}

/** Made by the engine host. */
export function createRecognizer(config: unknown): Recognizer {
  const { settings, ...installation } = config as PocketsphinxConfig;
  let decoder: Decoder | undefined;
  const opened = () => {
    decoder ??= openDecoder(installation, { ...decoderSettings, ...settings });
    return decoder;
  };
  return {
    load: async () => {
      const warm = decoder !== undefined;
      opened();
      return { device: 'cpu', warm };
    },
    recognize: (session) => recognizeWhole(opened(), session),
  };
}

/**
 * A file, or one phrase of a dictation: speech is looked for first, then recognised utterance by utterance, each as a whole. Fed while it arrives it would be heard worse
 * (docs/decisions/2026-11-22-pocketsphinx-settings.md).
 */
async function recognizeWhole(decoder: Decoder, session: RecognitionSession): Promise<RecognizedSpeech> {
  decoder.forget();
  const parts: Int16Array[] = [];
  for (;;) {
    const samples = await session.spool.next(MAX_CHUNK_SAMPLES, session.signal);
    if (!samples) break;
    parts.push(samples.slice());
  }
  const all = Int16Array.from(parts.flatMap((part) => [...part]));
  const speechSegments = detectSpeech(all);
  if (speechSegments.length === 0) throw noSpeech();
  const plan = planUtterances(speechSegments, all);
  const total = plan.reduce((sum, { start, end }) => sum + end - start, 0);
  const utterances: Utterance[] = [];
  let done = 0;
  let endBefore: number | undefined;
  for (const { start, end } of plan) {
    session.signal.throwIfAborted();
    const samples = await session.spool.read(start * FRAME_SAMPLES, (end - start) * FRAME_SAMPLES);
    decoder.start();
    decoder.process(amplified(samples));
    decoder.end();
    const heard = words(decoder.path(), start / FRAME_RATE);
    // Cut where no one paused, it goes on in the middle of a sentence.
    utterances.push(start === endBefore ? heard : asSentence(heard));
    endBefore = end;
    done += end - start;
    session.progress(done / total);
    // Whole utterances are not gone back to, unless all of it turns out to be guessed.
    const text = textOf(utterances);
    session.partial(text, isConfident(utterances) ? text.length : 0);
  }
  return assembled(utterances);
}

/** Real words of a path. Its frames run on from one utterance to the next, so they are counted from its own first one. */
function words(path: readonly PathEntry[], offset: number): Utterance {
  const first = path[0]?.startFrame ?? 0;
  return path
    .filter(({ word }) => !/^[<[(+]/.test(word))
    .map(({ word, startFrame, endFrame, probability }) => ({
      word: wordOf(word),
      start: seconds((startFrame - first) / FRAME_RATE + offset),
      end: seconds((endFrame + 1 - first) / FRAME_RATE + offset),
      confidence: Math.round(probability * 1000) / 1000,
    }))
    .filter(({ start, end }) => end - start <= MAX_WORD_SECONDS);
}

/** A word of the dictionary, which marks second pronunciations, as in "the(2)", and writes everything in lower case. */
export function wordOf(entry: string): string {
  return entry.replace(/\(\d+\)$/, '').replace(/^i(?=$|')/, 'I');
}

/** The engine hears no punctuation: a sentence is taken to begin after a pause. */
function asSentence([first, ...others]: Utterance): Utterance {
  return first
    ? [{ ...first, word: first.word.charAt(0).toUpperCase() + first.word.slice(1) }, ...others]
    : [];
}

function assembled(all: readonly Utterance[]): RecognizedSpeech {
  const utterances = all.filter((utterance) => utterance.length > 0);
  const list = utterances.flat();
  if (!isConfident(utterances)) {
    throw new RecognitionError(
      'NO_SPEECH',
      'Speech was detected, but no words could be recognised.',
      'Speak closer to the microphone, or choose a model that supports the spoken language.',
    );
  }
  const segments: Segment[] = utterances.map((utterance, id) => ({
    id,
    start: utterance[0]?.start ?? 0,
    end: utterance.at(-1)?.end ?? 0,
    text: textOf([utterance]),
  }));
  return { text: textOf(utterances), words: list, segments, language: 'en' };
}

function isConfident(utterances: readonly Utterance[]): boolean {
  return utterances.some((utterance) => utterance.some((word) => (word.confidence ?? 1) >= MIN_CONFIDENCE));
}

function textOf(utterances: readonly Utterance[]): string {
  return utterances.flatMap((utterance) => utterance.map(({ word }) => word)).join(' ');
}

function seconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function noSpeech(): RecognitionError {
  return new RecognitionError(
    'NO_SPEECH',
    'No speech was found in the audio.',
    'Check that the right microphone or file was used.',
  );
}

/** A pointer of the library's; opaque to us. */
type Pointer = unknown;

/** One entry of the best path: a word or a filler, with frames counted from the decoder's start, both inclusive. */
interface PathEntry {
  readonly word: string;
  readonly startFrame: number;
  readonly endFrame: number;
  /** Posterior probability, 0 to 1. */
  readonly probability: number;
}

/** PocketSphinx's decoder through its C API (pocketsphinx.h of version 0.8): one utterance at a time. */
interface Decoder {
  /** Forgets the background noise of earlier audio. */
  forget(): void;
  start(): void;
  /**
   * Feeds a whole utterance, which the decoder levels over its full length. Never fed in parts: from then on the library levels by what it heard before for as long as it lives
   * (sphinxbase, feat.c: `feat_cmn` keeps CMN_LIVE), and hears everything worse.
   */
  process(samples: Int16Array): void;
  end(): void;
  /** Text so far, fillers left out. */
  hypothesis(): string;
  path(): PathEntry[];
}

/** Loads library and model. Throws when the library refuses the model. */
function openDecoder(installation: PocketsphinxFiles, decoderSettings: DecoderSettings): Decoder {
  const base = koffi.load(installation.sphinxbase);
  const library = koffi.load(installation.pocketsphinx);
  const silence: (file: null) => void = base.func('void err_set_logfp(void *file)');
  const options: () => Pointer = library.func('void *ps_args()');
  const configure: (...values: unknown[]) => Pointer = base.func(
    'void *cmd_ln_init(void *inout, void *definitions, int strict, ...)',
  );
  const create: (config: Pointer) => Pointer = library.func('void *ps_init(void *config)');
  const startStream: (decoder: Pointer) => number = library.func('int ps_start_stream(void *decoder)');
  const start: (decoder: Pointer) => number = library.func('int ps_start_utt(void *decoder)');
  const end: (decoder: Pointer) => number = library.func('int ps_end_utt(void *decoder)');
  const process: (
    decoder: Pointer,
    data: Int16Array,
    count: number,
    noSearch: number,
    whole: number,
  ) => number = library.func(
    'int ps_process_raw(void *decoder, const int16_t *data, size_t count, int noSearch, int whole)',
  );
  const hypothesis: (decoder: Pointer, score: number[]) => string | null = library.func(
    'const char *ps_get_hyp(void *decoder, _Out_ int32_t *score)',
  );
  const firstEntry: (decoder: Pointer) => Pointer = library.func('void *ps_seg_iter(void *decoder)');
  const nextEntry: (entry: Pointer) => Pointer = library.func('void *ps_seg_next(void *entry)');
  const wordOf: (entry: Pointer) => string = library.func('const char *ps_seg_word(void *entry)');
  const framesOf: (entry: Pointer, start: number[], end: number[]) => void = library.func(
    'void ps_seg_frames(void *entry, _Out_ int *start, _Out_ int *end)',
  );
  const logProbability: (entry: Pointer, a: number[], l: number[], b: number[]) => number = library.func(
    'int32_t ps_seg_prob(void *entry, _Out_ int32_t *acoustic, _Out_ int32_t *language, _Out_ int32_t *backoff)',
  );
  const logarithms: (decoder: Pointer) => Pointer = library.func('void *ps_get_logmath(void *decoder)');
  const exponential: (logarithms: Pointer, value: number) => number = base.func(
    'double logmath_exp(void *logarithms, int value)',
  );

  silence(null);
  const settings = {
    '-hmm': installation.acousticModel,
    '-lm': installation.languageModel,
    '-dict': installation.dictionary,
    ...decoderSettings,
  };
  const variadic = Object.entries(settings)
    .flat()
    .flatMap((text) => ['const char *', text]);
  const config = configure(null, options(), 1, ...variadic, 'void *', null);
  const decoder = config ? create(config) : null;
  if (!decoder) throw new Error('PocketSphinx refused its model.');
  const logs = logarithms(decoder);

  return {
    forget: () => check(startStream(decoder), 'ps_start_stream'),
    start: () => check(start(decoder), 'ps_start_utt'),
    process: (samples) => check(process(decoder, samples, samples.length, 0, 1), 'ps_process_raw'),
    end: () => check(end(decoder), 'ps_end_utt'),
    hypothesis: () => hypothesis(decoder, [0]) ?? '',
    path: () => {
      const entries: PathEntry[] = [];
      for (let entry = firstEntry(decoder); entry; entry = nextEntry(entry)) {
        const first = [0];
        const last = [0];
        framesOf(entry, first, last);
        const probability = exponential(logs, logProbability(entry, [0], [0], [0]));
        entries.push({
          word: wordOf(entry),
          startFrame: first[0] ?? 0,
          endFrame: last[0] ?? 0,
          probability: Math.min(1, Math.max(0, probability)),
        });
      }
      return entries;
    },
  };
}

function check(result: number, name: string): void {
  if (result < 0) throw new Error(`${name} failed.`);
}

/** Options of PocketSphinx's decoder, as its command line names them. */
type DecoderSettings = Readonly<Record<string, string>>;

/** The decoder's parameters besides its model; everything else keeps the library's default. */
const decoderSettings: DecoderSettings = {
  // Our own detector has cut the speech out: dropping further frames would shift the times of words.
  '-remove_silence': 'no',
  // A third less work for the same words (docs/decisions/2026-11-22-pocketsphinx-settings.md): states and word ends looked at in a frame.
  '-maxhmmpf': '3000',
  '-maxwpf': '5',
};

/** Sound kept before and after a segment, so that soft first and last consonants are kept. */
const MARGIN = 0.25 * FRAME_RATE;
/** Segments closer together than this are recognised as one. */
const BREATH = 0.8 * FRAME_RATE;
/** An utterance is cut here at the latest, to limit memory and the time until the next progress. */
const LONGEST = 20 * FRAME_RATE;
/** A cut is searched for in this range before the latest position. */
const CUT_REACH = 8 * FRAME_RATE;

/** Cuts speech into utterances of at most 20 s, at pauses if there are any. Frames of 10 ms; `end` is exclusive. */
function planUtterances(speechSegments: readonly SpeechSegment[], samples: Int16Array): SpeechSegment[] {
  const frames = Math.floor(samples.length / FRAME_SAMPLES);
  const joined: SpeechSegment[] = [];
  for (const speechSegment of speechSegments) {
    const last = joined.at(-1);
    const near =
      last !== undefined &&
      speechSegment.start - last.end <= BREATH &&
      speechSegment.end - last.start <= LONGEST;
    if (near) joined[joined.length - 1] = { start: last.start, end: speechSegment.end };
    else joined.push(speechSegment);
  }
  return joined.flatMap((speechSegment, index) => {
    const before = joined[index - 1]?.end ?? 0;
    const after = joined[index + 1]?.start ?? frames;
    const start = Math.max(speechSegment.start - MARGIN, Math.ceil((before + speechSegment.start) / 2), 0);
    const end = Math.min(speechSegment.end + MARGIN, Math.floor((speechSegment.end + after) / 2), frames);
    return cut({ start, end: Math.max(end, speechSegment.end) }, samples);
  });
}

function cut({ start, end }: SpeechSegment, samples: Int16Array): SpeechSegment[] {
  const chunks: SpeechSegment[] = [];
  let from = start;
  while (end - from > LONGEST) {
    const first = from + LONGEST - CUT_REACH;
    const { at: place } = cutPlace(samples.subarray(first * FRAME_SAMPLES, (from + LONGEST) * FRAME_SAMPLES));
    const at = first + Math.floor(place / FRAME_SAMPLES);
    chunks.push({ start: from, end: at });
    from = at;
  }
  chunks.push({ start: from, end });
  return chunks;
}

/** The level that recognisers were trained with: root mean square of speech, as a share of full scale (about -22 dBFS). */
const TARGET = 0.08;
/** Never louder than this share of full scale. */
const CEILING = 0.95;
const MAX_GAIN = 1_000;

/** Makes quiet speech as loud as a recogniser expects; loud speech is unchanged. */
function amplified(samples: Int16Array): Int16Array {
  let squares = 0;
  let peak = 1;
  for (const sample of samples) {
    squares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const level = Math.sqrt(squares / Math.max(1, samples.length));
  const gain = Math.min(MAX_GAIN, (TARGET * 32_768) / Math.max(level, 1e-9), (CEILING * 32_767) / peak);
  return gain <= 1 ? samples : Int16Array.from(samples, (sample) => Math.round(sample * gain));
}
