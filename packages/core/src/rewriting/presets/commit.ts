import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const commit: PresetFacts = {
  id: 'commit',
  task: `Write the text as a git commit message.
- The first line says in the imperative what changes, in at most 72 characters, without a full stop at its end.
- Where more was said, an empty line and then short paragraphs or a "- " list with the rest, above all the reasons. Lines of at most 72 characters.
- Plain text: no code fence, no quotes around it, no invented scope, issue number or file name.`,
  guards: everyGuard,
  growth: { times: 1.7, beyond: 120 },
  kept: 0.2,
  novel: 0.7,
  keepsQuestions: false,
  addsLines: true,
  textRules: true,
};
