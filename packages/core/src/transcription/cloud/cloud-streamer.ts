import { containsSpeech, SAMPLE_RATE } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import { ProviderError, type SpeechTranscript, transcribeLive } from '@quoth/providers';
import { laterBy } from '@quoth/text';
import type { Clock } from '../../base/index.ts';
import { plainPartial, plainSpeech } from '../../engines/index.ts';
import type { Admission, ProviderHealth, ProviderList } from '../../providers/index.ts';
import type { CloudPlan } from '../planning/plan-cloud.ts';
import { cloudError } from './cloud-error.ts';
import type { CloudResult } from './cloud-transcriber.ts';
import { type GrowingRecording, SpokenAudio } from './spoken-audio.ts';

export interface CloudStreamerOptions {
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
 * Transcription by the user's providers while somebody speaks, for models that can. The audio is on the disk all the while: whatever goes wrong
 * here, the whole recording is sent as a file.
 */
export class CloudStreamer {
  readonly #with: CloudStreamerOptions;

  constructor(options: CloudStreamerOptions) {
    this.#with = options;
  }

  /**
   * Connects when somebody speaks, and not before. Throws NO_SPEECH if nobody does; an AppError for a stream that was refused, broke, or gave no
   * text; or the signal's reason.
   */
  async transcribe(request: StreamRequest): Promise<CloudResult> {
    const { clock, health } = this.#with;
    const { plan, spoolPath, signal } = request;
    const provider = this.#with.list.find(plan.provider.id);
    const live = provider?.vendor.speech?.live;
    if (!provider || !live) throw new AppError('ENGINE_UNAVAILABLE');
    const audio = new SpokenAudio(request);
    // By the time somebody speaks, it is known whether the provider can be reached.
    health.ready(provider, signal).catch(() => undefined);
    const start = await audio.begin();
    if (start === undefined)
      throw new AppError(
        (await containsSpeech({ spoolPath, signal })) ? 'TRANSCRIPTION_FAILED' : 'NO_SPEECH',
      );
    const asked = clock.monotonic();
    const admission = await health.ready(provider, signal);
    const connected = clock.monotonic();
    const check = () => {
      if (!health.holds(admission)) throw keyTaken(provider.displayName);
    };
    const transcript = await this.#stream(admission, audio.from(start, live.sampleRate, check), request);
    if (transcript.text === '')
      throw new AppError('TRANSCRIPTION_FAILED', {
        message: `${provider.displayName} heard nothing in what was streamed.`,
      });
    return {
      ...plainSpeech(laterBy(start / SAMPLE_RATE, transcript)),
      waitMs: 0,
      loadMs: 0,
      encodeMs: 0,
      checkMs: connected - asked,
      decodeMs: clock.monotonic() - connected,
    };
  }

  async #stream(
    admission: Admission,
    audio: Parameters<typeof transcribeLive>[0]['audio'],
    { plan, vocabulary, signal, onPartial }: StreamRequest,
  ): Promise<SpeechTranscript> {
    const { health } = this.#with;
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
      if (!(error instanceof ProviderError)) throw error;
      const checkedAgo = health.lastCheck(provider);
      // A key that may not stream can be good for files, and a stream that breaks says nothing of what comes next.
      if (error.kind === 'unauthorized' && error.status !== 403)
        health.report(admission, { status: 'unauthorized', reason: error.message });
      throw cloudError(error, provider, checkedAgo);
    }
  }
}

/** The user has removed or replaced the key that a recording is being sent with. */
function keyTaken(displayName: string): AppError {
  return new AppError('MISSING_API_KEY', {
    message: `The key for ${displayName} was removed or replaced during the recording, so no more of it was streamed.`,
  });
}
