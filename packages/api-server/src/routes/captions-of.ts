import type {
  AcceptedTranscription,
  TimestampGranularity,
  TranscribeOptions,
  Transcription,
} from '@quoth/contract';
import type { Core } from '@quoth/core';

const NEEDED: TimestampGranularity[] = ['segment', 'word'];

/** The options of a transcription without those that only say how its answer is to look, and the answer made to look so. */
export interface CaptionedOrder {
  readonly options: TranscribeOptions;
  finish(answer: Transcription | AcceptedTranscription): Promise<Transcription | AcceptedTranscription>;
}

/** Captions are cut from times, which are asked for where the caller did not, and not answered with then: they are many. */
export function captionsOf(
  { captions: format, max_line_length: maxLineLength, max_lines: maxLines, ...options }: TranscribeOptions,
  core: Core,
): CaptionedOrder {
  if (format === undefined) return { options, finish: async (answer) => answer };
  const finish = async (answer: Transcription | AcceptedTranscription) => {
    if (!('text' in answer)) return answer;
    const captions = await core.transcriptions.captions(answer, options, { format, maxLineLength, maxLines });
    return { ...withoutUnasked(answer, options.timestamp_granularities ?? []), captions };
  };
  return { options: { ...options, timestamp_granularities: NEEDED }, finish };
}

function withoutUnasked(
  { raw_text, segments, words, ...rest }: Transcription,
  asked: readonly TimestampGranularity[],
): Transcription {
  return {
    ...rest,
    ...(raw_text !== undefined && asked.length > 0 && { raw_text }),
    ...(segments && asked.includes('segment') && { segments }),
    ...(words && asked.includes('word') && { words }),
  };
}
