import type { Engine } from './engine.ts';
import { pocketsphinx } from './pocketsphinx/index.ts';

/** The engines, in the order of preference. */
export const engineList: readonly Engine[] = [pocketsphinx()];
