import { hyper } from './hyper.ts';
import { freeGuards, type PresetFacts } from './preset-facts.ts';

/** A prompt of the user's own: it may do anything with the text, so that little of the result can be judged. */
export const custom: PresetFacts = {
  id: 'custom',
  task: '',
  guards: freeGuards,
  growth: { times: Number.POSITIVE_INFINITY, beyond: 0 },
  kept: 0,
  novel: 1,
  keepsQuestions: false,
  addsLines: true,
  textRules: false,
};

/** `custom` where the user has written no prompt: there is nothing to go by, so the text is cleaned up. */
export const customWithoutPrompt: PresetFacts = { ...hyper, id: 'custom' };
