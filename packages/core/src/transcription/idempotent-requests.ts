import { createHash } from 'node:crypto';
import {
  type AcceptedTranscription,
  type Advice,
  AppError,
  adviceIn,
  type ErrorFacts,
  errorTable,
  type Mode,
  say,
  type Timings,
  type TranscribeOptions,
  withoutUndefined,
} from '@quoth/contract';
import { SingleFlight, waitOrAbort } from '../base/index.ts';
import type { IngestedAudio } from '../declarations/index.ts';
import type { KnownRequest, MeasuredTimings, RequestKey, StoredRecording } from '../recordings/index.ts';
import type { Outcome } from './finished-transcription.ts';

/** What a request came to; each of its callers is answered as it asked. */
export type Answer = Outcome | AcceptedTranscription;

export interface IdempotentRequestsOptions {
  readonly keys: {
    find(hash: string): Promise<KnownRequest | undefined>;
    answered(hash: string, measured: MeasuredTimings | { readonly advice: Advice }): Promise<void>;
  };
  /** Throws RECORDING_NOT_FOUND. */
  readonly stored: (recordingId: string) => Promise<StoredRecording>;
  /** A finished recording as the outcome of its request. */
  readonly outcomeOf: (stored: StoredRecording, known: KnownRequest, options: TranscribeOptions) => Outcome;
}

/** The work behind a request. */
export interface RequestWork {
  /** Does it for the first time; the key is written down together with the recording. */
  first(key: RequestKey, signal: AbortSignal): Promise<Answer>;
  /** Does it once more, on the recording of the first time. */
  again(recordingId: string, signal: AbortSignal): Promise<Answer>;
  /** Waits until nothing is being done on the recording. */
  settled(recordingId: string): Promise<void>;
  /** Called once, when the request's audio is needed no more. */
  discard(): Promise<void>;
}

/** How many answers of requests without a recording are remembered; they are kept in memory only. */
const MAX_UNSAVED = 200;

/**
 * Requests that are safe to send again. The same key with the same audio and options has the same recording and the
 * same answer, while the first call still runs, afterwards and after a restart. The work is repeated, on the same
 * recording, only if it was interrupted or failed for a temporary reason.
 */
export class IdempotentRequests {
  readonly #options: IdempotentRequestsOptions;
  readonly #inFlight = new Map<
    string,
    { readonly fingerprint: string; readonly work: SingleFlight<Answer> }
  >();
  readonly #unsaved = new Map<string, { readonly fingerprint: string; readonly answer: Answer }>();

  constructor(options: IdempotentRequestsOptions) {
    this.#options = options;
  }

  /** Throws INVALID_REQUEST when the key was used for another request. */
  async once(
    key: RequestKey,
    options: TranscribeOptions,
    work: RequestWork,
    signal: AbortSignal,
  ): Promise<Answer> {
    let isOwn = false;
    try {
      for (let before = this.#inFlight.get(key.hash); before; before = this.#inFlight.get(key.hash)) {
        refuseOther(before.fingerprint, key.fingerprint);
        if (!before.work.isAbandoned) return await before.work.wait(signal);
        await before.work.settled();
      }
      isOwn = true;
      const flight = new SingleFlight((shared) =>
        this.#answered(key, options, work, shared).finally(() => work.discard()),
      );
      const entry = { fingerprint: key.fingerprint, work: flight };
      this.#inFlight.set(key.hash, entry);
      void flight.settled().then(() => {
        if (this.#inFlight.get(key.hash) === entry) this.#inFlight.delete(key.hash);
      });
      return await flight.wait(signal);
    } finally {
      if (!isOwn) await work.discard();
    }
  }

  async #answered(
    key: RequestKey,
    options: TranscribeOptions,
    work: RequestWork,
    signal: AbortSignal,
  ): Promise<Answer> {
    const known = await this.#options.keys.find(key.hash);
    if (known) {
      refuseOther(known.fingerprint, key.fingerprint);
      return await this.#again(key, known, options, work, signal);
    }
    const unsaved = this.#unsaved.get(key.hash);
    if (unsaved) {
      refuseOther(unsaved.fingerprint, key.fingerprint);
      return unsaved.answer;
    }
    return await this.#kept(key, work.first(key, signal));
  }

  /** The outcome of the first request's recording. */
  async #again(
    key: RequestKey,
    known: KnownRequest,
    options: TranscribeOptions,
    work: RequestWork,
    signal: AbortSignal,
  ): Promise<Answer> {
    const id = known.recordingId;
    if (options.async === true) {
      await this.#found(id);
      return { ok: true, recording_id: id, status: 'pending' };
    }
    await waitOrAbort(work.settled(id), signal);
    const stored = await this.#found(id);
    const { status, error } = stored.recording;
    if (status === 'completed') return this.#options.outcomeOf(stored, known, options);
    if (error && !(errorTable[error.code] as ErrorFacts).retryable) {
      const [message] = adviceIn(error, 'message');
      throw new AppError(error.code, { message, remedy: known.advice });
    }
    return await this.#kept(key, work.again(id, signal));
  }

  async #found(id: string): Promise<StoredRecording> {
    try {
      return await this.#options.stored(id);
    } catch (error) {
      throw deleted(error);
    }
  }

  async #kept(key: RequestKey, work: Promise<Answer>): Promise<Answer> {
    const answer = await work.catch(async (error: unknown) => {
      // The recording keeps the error without it.
      if (error instanceof AppError) await this.#options.keys.answered(key.hash, { advice: error.advice });
      throw error;
    });
    if (!('timings' in answer)) return answer;
    if (answer.recordingId !== undefined) {
      const { timings, latencyMs } = answer;
      await this.#options.keys.answered(key.hash, { timings, latency_ms: latencyMs });
      return answer;
    }
    this.#unsaved.set(key.hash, { fingerprint: key.fingerprint, answer: withoutUnaskedTimes(answer) });
    const [oldest] = this.#unsaved.keys();
    if (this.#unsaved.size > MAX_UNSAVED && oldest !== undefined) this.#unsaved.delete(oldest);
    return answer;
  }
}

/**
 * The times of hours of speech are megabytes: they are kept only where the same request would be answered with them.
 */
function withoutUnaskedTimes(outcome: Outcome): Outcome {
  const asked = outcome.options.timestamp_granularities ?? [];
  const { words, segments } = outcome.record;
  const record = {
    ...outcome.record,
    words: asked.includes('word') ? words : [],
    segments: asked.includes('segment') ? segments : [],
  };
  return { ...outcome, record };
}

function refuseOther(before: string, now: string): void {
  if (before === now) return;
  throw new AppError('INVALID_REQUEST', {
    message: say('keyUsedOtherwise'),
    hint: say('useNewKeyForRequest'),
  });
}

function deleted(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'RECORDING_NOT_FOUND') return error;
  return new AppError('RECORDING_NOT_FOUND', {
    message: say('recordingOfKeyDeleted'),
    hint: say('useNewKeyToTranscribe'),
  });
}

/**
 * A caller's key with the fingerprint of what it was sent with: the bytes of the audio and the options, in whatever
 * order they came.
 */
export function requestKeyOf(
  written: string,
  { sha256 }: Pick<IngestedAudio, 'sha256'>,
  options: TranscribeOptions,
  madeBy?: string,
): RequestKey {
  // The file's name does not count: a form may send the same bytes under another name each time.
  const given = Object.entries(withoutUndefined({ ...options, source_name: undefined })).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return {
    // A program's keys are its own: another program learns neither that a key was used nor its result. No key has a
    // space in it.
    hash: hashOf(madeBy === undefined ? written : `${madeBy} ${written}`),
    fingerprint: hashOf(`${sha256} ${JSON.stringify(given)}`),
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const nothingMeasured: Timings = {
  receive_ms: 0,
  queue_ms: 0,
  audio_ms: 0,
  check_ms: 0,
  load_ms: 0,
  decode_ms: 0,
  rewrite_ms: 0,
  save_ms: 0,
  other_ms: 0,
};

/** The outcome of the request that a finished recording was made for, put together again from what is stored. */
export function outcomeOfRecording(
  { recording, model, language, words, segments }: StoredRecording,
  { measured }: Pick<KnownRequest, 'measured'>,
  options: TranscribeOptions,
  mode: Mode,
): Outcome {
  return {
    recordingId: recording.id,
    mode,
    options,
    postProcessed: recording.postProcessedText !== null,
    record: {
      text: recording.text,
      transcribedText: recording.transcribedText ?? '',
      provider: recording.transcriptionProvider ?? '',
      model: model ?? '',
      language,
      duration: recording.duration,
      words,
      segments,
    },
    // An earlier version measured less.
    timings: { ...nothingMeasured, ...measured?.timings },
    latencyMs: measured?.latency_ms ?? 0,
  };
}
