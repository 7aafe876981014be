import type { AudioFormat } from '@quoth/contract';
import type { AudioContent } from '../call/request-init.ts';
import type { SpeechDomain, SpeechModel } from './speech-model.ts';

/** What a vendor is asked for. */
export interface SpeechJob {
  readonly model: SpeechModel;
  /** BCP-47; undefined: the vendor detects it. */
  readonly language: string | undefined;
  readonly vocabulary: readonly string[];
  readonly domain: SpeechDomain;
  /** The text should be in English, whatever language is spoken. */
  readonly translate: boolean;
  /** Which times are wanted; a vendor may take longer for them. */
  readonly wants: { readonly words: boolean; readonly segments: boolean };
  /** The user's own words for a model that takes instructions. */
  readonly instructions: string | undefined;
  /** The vendor is asked to keep nothing, if it has an option for that. */
  readonly keepNothing: boolean;
  readonly audio: AudioFile;
  /** Random, and the same for every try of this job: a service that accepts such keys does the work once. */
  readonly idempotencyKey: string;
}

/** A file of audio on the disk, or bytes from elsewhere. It is streamed and never held in memory as a whole. */
export interface AudioFile {
  /** Ignored if there is a `content`. */
  readonly path: string;
  readonly content?: AudioContent;
  readonly format: AudioFormat;
  readonly bytes: number;
  readonly seconds: number;
}
