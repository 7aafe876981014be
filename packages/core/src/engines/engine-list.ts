import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx/index.ts';
import { type TranscribeCppOptions, transcribeCpp } from './transcribe-cpp/index.ts';

/** The engines, in the order of preference. */
export function engineList(neural: TranscribeCppOptions): readonly Engine[] {
  return [transcribeCpp(neural), pocketsphinx()];
}
