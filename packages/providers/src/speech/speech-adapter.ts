import type { AudioFormat } from '@quoth/contract';
import type { LiveSpeech } from './live/live-speech.ts';
import type { SpeechJob } from './speech-job.ts';
import type { SpeechModel } from './speech-model.ts';
import type { SpeechStep } from './speech-step.ts';

/** How long a transcription may take before it counts as timed out: the upload, the work and the answer together. */
export interface TimeLimit {
  readonly baseMs: number;
  /** Added for each second of audio. */
  readonly perAudioSecondMs: number;
}

/** How a vendor turns speech into text: facts, and functions that turn a job into requests and replies into text. It does no I/O itself. */
export interface SpeechAdapter {
  readonly models: readonly SpeechModel[];
  /** One of `models`; empty if only the user knows them (an endpoint of the user). */
  readonly defaultModel: string;
  /** One upload may not be larger. */
  readonly maximumBytes: number;
  /** One upload may not be longer; null: no limit is documented. */
  readonly maximumSeconds: number | null;
  /** Sent unchanged; anything else is sent as FLAC, which every vendor accepts. */
  readonly formats: readonly AudioFormat[];
  readonly timeLimit: TimeLimit;
  /** What to send first. Each reply leads to the next step, until one is `done`. */
  readonly begin: (job: SpeechJob) => SpeechStep;
  /** Present if it transcribes while one speaks; then some of `models` have a `live`. */
  readonly live?: LiveSpeech;
}
