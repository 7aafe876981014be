import {
  type ErrorCode,
  type Recording,
  recording as recordingSchema,
  type Segment,
  type TranscribeOptions,
  type Warning,
  type Word,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { RecordingsTable } from '../database/index.ts';

/** What was asked for when the recording was accepted: enough to take the work up again after a crash. */
export interface AcceptedWork {
  readonly options: Pick<
    TranscribeOptions,
    'mode_id' | 'engine' | 'model' | 'language' | 'vocabulary' | 'post_process' | 'timestamp_granularities'
  >;
  /** Name below `incoming`, from where the audio is moved once the row is there. */
  readonly incoming?: string | undefined;
}

/** What a finished transcription leaves in its recording. */
export interface TranscriptionRecord {
  /** What the user gets: after the mode's text rules, and rewritten where that was asked for. */
  readonly text: string;
  /** The engine's own. */
  readonly transcribedText: string;
  readonly provider: string;
  readonly model: string;
  readonly language: string | null;
  /** Seconds. */
  readonly duration: number;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** Where a language model wrote the text: what it wrote, and who it was. */
  readonly postProcessed?: { readonly text: string; readonly provider: string };
  /** Why it was not rewritten although that was asked for. */
  readonly warning?: Warning;
}

/** A recording with what only the application itself needs of it. */
export interface StoredRecording {
  readonly recording: Recording;
  readonly work: AcceptedWork;
  readonly attempts: number;
  readonly audioFormat: string | null;
  readonly model: string | null;
  readonly language: string | null;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
}

/** The row as the API shows it; `audioPath` makes an absolute path of the stored one. */
export function toRecording(row: RecordingsTable, audioPath: (file: string) => string): Recording {
  return {
    id: row.id,
    text: row.text,
    postProcessedText: row.post_processed_text,
    transcribedText: row.transcribed_text,
    date: isoTime(row.date_ms),
    duration: row.duration_s,
    mode: row.mode_name,
    transcriptionProvider: row.transcription_provider,
    postProcessingProvider: row.post_processing_provider,
    status: recordingSchema.shape.status.parse(row.status),
    audioFilePath: row.audio_file === null ? null : audioPath(row.audio_file),
    modeId: row.mode_id,
    error:
      row.error_code === null
        ? null
        : { code: row.error_code as ErrorCode, message: row.error_message ?? '' },
    source: recordingSchema.shape.source.parse(row.source),
  };
}

/** The row as the application itself uses it. */
export function toStored(row: RecordingsTable, audioPath: (file: string) => string): StoredRecording {
  return {
    recording: toRecording(row, audioPath),
    work: JSON.parse(row.options) as AcceptedWork,
    attempts: row.attempts,
    audioFormat: row.audio_format,
    model: row.transcription_model,
    language: row.language,
    words: row.words === null ? [] : (JSON.parse(row.words) as Word[]),
    segments: row.segments === null ? [] : (JSON.parse(row.segments) as Segment[]),
  };
}
