import type { AudioFormat } from '@quoth/contract';
import type { AudioContent } from '../call/request-init.ts';
import type { SpeechDomain, SpeechModel } from './speech-model.ts';

/** What is asked of a vendor. */
export interface SpeechJob {
  readonly model: SpeechModel;
  /** BCP-47; undefined: the vendor finds out. */
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
  /** Random, and the same however often a request of this job is sent: a service that takes such keys does the work once. */
  readonly idempotencyKey: string;
}

/** A file of audio on the disk, or bytes that lie elsewhere. It is streamed from there and never held in memory as a whole. */
export interface AudioFile {
  /** Ignored if there is a `content`. */
  readonly path: string;
  readonly content?: AudioContent;
  readonly format: AudioFormat;
  readonly bytes: number;
  readonly seconds: number;
}
