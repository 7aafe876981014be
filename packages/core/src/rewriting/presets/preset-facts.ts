import type { Preset, RewriteGuard } from '@quoth/contract';

/** How a preset rewrites, and what its result is held to. */
export interface PresetFacts {
  readonly id: Preset;
  /** What the model is to do with the text; in the prompt, after the rules that hold for every preset. */
  readonly task: string;
  /** The guards that its result must pass. */
  readonly guards: readonly RewriteGuard[];
  /** The longest permitted result: a multiple of the text's length, plus a number of characters. */
  readonly growth: { readonly times: number; readonly beyond: number };
  /** The share of the text's own words that must be found again; 0 asks for none. */
  readonly kept: number;
  /** The share of words that are not in the text, above which a result that lost most of it is something else. */
  readonly novel: number;
  /** Whether every question of the text must still be one in the result. */
  readonly keepsQuestions: boolean;
  /** Whether lines may follow a question that the text does not have: a greeting, a closing. */
  readonly addsLines: boolean;
  /** Whether the mode's spelling, profanity and final period are looked after once more afterwards. */
  readonly textRules: boolean;
}

/** Every guard: for presets that clean and never answer. */
export const everyGuard: readonly RewriteGuard[] = [
  'emptied',
  'reasoning',
  'fence',
  'refused',
  'echoed',
  'answered',
  'lost',
  'runaway',
  'language',
];

/** The guards of a free prompt, which may translate, answer or shorten. */
export const freeGuards: readonly RewriteGuard[] = ['emptied', 'refused', 'echoed'];
