import { detectSpeech, FrameEnergies, type PauseFinder, SAMPLE_RATE } from '@quoth/audio';
import { laterBy, mergeChunks, nothingSaid } from '@quoth/text';
import {
  InputTooLong,
  type Session as LibrarySession,
  OutputTruncated,
  type TranscribeModel,
  UnsupportedRequest,
} from 'transcribe-cpp';
import type { HostRequest } from '../engine.ts';
import { RecognitionError } from '../host/recognizer.ts';
import type { RecognizedSpeech } from '../protocol.ts';
import { isEcho } from './is-echo.ts';
import { runOptions } from './run-options.ts';
import { toSpeech } from './to-speech.ts';

/** The library refuses less than 160 samples, and a model makes nothing of less than a tenth of a second. */
const SHORTEST_RUN = SAMPLE_RATE / 10;
/** A chunk that a model can't take whole is halved, but not below this. */
const SHORTEST_HALF = 4 * SAMPLE_RATE;

/** Runs one loaded model over ranges of samples. */
export class ModelRunner {
  readonly model: TranscribeModel;
  readonly #pauses: PauseFinder;
  #buffer = new Float32Array(0);
  #session: { readonly threads: number; readonly session: LibrarySession } | undefined;

  constructor(model: TranscribeModel, pauses: PauseFinder) {
    this.model = model;
    this.#pauses = pauses;
  }

  /**
   * What is said in at most one chunk of audio; times in seconds from its start. A model invents words in silence, so audio without
   * speech is not given to it: NO_SPEECH.
   */
  async recognize(samples: Int16Array, request: HostRequest, signal: AbortSignal): Promise<RecognizedSpeech> {
    const speech = await this.#transcribed(samples, request, signal);
    if (speech.text === '' || isEcho(speech.text, request.vocabulary)) throw this.noSpeech();
    return speech;
  }

  /** The library's session for this number of threads; kept from one run to the next. */
  session(threads: number): LibrarySession {
    if (this.#session?.threads !== threads) {
      this.#session?.session.dispose();
      this.#session = { threads, session: this.model.createSession({ nThreads: threads }) };
    }
    return this.#session.session;
  }

  dispose(): void {
    this.#session?.session.dispose();
    this.#session = undefined;
    this.model.dispose();
  }

  /** A place in the last part of the samples at which to cut them in two, from a sample on. */
  cut(samples: Int16Array, from: number): number {
    return from + this.#pauses.find(samples.subarray(from)).at;
  }

  /** The language of the text if the model does not report it. */
  spokenLanguage({ language, translate }: HostRequest): string | null {
    if (translate) return 'en';
    if (language !== 'auto') return language;
    const [only, another] = this.model.capabilities.languages;
    return another === undefined ? (only ?? null) : null;
  }

  noSpeech(): RecognitionError {
    return new RecognitionError(
      'NO_SPEECH',
      'No speech was found in the audio.',
      'Check that the right microphone or file was used.',
    );
  }

  /** The samples as the library takes them, in one buffer that is used again: a chunk's worth of garbage each time costs 150 MB. */
  #floats(samples: Int16Array): Float32Array {
    if (this.#buffer.length < samples.length) this.#buffer = new Float32Array(samples.length);
    const floats = this.#buffer.subarray(0, samples.length);
    for (let at = 0; at < samples.length; at++) floats[at] = (samples[at] ?? 0) / 32_768;
    return floats;
  }

  /** What is said in samples, `nothingSaid` included; halves are transcribed one after the other where the model can't take the whole at once. */
  async #transcribed(
    samples: Int16Array,
    request: HostRequest,
    signal: AbortSignal,
  ): Promise<RecognizedSpeech> {
    const energies = new FrameEnergies();
    energies.push(samples);
    const speechSegments = detectSpeech(energies);
    if (samples.length < SHORTEST_RUN || speechSegments.length === 0) return nothingSaid;
    const options = runOptions(this.model, request);
    try {
      const session = this.session(request.threads);
      const transcript = await session.run(this.#floats(samples), { ...options, signal });
      return toSpeech(transcript, speechSegments, this.spokenLanguage(request));
    } catch (error) {
      if (error instanceof UnsupportedRequest) throw unsupported(request);
      const tooMuch = error instanceof InputTooLong || error instanceof OutputTruncated;
      if (!tooMuch || samples.length < 2 * SHORTEST_HALF) throw error;
    }
    const quarter = Math.floor(samples.length / 4);
    const cut = this.cut(samples.subarray(0, samples.length - quarter), quarter);
    const before = await this.#transcribed(samples.subarray(0, cut), request, signal);
    const after = await this.#transcribed(samples.subarray(cut), request, signal);
    return mergeChunks([before, laterBy(cut / SAMPLE_RATE, after)]);
  }
}

function unsupported({ language, translate }: HostRequest): RecognitionError {
  return new RecognitionError(
    'INVALID_REQUEST',
    translate
      ? `This model does not translate from "${language}".`
      : `This model does not support the language "${language}".`,
    'Choose another model or language: "quoth models list" shows what each supports.',
  );
}
