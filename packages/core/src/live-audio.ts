import { isRawRate, RawAudio, VoiceDetector } from '@quoth/audio';
import { AppError, limits, say, type TranscribeOptions } from '@quoth/contract';
import { checkRewriting } from './callers.ts';
import type {
  Caller,
  LiveAudio,
  LiveAudioFormat,
  LiveContext,
  LiveInput,
  LiveRecording,
  LiveSound,
} from './declarations/index.ts';
import type { RecordingSession, RecordingSessions } from './recording-sessions/index.ts';
import { keptOptions } from './recordings/index.ts';
import { type DictatedTranscriptions, stablePartials, toTranscription } from './transcription/index.ts';

export interface LiveRecordingsOptions {
  readonly transcriber: Pick<DictatedTranscriptions, 'planFor' | 'refusal'>;
  readonly sessions: RecordingSessions;
  /** Whether audio and transcript are kept if the caller does not say. */
  readonly savesByDefault: () => boolean;
}

/** Recordings whose sound programs send while somebody speaks, and how many of them may go on at a time. */
export class LiveRecordings implements LiveAudio {
  readonly #options: LiveRecordingsOptions;
  /** Those that have no text yet, whether their sound still comes or not. */
  readonly #unanswered = new Set<RecordingSession>();

  constructor(options: LiveRecordingsOptions) {
    this.#options = options;
  }

  check(options: TranscribeOptions, caller: Caller): void {
    checkRewriting(caller, options);
    checkLiveOptions(options);
    this.#options.transcriber.planFor(options);
  }

  begin(options: TranscribeOptions, context: LiveContext): LiveRecording {
    const { transcriber, sessions, savesByDefault } = this.#options;
    const { source, caller, requestId, onStablePartial } = context;
    checkRewriting(caller, options);
    checkLiveOptions(options);
    const plan = transcriber.planFor(options);
    const refusal = transcriber.refusal(plan);
    if (refusal) throw refusal;
    this.#refuseTooMany();
    const isPrivate = !(options.save ?? savesByDefault());
    const session = sessions.open({
      plan,
      isPrivate,
      row: {
        options: keptOptions(plan.options),
        source,
        sourceName: options.source_name,
        requestId,
        madeBy: caller.program,
        byAction: caller.byAction,
      },
      onPartial: stablePartials(plan, source, onStablePartial),
    });
    this.#unanswered.add(session);
    void session.closed.then(() => this.#unanswered.delete(session));
    session.begin();
    return {
      recordingId: isPrivate ? undefined : session.id,
      take: ({ samples }) => session.take(samples),
      finish: async (signal = new AbortController().signal) => {
        const outcome = await session.finish(context, signal);
        // The text is incomplete, because the disk could not take the rest of the audio.
        if (session.failure) throw session.failure;
        return toTranscription(outcome, options);
      },
      discard: () => session.discard(),
      abandon: () => session.abandon(context),
    };
  }

  input(format: LiveAudioFormat): Promise<LiveInput> {
    return openLiveInput(format);
  }

  busy(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Cancels one whose sound still comes; does nothing for any other. */
  async cancel(id: string): Promise<void> {
    const session = [...this.#unanswered].find((one) => one.id === id && one.isRecording);
    await session?.cancel('cancelled');
  }

  #refuseTooMany(): void {
    const recording = [...this.#unanswered].filter(({ isRecording }) => isRecording);
    if (recording.length >= limits.liveRecordings) {
      throw new AppError('RATE_LIMITED', {
        message: say('tooManyLiveRecordings', { count: limits.liveRecordings }),
        hint: say('waitUntilOneEnded'),
      });
    }
    if (this.#unanswered.size >= limits.liveUnanswered) {
      throw new AppError('RATE_LIMITED', {
        message: say('tooManyUnansweredRecordings', { count: limits.liveUnanswered }),
        hint: say('waitUntilSomeDone'),
      });
    }
  }
}

/** Throws INVALID_REQUEST for options that make no sense while somebody speaks. */
function checkLiveOptions({ async: inBackground, channels }: TranscribeOptions): void {
  if (channels !== undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: say('channelsNotForLiveAudio'),
      hint: say('omitChannels'),
    });
  }
  if (inBackground !== true) return;
  throw new AppError('INVALID_REQUEST', {
    message: say('asyncNotForLiveAudio'),
    hint: say('omitAsync'),
  });
}

/**
 * Bytes as a program sends them become samples, with what is speech in them. Throws INVALID_REQUEST for a rate that
 * speech is not recorded at.
 */
async function openLiveInput(format: LiveAudioFormat): Promise<LiveInput> {
  if (!isRawRate(format.rate)) {
    throw new AppError('INVALID_REQUEST', {
      message: say('liveRateUnsupported', { rate: format.rate }),
      hint: say('sendOtherRate'),
    });
  }
  const audio = new RawAudio(format);
  const voice = new VoiceDetector();
  const sound = (samples: Int16Array): LiveSound => ({
    samples,
    voiced: voice.push(samples).map(({ isVoiced }) => isVoiced),
  });
  return {
    push: (bytes) => sound(audio.push(bytes)),
    end: () => {
      const last = sound(audio.end());
      voice.reset();
      return last;
    },
  };
}
