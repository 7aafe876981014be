import { deflateSync } from 'node:zlib';
import {
  type OpenAiFormat,
  type OpenAiSegment,
  type OpenAiVerboseTranscription,
  type Segment,
  type TimestampGranularity,
  type Transcription,
  toSrt,
  toVtt,
  type Word,
} from '@quoth/contract';

/** What a transcription in OpenAI's dialect is printed from. */
export type Heard = Pick<Transcription, 'text' | 'language' | 'duration_s' | 'segments' | 'words'>;

export interface RenderOptions {
  readonly task: OpenAiVerboseTranscription['task'];
  readonly format: OpenAiFormat;
  /** For `verbose_json`; segments when absent. */
  readonly granularities?: readonly TimestampGranularity[] | undefined;
  readonly temperature?: number | undefined;
  /** The mode's text rules, for pieces of the text. */
  readonly rewrite: (text: string) => string;
}

/** Content type of each format. */
export const openAiContentTypes: Readonly<Record<OpenAiFormat, string>> = {
  json: 'application/json; charset=utf-8',
  verbose_json: 'application/json; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** The times that a format needs. */
export function timesFor(format: OpenAiFormat): TimestampGranularity[] | undefined {
  return format === 'json' || format === 'text' ? undefined : ['segment', 'word'];
}

/** The transcription in one of OpenAI's formats. */
export function renderTranscription(heard: Heard, options: RenderOptions): string {
  const { text, duration_s: duration, segments = [], words = [] } = heard;
  const captions = { text, duration, segments, words, rewrite: options.rewrite };
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
      return JSON.stringify(verbose(heard, options));
  }
}

function verbose(
  { text, language, duration_s: duration, segments = [], words = [] }: Heard,
  { task, granularities = [], temperature = 0, rewrite }: RenderOptions,
): OpenAiVerboseTranscription {
  const wantsWords = granularities.includes('word');
  const wantsSegments = granularities.includes('segment') || !wantsWords;
  return {
    task,
    language: languageName(language),
    duration,
    text,
    ...(wantsSegments && {
      segments: segments.map((segment) => verboseSegment(segment, words, temperature, rewrite)),
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
    compression_ratio: compressionRatio(text),
    no_speech_prob: 0,
  };
}

function averageLogarithm(words: readonly Word[]): number {
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return 0;
  const sum = known.reduce((total, confidence) => total + Math.log(Math.max(confidence, 1e-4)), 0);
  return Math.round((sum / known.length) * 1000) / 1000;
}

/** As Whisper counts it: bytes of the text to bytes of the text compressed. */
function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return Math.round((bytes.length / deflateSync(bytes).length) * 1000) / 1000;
}

function usageOf(seconds: number): { type: 'duration'; seconds: number } {
  return { type: 'duration', seconds: Math.ceil(seconds) };
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** OpenAI's `verbose_json` names languages in English words. */
function languageName(tag: string | null): string {
  return tag === null ? 'unknown' : (names.of(tag) ?? tag).toLowerCase();
}
