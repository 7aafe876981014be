import type { AudioFormat, SpeechDomain, SpeechModel } from './speech-adapter.ts';

/** What is asked of a vendor. */
export interface SpeechJob {
  readonly model: SpeechModel;
  /** BCP-47; undefined: the vendor finds out. */
  readonly language: string | undefined;
  readonly vocabulary: readonly string[];
  readonly domain: SpeechDomain;
  /** The text is wanted in English, whatever is spoken. */
  readonly translate: boolean;
  /** Which times are wanted; a vendor may take longer for them. */
  readonly wants: { readonly words: boolean; readonly segments: boolean };
  /** The user's own words for a model that takes instructions. */
  readonly instructions: string | undefined;
  readonly audio: AudioFile;
}

/** A file of audio on the disk. It is streamed from there and never held in memory as a whole. */
export interface AudioFile {
  readonly path: string;
  readonly format: AudioFormat;
  readonly bytes: number;
  readonly seconds: number;
}
