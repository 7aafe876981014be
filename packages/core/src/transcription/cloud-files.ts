import { rm, stat } from 'node:fs/promises';
import { containsSpeech, encodeFlac, SAMPLE_RATE, speechIn, splitAtSilence } from '@quoth/audio';
import { AppError, type AudioFormat, type Message, say, type TranscribeOptions } from '@quoth/contract';
import { mergeChunks, shiftedBy } from '@quoth/text';
import {
  type AudioFile,
  planUpload,
  type SpeechAdapter,
  type SpeechModel,
  type SpeechTranscript,
  transcribeWithVendor,
  VendorError,
  type VendorIo,
} from '@quoth/vendors';
import type { Clock } from '../base/index.ts';
import { doubtsAbout, type EngineResult, plainSpeech, spokenTimes } from '../engines/index.ts';
import {
  type Admission,
  type KnownProvider,
  outcomeOf,
  type ProviderHealth,
  type ProviderList,
  staysHere,
} from '../providers/index.ts';
import type { CloudPlan, PlannableProvider } from './plan-cloud.ts';

/**
 * What a vendor's failure means for the user: what happened, and what to do. `checkedAgo` is the age of the last check.
 */
export function cloudError(error: VendorError, provider: KnownProvider, checkedAgo: Message): AppError {
  const { id, displayName, vendor } = provider;
  const local = say('localModelWorks');
  switch (error.kind) {
    case 'unauthorized':
      return new AppError('MISSING_API_KEY', {
        message: error.why,
        remedy: say('setValidKey', { provider: id }),
      });
    case 'unreachable':
      return new AppError('ENGINE_UNAVAILABLE', {
        message: say('sendingFailed', { why: error.why, address: vendor.baseUrl, when: checkedAgo }),
        remedy: [say('tryAgainOrTestProvider', { provider: id }), local],
      });
    case 'timeout':
      return new AppError('TIMEOUT', { message: error.why, remedy: [say('tryAgain'), local] });
    case 'limited':
      if (error.status === 402 && vendor.isPrepaid === true)
        return new AppError('PAYMENT_REQUIRED', {
          message: say('noCreditForRecording', { provider: displayName }),
          remedy: [say('askForCredit', { provider: id }), local],
        });
      return new AppError('ENGINE_UNAVAILABLE', {
        message: error.why,
        remedy: [say('waitOrCheckPlan', { provider: displayName }), local],
      });
    case 'too_large':
      return new AppError('INVALID_REQUEST', {
        message: error.why,
        remedy: [say('splitOrOtherProvider'), local],
      });
    case 'cancelled':
      return new AppError('CANCELLED');
    case 'rejected':
    case 'malformed':
      return new AppError('TRANSCRIPTION_FAILED', {
        message: error.why,
        remedy: [say('checkModelOrTryOther'), local],
      });
  }
}

export interface CloudTranscriberOptions {
  readonly list: Pick<ProviderList, 'all' | 'find'>;
  readonly health: Pick<
    ProviderHealth,
    'view' | 'requireKey' | 'knownRefusal' | 'ready' | 'report' | 'lastCheck'
  >;
  readonly io: VendorIo;
  readonly clock: Clock;
  /** A gateway has answered, or refused for want of credit: what is left there has changed. */
  readonly onGatewayUsed?: (provider: KnownProvider) => void;
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

/**
 * Transcription by the user's providers, with their own keys. Such a key never fails over to another provider
 * (specification, section 3, rule 4).
 */
export class CloudTranscriber {
  readonly #options: CloudTranscriberOptions;
  readonly #cleaning = new Set<Promise<unknown>>();

  constructor(options: CloudTranscriberOptions) {
    this.#options = options;
  }

  /** Providers that transcribe, for the plan. From memory. */
  providers(): PlannableProvider[] {
    const { list, health } = this.#options;
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
          isLocal: staysHere(provider),
        },
      ];
    });
  }

  /** Throws MISSING_API_KEY if the plan's provider has none, before any audio is taken over. */
  check({ provider: { id } }: CloudPlan): void {
    this.#options.health.requireKey(this.#providerOf(id));
  }

  /** Why the provider cannot be used, as far as is known. From memory. */
  refusal({ provider: { id } }: CloudPlan): AppError | undefined {
    return this.#options.health.knownRefusal(this.#providerOf(id));
  }

  /**
   * Sends the audio once the provider is known to be healthy, and returns the text. Throws MISSING_API_KEY,
   * ENGINE_UNAVAILABLE, TIMEOUT, INVALID_REQUEST (a limit), TRANSCRIPTION_FAILED, NO_SPEECH, or the signal's reason.
   */
  async transcribe(request: CloudRequest): Promise<CloudResult> {
    const { clock } = this.#options;
    const provider = this.#providerOf(request.plan.provider.id);
    const adapter = provider.vendor.speech;
    if (!adapter)
      throw new AppError('ENGINE_UNAVAILABLE', {
        message: say('providerTranscribesNothing', { provider: provider.displayName }),
      });
    const times = { check: 0, encode: 0, decode: 0 };
    const transcripts: SpeechTranscript[] = [];
    let mark = clock.monotonic();
    const passed = (what: keyof typeof times) => {
      const now = clock.monotonic();
      times[what] += now - mark;
      mark = now;
    };
    const spoken = speechIn(request);
    // It is awaited at the end, where the vendor has answered.
    spoken.catch(() => undefined);
    const parts = prepareUpload(request, { adapter, model: request.plan.model }, request.signal);
    for await (const part of parts) {
      passed('encode');
      try {
        // Each part waits for its own permission: a long file goes out for longer than a check holds.
        const admission = await this.#options.health.ready(provider, request.signal);
        passed('check');
        transcripts.push(shiftedBy(part.startSeconds, await this.#sent(admission, part.audio, request)));
        passed('decode');
      } finally {
        await part.discard();
      }
      request.onProgress?.(part.share);
    }
    const whole = mergeChunks(transcripts);
    if (whole.text.trim() === '') throw new AppError('NO_SPEECH');
    const doubts = doubtsAbout(whole, spokenTimes(await spoken));
    return {
      ...whole,
      ...(doubts.length > 0 && { doubts }),
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
    const { io, health, onGatewayUsed } = this.#options;
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
      if (!(error instanceof VendorError)) throw error;
      const checkedAgo = health.lastCheck(provider);
      const outcome = outcomeOf(error.kind, error.why);
      if (outcome) health.report(admission, outcome);
      const failure = cloudError(error, provider, checkedAgo);
      if (failure.code === 'PAYMENT_REQUIRED') onGatewayUsed?.(provider);
      throw failure;
    }
  }

  #track(work: Promise<unknown>): void {
    // Anyone who began it has its error; here it only counts until it ends.
    const settled = work.catch(() => undefined).finally(() => this.#cleaning.delete(settled));
    this.#cleaning.add(settled);
  }

  #providerOf(id: string): KnownProvider {
    const provider = this.#options.list.find(id);
    if (provider) return provider;
    throw new AppError('ENGINE_UNAVAILABLE', {
      message: say('providerRemoved'),
      remedy: [say('chooseAnotherOne'), say('listsProviders')],
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

/** Audio that is to go to a vendor. */
interface Upload {
  /** The file as it came. */
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  /** The same as raw samples: 16-bit, 16 kHz, mono. */
  readonly spoolPath: string;
  readonly durationSeconds: number;
  /** True where the samples are sent: a provider would hear less in the file. */
  readonly asSamples?: boolean | undefined;
}

/** One file to send, and where it starts in the whole audio, in seconds. */
interface UploadPart {
  readonly audio: AudioFile;
  readonly startSeconds: number;
  /** How much of the whole is done with it, 0 to 1. */
  readonly share: number;
  /** Deletes what was made for it. */
  discard(): Promise<void>;
}

/**
 * The files to send to a vendor, one after the other: the original file if vendor and model accept it, otherwise the
 * decoded audio as one FLAC file, otherwise cut at pauses; parts without speech are left out. A part is created when it
 * is requested, so that at most one is on disk.
 */
async function* prepareUpload(
  { audio, spoolPath, durationSeconds, asSamples = false }: Upload,
  { adapter, model }: { readonly adapter: SpeechAdapter; readonly model: SpeechModel },
  signal: AbortSignal,
): AsyncGenerator<UploadPart, void, void> {
  const { size: bytes } = await stat(audio.path);
  const file: AudioFile = { ...audio, bytes, seconds: durationSeconds };
  const plan = planUpload(asSamples ? { ...file, format: undefined } : file, adapter, model);
  if (plan.kind === 'as-is') {
    yield { audio: file, startSeconds: 0, share: 1, discard: async () => {} };
    return;
  }
  const longest = plan.kind === 'parts' ? Math.floor(plan.maxSeconds * SAMPLE_RATE) : undefined;
  const most = longest ?? Number.POSITIVE_INFINITY;
  const chunks = splitAtSilence(spoolPath, { longest: most, first: most });
  let number = 0;
  for await (const range of chunks) {
    // A part without speech stays on this machine: a provider would be paid for it, and some invent words.
    if (longest !== undefined && !(await containsSpeech({ spoolPath, range, signal }))) continue;
    const encoded = await encodeFlac({
      spoolPath,
      range,
      path: `${spoolPath}.part-${number++}.flac`,
      signal,
    });
    yield {
      audio: encoded,
      startSeconds: range.start / SAMPLE_RATE,
      share: durationSeconds > 0 ? Math.min(1, range.end / SAMPLE_RATE / durationSeconds) : 1,
      discard: () => rm(encoded.path, { force: true }),
    };
  }
}
