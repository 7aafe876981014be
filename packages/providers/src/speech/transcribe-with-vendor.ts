import { randomUUID } from 'node:crypto';
import { checkBaseUrl } from '../call/base-url.ts';
import { callProvider, type ProviderCall, type ProviderIo } from '../call/call-provider.ts';
import { JobFailed, ProviderError, UnreadableReply } from '../call/provider-error.ts';
import type { ProviderRequest } from '../call/provider-request.ts';
import type { Vendor } from '../vendor.ts';
import { requestAudio } from './audio-file-name.ts';
import { planUpload } from './plan-upload.ts';
import type { SpeechAdapter } from './speech-adapter.ts';
import type { AudioFile, SpeechJob } from './speech-job.ts';
import type { SpeechDomain, SpeechModel } from './speech-model.ts';
import type { SpeechTranscript } from './speech-step.ts';

/** A transcription by a vendor. */
export interface SpeechRequest {
  readonly vendor: Vendor;
  /** Undefined for an endpoint that needs none. */
  readonly key: string | undefined;
  /** Used instead of the vendor's own address. An invalid one is refused; the vendor's own is never used in its place. */
  readonly baseUrl?: string | undefined;
  /** Sent unchanged; `planUpload` decides beforehand whether the vendor accepts it. */
  readonly audio: AudioFile;
  /** One of the listed models, or a newer one; the vendor's default if not given. */
  readonly model?: string | undefined;
  /** BCP-47; absent or `auto`: the vendor detects it. */
  readonly language?: string | undefined;
  readonly vocabulary?: readonly string[] | undefined;
  readonly domain?: SpeechDomain | undefined;
  readonly translate?: boolean | undefined;
  readonly wants?: { readonly words: boolean; readonly segments: boolean } | undefined;
  readonly instructions?: string | undefined;
  /** See SpeechJob. */
  readonly keepNothing?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Tries of each call after the first one; see ProviderCall. */
  readonly retries?: number | undefined;
  /** A time limit shorter than the vendor's own, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** Time limit for deleting what is left with the vendor. */
const CLEAN_UP_MS = 15_000;

/**
 * Has a vendor turn a file of audio into text. Throws ProviderError and nothing else. What is left with the vendor (files, jobs) is deleted
 * afterwards, in the background; `tracked` receives that work, so that an application can wait for it before it ends.
 */
export async function transcribeWithVendor(
  request: SpeechRequest,
  io: ProviderIo,
  tracked: (work: Promise<unknown>) => void = () => {},
): Promise<SpeechTranscript> {
  const { vendor, signal } = request;
  const adapter = vendor.speech;
  const name = vendor.displayName;
  if (!adapter) throw new ProviderError('rejected', `${name} does not offer speech-to-text.`);
  const job = toJob(request, adapter, name);
  checkSize(job, adapter, name);
  const base = {
    displayName: name,
    baseUrl: checkBaseUrl(request.baseUrl ?? vendor.baseUrl, name),
    authorization: request.key === undefined ? {} : vendor.authorization(request.key),
    refusesKey: vendor.refusesKey,
    isOverLimit: vendor.isOverLimit,
  };
  const own = adapter.timeLimit.baseMs + adapter.timeLimit.perAudioSecondMs * job.audio.seconds;
  const limitMs = Math.min(own, request.timeoutMs ?? own);
  const cleanUps: ProviderRequest[] = [];
  try {
    return await walk(job, adapter, { ...base, retries: request.retries, signal, limitMs }, io, cleanUps);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted) throw new ProviderError('cancelled', `The request to ${name} was cancelled.`);
    if (error instanceof UnreadableReply)
      throw new ProviderError('malformed', `${name} sent an answer that cannot be read.`);
    if (error instanceof JobFailed)
      throw new ProviderError('rejected', `${name} accepted the audio but could not transcribe it.`);
    throw new ProviderError('rejected', `The request to ${name} could not be made.`);
  } finally {
    if (cleanUps.length > 0) tracked(cleanUp(cleanUps.reverse(), base, io));
  }
}

type Connection = Pick<
  ProviderCall,
  'displayName' | 'baseUrl' | 'authorization' | 'refusesKey' | 'isOverLimit' | 'retries'
>;

async function walk(
  job: SpeechJob,
  adapter: SpeechAdapter,
  { limitMs, ...connection }: Connection & { signal: AbortSignal; limitMs: number },
  io: ProviderIo,
  cleanUps: ProviderRequest[],
): Promise<SpeechTranscript> {
  const audio = requestAudio(job.audio);
  const until = io.now() + limitMs;
  let step = adapter.begin(job);
  while (step.kind !== 'done') {
    const timeoutMs = Math.ceil(until - io.now());
    if (timeoutMs <= 0) throw tooSlow(connection.displayName, limitMs);
    if (step.kind === 'wait') {
      await io.sleep(Math.min(step.milliseconds, timeoutMs), connection.signal);
      step = step.next();
      continue;
    }
    if (step.cleanUp) cleanUps.push(step.cleanUp);
    step = step.next(await callProvider({ ...connection, request: step.request, audio, timeoutMs }, io));
  }
  return step.transcript;
}

/** Nobody waits for this, and its failure is not reported: it belongs to no request of the user. */
async function cleanUp(
  requests: readonly ProviderRequest[],
  connection: Connection,
  io: ProviderIo,
): Promise<void> {
  for (const request of requests)
    await callProvider(
      { ...connection, request, timeoutMs: CLEAN_UP_MS, signal: AbortSignal.timeout(CLEAN_UP_MS) },
      io,
    ).catch(() => undefined);
}

function toJob(request: SpeechRequest, adapter: SpeechAdapter, name: string): SpeechJob {
  const { language, audio } = request;
  const id = request.model ?? adapter.defaultModel;
  if (id === '') throw new ProviderError('rejected', `No model is chosen for ${name}.`);
  return {
    model: adapter.models.find((model) => model.id === id) ?? unknownModel(id, adapter),
    language: language === undefined || language === 'auto' ? undefined : language,
    vocabulary: request.vocabulary ?? [],
    domain: request.domain ?? 'general',
    translate: request.translate ?? false,
    wants: request.wants ?? { words: false, segments: false },
    instructions: request.instructions,
    keepNothing: request.keepNothing ?? false,
    audio,
    idempotencyKey: randomUUID(),
  };
}

/** A model that came after this version: assumed to have the abilities of the vendor's default. */
function unknownModel(id: string, adapter: SpeechAdapter): SpeechModel {
  const known = adapter.models.find((model) => model.id === adapter.defaultModel);
  return {
    id,
    displayName: id,
    languages: ['*'],
    capabilities: known?.capabilities ?? {
      segment_timestamps: false,
      word_timestamps: false,
      streaming: false,
      vocabulary: true,
      translation: false,
    },
  };
}

function checkSize({ audio, model }: SpeechJob, adapter: SpeechAdapter, name: string): void {
  if (planUpload(audio, adapter, model).kind === 'as-is') return;
  const { formats, maximumBytes } = adapter;
  if (!formats.includes(audio.format) && audio.format !== 'flac')
    throw new ProviderError(
      'rejected',
      `${name} does not accept ${audio.format} files; it accepts ${formats.join(', ')}.`,
    );
  if (audio.bytes > maximumBytes)
    throw new ProviderError(
      'too_large',
      `The audio has ${megabytes(audio.bytes)} MB; ${name} accepts at most ${megabytes(maximumBytes)} MB. Split it into parts and send them one by one.`,
    );
  const longest = Math.min(adapter.maximumSeconds ?? Infinity, model.maximumSeconds ?? Infinity);
  if (audio.seconds > longest)
    throw new ProviderError(
      'too_large',
      `The audio lasts ${minutes(audio.seconds)} minutes; ${name} accepts at most ${minutes(longest)}. Split it into parts and send them one by one.`,
    );
}

function tooSlow(name: string, milliseconds: number): ProviderError {
  return new ProviderError('timeout', `${name} did not finish within ${Math.round(milliseconds / 1_000)} s.`);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}

function minutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}
