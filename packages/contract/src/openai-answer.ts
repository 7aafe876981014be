import { toSrt, toVtt } from './captions/index.ts';
import type { OpenAiFormat, OpenAiSegment, OpenAiVerboseTranscription } from './openai.ts';
import type { Segment, TimestampGranularity, Transcription, Word } from './transcribe.ts';

/** The data for a transcription in OpenAI's dialect. */
export type RecognizedAudio = Pick<Transcription, 'text' | 'language' | 'duration_s' | 'segments' | 'words'>;

export interface RenderOptions {
  readonly task: OpenAiVerboseTranscription['task'];
  readonly format: OpenAiFormat;
  /** For `verbose_json`; segments when absent. */
  readonly granularities?: readonly TimestampGranularity[] | undefined;
  readonly temperature?: number | undefined;
  /** The mode's text rules, for parts of the text; `language` is the text's. */
  readonly rewrite: (text: string, language: string | null) => string;
}

/** Content type of each format. */
export const openAiContentTypes: Readonly<Record<OpenAiFormat, string>> = {
  json: 'application/json; charset=utf-8',
  verbose_json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** The timestamps that a format needs. */
export function timesFor(format: OpenAiFormat): TimestampGranularity[] | undefined {
  return format === 'json' || format === 'text' ? undefined : ['segment', 'word'];
}

/** Ratio of a text's size to its zlib-compressed size, as Whisper computes it. */
type CompressionRatio = (text: string) => number;

/** The transcription in one of OpenAI's formats. */
export function renderTranscription(
  result: RecognizedAudio,
  options: RenderOptions,
  compressionRatio: CompressionRatio,
): string {
  const { text, language, duration_s: duration, segments = [], words = [] } = result;
  const rewrite = (cue: string) => options.rewrite(cue, language);
  const captions = { text, duration, segments, words, rewrite };
  switch (options.format) {
    case 'json':
      return JSON.stringify({ text, usage: usageOf(duration) });
    case 'text':
      return `${text}\n`;
    case 'srt':
      return toSrt(captions);
    case 'vtt':
      return toVtt(captions);
    case 'verbose_json':
      return JSON.stringify(verbose(result, options, compressionRatio));
  }
}

function verbose(
  { text, language, duration_s: duration, segments = [], words = [] }: RecognizedAudio,
  { task, granularities = [], temperature = 0, rewrite }: RenderOptions,
  compressionRatio: CompressionRatio,
): OpenAiVerboseTranscription {
  const wantsWords = granularities.includes('word');
  const wantsSegments = granularities.includes('segment') || !wantsWords;
  return {
    task,
    language: languageName(language),
    duration,
    text,
    ...(wantsSegments && {
      segments: segments.map((segment) =>
        verboseSegment(segment, words, temperature, (part) => rewrite(part, language), compressionRatio),
      ),
    }),
    ...(wantsWords && { words: words.map(({ word, start, end }) => ({ word, start, end })) }),
    usage: usageOf(duration),
  };
}

function verboseSegment(
  segment: Segment,
  words: readonly Word[],
  temperature: number,
  rewrite: (text: string) => string,
  compressionRatio: CompressionRatio,
): OpenAiSegment {
  const { id, start, end } = segment;
  const text = rewrite(segment.text);
  return {
    id,
    seek: Math.floor(start * 100),
    start,
    end,
    text,
    tokens: [],
    temperature,
    avg_logprob: averageLogarithm(words.filter((word) => word.start >= start && word.end <= end)),
    compression_ratio: Math.round(compressionRatio(text) * 1000) / 1000,
    no_speech_prob: 0,
  };
}

function averageLogarithm(words: readonly Word[]): number {
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return 0;
  const sum = known.reduce((total, confidence) => total + Math.log(Math.max(confidence, 1e-4)), 0);
  return Math.round((sum / known.length) * 1000) / 1000;
}

function usageOf(seconds: number): { type: 'duration'; seconds: number } {
  return { type: 'duration', seconds: Math.ceil(seconds) };
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** OpenAI's `verbose_json` names languages in English words. */
function languageName(tag: string | null): string {
  return tag === null ? 'unknown' : (names.of(tag) ?? tag).toLowerCase();
}
