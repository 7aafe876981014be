import { AppError, type CreateModeBody, type ErrorBody, type Mode } from '@quoth/contract';
import type { DictationStart, RecordingProgram } from '../declarations/index.ts';
import type { DictatedTranscriptions, DictationPlan } from '../transcription/index.ts';
import type { DictationPlace } from './application-rules.ts';

export interface RecordingPlannerOptions {
  readonly transcriber: Pick<DictatedTranscriptions, 'plan' | 'planTrial' | 'refusal'>;
  /** A mode that is not saved, with the vocabulary for all modes. */
  readonly draft: (body: CreateModeBody) => Mode;
}

/** Decides how a recording becomes text, before its microphone is opened. */
export class RecordingPlanner {
  readonly #with: RecordingPlannerOptions;

  constructor(options: RecordingPlannerOptions) {
    this.#with = options;
  }

  /** Throws MODE_NOT_FOUND, what planning does, and why the provider cannot be used. */
  plan(body: DictationStart, place: DictationPlace, by: RecordingProgram | undefined): DictationPlan {
    const { transcriber, draft } = this.#with;
    const { modeId = body.mode_id, program } = place;
    const plan = body.trial
      ? { ...transcriber.planTrial(draft(body.trial)), program }
      : { ...transcriber.plan(modeId), program };
    // An instruction is not a text: rewriting would change what it asks for.
    if (body.edit) plan.mode = { ...plan.mode, postProcessingMode: 0 };
    if (by?.mayRewrite === false) {
      plan.mode = { ...plan.mode, postProcessingMode: 0 };
      plan.options = { ...plan.options, post_process: false };
    }
    const refusal = transcriber.refusal(plan);
    if (refusal) throw refusal;
    return plan;
  }

  /** Why nothing can be recorded in this mode, or the default one; null if it can. Throws MODE_NOT_FOUND for a mode that was named. */
  refusal(modeId: string | undefined): ErrorBody | null {
    try {
      const { transcriber } = this.#with;
      return transcriber.refusal(transcriber.plan(modeId))?.toBody() ?? null;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'MODE_NOT_FOUND') throw error;
      return error.toBody();
    }
  }
}
