import type { Mode } from '@quoth/contract';
import type { AudioFormat } from '../audio/index.ts';
import { AppError } from '../base/index.ts';
import type { EngineResult, Engines } from '../engines/index.ts';
import { type CloudTranscriber, wantedTimes } from './cloud/cloud-transcriber.ts';
import type { PlannableProvider } from './plan-cloud.ts';
import type { ExplicitChoice } from './plan-local.ts';
import { planTranscription, type TranscriptionPlan } from './plan-transcription.ts';
import type { Machine } from './rank-models.ts';
import type { WorkOptions } from './work-options.ts';

/** What is to be recognised: decoded audio, and what was settled about it. */
export interface RecognitionJob {
  readonly plan: TranscriptionPlan;
  readonly options: WorkOptions;
  readonly mode: Mode;
  /** True where a recording is kept, of which captions may be made. */
  readonly saved: boolean;
  /** The file as it came. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  readonly spoolPath: string;
  readonly durationSeconds: number;
  readonly vocabulary: readonly string[];
}

/** Told while the work goes on. */
export interface RecognitionNews {
  /** `settled` is how much of it will not change, in characters. */
  onPartial(text: string, settled?: number): void;
  /** 0 to 1. */
  onProgress(share: number): void;
}

/** What was said, and the times that are not the recogniser's own, in milliseconds. */
export interface Recognition extends EngineResult {
  /** Waiting for a provider's last check. */
  readonly checkMs: number;
  /** Making files that a provider takes. */
  readonly encodeMs: number;
}

export interface RecognizersOptions {
  readonly engines: Engines;
  readonly cloud: CloudTranscriber;
  readonly machine: Machine;
}

/** Who recognises speech: the engines of this machine, and providers. What differs between the two is settled here. */
export class Recognizers {
  readonly #with: RecognizersOptions;

  constructor(options: RecognizersOptions) {
    this.#with = options;
  }

  /** Settles who recognises (`planTranscription`); throws what is wrong with that before any audio is taken. */
  plan(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    const plan = this.#planned(mode, explicit);
    if (plan.kind === 'cloud') this.#with.cloud.check(plan);
    return plan;
  }

  /** Providers that transcribe, with and without keys. From memory. */
  providers(): PlannableProvider[] {
    return this.#with.cloud.providers();
  }

  /** Where the work waits for its turn: an engine's host, or the cloud, which takes many at a time. */
  laneOf(plan: TranscriptionPlan): string {
    return plan.kind === 'cloud' ? CLOUD_LANE : this.#with.engines.hostOf(plan.model.id);
  }

  /** How much work of a kind a lane takes at a time. */
  widthOf(lane: string): number {
    return lane === CLOUD_LANE ? CLOUD_WIDTH : 1;
  }

  /** Lanes of this machine; they are the ones that get full. */
  lanes(): string[] {
    return this.#with.engines.status().map(({ id }) => id);
  }

  /** Rejects with an AppError, or with the signal's reason when it was given up. */
  async recognize(job: RecognitionJob, news: RecognitionNews, signal: AbortSignal): Promise<Recognition> {
    const { engines, cloud } = this.#with;
    const { plan, options, mode, saved, audio, spoolPath, durationSeconds, vocabulary } = job;
    const translate = options.translate ?? false;
    if (plan.kind === 'cloud') {
      return cloud.transcribe({
        ...{ plan, audio, spoolPath, durationSeconds, vocabulary, translate, signal },
        wants: wantedTimes(options, plan.model, saved),
        instructions: mode.geminiCustomPrompt ?? undefined,
        onProgress: news.onProgress,
      });
    }
    const { model, language } = plan;
    const wordTimes = options.timestamp_granularities?.includes('word') ?? false;
    const result = await engines.recognize(
      { model: model.id, language, spoolPath, vocabulary, durationSeconds, translate, wordTimes },
      { signal, ...news },
    );
    return { ...result, checkMs: 0, encodeMs: 0 };
  }

  async close(): Promise<void> {
    await this.#with.cloud.close();
  }

  #planned(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    const { engines, machine, cloud } = this.#with;
    const planned = () =>
      planTranscription(mode, explicit, {
        models: engines.models(),
        providers: cloud.providers(),
        machine,
      });
    try {
      return planned();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'MODEL_NOT_INSTALLED') throw error;
      // It may have been installed since we looked.
      engines.refresh();
      return planned();
    }
  }
}

/** Engine and model of a plan as the catalog writes them, so that both can be sent again. */
export function namesOf(plan: TranscriptionPlan): { readonly provider: string; readonly model: string } {
  if (plan.kind === 'local') return { provider: plan.model.engine, model: plan.model.id };
  return { provider: plan.provider.id, model: `${plan.provider.id}/${plan.model.id}` };
}

const CLOUD_LANE = 'cloud';
/** Providers work side by side; so many requests at a time hold a machine's sockets and disk in bounds. */
const CLOUD_WIDTH = 64;
