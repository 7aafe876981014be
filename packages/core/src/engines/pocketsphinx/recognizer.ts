import {
  amplified,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  FrameEnergies,
  planUtterances,
  SAMPLE_RATE,
} from '@quoth/audio';
import type { Segment, Word } from '@quoth/contract';
import { RecognitionError, type Recognizer, type Session } from '../host/recognizer.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import { type DecoderSettings, decoderSettings } from './decoder-settings.ts';
import type { Installation } from './installation.ts';
import { type Decoder, openDecoder, type PathEntry } from './library.ts';

/** Ten seconds: how much is read at a time. */
const BLOCK_SAMPLES = 10 * SAMPLE_RATE;
/** No English word lasts longer, in seconds: the decoder has stretched one over sound that holds none. */
const LONGEST_WORD = 2;
/** Where no word at all is more probable than this, the decoder was guessing. */
const LEAST_CONFIDENCE = 0.35;

/** One utterance's words, with times from the start of the spool. */
type Utterance = readonly Word[];

/** What the engine host passes on. */
export interface PocketsphinxConfig extends Installation {
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
async function recognizeWhole(decoder: Decoder, session: Session): Promise<RecognizedSpeech> {
  decoder.forget();
  const energies = new FrameEnergies();
  for (;;) {
    const samples = await session.spool.next(BLOCK_SAMPLES, session.signal);
    if (!samples) break;
    energies.push(samples);
  }
  const speechSegments = detectSpeech(energies);
  if (speechSegments.length === 0) throw noSpeech();
  const plan = planUtterances(speechSegments, energies);
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
    // Cut where nobody paused, it goes on in the middle of a sentence.
    utterances.push(start === endBefore ? heard : asSentence(heard));
    endBefore = end;
    done += end - start;
    session.progress(done / total);
    // Whole utterances are not gone back to, unless all of it turns out to be guessed.
    const text = textOf(utterances);
    session.partial(text, isBelievable(utterances) ? text.length : 0);
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
    .filter(({ start, end }) => end - start <= LONGEST_WORD);
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
  if (!isBelievable(utterances)) {
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

function isBelievable(utterances: readonly Utterance[]): boolean {
  return utterances.some((utterance) => utterance.some((word) => (word.confidence ?? 1) >= LEAST_CONFIDENCE));
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
