import type {
  OpenAiFormat,
  OpenAiSegment,
  OpenAiVerboseTranscription,
  Segment,
  TimestampGranularity,
  Transcription,
  Word,
} from '@quoth/contract';
import { toSrt, toVtt } from './captions.ts';

/** The data for a transcription in OpenAI's dialect. */
export type RecognizedAudio = Pick<
  Transcription,
  'text' | 'language' | 'duration_s' | 'segments' | 'words' | 'warning'
>;

export interface RenderOptions {
  readonly task: OpenAiVerboseTranscription['task'];
  readonly format: OpenAiFormat;
  /** For `verbose_json`, which has words if they are asked for, and always segments. */
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
  const { text, language, duration_s: duration, segments = [], words = [], warning } = result;
  const rewrite = (cue: string) => options.rewrite(cue, language);
  const captions = { text, duration, segments, words, rewrite };
  switch (options.format) {
    case 'json':
      return JSON.stringify({ text, usage: usageOf(duration), ...(warning && { warning }) });
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
  { text, language, duration_s: duration, segments = [], words = [], warning }: RecognizedAudio,
  { task, granularities = [], temperature = 0, rewrite }: RenderOptions,
  compressionRatio: CompressionRatio,
): OpenAiVerboseTranscription {
  const wantsWords = granularities.includes('word');
  const logarithmOf = averageLogarithms(words);
  const verboseSegment = ({ id, start, end, text: spoken }: Segment): OpenAiSegment => {
    const written = rewrite(spoken, language);
    return {
      id,
      seek: Math.floor(start * 100),
      start,
      end,
      text: written,
      tokens: [],
      temperature,
      avg_logprob: logarithmOf(start, end),
      compression_ratio: Math.round(compressionRatio(written) * 1000) / 1000,
      no_speech_prob: 0,
    };
  };
  return {
    task,
    language: languageName(language),
    duration,
    text,
    segments: segments.map(verboseSegment),
    ...(wantsWords && { words: words.map(({ word, start, end }) => ({ word, start, end })) }),
    usage: usageOf(duration),
    ...(warning && { warning }),
  };
}

/** The mean logarithm of the confidence of the words between two times; 0 if none is known. */
function averageLogarithms(words: readonly Word[]): (start: number, end: number) => number {
  const inOrder = words.toSorted((one, other) => one.start - other.start);
  return (start, end) => {
    let count = 0;
    let sum = 0;
    for (let at = firstFrom(inOrder, start); at < inOrder.length; at++) {
      const word = inOrder[at];
      if (!word || word.start > end) break;
      if (word.end > end || word.confidence === undefined) continue;
      count++;
      sum += Math.log(Math.max(word.confidence, 1e-4));
    }
    return count === 0 ? 0 : Math.round((sum / count) * 1000) / 1000;
  };
}

/**
 * Index of the first word that starts at this time or later. A search through all words for each segment took seconds
 * for six hours of speech.
 */
function firstFrom(words: readonly Word[], start: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function usageOf(seconds: number): { type: 'duration'; seconds: number } {
  return { type: 'duration', seconds: Math.ceil(seconds) };
}

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** OpenAI's `verbose_json` names languages in English words. */
function languageName(tag: string | null): string {
  return tag === null ? 'unknown' : (names.of(tag) ?? tag).toLowerCase();
}
