import { randomUUID } from 'node:crypto';
import { type AudioFormat, say } from '@quoth/contract';
import { JobFailed, toVendorError, UnreadableReply, VendorError } from '../call-error.ts';
import {
  callVendor,
  checkBaseUrl,
  type VendorCall,
  type VendorIo,
  type VendorRequest,
} from '../call-vendor.ts';
import type { Vendor } from '../vendor.ts';
import type { LiveLimits, LiveSamples } from './live-session.ts';
import type {
  AudioFile,
  SpeechAdapter,
  SpeechDomain,
  SpeechJob,
  SpeechModel,
  SpeechTranscript,
} from './speech-adapter.ts';
import { requestAudio } from './vendor-fields.ts';

/** How the audio goes to a vendor. */
export type UploadPlan =
  | { readonly kind: 'as-is' }
  /** The decoded audio (16 kHz, mono, 16 bits) as one FLAC file. */
  | { readonly kind: 'flac' }
  /** The decoded audio cut at silences into FLAC files, none longer than this. */
  | { readonly kind: 'parts'; readonly maxSeconds: number };

/**
 * Decoded audio, uncompressed: 16,000 samples of two bytes. FLAC of noise is hardly smaller, and of speech about half
 * of it.
 */
const BYTES_PER_SECOND = 32_000;
/** For headers, other form fields, and FLAC's own frames. */
const ROOM = 0.95;

/**
 * How to send audio of this format, size and length: unchanged if the vendor accepts it, otherwise as FLAC, otherwise
 * in parts. FLAC sizes are computed as if nothing could be compressed, so that a plan always fits, even if 16-bit WAV
 * has to be sent instead. Without a format, the file is not sent.
 */
export function planUpload(
  { format, bytes, seconds }: { format: AudioFormat | undefined; bytes: number; seconds: number },
  adapter: Pick<SpeechAdapter, 'formats' | 'maxBytes' | 'maxSeconds'>,
  model?: SpeechModel,
): UploadPlan {
  const longest = Math.min(adapter.maxSeconds ?? Infinity, model?.maxSeconds ?? Infinity);
  const isShort = seconds <= longest;
  const isTaken = format !== undefined && adapter.formats.includes(format);
  if (isShort && bytes <= adapter.maxBytes && isTaken) return { kind: 'as-is' };
  const fitting = Math.floor((adapter.maxBytes * ROOM) / BYTES_PER_SECOND);
  if (isShort && seconds <= fitting) return { kind: 'flac' };
  return {
    kind: 'parts',
    maxSeconds: Math.min(fitting, Number.isFinite(longest) ? Math.floor(longest * ROOM) : Infinity),
  };
}

/** What every transcription by a vendor is asked with. */
interface VendorTask {
  readonly vendor: Vendor;
  /** Undefined for an endpoint that needs none. */
  readonly key: string | undefined;
  /**
   * Used instead of the vendor's own address. An invalid one is refused; the vendor's own is never used in its place.
   */
  readonly baseUrl?: string | undefined;
  /** BCP-47; absent or `auto`: the vendor detects it. */
  readonly language?: string | undefined;
  readonly vocabulary?: readonly string[] | undefined;
  readonly domain?: SpeechDomain | undefined;
  /** See SpeechJob. */
  readonly keepNothing?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** A transcription of a file by a vendor. */
export interface SpeechRequest extends VendorTask {
  /** Sent unchanged; `planUpload` decides beforehand whether the vendor accepts it. */
  readonly audio: AudioFile;
  /** One of the listed models, or a newer one; the vendor's default if not given. */
  readonly model?: string | undefined;
  readonly translate?: boolean | undefined;
  readonly wants?: { readonly words: boolean; readonly segments: boolean } | undefined;
  readonly instructions?: string | undefined;
  /** Tries of each call after the first one; see VendorCall. */
  readonly retries?: number | undefined;
  /** A time limit shorter than the vendor's own, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** Time limit for deleting what is left with the vendor. */
const CLEAN_UP_MS = 15_000;

/**
 * Has a vendor turn a file of audio into text. Throws VendorError and nothing else. What is left with the vendor
 * (files, jobs) is deleted afterwards, in the background; `tracked` receives that work, so that an application can wait
 * for it before it ends.
 */
export async function transcribeWithVendor(
  request: SpeechRequest,
  io: VendorIo,
  tracked: (work: Promise<unknown>) => void = () => {},
): Promise<SpeechTranscript> {
  const { vendor, signal } = request;
  const adapter = vendor.speech;
  const provider = vendor.displayName;
  if (!adapter) throw new VendorError('rejected', say('providerHearsNothing', { provider }));
  const job = toJob(request, adapter, provider);
  checkSize(job, adapter, provider);
  const base = {
    displayName: provider,
    baseUrl: checkBaseUrl(request.baseUrl ?? vendor.baseUrl, provider),
    authorization: request.key === undefined ? {} : vendor.authorization(request.key),
    refusesKey: vendor.refusesKey,
    isOverLimit: vendor.isOverLimit,
  };
  const own = adapter.timeLimit.baseMs + adapter.timeLimit.perAudioSecondMs * job.audio.seconds;
  const limitMs = Math.min(own, request.timeoutMs ?? own);
  const cleanUps: VendorRequest[] = [];
  try {
    return await walk(job, adapter, { ...base, retries: request.retries, signal, limitMs }, io, cleanUps);
  } catch (error) {
    if (error instanceof VendorError) throw error;
    if (signal.aborted) throw new VendorError('cancelled', say('requestCanceled', { provider }));
    if (error instanceof UnreadableReply)
      throw new VendorError('malformed', say('answerUnreadable', { provider }));
    if (error instanceof JobFailed)
      throw new VendorError('rejected', say('audioNotTranscribed', { provider }));
    throw new VendorError('rejected', say('requestNotMade', { provider }));
  } finally {
    if (cleanUps.length > 0) tracked(cleanUp(cleanUps.reverse(), base, io));
  }
}

type Connection = Pick<
  VendorCall,
  'displayName' | 'baseUrl' | 'authorization' | 'refusesKey' | 'isOverLimit' | 'retries'
>;

async function walk(
  job: SpeechJob,
  adapter: SpeechAdapter,
  { limitMs, ...connection }: Connection & { signal: AbortSignal; limitMs: number },
  io: VendorIo,
  cleanUps: VendorRequest[],
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
    step = step.next(await callVendor({ ...connection, request: step.request, audio, timeoutMs }, io));
  }
  if (isTooMuch(step.transcript, job.audio.seconds)) throw new UnreadableReply();
  return step.transcript;
}

/** The fastest speakers say some 25 characters a second, and words with times and marks are a few times as long. */
const CHARACTERS_PER_SECOND = 200;
/** Whatever the length, for a model that repeats itself. */
const CHARACTERS = 20_000;

/** True for more text than anyone can have said: it would be searched, ruled and stored like a text. */
function isTooMuch({ text, words, segments }: SpeechTranscript, seconds: number): boolean {
  const most = CHARACTERS + CHARACTERS_PER_SECOND * seconds;
  const total = (texts: readonly string[]) => texts.reduce((sum, one) => sum + one.length + 1, 0);
  return [[text], words.map(({ word }) => word), segments.map((one) => one.text)].some(
    (texts) => total(texts) > most,
  );
}

/** No one waits for this, and its failure is not reported: it belongs to no request of the user. */
async function cleanUp(
  requests: readonly VendorRequest[],
  connection: Connection,
  io: VendorIo,
): Promise<void> {
  for (const request of requests)
    await callVendor(
      { ...connection, request, timeoutMs: CLEAN_UP_MS, signal: AbortSignal.timeout(CLEAN_UP_MS) },
      io,
    ).catch(() => undefined);
}

function toJob(request: SpeechRequest, adapter: SpeechAdapter, provider: string): SpeechJob {
  const { language, audio } = request;
  const id = request.model ?? adapter.defaultModel;
  if (id === '') throw new VendorError('rejected', say('providerModelNotChosen', { provider }));
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

function checkSize({ audio, model }: SpeechJob, adapter: SpeechAdapter, provider: string): void {
  if (planUpload(audio, adapter, model).kind === 'as-is') return;
  const { formats, maxBytes } = adapter;
  if (!formats.includes(audio.format) && audio.format !== 'flac')
    throw new VendorError(
      'rejected',
      say('formatNotAccepted', { provider, format: audio.format, list: { list: formats } }),
    );
  if (audio.bytes > maxBytes)
    throw new VendorError(
      'too_large',
      say('audioTooLargeForProvider', {
        provider,
        size: megabytes(audio.bytes),
        limit: megabytes(maxBytes),
      }),
    );
  const longest = Math.min(adapter.maxSeconds ?? Infinity, model.maxSeconds ?? Infinity);
  if (audio.seconds > longest)
    throw new VendorError(
      'too_large',
      say('audioTooLongForProvider', {
        provider,
        minutes: minutes(audio.seconds),
        limit: minutes(longest),
      }),
    );
}

function tooSlow(provider: string, milliseconds: number): VendorError {
  const seconds = Math.round(milliseconds / 1_000);
  return new VendorError('timeout', say('providerNotFinished', { provider, seconds }));
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}

function minutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}

/** A transcription by a vendor while somebody speaks. */
export interface LiveRequest extends VendorTask {
  /** One of the vendor's models that have a `live`. */
  readonly model: SpeechModel;
  /** At the vendor's rate. Read only as fast as it leaves this machine. */
  readonly audio: AsyncIterable<LiveSamples>;
  /** The text so far, and how many characters at its start will not change any more. */
  readonly onText?: ((text: string, stableCharacters: number) => void) | undefined;
  readonly limits?: Partial<LiveLimits> | undefined;
}

/**
 * Has a vendor transcribe audio while it is spoken. Resolves when the vendor has said its last word. Throws VendorError
 * and nothing else: for a stream that breaks, that ends early, or that leaves text interim, too. Nothing is tried
 * twice; the caller has the audio on the disk.
 */
export async function transcribeLive(request: LiveRequest): Promise<SpeechTranscript> {
  const { vendor, signal, model } = request;
  const { displayName } = vendor;
  const live = vendor.speech?.live;
  if (!live || !model.live)
    throw new VendorError('rejected', say('modelNotLive', { provider: displayName, model: model.id }));
  // Loaded when it is needed: only streams use WebSockets.
  const { LiveSession, liveLimits } = await import('./live-session.ts');
  const limits = { ...liveLimits, ...request.limits };
  try {
    signal.throwIfAborted();
    const own = live.baseUrl ?? vendor.baseUrl;
    const base = checkBaseUrl(request.baseUrl ?? own, displayName).replace(/^http/, 'ws');
    const job = {
      model: model.live.id,
      language: request.language === 'auto' ? undefined : request.language,
      vocabulary: request.vocabulary ?? [],
      domain: request.domain ?? 'general',
      keepNothing: request.keepNothing ?? false,
    };
    const session = new LiveSession({ ...request, base, live, job, limits });
    return await session.run();
  } catch (error) {
    throw toVendorError(error, { displayName, signal, timeoutMs: limits.connectMs });
  }
}
