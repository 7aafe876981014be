import type { TranscribeOptions } from '@quoth/contract';

/** The options of a transcription but for what becomes of it. */
export type WorkOptions = Omit<
  TranscribeOptions,
  'save' | 'async' | 'source_name' | 'captions' | 'max_line_length' | 'max_lines'
>;

/** What is kept of the options, so that interrupted work can be taken up again. */
export function keptOptions(options: WorkOptions): WorkOptions {
  const {
    mode_id,
    engine,
    model,
    language,
    vocabulary,
    translate,
    post_process,
    preset,
    timestamp_granularities,
  } = options;
  return onlyGiven({
    mode_id,
    engine,
    model,
    language,
    vocabulary,
    translate,
    post_process,
    preset,
    timestamp_granularities,
  });
}

/** The options without those that were not given. */
export function onlyGiven<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
