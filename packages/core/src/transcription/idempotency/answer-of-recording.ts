import type { Capabilities, Mode, Timings, TranscribeOptions, Transcription } from '@quoth/contract';
import type { KnownRequest, StoredRecording } from '../../recordings/index.ts';
import { toTranscription } from '../to-transcription.ts';

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

/** The answer that a finished recording was given for, put together again from what is stored. */
export function answerOfRecording(
  { recording, model, language, words, segments }: StoredRecording,
  { measured }: Pick<KnownRequest, 'measured'>,
  options: TranscribeOptions,
  { mode, capabilities }: { readonly mode: Mode; readonly capabilities: Capabilities | undefined },
): Transcription {
  return toTranscription(
    {
      recordingId: recording.id,
      mode,
      capabilities: capabilities ?? {
        segment_timestamps: segments.length > 0,
        word_timestamps: words.length > 0,
        streaming: false,
        vocabulary: false,
        translation: false,
      },
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
    {
      // An earlier version measured less.
      timings: { ...nothingMeasured, ...measured?.timings },
      latencyMs: measured?.latency_ms ?? 0,
    },
  );
}
