import { stat } from 'node:fs/promises';
import { declip, RumbleFilter, SAMPLE_RATE, type SpeechSegment } from '@quoth/audio';
import { type Message, say } from '@quoth/contract';
import { mayHoldTerms, nothingSaid, type RecognizedSpeech, withPromptedTerms } from '@quoth/text';
import {
  BackendError,
  getAvailableBackends,
  InputTooLong,
  type Session as LibrarySession,
  ModelFileNotFound,
  OutOfMemory,
  OutputTruncated,
  setLogHandler,
  TranscribeError,
  TranscribeModel,
  UnsupportedRequest,
} from 'transcribe-cpp';
import type { HostRequest, ModelFile } from './engine.ts';
import { hearSpeech } from './hear-speech.ts';
import { RecognitionError } from './recognizer.ts';
import type { EngineDevice } from './transcribe-cpp.ts';
import { promptFor, runOptions, steady, toSpeech } from './transcribe-cpp-speech.ts';

/** `transcribe_status` of an architecture that this version of the library does not have. */
const UNKNOWN_ARCHITECTURE = 5;
/** The library's levels: 1 information, 2 warning, 3 error, 4 debugging. */
const ERROR_LEVEL = 3;
/** What a model needs beyond its own bytes: the library, and the intermediate results of one chunk. */
const WORKING_BYTES = 200 * 2 ** 20;

/**
 * Loads a model's file. Throws a RecognitionError that names the cause: missing, damaged, unknown, too big, device
 * gone.
 */
export async function loadModel(file: ModelFile, device: EngineDevice): Promise<TranscribeModel> {
  await checkFile(file);
  checkMemory(file, device);
  let reason = '';
  setLogHandler((level, message) => {
    if (level === ERROR_LEVEL) reason = message;
  });
  try {
    return await TranscribeModel.load(file.path, { backend: device });
  } catch (error) {
    throw loadFailure(error, file, device, reason);
  } finally {
    setLogHandler(null);
  }
}

/**
 * The engine's answer to a file that it does not load, in words. `reason` is what the library logged; it is searched,
 * never shown.
 */
function loadFailure(
  error: unknown,
  file: ModelFile,
  device: EngineDevice,
  reason: string,
): RecognitionError {
  const { displayName } = file;
  if (error instanceof ModelFileNotFound) return missing(displayName);
  if (error instanceof OutOfMemory || /alloc|out of memory/i.test(reason)) return tooBig(file, undefined);
  if (error instanceof BackendError) {
    return new RecognitionError(
      'ENGINE_UNAVAILABLE',
      say('deviceNotReady', { model: displayName, device }),
      say('chooseDevice'),
    );
  }
  if (error instanceof TranscribeError && error.status === UNKNOWN_ARCHITECTURE) {
    return new RecognitionError(
      'TRANSCRIPTION_FAILED',
      say('modelArchitectureUnknown', { model: displayName }),
      say('updateOrChooseModel'),
      say('listsInstalledModels'),
    );
  }
  return damaged(displayName, say('engineRefusesFile'));
}

async function checkFile({ path, sizeBytes, displayName }: ModelFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw missing(displayName);
  if (found.size !== sizeBytes) {
    throw damaged(displayName, say('fileHasOtherLength', { found: found.size, wanted: sizeBytes }));
  }
}

function checkMemory(file: ModelFile, device: EngineDevice): void {
  const available = process.availableMemory();
  if (file.sizeBytes + WORKING_BYTES <= available) return;
  const graphics = device !== 'cpu' && getAvailableBackends().some(({ deviceType }) => deviceType === 'gpu');
  if (!graphics) throw tooBig(file, available);
}

function missing(displayName: string): RecognitionError {
  return new RecognitionError(
    'MODEL_NOT_INSTALLED',
    say('modelFileMissing', { model: displayName }),
    say('downloadMissingModel'),
  );
}

function damaged(displayName: string, how: Message): RecognitionError {
  return new RecognitionError(
    'MODEL_NOT_INSTALLED',
    say('modelFileDamaged', { model: displayName, how }),
    say('replaceModel'),
  );
}

function tooBig({ displayName, sizeBytes }: ModelFile, available: number | undefined): RecognitionError {
  const needed = gigabytes(sizeBytes + WORKING_BYTES);
  return new RecognitionError(
    'ENGINE_UNAVAILABLE',
    available === undefined
      ? say('modelNeedsMoreMemory', { model: displayName, needed })
      : say('modelNeedsMemory', { model: displayName, needed, free: gigabytes(available) }),
    say('closeProgramsOrChooseSmaller'),
    say('showsModelSizes'),
  );
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GB`;
}

/** One model, loaded as often as recordings are followed at a time: the library runs one stream with each copy. */
export class ModelCopies {
  /** Kind of device that the model runs on. */
  readonly device: string;
  readonly #first: ModelRunner;
  readonly #load: () => Promise<ModelRunner>;
  readonly #all: ModelRunner[];
  readonly #free: ModelRunner[];

  private constructor(first: ModelRunner, load: () => Promise<ModelRunner>) {
    this.device = first.model.device.deviceType;
    this.#first = first;
    this.#load = load;
    this.#all = [first];
    this.#free = [first];
  }

  /** Throws as `loadModel` does. */
  static async open(file: ModelFile, device: EngineDevice): Promise<ModelCopies> {
    const load = async () => new ModelRunner(await loadModel(file, device));
    return new ModelCopies(await load(), load);
  }

  get model(): TranscribeModel {
    return this.#first.model;
  }

  /** Works with a copy that no one else uses; one more is loaded where all are in use, and stays for the next. */
  async with<Result>(work: (runner: ModelRunner) => Promise<Result>): Promise<Result> {
    let runner = this.#free.pop();
    if (!runner) {
      runner = await this.#load();
      this.#all.push(runner);
    }
    try {
      return await work(runner);
    } finally {
      this.#free.push(runner);
    }
  }

  dispose(): void {
    for (const runner of this.#all) runner.dispose();
  }
}

/** The library refuses less than 160 samples, and a model makes nothing of less than a tenth of a second. */
const MIN_RUN_SAMPLES = SAMPLE_RATE / 10;

/**
 * Up to here a second thread gains Moonshine nothing: its matrices are so small that threads wait for each other as
 * long as they work. Where other programs work too, they wait four times as long as one thread takes (3 s of speech on
 * two busy cores: 2.4 s instead of 0.6).
 */
const ALONE_SAMPLES = 12 * SAMPLE_RATE;

/** Runs one loaded model over ranges of samples. */
export class ModelRunner {
  readonly model: TranscribeModel;
  #buffer = new Float32Array(0);
  #session: { readonly threads: number; readonly session: LibrarySession } | undefined;

  constructor(model: TranscribeModel) {
    this.model = model;
  }

  /**
   * What is said in at most one chunk of audio; times in seconds from its start. A model invents words in silence, so
   * audio without speech is not given to it: NO_SPEECH. Where all that it wrote had to be left out, the text is empty
   * and the doubts say when somebody spoke.
   */
  async recognize(samples: Int16Array, request: HostRequest, signal: AbortSignal): Promise<RecognizedSpeech> {
    const { supportsLanguageDetect, languages } = this.model.capabilities;
    const speech = await hearSpeech({
      samples,
      language: request.language,
      detects: supportsLanguageDetect && languages.length !== 1,
      translates: request.translate === true,
      dropsWords: this.model.arch === 'moonshine',
      decode: (part, segments, language) => this.#decode(part, segments, { ...request, language }, signal),
    });
    if (speech.text === '' && !speech.doubts) throw noSpeech();
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

  /** The language of the text if the model does not report it. */
  spokenLanguage({ language, translate }: HostRequest): string | null {
    if (translate) return 'en';
    if (language !== 'auto') return language;
    const [only, another] = this.model.capabilities.languages;
    return another === undefined ? (only ?? null) : null;
  }

  /**
   * The samples as the library takes them, with peaks that were cut off, and without a hum that is louder than the
   * voice, in one buffer that is used again: a chunk's worth of garbage each time costs 150 MB.
   */
  #floats(samples: Int16Array): Float32Array {
    if (this.#buffer.length < samples.length) this.#buffer = new Float32Array(samples.length);
    const floats = this.#buffer.subarray(0, samples.length);
    for (let at = 0; at < samples.length; at++) floats[at] = (samples[at] ?? 0) / 32_768;
    declip(floats);
    new RumbleFilter().apply(floats);
    return floats;
  }

  /**
   * The terms of the vocabulary that the model hears once it is prompted with them. A prompt alone can't be trusted:
   * with terms that were not said, sentences go missing and others are invented.
   */
  async #withVocabulary(
    speech: RecognizedSpeech,
    floats: Float32Array,
    request: HostRequest,
    signal: AbortSignal,
  ): Promise<RecognizedSpeech> {
    const family = promptFor(this.model, request.vocabulary);
    if (!family || !mayHoldTerms(speech.text, request.vocabulary)) return speech;
    const options = {
      ...runOptions(this.model, { ...request, wordTimes: false }),
      family: { ...steady, ...family },
    };
    try {
      const { text } = await this.session(request.threads).run(floats, { ...options, signal });
      return withPromptedTerms(speech, text, request.vocabulary);
    } catch (error) {
      // What was heard without a prompt stands.
      if (error instanceof OutputTruncated || error instanceof InputTooLong) return speech;
      throw error;
    }
  }

  /** What the model makes of samples; undefined where it can't take so many, or writes without end. */
  async #decode(
    samples: Int16Array,
    segments: readonly SpeechSegment[],
    request: HostRequest,
    signal: AbortSignal,
  ): Promise<RecognizedSpeech | undefined> {
    if (samples.length < MIN_RUN_SAMPLES) return nothingSaid;
    const options = runOptions(this.model, request);
    try {
      const isAlone = this.model.arch === 'moonshine' && samples.length <= ALONE_SAMPLES;
      const session = this.session(isAlone ? 1 : request.threads);
      const floats = this.#floats(samples);
      const transcript = await session.run(floats, { ...options, signal });
      const speech = toSpeech(transcript, segments, this.spokenLanguage(request));
      return await this.#withVocabulary(speech, floats, request, signal);
    } catch (error) {
      if (error instanceof UnsupportedRequest) throw unsupported(request);
      if (error instanceof InputTooLong || error instanceof OutputTruncated) return undefined;
      throw error;
    }
  }
}

/** No one speaks in the audio. */
export function noSpeech(): RecognitionError {
  return new RecognitionError('NO_SPEECH', say('noSpeech'), say('checkSource'));
}

function unsupported({ language, translate }: HostRequest): RecognitionError {
  return new RecognitionError(
    'INVALID_REQUEST',
    translate ? say('thisModelTranslatesNotFrom', { language }) : say('thisModelLacksLanguage', { language }),
    say('chooseModelOrLanguage'),
    say('showsModelAbilities'),
  );
}
