import {
  type ErrorCode,
  type Recording,
  recording as recordingSchema,
  type Segment,
  type TranscribeOptions,
  type TranscriptionWarning,
  visibleLine,
  type Word,
} from '@quoth/contract';
import { isoTime } from '../base/index.ts';
import type { RecordingsTable } from '../database/index.ts';

/** What was asked for when the recording was accepted: enough to take the work up again after a crash. */
export interface AcceptedWork {
  readonly options: Pick<
    TranscribeOptions,
    | 'mode_id'
    | 'engine'
    | 'model'
    | 'language'
    | 'vocabulary'
    | 'translate'
    | 'post_process'
    | 'preset'
    | 'timestamp_granularities'
  >;
  /** Name below `incoming`, from where the audio is moved once the row is there. */
  readonly incoming?: string | undefined;
  /** Quoth ended while it was being recorded, so that its end may be missing. */
  readonly interrupted?: boolean;
  /** The program of an action asked for it, so that it triggers none. */
  readonly byAction?: boolean;
}

/** What a finished transcription leaves in its recording. */
export interface TranscriptionRecord {
  /** What the user gets: after the mode's text rules, and rewritten if requested. */
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
  /** Present if a language model wrote the text: what it wrote, and its provider. */
  readonly postProcessed?: { readonly text: string; readonly provider: string };
  /** What to know of the text: it was not rewritten although that was asked for, or the model did not understand the speech. */
  readonly warning?: TranscriptionWarning;
}

/** A recording with what only the application itself needs of it. */
export interface StoredRecording {
  readonly recording: Recording;
  readonly work: AcceptedWork;
  readonly attempts: number;
  /** See `WorkRun`. */
  readonly run: number;
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
    mode: row.mode_name === null ? null : visibleLine(row.mode_name, '\ufffd'),
    transcriptionProvider: row.transcription_provider,
    transcriptionModel: row.transcription_model,
    postProcessingProvider: row.post_processing_provider,
    status: recordingSchema.shape.status.parse(row.status),
    audioFilePath: row.audio_file === null ? null : audioPath(row.audio_file),
    modeId: row.mode_id,
    textBeforeEdit: row.text_before_edit,
    warning: row.warning === null ? null : (JSON.parse(row.warning) as TranscriptionWarning),
    error:
      row.error_code === null
        ? null
        : { code: row.error_code as ErrorCode, message: row.error_message ?? '' },
    source: recordingSchema.shape.source.parse(row.source),
    source_name: row.source_name,
    program: row.made_by_name,
    question: row.question,
    deleted_at: row.deleted_ms === null ? null : isoTime(row.deleted_ms),
  };
}

/** The row as the application itself uses it. */
export function toStored(row: RecordingsTable, audioPath: (file: string) => string): StoredRecording {
  return {
    recording: toRecording(row, audioPath),
    work: JSON.parse(row.options) as AcceptedWork,
    attempts: row.attempts,
    run: row.work_run,
    audioFormat: row.audio_format,
    model: row.transcription_model,
    language: row.language,
    words: row.words === null ? [] : (JSON.parse(row.words) as Word[]),
    segments: row.segments === null ? [] : (JSON.parse(row.segments) as Segment[]),
  };
}
