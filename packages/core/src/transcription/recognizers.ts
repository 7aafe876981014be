import {
  AppError,
  type AudioFormat,
  adviceIn,
  type Mode,
  say,
  type TranscriptionWarning,
} from '@quoth/contract';
import { isOnBattery } from '../base/index.ts';
import type { EngineRequest, EngineResult, Engines, RecognitionHooks } from '../engines/index.ts';
import type { ModelSpeeds } from '../models/index.ts';
import { type CloudTranscriber, wantedTimes } from './cloud-files.ts';
import { type StreamSources, streamToProvider } from './cloud-stream.ts';
import { withDoubts } from './doubtful-text.ts';
import { languageWarning } from './language-warning.ts';
import type { LocalPlan, PlannableModel, RankingMachine } from './plan-local.ts';
import type { TranscriptionPlan, WorkOptions } from './plan-transcription.ts';
import { heardByBoth } from './second-model.ts';
import { spokenLanguage } from './spoken-language.ts';

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
  /** True where others would hear less in the file than was decoded. */
  readonly asSamples?: boolean;
  readonly vocabulary: readonly string[];
  /** True if it was spoken live and its live text failed. */
  readonly isAwaited?: boolean;
}

/** Called while the work is in progress. */
export interface RecognitionCallbacks {
  /** An engine of this machine has the work. May be called again. */
  readonly onStarted?: (() => void) | undefined;
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

/** Who recognises speech: the engines of this machine, and providers. What differs between the two is handled here. */
export interface Recognizers {
  readonly engines: Engines;
  readonly speeds: Pick<ModelSpeeds, 'record'>;
  readonly cloud: CloudTranscriber;
  readonly streams: StreamSources;
  readonly machine: RankingMachine;
}

/** Rejects with an AppError, or with the signal's reason when it was canceled. */
export async function recognize(
  recognizers: Recognizers,
  job: RecognitionJob,
  callbacks: RecognitionCallbacks,
  signal: AbortSignal,
): Promise<Recognition> {
  const { engines, cloud, speeds } = recognizers;
  const { plan, options, mode, saved, audio, spoolPath, durationSeconds, vocabulary, isAwaited, asSamples } =
    job;
  const translate = options.translate ?? false;
  if (plan.kind === 'cloud') {
    const result = await cloud.transcribe({
      ...{ plan, audio, spoolPath, durationSeconds, asSamples, vocabulary, translate, signal },
      wants: wantedTimes(options, plan.model, saved),
      instructions: mode.geminiCustomPrompt ?? undefined,
      onProgress: callbacks.onProgress,
    });
    return warned(result);
  }
  const { model, language } = plan;
  const wordTimes = options.timestamp_granularities?.includes('word') ?? false;
  const request = {
    ...{ model: model.id, language, spoolPath, vocabulary, durationSeconds, translate, wordTimes },
    ...(isAwaited && { isAwaited }),
  };
  const result = await engines.recognize(request, { ...callbacks, signal });
  const device = engines.deviceOf(model.id) ?? 'unknown';
  speeds.record({ model: model.id, device, audioSeconds: durationSeconds, decodeMs: result.decodeMs });
  return checked(recognizers, plan, request, result, signal);
}

/** A recording that goes on. */
interface LiveJob extends Pick<RecognitionJob, 'plan' | 'options' | 'spoolPath' | 'vocabulary'> {
  /** Shows the words until those of the plan are there. */
  readonly preview?: PlannableModel | undefined;
  /** What is read of it before its end: nothing, words that may still change, or what has settled as well. */
  readonly reads?: 'nothing' | 'words' | 'settled';
}

/** The same for a recording that goes on; `ended` resolves with its length in samples. */
export async function recognizeLive(
  recognizers: Recognizers,
  job: LiveJob,
  ended: Promise<number>,
  hooks: RecognitionHooks,
): Promise<Recognition> {
  const { plan, options, spoolPath, vocabulary } = job;
  const { engines, streams } = recognizers;
  if (plan.kind === 'cloud') {
    const { signal, onPartial } = hooks;
    return warned(await streamToProvider(streams, { plan, spoolPath, vocabulary, ended, signal, onPartial }));
  }
  const { model, language } = plan;
  const translate = options.translate ?? false;
  const previews = job.preview ? job.reads === 'settled' : job.reads !== 'nothing';
  const share = await shareOfCore();
  // Both together take one core at most.
  const live = {
    share: job.preview ? Math.min(share, 1 - SHARE.plugged) : share,
    previews,
    isFollowed: job.reads === 'settled',
  };
  const request = { model: model.id, language, spoolPath, vocabulary, durationSeconds: 0, translate, live };
  const first = await engines.recognizeLive(request, ended, hooks);
  return checked(recognizers, plan, request, first, hooks.signal);
}

/**
 * Words of somebody who speaks, by a quick model of this machine. They are for the eyes alone, and come only where
 * memory allows.
 */
export async function previewLive(
  { engines }: Pick<Recognizers, 'engines'>,
  model: PlannableModel,
  { plan: { language }, spoolPath }: LiveJob,
  ended: Promise<number>,
  hooks: RecognitionHooks,
): Promise<string> {
  if (!engines.uses(model.id) && !engines.hasRoomFor(model.id)) return '';
  const live = { share: await shareOfCore(), previews: true, isFollowed: false };
  const request = { model: model.id, language, spoolPath, vocabulary: [], durationSeconds: 0, live };
  return (await engines.recognizeLive(request, ended, hooks)).text;
}

/** Of one core, while somebody speaks; with the pauses of speech it is less on average. */
const SHARE = { plugged: 0.7, battery: 0.3 };

async function shareOfCore(): Promise<number> {
  return (await isOnBattery()) ? SHARE.battery : SHARE.plugged;
}

/** With a warning where a vendor's text can't be what was said; it is neither changed nor asked for again. */
function warned(result: Recognition): Recognition {
  const warning = withDoubts(undefined, result.doubts);
  return { ...result, ...(warning && { warning }) };
}

/**
 * From this share of words that are in no dictionary on, the language is looked at; of a dictation, whose speaker
 * waits, more.
 */
const MADE_UP = { file: 0.08, live: 0.25 };

/**
 * With what a second model hears where the first one did not, and a warning where speech and text still do not seem to
 * fit.
 */
async function checked(
  { engines, machine }: Recognizers,
  plan: LocalPlan,
  request: EngineRequest,
  first: EngineResult,
  signal: AbortSignal,
): Promise<Recognition> {
  const result = await heardByBoth(engines, plan, request, first, signal);
  const { translate } = request;
  const knowsOthers = plan.language === 'auto' || plan.model.languages.length !== 1;
  const share = request.live ? MADE_UP.live : MADE_UP.file;
  const spoken = knowsOthers ? undefined : await spokenLanguage(engines, request, result, share, signal);
  const models = engines.models();
  const mismatch = await languageWarning({ plan, result, spoken, models, machine, translate });
  const warning = withDoubts(mismatch, result.doubts);
  if (result.text === '') throw notUnderstood(warning);
  return { ...result, checkMs: 0, encodeMs: 0, ...(warning && { warning }) };
}

/** Somebody spoke, and no model wrote what can have been said. */
function notUnderstood(warning: TranscriptionWarning | undefined): AppError {
  if (!warning) return new AppError('NO_SPEECH');
  const [message, ...more] = adviceIn(warning, 'message');
  // As final as silence: another try writes the same.
  return new AppError('NO_SPEECH', {
    ...(message && { message }),
    remedy: [...more, say('chooseOtherModel'), say('listsModels')],
  });
}

/** Engine and model of a plan as the catalog writes them, so that both can be sent again. */
export function namesOf(plan: TranscriptionPlan): { readonly provider: string; readonly model: string } {
  if (plan.kind === 'local') return { provider: plan.model.engine, model: plan.model.id };
  return { provider: plan.provider.id, model: `${plan.provider.id}/${plan.model.id}` };
}
