import type { Capabilities } from '@quoth/contract';
import type { SpeechJob } from './speech-job.ts';
import type { SpeechStep } from './speech-step.ts';

/** Our audio formats, told by first bytes. `opus` is Ogg with Opus, `ogg` Ogg with Vorbis or FLAC, `m4a` any MP4. */
export const audioFormats = ['wav', 'mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aiff', 'aac'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** A model of a vendor that turns speech into text. */
export interface SpeechModel {
  /** As the vendor's API writes it. */
  readonly id: string;
  readonly displayName: string;
  /** BCP-47 primary tags, or `*` for any that the vendor knows. */
  readonly languages: readonly string[];
  readonly capabilities: Capabilities;
  /** What it is made for; absent: `general` alone. */
  readonly domains?: readonly SpeechDomain[];
  /** Where it takes less in one upload than the vendor's other models. */
  readonly maximumSeconds?: number;
}

export type SpeechDomain = 'general' | 'medical';

/** How long a transcription may take before it counts as timed out: the upload, the work and the answer together. */
export interface TimeLimit {
  readonly baseMs: number;
  /** Added for each second of audio. */
  readonly perAudioSecondMs: number;
}

/** How a vendor turns speech into text: facts, and functions that make requests of a job and text of replies. It does no I/O itself. */
export interface SpeechAdapter {
  readonly models: readonly SpeechModel[];
  /** One of `models`; empty where only the user can know (an endpoint of the user's). */
  readonly defaultModel: string;
  /** One upload may not be larger. */
  readonly maximumBytes: number;
  /** One upload may not be longer; null: no limit is documented. */
  readonly maximumSeconds: number | null;
  /** Taken as they are; anything else goes as FLAC, which every vendor takes. */
  readonly formats: readonly AudioFormat[];
  readonly timeLimit: TimeLimit;
  /** What to send first. Replies lead to the next step, until one is `done`. */
  readonly begin: (job: SpeechJob) => SpeechStep;
}
