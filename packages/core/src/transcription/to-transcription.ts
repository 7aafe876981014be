import type {
  Capabilities,
  Mode,
  Timings,
  TranscribeOptions,
  Transcription,
  TranscriptionWarning,
} from '@quoth/contract';
import type { TranscriptionRecord } from '../recordings/index.ts';

/** A transcription that is done, as the pipeline knows it. */
export interface FinishedJob {
  readonly recordingId: string | undefined;
  readonly mode: Mode;
  readonly capabilities: Capabilities;
  readonly record: TranscriptionRecord;
  /** True if a language model wrote the text. */
  readonly postProcessed?: boolean;
  /** What the caller should know about the text. */
  readonly warning?: TranscriptionWarning;
}

/** The answer of POST /transcribe; it has times only if they were requested and the engine has them. */
export function toTranscription(
  { recordingId, capabilities, record, postProcessed = false, warning }: FinishedJob,
  options: Pick<TranscribeOptions, 'timestamp_granularities' | 'post_process'>,
  { timings, latencyMs }: { readonly timings: Timings; readonly latencyMs: number },
): Transcription {
  const granularities = options.timestamp_granularities ?? [];
  const segments =
    granularities.includes('segment') && capabilities.segment_timestamps && record.segments.length > 0;
  const words = granularities.includes('word') && capabilities.word_timestamps && record.words.length > 0;
  return {
    ok: true,
    text: record.text,
    engine: record.provider,
    model: record.model,
    language: record.language,
    duration_s: Math.round(record.duration * 1000) / 1000,
    timings,
    latency_ms: latencyMs,
    ...(recordingId !== undefined && { recording_id: recordingId }),
    ...((segments || words) && { raw_text: record.transcribedText }),
    ...(segments && { segments: [...record.segments] }),
    ...(words && { words: [...record.words] }),
    ...(options.post_process === true && { post_processed: postProcessed }),
    ...(warning && { warning }),
  };
}
