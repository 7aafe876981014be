import type { SampleRange } from '@quoth/audio';
import { type Capabilities, type Finding, type Message, plainText, type Said } from '@quoth/contract';
import type { RecognizedSpeech } from '@quoth/text';

/** A model of an engine, as the catalog and the plan of a transcription see it. */
export interface EngineModel {
  readonly id: string;
  /** A name for all variants of the model; several models may share one. */
  readonly slug?: string;
  /** False for a variant that is only shown when all are asked for. */
  readonly listed: boolean;
  /** Engine name as the API writes it. */
  readonly engine: string;
  readonly provider: string;
  readonly displayName: string;
  /** Key in `local_models` of GET /health. */
  readonly family: string;
  /** BCP-47 primary tags, or `*` for any. */
  readonly languages: readonly string[];
  readonly installed: boolean;
  /** The command that installs it, if it is not installed. */
  readonly installHint?: Message | undefined;
  /** True for a model that is part of Quoth. */
  readonly included?: boolean;
  /** Why a file that was installed no longer counts. */
  readonly problem?: Message | null;
  readonly sizeMb: number | null;
  readonly capabilities: Capabilities;
  /** True when the model finds out by itself which language is spoken, or knows only one. */
  readonly detectsLanguage: boolean;
  /** Words that it gets wrong, and in which test; null if unknown. */
  readonly wordErrorRate: { readonly percent: number; readonly source: string } | null;
  /**
   * Share of the words of a bundled sentence that it got wrong when it was imported; null or absent if it was not
   * tested.
   */
  readonly selfTestErrorRate?: number | null;
  /**
   * If it does not understand the speech, its text is less certain than this (`transcription/language-warning.ts`);
   * undefined if it reports no certainty.
   */
  readonly doubtBelow?: Certainty | undefined;
}

/** Certainty of a text: the mean confidence of its words, and the share of those above 0.9; 0 to 2 together. */
interface Certainty {
  readonly shortText: number;
  readonly longText: number;
}

/** How often a model is asked for the words of somebody who speaks. */
export interface LivePace {
  /** Share of one core that this may take on average. */
  readonly share: number;
  /** False where no one reads its words before the end: it is asked only where somebody pauses. */
  readonly previews: boolean;
  /** True where someone takes its words as soon as they are stable: else those who speak see them settle later. */
  readonly isFollowed: boolean;
  /** Attempts while somebody speaks are made by another process, so that the last one waits for none of them. */
  readonly apart?: boolean;
}

/** What a recognition is asked. */
export interface EngineRequest {
  readonly model: string;
  /** BCP-47, or `auto`. */
  readonly language: string;
  /** Raw signed 16-bit little-endian samples, 16 kHz, mono. */
  readonly spoolPath: string;
  readonly vocabulary: readonly string[];
  /** Seconds of audio, as far as known; limits on time follow from it. */
  readonly durationSeconds: number;
  /**
   * The part of the spool to recognise; all of it where absent. Times in the result are counted from the spool's start
   * all the same.
   */
  readonly range?: SampleRange;
  /** True for a dictation whose live text failed: its speaker waits for the text, however long the recording is. */
  readonly isAwaited?: boolean;
  /** True while samples are still being added to the spool; `Recognition.spoolEnded` says when there are no more. */
  readonly growing?: boolean;
  /** How a growing recording is transcribed by a model that takes whole utterances; as often as it can if absent. */
  readonly live?: LivePace;
  /** The text should be in English, whatever language is spoken. */
  readonly translate?: boolean;
  /** Word times are wanted, even if they take extra time. */
  readonly wordTimes?: boolean;
}

/** One request as a host gets it. */
export interface HostRequest extends EngineRequest {
  /** The file of the model, for an engine that has many. */
  readonly modelFile?: ModelFile | undefined;
  /** Threads that the recognition may use. */
  readonly threads: number;
  /** A part of a recording that goes on, which breaks off in the middle: a little silence is heard after it. */
  readonly isDraft?: boolean;
}

/** A model's file, with what must be true of it. */
export interface ModelFile {
  readonly path: string;
  /** Bytes when it was installed. */
  readonly sizeBytes: number;
  /** As people know it. */
  readonly displayName: string;
}

/** What was said, in the part that was asked for or in its beginning. */
export interface HostSpeech extends RecognizedSpeech {
  /**
   * The sample of a growing part, counted from its start, from which it is still to be recognised; absent where all of
   * it is done.
   */
  readonly until?: number;
}

/** The result of a recognition. Times are seconds from the start of the spool. */
export interface EngineResult extends HostSpeech {
  /** Milliseconds of waiting for a process of the engine. */
  readonly waitMs: number;
  /** Milliseconds to load the model; 0 when it was warm. */
  readonly loadMs: number;
  /** Milliseconds of recognition. */
  readonly decodeMs: number;
}

/** The part of an engine that runs in its host process, and its configuration. */
export interface RecognizerModule {
  /** URL of a module that exports `createRecognizer(config)`. */
  readonly url: URL;
  readonly config: unknown;
}

/** An engine: its chapters beside this one, and one line in `engineList`. Answers from memory but for `look`. */
export interface Engine {
  readonly id: string;
  readonly displayName: string;
  /** Looks at the disk for libraries and models. */
  look(): void;
  models(): readonly EngineModel[];
  /** For the doctor. */
  findings(): readonly Said<Finding>[];
  /** Undefined while nothing of it is installed. */
  recognizer(): RecognizerModule | undefined;
  /**
   * The file of a model, looked at once more, and kept from being removed until it is released. Absent for an engine
   * whose recogniser knows by itself. Throws MODEL_NOT_INSTALLED.
   */
  borrow?(model: string): Promise<BorrowedFile>;
  /** How many hosts may work on one long recording side by side, given the machine's cores and the device in use. */
  maxHosts?(situation: HostSituation): number;
  /**
   * How many recordings in progress one host of a streaming model may follow; one by default. Each takes memory for a
   * model of its own.
   */
  readonly liveStreams?: number;
  /**
   * True for a model of which one attempt takes so long that the text at the end of a recording must not wait for it.
   */
  draftsApart?(model: string): boolean;
}

/** A model's file that is in use. */
export interface BorrowedFile {
  readonly file: ModelFile;
  release(): void;
}

/** What decides how many hosts an engine may have. */
export interface HostSituation {
  readonly model: string;
  readonly cores: number;
  /** Free bytes of memory. */
  readonly freeMemory: number;
  /** `cpu`, `gpu` ... once a host has loaded the model; undefined before. */
  readonly device: string | undefined;
}

/** What a recogniser gave, safe to store and to print (`plainText`). */
export function plainSpeech<Speech extends RecognizedSpeech>(speech: Speech): Speech {
  return {
    ...speech,
    text: plainText(speech.text),
    words: speech.words.map((word) => ({ ...word, word: plainText(word.word) })),
    segments: speech.segments.map((segment) => ({ ...segment, text: plainText(segment.text) })),
  };
}

/** The same for a text that still grows. `stableCharacters` counts characters, so it is counted again. */
export function plainPartial(
  text: string,
  stableCharacters: number | undefined,
): [text: string, stableCharacters: number | undefined] {
  return [
    plainText(text),
    stableCharacters === undefined ? undefined : plainText(text.slice(0, stableCharacters)).length,
  ];
}
