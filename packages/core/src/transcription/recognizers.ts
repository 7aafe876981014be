import type { Mode, TranscriptionWarning } from '@quoth/contract';
import { AppError, type AudioFormat } from '@quoth/contract';
import type { EngineResult, Engines, LiveChunks, RecognitionHooks } from '../engines/index.ts';
import type { ModelSpeeds } from '../models/index.ts';
import { withoutProfanity, wordsOf } from '../rewriting/index.ts';
import type { CloudStreamer } from './cloud/cloud-streamer.ts';
import { type CloudTranscriber, wantedTimes } from './cloud/cloud-transcriber.ts';
import { languageWarning } from './language-warning.ts';
import type { PlannableProvider } from './planning/plan-cloud.ts';
import {
  type ExplicitChoice,
  type LocalPlan,
  type PlannableModel,
  planLocal,
} from './planning/plan-local.ts';
import { planTranscription, type TranscriptionPlan } from './planning/plan-transcription.ts';
import type { Machine } from './planning/rank-models.ts';
import type { WorkOptions } from './planning/work-options.ts';

/** What is to be recognised: decoded audio, and what was planned for it. */
export interface RecognitionJob {
  readonly plan: TranscriptionPlan;
  readonly options: WorkOptions;
  readonly mode: Mode;
  /** True if a recording is kept, from which captions may be made. */
  readonly saved: boolean;
  /** The file as it came. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  readonly spoolPath: string;
  readonly durationSeconds: number;
  readonly vocabulary: readonly string[];
}

/** Called while the work is in progress. */
export interface RecognitionNews {
  /** `stableCharacters`: how much of it will no longer change. */
  onPartial(text: string, stableCharacters?: number): void;
  /** 0 to 1. */
  onProgress(share: number): void;
}

/** What was said, and the times that are not the recogniser's own, in milliseconds. */
export interface Recognition extends EngineResult {
  /** Waiting for a provider's last check. */
  readonly checkMs: number;
  /** Making files that a provider takes. */
  readonly encodeMs: number;
  /** Present if the speech does not seem to be in a language that the model knows. */
  readonly warning?: TranscriptionWarning;
}

export interface RecognizersOptions {
  readonly engines: Engines;
  readonly speeds: Pick<ModelSpeeds, 'record'>;
  readonly cloud: CloudTranscriber;
  readonly streamer: CloudStreamer;
  readonly machine: Machine;
}

/** Who recognises speech: the engines of this machine, and providers. What differs between the two is handled here. */
export class Recognizers {
  readonly #with: RecognizersOptions;

  constructor(options: RecognizersOptions) {
    this.#with = options;
  }

  /** Settles who recognises (`planTranscription`); throws what is wrong with that before any audio is taken. */
  plan(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    const plan = this.#plannedAnew(mode, explicit);
    if (plan.kind === 'cloud') this.#with.cloud.check(plan);
    return plan;
  }

  /** The model that `auto` stands for on this machine in a mode's language; undefined if there is none. Reads from memory. */
  autoModel(mode: Mode): string | undefined {
    const { engines, machine } = this.#with;
    try {
      const local = { ...mode, model: 'auto' };
      return planLocal(local, {}, { models: engines.models(), providers: [], machine }, mode.language).model
        .id;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /**
   * Id of the provider that a mode's transcriptions go to, however the mode spells it; undefined where they stay on this machine or the mode
   * cannot work as it is. From memory: asked again and again, it never looks for models anew.
   */
  providerOf(mode: Mode): string | undefined {
    try {
      const plan = this.#planned(mode, {});
      return plan.kind === 'cloud' ? plan.provider.id : undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  /** Providers that transcribe, with and without keys. From memory. */
  providers(): PlannableProvider[] {
    return this.#with.cloud.providers();
  }

  /** Name of the queue in which the work waits: an engine's, or the cloud's, which takes many at a time. */
  queueOf(plan: TranscriptionPlan): string {
    return plan.kind === 'cloud' ? CLOUD_QUEUE : this.#with.engines.hostOf(plan.model.id);
  }

  /** True where a recording in progress takes a process for itself alone, for as long as somebody speaks. */
  takesProcess(plan: TranscriptionPlan): boolean {
    const { engines } = this.#with;
    return plan.kind === 'local' && plan.model.capabilities.streaming && !engines.sharesLive(plan.model.id);
  }

  /** How much work of a kind one queue takes at a time. */
  concurrencyOf(queue: string): number {
    return queue === CLOUD_QUEUE ? CLOUD_CONCURRENCY : 1;
  }

  /** Rejects with an AppError, or with the signal's reason when it was given up. */
  async recognize(job: RecognitionJob, news: RecognitionNews, signal: AbortSignal): Promise<Recognition> {
    const { engines, cloud, speeds } = this.#with;
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
    const hide = profanityHiderOf(model, vocabulary);
    const result = await engines.recognize(
      { model: model.id, language, spoolPath, vocabulary, durationSeconds, translate, wordTimes },
      {
        signal,
        onProgress: news.onProgress,
        onPartial: (text, stableCharacters) => news.onPartial(hide(text), stableCharacters),
      },
    );
    const device = engines.deviceOf(model.id) ?? 'unknown';
    speeds.record({ model: model.id, device, audioSeconds: durationSeconds, decodeMs: result.decodeMs });
    return this.#checked(plan, withText(result, hide), translate);
  }

  /** Why the plan's provider cannot be used, as far as is known. From memory. */
  refusal(plan: TranscriptionPlan): AppError | undefined {
    return plan.kind === 'cloud' ? this.#with.cloud.refusal(plan) : undefined;
  }

  /** The same for a recording that goes on. */
  async recognizeLive(
    job: Pick<RecognitionJob, 'plan' | 'options' | 'spoolPath' | 'vocabulary'>,
    chunks: LiveChunks,
    hooks: RecognitionHooks,
  ): Promise<Recognition> {
    const { plan, options, spoolPath, vocabulary } = job;
    const { engines, streamer } = this.#with;
    if (plan.kind === 'cloud') {
      const { signal, onPartial } = hooks;
      return streamer.transcribe({ plan, spoolPath, vocabulary, chunks, signal, onPartial });
    }
    const { model, language } = plan;
    const translate = options.translate ?? false;
    const request = { model: model.id, language, spoolPath, vocabulary, durationSeconds: 0, translate };
    // One that streams is loaded by the stream itself.
    // A help only: what keeps the model from loading is told by the first chunk that needs it.
    if (!model.capabilities.streaming) engines.warmUp(request, hooks.signal).catch(() => undefined);
    const hide = profanityHiderOf(model, vocabulary);
    const result = await engines.recognizeLive(request, chunks, {
      ...hooks,
      onPartial: (text, stableCharacters) => hooks.onPartial?.(hide(text), stableCharacters),
    });
    return this.#checked(plan, withText(result, hide), translate);
  }

  async close(): Promise<void> {
    await this.#with.cloud.close();
  }

  /** With a warning where the speech does not seem to fit the model. */
  #checked(plan: LocalPlan, result: EngineResult, translate: boolean): Recognition {
    const { engines, machine } = this.#with;
    const warning = languageWarning({ plan, result, models: engines.models(), machine, translate });
    return { ...result, checkMs: 0, encodeMs: 0, ...(warning && { warning }) };
  }

  /** Looks for models once more where one is missing: it may have been installed since we looked. */
  #plannedAnew(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    try {
      return this.#planned(mode, explicit);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'MODEL_NOT_INSTALLED') throw error;
      this.#with.engines.refresh();
      return this.#planned(mode, explicit);
    }
  }

  #planned(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    const { engines, machine, cloud } = this.#with;
    return planTranscription(mode, explicit, {
      models: engines.models(),
      providers: cloud.providers(),
      machine,
    });
  }
}

/** Engine and model of a plan as the catalog writes them, so that both can be sent again. */
export function namesOf(plan: TranscriptionPlan): { readonly provider: string; readonly model: string } {
  if (plan.kind === 'local') return { provider: plan.model.engine, model: plan.model.id };
  return { provider: plan.provider.id, model: `${plan.provider.id}/${plan.model.id}` };
}

/** A text with as many characters, so that what is said of a part of it still holds. */
type Hide = (text: string) => string;

/** Asterisks for the swear words of a model that mishears other words as them (`EngineModel.hidesProfanity`). */
function profanityHiderOf({ hidesProfanity }: PlannableModel, vocabulary: readonly string[]): Hide {
  return hidesProfanity ? (text) => withoutProfanity(text, wordsOf(vocabulary)) : (text) => text;
}

function withText(result: EngineResult, hide: Hide): EngineResult {
  return {
    ...result,
    text: hide(result.text),
    words: result.words.map((word) => ({ ...word, word: hide(word.word) })),
    segments: result.segments.map((segment) => ({ ...segment, text: hide(segment.text) })),
  };
}

const CLOUD_QUEUE = 'cloud';
/** Providers work side by side; so many requests at a time hold a machine's sockets and disk in bounds. */
const CLOUD_CONCURRENCY = 64;
