import {
  adviceIn,
  type CaptionFormat,
  type Mode,
  otherModels,
  say,
  type Timings,
  type TranscribeOptions,
  type Transcription,
  type TranscriptionWarning,
  withAdvice,
} from '@quoth/contract';
import type { TranscriptionRecord } from '../recordings/index.ts';
import {
  hasWordsBesideMarks,
  type MarkedText,
  type PostProcessingService,
  withSnippetsBack,
} from '../rewriting/index.ts';
import { printCaptions } from './job-text-rules.ts';
import type { WorkOptions } from './plan-transcription.ts';

/** What the pipeline asks of rewriting. */
export type RewritingOf = Pick<PostProcessingService, 'transcript'>;

/** What rewriting a finished transcription needs. */
export interface FinishedRewriting {
  readonly rewriting: RewritingOf;
  /** The program that the text is for. */
  readonly program: string | undefined;
  /** Ids of those who may be asked. */
  readonly receivers: readonly string[];
  /** Called with what was recognised, and awaited, before a language model is asked. */
  readonly onBegin: (record: FinishedJob['record']) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Has the text rewritten if the request asks for it and the mode rewrites. The engine's text and times are kept. If
 * rewriting fails, the text is unchanged, and the answer says why. Throws only the signal's reason and errors that the
 * caller caused.
 */
export async function rewriteFinished(
  finished: FinishedJob,
  { rewriting, program, receivers, onBegin, signal }: FinishedRewriting,
): Promise<FinishedJob> {
  const { mode, options, record } = finished;
  if (options.post_process !== true) return finished;
  if (mode.postProcessingMode === 0 && options.preset === undefined) return finished;
  const { marked } = finished;
  // A snippet said alone is written as it is.
  if (marked && !hasWordsBesideMarks(marked.text)) return finished;
  await onBegin(record);
  const said = marked?.text ?? record.text;
  const result = await rewriting.transcript(
    { text: said, language: record.language, preset: options.preset, program, receivers },
    mode,
    signal,
  );
  if (!result) return finished;
  const withSnippets = marked && withSnippetsBack(result, marked);
  const { text, provider, postProcessed, warning: why } = withSnippets ?? result;
  const warning = both(finished.warning, why);
  return {
    ...finished,
    postProcessed,
    ...(warning && { warning }),
    ...(withSnippets && { marked: withSnippets.marked }),
    record: {
      ...record,
      text,
      ...(postProcessed && { postProcessed: { text, provider } }),
      ...(warning && { warning }),
    },
  };
}

/** Two warnings in the place of one: that the speech was not understood comes first. */
function both(
  one: TranscriptionWarning | undefined,
  other: TranscriptionWarning | undefined,
): TranscriptionWarning | undefined {
  if (!one || !other) return other ?? one;
  return withAdvice(one, {
    message: [...adviceIn(one, 'message'), say('asWritten', { text: '\n' }), ...adviceIn(other, 'message')],
  });
}

/** A transcription that is done, as the pipeline knows it. */
export interface FinishedJob {
  readonly recordingId: string | undefined;
  readonly mode: Mode;
  readonly options: WorkOptions;
  readonly record: TranscriptionRecord;
  /** Its text with marks for snippets, if there are some in it. */
  readonly marked?: MarkedText;
  /** True if a language model wrote the text. */
  readonly postProcessed?: boolean;
  /** What the caller should know about the text. */
  readonly warning?: TranscriptionWarning;
}

/** The same, with how long it took. */
export interface Outcome extends FinishedJob {
  readonly timings: Timings;
  readonly latencyMs: number;
}

/**
 * What the work needs to know of a request: captions are cut from times, whether the caller wants to see those or not.
 */
export function workOptionsOf({
  captions,
  max_line_length: _length,
  max_lines: _lines,
  ...options
}: TranscribeOptions): TranscribeOptions {
  return captions === undefined ? options : { ...options, timestamp_granularities: ['segment', 'word'] };
}

type AnswerOptions = Pick<
  TranscribeOptions,
  'timestamp_granularities' | 'post_process' | 'captions' | 'max_line_length' | 'max_lines'
>;

/**
 * The answer of POST /transcribe as its request asks for it; it has times only if they were requested and the engine
 * has them.
 */
export async function toTranscription(outcome: Outcome, asked: AnswerOptions): Promise<Transcription> {
  const { recordingId, record, postProcessed = false, warning, timings, latencyMs } = outcome;
  const granularities = asked.timestamp_granularities ?? [];
  const segments = granularities.includes('segment') && record.segments.length > 0;
  const words = granularities.includes('word') && record.words.length > 0;
  const others = otherModels(record.segments);
  return {
    ok: true,
    text: record.text,
    engine: record.provider,
    model: record.model,
    ...(others.length > 0 && { other_models: others }),
    language: record.language,
    duration_s: Math.round(record.duration * 1000) / 1000,
    timings,
    latency_ms: latencyMs,
    ...(recordingId !== undefined && { recording_id: recordingId }),
    ...((segments || words) && { raw_text: record.transcribedText }),
    ...(segments && { segments: [...record.segments] }),
    ...(words && { words: [...record.words] }),
    ...(asked.post_process === true && { post_processed: postProcessed }),
    ...(record.corrections && { corrections: [...record.corrections] }),
    ...(warning && { warning }),
    ...(asked.captions !== undefined && { captions: await captionsOf(outcome, asked.captions, asked) }),
  };
}

function captionsOf(
  { mode, options, record }: Outcome,
  format: CaptionFormat,
  { max_line_length: maxLineLength, max_lines: maxLines }: AnswerOptions,
): Promise<string> {
  const shape = { maxLineLength, maxLines };
  return printCaptions({ speech: record, language: record.language, mode, options, format, shape });
}
