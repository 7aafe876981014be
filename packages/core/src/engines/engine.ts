import type { Capabilities, Finding, Segment, Word } from '@quoth/contract';

/** A model of an engine, as the catalog and the plan of a transcription see it. */
export interface EngineModel {
  readonly id: string;
  /** Engine name as the API writes it. */
  readonly engine: string;
  readonly provider: string;
  readonly displayName: string;
  /** Key in `local_models` of GET /health. */
  readonly family: string;
  /** BCP-47 primary tags, or `*` for any. */
  readonly languages: readonly string[];
  readonly installed: boolean;
  /** Where it is not installed: the line that installs it. */
  readonly installHint?: string | undefined;
  readonly sizeMb: number | null;
  readonly capabilities: Capabilities;
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
  /** True while samples are still being added to the spool; `Recognition.spoolEnded` tells when no more come. */
  readonly growing?: boolean;
}

/** What a recognition gives. Times of words and segments are seconds from the start of the spool. */
export interface EngineResult {
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  readonly language: string | null;
  /** Milliseconds to load the model; 0 when it was warm. */
  readonly loadMs: number;
  /** Milliseconds of recognition. */
  readonly decodeMs: number;
}

/** Where to find the part of an engine that runs in its host process, and what it is told at its start. */
export interface RecognizerModule {
  /** URL of a module that exports `createRecognizer(config)`. */
  readonly url: URL;
  readonly config: unknown;
}

/** An engine: one folder beside this file, and one line in `engine-list.ts`. Answers from memory but for `look`. */
export interface Engine {
  readonly id: string;
  readonly displayName: string;
  /** Looks at the disk for libraries and models. */
  look(): void;
  models(): readonly EngineModel[];
  /** For the doctor. */
  findings(): readonly Finding[];
  /** Undefined while nothing of it is installed. */
  recognizer(): RecognizerModule | undefined;
}
