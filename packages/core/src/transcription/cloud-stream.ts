import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BYTES_PER_SAMPLE,
  containsSpeech,
  detectSpeech,
  FRAME_SAMPLES,
  LiveSplitter,
  Resampler,
  SAMPLE_RATE,
  type SpeechSegment,
  SpoolMemory,
  SpoolReader,
  speechSegments,
  VoiceDetector,
  type VoiceFrame,
} from '@quoth/audio';
import { AppError, say } from '@quoth/contract';
import { shiftedBy } from '@quoth/text';
import { type LiveSamples, type SpeechTranscript, transcribeLive, VendorError } from '@quoth/vendors';
import type { Clock } from '../base/index.ts';
import { doubtsAbout, plainPartial, plainSpeech, spokenTimes } from '../engines/index.ts';
import type { Admission, ProviderHealth, ProviderList } from '../providers/index.ts';
import { type CloudResult, cloudError } from './cloud-files.ts';
import type { CloudPlan } from './plan-cloud.ts';

/** What streams to providers are made with. */
export interface StreamSources {
  readonly list: Pick<ProviderList, 'find'>;
  readonly health: Pick<ProviderHealth, 'ready' | 'holds' | 'report' | 'lastCheck'>;
  readonly clock: Clock;
}

/** A recording that a provider transcribes while it is made. */
export interface StreamRequest extends GrowingRecording {
  readonly plan: CloudPlan;
  readonly vocabulary: readonly string[];
  readonly onPartial?: ((text: string, stableCharacters?: number) => void) | undefined;
}

/**
 * Transcribes by one of the user's providers while somebody speaks, for models that can. The audio is on the disk all
 * the while: whatever goes wrong here, the whole recording is sent as a file. Connects when somebody speaks, and not
 * before. Throws NO_SPEECH if no one does; an AppError for a stream that was refused, broke, or gave no text; or the
 * signal's reason.
 */
export async function streamToProvider(sources: StreamSources, request: StreamRequest): Promise<CloudResult> {
  const { clock, health, list } = sources;
  const { plan, spoolPath, signal } = request;
  const provider = list.find(plan.provider.id);
  const live = provider?.vendor.speech?.live;
  if (!provider || !live) throw new AppError('ENGINE_UNAVAILABLE');
  const audio = new SpokenAudio(request);
  // By the time somebody speaks, it is known whether the provider can be reached.
  health.ready(provider, signal).catch(() => undefined);
  const start = await audio.begin();
  if (start === undefined)
    throw new AppError((await containsSpeech({ spoolPath, signal })) ? 'TRANSCRIPTION_FAILED' : 'NO_SPEECH');
  const asked = clock.monotonic();
  const admission = await health.ready(provider, signal);
  const connected = clock.monotonic();
  const check = () => {
    if (!health.holds(admission)) throw keyTaken(provider.displayName);
  };
  const transcript = await stream(health, admission, audio.from(start, live.sampleRate, check), request);
  if (transcript.text === '')
    throw new AppError('TRANSCRIPTION_FAILED', {
      message: say('streamHeardNothing', { provider: provider.displayName }),
    });
  const doubts = doubtsAbout(transcript, spokenTimes(audio.speech));
  return {
    ...plainSpeech(shiftedBy(start / SAMPLE_RATE, { ...transcript, ...(doubts.length > 0 && { doubts }) })),
    waitMs: 0,
    loadMs: 0,
    encodeMs: 0,
    checkMs: connected - asked,
    decodeMs: clock.monotonic() - connected,
  };
}

async function stream(
  health: StreamSources['health'],
  admission: Admission,
  audio: Parameters<typeof transcribeLive>[0]['audio'],
  { plan, vocabulary, signal, onPartial }: StreamRequest,
): Promise<SpeechTranscript> {
  const { provider, key } = admission;
  const { model, language, domain } = plan;
  try {
    const transcript = await transcribeLive({
      ...{ vendor: provider.vendor, key, model, language, domain, vocabulary, audio, signal },
      onText: (text, stableCharacters) => onPartial?.(...plainPartial(text, stableCharacters)),
    });
    health.report(admission, { status: 'healthy', reason: null });
    return transcript;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof VendorError)) throw error;
    const checkedAgo = health.lastCheck(provider);
    // A key that may not stream can be good for files, and a stream that breaks says nothing of what comes next.
    if (error.kind === 'unauthorized' && error.status !== 403)
      health.report(admission, { status: 'unauthorized', reason: error.why });
    throw cloudError(error, provider, checkedAgo);
  }
}
/** The user has removed or replaced the key that a recording is being sent with. */
function keyTaken(displayName: string): AppError {
  return new AppError('MISSING_API_KEY', {
    message: say('keyTakenWhileStreaming', { provider: displayName }),
  });
}

/** How often a growing spool is looked at. */
const POLL_MS = 30;
/** New samples after which it is listened to once more whether somebody speaks: that takes 5 ms. */
const STEP = 0.2 * SAMPLE_RATE;
/** What is listened to; speech is distinguished from its background, so that has to be a part of it. */
const WINDOW = 5 * SAMPLE_RATE;
/** What is sent of the time before the first syllable. */
const LEAD = 0.5 * SAMPLE_RATE;
/** Samples that are read at once. */
const PIECE = 0.1 * SAMPLE_RATE;
/** A connection that is so much behind the microphone does not catch up. */
const LATEST = 15 * SAMPLE_RATE;

/** A recording that is being made. */
interface GrowingRecording {
  readonly spoolPath: string;
  /** Resolves with its length in samples. */
  readonly ended: Promise<number>;
  readonly signal: AbortSignal;
}

/**
 * What of a recording may leave this machine while it is made: nothing before somebody speaks, and everything from then
 * on.
 */
class SpokenAudio {
  readonly #options: GrowingRecording;
  /** Samples that it has in all; undefined while it goes on. */
  #end: number | undefined;
  /** Why it is no longer known where the recording ends. */
  #failure: { readonly error: unknown } | undefined;
  readonly #frames: VoiceFrame[] = [];

  constructor(recording: GrowingRecording) {
    this.#options = recording;
    recording.ended.then(
      (end) => {
        this.#end = end;
      },
      (error: unknown) => {
        this.#failure = { error };
      },
    );
  }

  /** Where somebody spoke in what was sent. */
  get speech(): SpeechSegment[] {
    return speechSegments(this.#frames);
  }

  /** Resolves with the sample from which on it may be sent, as soon as somebody speaks; undefined if it ends before. */
  async begin(): Promise<number | undefined> {
    const { spoolPath, signal } = this.#options;
    const reader = await SpoolReader.open(spoolPath, {
      growing: true,
      range: undefined,
      memory: new SpoolMemory(),
    });
    try {
      for (let heard = 0; ; ) {
        signal.throwIfAborted();
        if (this.#failure) throw this.#failure.error;
        const end = this.#end;
        const fresh = (await reader.read(heard, WINDOW / 2)).length;
        const now = Math.min(heard + fresh, end ?? Number.POSITIVE_INFINITY);
        if (now - heard < STEP && end === undefined) {
          await sleep(POLL_MS);
          continue;
        }
        const first = Math.max(0, now - WINDOW);
        const [speech] = detectSpeech(await reader.read(first, now - first));
        if (speech) return Math.max(0, first + speech.start * FRAME_SAMPLES - LEAD);
        if (end !== undefined && (now >= end || now <= heard)) return undefined;
        heard = now;
      }
    } finally {
      await reader.close();
    }
  }

  /**
   * Everything from a sample on, at the given rate, as it comes; with `pause` where no one speaks. `check` is called
   * before each piece and throws if no more may leave. Throws TIMEOUT when the reader is far behind the microphone, and
   * the signal's reason.
   */
  async *from(start: number, sampleRate: number, check: () => void): AsyncGenerator<LiveSamples, void, void> {
    const { spoolPath, signal } = this.#options;
    const resampler = sampleRate === SAMPLE_RATE ? undefined : new Resampler(SAMPLE_RATE, sampleRate);
    const range = { start, end: Number.MAX_SAFE_INTEGER };
    const voice = new VoiceDetector();
    const splitter = new LiveSplitter();
    const reader = await SpoolReader.open(spoolPath, { growing: true, range, memory: new SpoolMemory() });
    try {
      for (let at = start; ; ) {
        signal.throwIfAborted();
        if (this.#failure) throw this.#failure.error;
        const end = this.#end;
        const left = (end ?? Number.POSITIVE_INFINITY) - at;
        const samples = left > 0 ? await reader.read(at - start, Math.min(PIECE, left)) : new Int16Array(0);
        if (samples.length === 0) {
          if (end !== undefined) break;
          await sleep(POLL_MS);
          continue;
        }
        if (samples.length === PIECE) await this.#checkDelay(at);
        check();
        at += samples.length;
        const voiced = voice.push(samples);
        this.#frames.push(...voiced);
        yield resampler ? toInt16(resampler.push(Float32Array.from(samples))) : samples.slice();
        let isCut = false;
        for (const { isVoiced } of voiced) isCut = splitter.push(isVoiced) || isCut;
        if (isCut) yield 'pause';
      }
      if (resampler) yield toInt16(resampler.end());
    } finally {
      await reader.close();
    }
  }

  async #checkDelay(at: number): Promise<void> {
    const { size } = await stat(this.#options.spoolPath);
    if (size / BYTES_PER_SAMPLE - at <= LATEST) return;
    throw new AppError('TIMEOUT', { message: say('connectionTooSlow') });
  }
}

function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value))));
}
