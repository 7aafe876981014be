import type { RewriteGuard } from '@quoth/contract';
import type { PresetFacts } from '../presets/preset-facts.ts';
import type { ComposedPrompt } from '../prompt/index.ts';

export type GuardName = RewriteGuard;

/** A result, and what it was made from. */
export interface Candidate {
  /** What was dictated. */
  readonly text: string;
  /** What the model made of it, tidied. */
  readonly rewritten: string;
  readonly preset: PresetFacts;
  readonly prompt: Pick<ComposedPrompt, 'ours' | 'theirs' | 'fence'>;
}

/** Finds one way in which a model fails. Pure. */
export interface Guard {
  readonly name: GuardName;
  /** What happened, for the user; never a word of the text. */
  readonly message: string;
  /** True when the candidate must not be used. */
  readonly catches: (candidate: Candidate) => boolean;
}
