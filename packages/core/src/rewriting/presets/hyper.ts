import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const hyper: PresetFacts = {
  id: 'hyper',
  task: `Clean the text up and change as little as that takes.
- Put in punctuation and capital letters. Make paragraphs where the subject changes.
- Leave out filler words (um, uh, er, and "like", "you know", "I mean" where they mean nothing), stutters and words said twice by mistake.
- Correct slips of grammar, and words that were plainly misheard and whose right form is certain.
- Keep the speaker's words, tone, order and meaning. Do not shorten, do not embellish, do not make it more formal.
- Where things are clearly listed one after the other ("first ... second ..."), write them as a list.`,
  guards: everyGuard,
  growth: { times: 1.7, beyond: 80 },
  kept: 0.45,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};
