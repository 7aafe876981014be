import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type AcceptedTranscription,
  type ErrorFacts,
  errorTable,
  type Mode,
  type TranscribeOptions,
  type Transcription,
} from '@quoth/contract';
import { AppError } from '../base/index.ts';
import type { IngestedAudio, TranscriptionContext } from '../core.ts';
import type { Engines } from '../engines/index.ts';
import type { ModeStore } from '../modes/index.ts';
import type { KnownRequest, RecordingStore, RequestKey, RequestKeyStore } from '../recordings/index.ts';
import { SharedWork, untilAborted } from './shared-work.ts';
import { toTranscription } from './to-transcription.ts';
import type { Transcriber } from './transcriber.ts';
import { onlyGiven } from './work-options.ts';

type Answer = Transcription | AcceptedTranscription;

export interface IdempotentTranscriptionsOptions {
  readonly transcriber: Transcriber;
  readonly recordings: RecordingStore;
  readonly keys: RequestKeyStore;
  readonly modes: ModeStore;
  readonly engines: Engines;
}

/** Answers of requests that keep nothing are kept in memory alone, and so many of them. */
const MOST_UNSAVED = 200;

/**
 * Transcriptions that are safe to ask for again. The same key with the same audio and options has the same recording and the
 * same answer, while the first call still runs, afterwards and after a restart. Only where the work was cut off, or failed for a
 * reason that may pass, it is done again, on the same recording.
 */
export class IdempotentTranscriptions {
  readonly #with: IdempotentTranscriptionsOptions;
  readonly #inHand = new Map<string, { readonly fingerprint: string; readonly work: SharedWork<Answer> }>();
  readonly #unsaved = new Map<string, { readonly fingerprint: string; readonly answer: Answer }>();

  constructor(options: IdempotentTranscriptionsOptions) {
    this.#with = options;
  }

  /** Throws INVALID_REQUEST when the key was used for another request. */
  async transcribe(
    audio: IngestedAudio,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Answer> {
    if (context.idempotencyKey === undefined)
      return this.#with.transcriber.transcribe(audio, options, context);
    let isTaken = false;
    try {
      const key: RequestKey = {
        hash: hashOf(context.idempotencyKey),
        fingerprint: hashOf(`${await hashOfFile(audio.path)} ${writtenOut(options)}`),
      };
      for (let before = this.#inHand.get(key.hash); before; before = this.#inHand.get(key.hash)) {
        refuseOther(before.fingerprint, key.fingerprint);
        if (!before.work.isGivenUp) return await before.work.wait(context.signal);
        await before.work.settled();
      }
      isTaken = true;
      const work = new SharedWork((signal) => this.#once(key, audio, options, { ...context, signal }));
      this.#inHand.set(key.hash, { fingerprint: key.fingerprint, work });
      void work.settled().then(() => this.#inHand.delete(key.hash));
      return await work.wait(context.signal);
    } finally {
      if (!isTaken) await audio.discard();
    }
  }

  async #once(
    key: RequestKey,
    audio: IngestedAudio,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Answer> {
    const { keys, transcriber } = this.#with;
    try {
      const known = await keys.find(key.hash);
      if (known) {
        refuseOther(known.fingerprint, key.fingerprint);
        return await this.#again(key, known, options, context);
      }
      const unsaved = this.#unsaved.get(key.hash);
      if (unsaved) {
        refuseOther(unsaved.fingerprint, key.fingerprint);
        return unsaved.answer;
      }
      const answer = await transcriber.transcribe(audio, options, { ...context, requestKey: key });
      if ('timings' in answer) await this.#keep(key, answer);
      return answer;
    } finally {
      await audio.discard();
    }
  }

  /** What the recording of the first request has come to. */
  async #again(
    key: RequestKey,
    known: KnownRequest,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Answer> {
    const { transcriber, recordings } = this.#with;
    const id = known.recordingId;
    const found = () => recordings.stored(id).catch((error: unknown) => Promise.reject(deleted(error)));
    if (options.async === true) {
      await found();
      return { ok: true, recording_id: id, status: 'pending' };
    }
    await untilAborted(transcriber.settled(id), context.signal);
    const stored = await found();
    const { status, error } = stored.recording;
    if (status === 'completed') return this.#answerOf(stored, known, options);
    if (error && !(errorTable[error.code] as ErrorFacts).retryable) {
      throw new AppError(error.code, { message: error.message });
    }
    const answer = await transcriber.retranscribe(id, {}, context);
    if ('timings' in answer) await this.#keep(key, answer);
    return answer;
  }

  #answerOf(
    { recording, model, language, words, segments }: Awaited<ReturnType<RecordingStore['stored']>>,
    { measured }: KnownRequest,
    options: TranscribeOptions,
  ): Transcription {
    const { engines, modes } = this.#with;
    const mode: Mode = modes.list().find((candidate) => candidate.id === recording.modeId) ?? modes.default();
    const known = engines.models().find((candidate) => candidate.id === model);
    const timings = measured?.timings ?? { queue_ms: 0, audio_ms: 0, load_ms: 0, decode_ms: 0 };
    return toTranscription(
      {
        recordingId: recording.id,
        mode,
        capabilities: known?.capabilities ?? {
          segment_timestamps: segments.length > 0,
          word_timestamps: words.length > 0,
          streaming: false,
          vocabulary: false,
          translation: false,
        },
        timings,
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
      },
      options,
      measured?.latency_ms ?? 0,
    );
  }

  async #keep(key: RequestKey, answer: Transcription): Promise<void> {
    if (answer.recording_id !== undefined) {
      const { timings, latency_ms } = answer;
      await this.#with.keys.answered(key.hash, { timings, latency_ms });
      return;
    }
    this.#unsaved.set(key.hash, { fingerprint: key.fingerprint, answer });
    const [oldest] = this.#unsaved.keys();
    if (this.#unsaved.size > MOST_UNSAVED && oldest !== undefined) this.#unsaved.delete(oldest);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** The options that were given, in an order of their own. */
function writtenOut(options: TranscribeOptions): string {
  return JSON.stringify(Object.entries(onlyGiven(options)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function refuseOther(before: string, now: string): void {
  if (before === now) return;
  throw new AppError('INVALID_REQUEST', {
    message: 'This Idempotency-Key was used for a request with other audio or other options.',
    hint: 'Use a new key, such as a random uuid, for each new request, and the same one only to send the same request again.',
  });
}

function deleted(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'RECORDING_NOT_FOUND') return error;
  return new AppError('RECORDING_NOT_FOUND', {
    message: 'The recording that this Idempotency-Key has made was deleted.',
    hint: 'Use a new key to transcribe the audio again.',
  });
}
