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
import { LiveSpeech } from './live-speech.ts';

/** Half a second: how much is read at a time, and fed at a time while the audio still arrives. */
const BLOCK_SAMPLES = SAMPLE_RATE / 2;
/** No English word lasts longer, in seconds: the decoder has stretched one over sound that holds none. */
const LONGEST_WORD = 2;
/** Where no word at all is more probable than this, the decoder was guessing. */
const LEAST_CONFIDENCE = 0.35;
/** While audio arrives, an utterance ends here at the latest. */
const LONGEST_LIVE_UTTERANCE = 20 * SAMPLE_RATE;

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
  let heardLive = false;
  /** One that is fit for the job: a dictation before it must not change how a file is heard. */
  const decoderFor = (isLive: boolean): Decoder => {
    if (heardLive && !isLive) {
      decoder?.free();
      decoder = undefined;
    }
    heardLive = isLive;
    decoder ??= openDecoder(installation, { ...decoderSettings, ...settings });
    return decoder;
  };
  return {
    load: async (request) => {
      const before = decoder;
      return { device: 'cpu', warm: decoderFor(request.growing === true) === before };
    },
    recognize: (session) => {
      const ready = decoderFor(session.spool.growing);
      ready.forget();
      return session.spool.growing ? recognizeLive(ready, session) : recognizeWhole(ready, session);
    },
  };
}

/** Audio that is all there: speech is looked for first, then recognised utterance by utterance. */
async function recognizeWhole(decoder: Decoder, session: Session): Promise<RecognizedSpeech> {
  const energies = new FrameEnergies();
  for (;;) {
    const samples = await session.spool.next(BLOCK_SAMPLES * 20, session.signal);
    if (!samples) break;
    energies.push(samples);
  }
  const speechSegments = detectSpeech(energies);
  if (speechSegments.length === 0) throw noSpeech();
  const plan = planUtterances(speechSegments, energies);
  const total = plan.reduce((sum, { start, end }) => sum + end - start, 0);
  const utterances: Utterance[] = [];
  let done = 0;
  for (const { start, end } of plan) {
    session.signal.throwIfAborted();
    const samples = await session.spool.read(start * FRAME_SAMPLES, (end - start) * FRAME_SAMPLES);
    decoder.start();
    decoder.process(amplified(samples), true);
    decoder.end();
    utterances.push(words(decoder.path(), start / FRAME_RATE));
    done += end - start;
    session.progress(done / total);
    // Whole utterances are not gone back to, unless all of it turns out to be guessed.
    const text = textOf(utterances);
    session.partial(text, isBelievable(utterances) ? text.length : 0);
  }
  return assembled(utterances);
}

/** Audio that still arrives: speech is fed as it comes, with the text so far after every block; silence is left out. */
async function recognizeLive(decoder: Decoder, session: Session): Promise<RecognizedSpeech> {
  const energies = new FrameEnergies();
  const live = new LiveSpeech();
  const utterances: Utterance[] = [];
  let samplesRead = 0;
  let begun: number | undefined;
  const endUtterance = () => {
    if (begun === undefined) return;
    decoder.end();
    utterances.push(words(decoder.path(), begun / SAMPLE_RATE));
    begun = undefined;
  };
  for (;;) {
    const samples = await session.spool.next(BLOCK_SAMPLES, session.signal);
    if (!samples) break;
    energies.push(samples);
    samplesRead += samples.length;
    // A copy: the reader's memory is used again, and blocks are held back.
    const { blocks, isOver } = live.push(samples.slice());
    if (blocks.length === 0) continue;
    if (begun === undefined) {
      begun = samplesRead - blocks.reduce((sum, block) => sum + block.length, 0);
      decoder.start();
    }
    for (const block of blocks) decoder.process(amplified(block), false);
    session.partial(joined([textOf(utterances), decoder.hypothesis()]));
    if (isOver || samplesRead - begun >= LONGEST_LIVE_UTTERANCE) endUtterance();
  }
  endUtterance();
  const speechSegments = detectSpeech(energies);
  if (speechSegments.length === 0) throw noSpeech();
  const isSpoken = ({ start, end }: Word) =>
    speechSegments.some(
      (speechSegment) => start * FRAME_RATE < speechSegment.end && end * FRAME_RATE > speechSegment.start,
    );
  return assembled(utterances.map((utterance) => utterance.filter(isSpoken)));
}

/** Real words of a path. Its frames run on from one utterance to the next, so they are counted from its own first one. */
function words(path: readonly PathEntry[], offset: number): Utterance {
  const first = path[0]?.startFrame ?? 0;
  return path
    .filter(({ word }) => !/^[<[(+]/.test(word))
    .map(({ word, startFrame, endFrame, probability }) => ({
      word: word.replace(/\(\d+\)$/, ''),
      start: seconds((startFrame - first) / FRAME_RATE + offset),
      end: seconds((endFrame + 1 - first) / FRAME_RATE + offset),
      confidence: Math.round(probability * 1000) / 1000,
    }))
    .filter(({ start, end }) => end - start <= LONGEST_WORD);
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

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
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
