import type { Mode, TranscribeOptions } from '@quoth/contract';
import type { ModeSource } from '../../modes/index.ts';
import type { Recognizers } from '../recognizers.ts';
import type { TranscriptionPlan } from './plan-transcription.ts';
import type { WorkOptions } from './work-options.ts';

/** Everything about a transcription that is decided before its audio is read. */
export interface PlannedTranscription {
  /** As it was when the work was requested; later changes affect later work only. */
  readonly mode: Mode;
  readonly options: WorkOptions;
  /** Who recognises. */
  readonly plan: TranscriptionPlan;
  /** The queue in which it waits for that. */
  readonly queue: string;
  /** The program that a dictation began in. In memory alone: it is never written down. */
  readonly program?: string | undefined;
}

export interface TranscriptionPlannerOptions {
  readonly modes: ModeSource;
  readonly recognizers: Pick<Recognizers, 'plan' | 'queueOf'>;
}

/** Decides once, from mode and options, everything that a transcription follows from then on. */
export class TranscriptionPlanner {
  readonly #with: TranscriptionPlannerOptions;

  constructor(options: TranscriptionPlannerOptions) {
    this.#with = options;
  }

  /**
   * Throws MODE_NOT_FOUND, and what `planTranscription` does. `preferredMode` is a recording's own: it is used if the options name none and it
   * still exists.
   */
  plan(options: WorkOptions, preferredMode: string | null = null): PlannedTranscription {
    return this.planWith(this.modeOf(options, preferredMode), options);
  }

  /** The same with a mode that need not be saved. */
  planWith(mode: Mode, options: WorkOptions): PlannedTranscription {
    const { recognizers } = this.#with;
    const plan = recognizers.plan(mode, options);
    return { mode, options, plan, queue: recognizers.queueOf(plan) };
  }

  /** The requested mode, or the preferred one if it still exists, or the default. Throws MODE_NOT_FOUND. */
  modeOf({ mode_id }: Pick<TranscribeOptions, 'mode_id'>, preferred: string | null = null): Mode {
    const { modes } = this.#with;
    if (mode_id !== undefined) return modes.get(mode_id);
    return modes.list().find((mode) => mode.id === preferred) ?? modes.default();
  }
}
