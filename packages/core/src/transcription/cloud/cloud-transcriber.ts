import type { TranscribeOptions } from '@quoth/contract';
import { AppError } from '@quoth/contract';
import {
  type AudioFile,
  ProviderError,
  type ProviderIo,
  type SpeechTranscript,
  transcribeWithVendor,
} from '@quoth/providers';
import { laterBy, mergeChunks } from '@quoth/text';
import type { Clock } from '../../base/index.ts';
import { type EngineResult, plainSpeech } from '../../engines/index.ts';
import {
  type Admission,
  outcomeOf,
  type Provider,
  type ProviderHealth,
  type ProviderList,
} from '../../providers/index.ts';
import type { CloudPlan, PlannableProvider } from '../planning/plan-cloud.ts';
import { cloudError } from './cloud-error.ts';
import { prepareUpload, type Upload } from './prepare-upload.ts';

export interface CloudTranscriberOptions {
  readonly list: Pick<ProviderList, 'all' | 'find'>;
  readonly health: Pick<
    ProviderHealth,
    'view' | 'requireKey' | 'knownRefusal' | 'ready' | 'report' | 'lastCheck'
  >;
  readonly io: ProviderIo;
  readonly clock: Clock;
  /** A gateway has answered, or refused for want of credit: what is left there has changed. */
  readonly onGatewayUsed?: (provider: Provider) => void;
}

/** One transcription by a provider. */
export interface CloudRequest extends Upload {
  readonly plan: CloudPlan;
  readonly vocabulary: readonly string[];
  readonly translate: boolean;
  readonly wants: { readonly words: boolean; readonly segments: boolean };
  /** The user's own words for a model that takes instructions. */
  readonly instructions: string | undefined;
  readonly signal: AbortSignal;
  /** How much of the audio is done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What a provider gave, and how long it was waited for before the audio went out. */
export interface CloudResult extends EngineResult {
  /** Milliseconds of waiting for the last check. */
  readonly checkMs: number;
  /** Milliseconds of making files that the provider takes. */
  readonly encodeMs: number;
}

/** Transcription by the user's providers, with their own keys. Such a key never fails over to another provider (specification, section 3, rule 4). */
export class CloudTranscriber {
  readonly #with: CloudTranscriberOptions;
  readonly #cleaning = new Set<Promise<unknown>>();

  constructor(options: CloudTranscriberOptions) {
    this.#with = options;
  }

  /** Providers that transcribe, for the plan. From memory. */
  providers(): PlannableProvider[] {
    const { list, health } = this.#with;
    return list.all().flatMap((provider) => {
      const { speech } = provider.vendor;
      if (!speech || !provider.jobs.includes('transcription')) return [];
      const { key_present, status } = health.view(provider);
      return [
        {
          id: provider.id,
          displayName: provider.displayName,
          models: speech.models,
          defaultModel: speech.defaultModel,
          hasTiers: provider.vendor.isPrepaid === true,
          keyPresent: key_present,
          healthy: status === 'healthy',
        },
      ];
    });
  }

  /** Throws MISSING_API_KEY if the plan's provider has none, before any audio is taken over. */
  check({ provider: { id } }: CloudPlan): void {
    this.#with.health.requireKey(this.#providerOf(id));
  }

  /** Why the provider cannot be used, as far as is known. From memory. */
  refusal({ provider: { id } }: CloudPlan): AppError | undefined {
    return this.#with.health.knownRefusal(this.#providerOf(id));
  }

  /**
   * Sends the audio once the provider is known to be healthy, and returns the text. Throws MISSING_API_KEY, ENGINE_UNAVAILABLE, TIMEOUT,
   * INVALID_REQUEST (a limit), TRANSCRIPTION_FAILED, NO_SPEECH, or the signal's reason.
   */
  async transcribe(request: CloudRequest): Promise<CloudResult> {
    const { clock } = this.#with;
    const provider = this.#providerOf(request.plan.provider.id);
    const adapter = provider.vendor.speech;
    if (!adapter)
      throw new AppError('ENGINE_UNAVAILABLE', {
        message: `${provider.displayName} does not offer transcription.`,
      });
    const times = { check: 0, encode: 0, decode: 0 };
    const transcripts: SpeechTranscript[] = [];
    let mark = clock.monotonic();
    const passed = (what: keyof typeof times) => {
      const now = clock.monotonic();
      times[what] += now - mark;
      mark = now;
    };
    const parts = prepareUpload(request, { adapter, model: request.plan.model }, request.signal);
    for await (const part of parts) {
      passed('encode');
      try {
        // Each part waits for its own permission: a long file goes out for longer than a check holds.
        const admission = await this.#with.health.ready(provider, request.signal);
        passed('check');
        transcripts.push(laterBy(part.startSeconds, await this.#sent(admission, part.audio, request)));
        passed('decode');
      } finally {
        await part.discard();
      }
      request.onProgress?.(part.share);
    }
    const whole = mergeChunks(transcripts);
    if (whole.text.trim() === '') throw new AppError('NO_SPEECH');
    return {
      ...whole,
      text: whole.text.trim(),
      waitMs: 0,
      loadMs: 0,
      decodeMs: times.decode,
      checkMs: times.check,
      encodeMs: times.encode,
    };
  }

  /** Waits until everything that was left with vendors has been taken back. */
  async close(): Promise<void> {
    await Promise.all(this.#cleaning);
  }

  async #sent(admission: Admission, audio: AudioFile, request: CloudRequest): Promise<SpeechTranscript> {
    const { io, health, onGatewayUsed } = this.#with;
    const { provider, key } = admission;
    const { plan, vocabulary, translate, wants, instructions, signal } = request;
    try {
      const transcript = await transcribeWithVendor(
        {
          vendor: provider.vendor,
          key,
          audio,
          model: plan.model.id,
          language: plan.language,
          vocabulary,
          domain: plan.domain,
          translate,
          wants,
          instructions,
          signal,
        },
        io,
        (work) => this.#track(work),
      );
      health.report(admission, { status: 'healthy', reason: null });
      if (provider.vendor.isPrepaid === true) onGatewayUsed?.(provider);
      return plainSpeech(transcript);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      const checkedAgo = health.lastCheck(provider);
      const outcome = outcomeOf(error.kind, error.message);
      if (outcome) health.report(admission, outcome);
      const failure = cloudError(error, provider, checkedAgo);
      if (failure.code === 'PAYMENT_REQUIRED') onGatewayUsed?.(provider);
      throw failure;
    }
  }

  #track(work: Promise<unknown>): void {
    // Whoever began it has its error; here it only counts until it ends.
    const settled = work.catch(() => undefined).finally(() => this.#cleaning.delete(settled));
    this.#cleaning.add(settled);
  }

  #providerOf(id: string): Provider {
    const provider = this.#with.list.find(id);
    if (provider) return provider;
    throw new AppError('ENGINE_UNAVAILABLE', {
      message: 'The provider has been removed.',
      hint: 'Choose another one: "quoth providers list" lists them.',
    });
  }
}

/** Times that a provider is asked for: what the caller wants, and what captions of a kept recording are made of. */
export function wantedTimes(
  { timestamp_granularities: asked = [] }: Pick<TranscribeOptions, 'timestamp_granularities'>,
  { capabilities }: CloudPlan['model'],
  saved: boolean,
): CloudRequest['wants'] {
  return {
    words: asked.includes('word') && capabilities.word_timestamps,
    segments: (saved || asked.includes('segment')) && capabilities.segment_timestamps,
  };
}
