import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const note: PresetFacts = {
  id: 'note',
  task: `Write the text as a note to oneself.
- Short lines or a list with "- " where several things are said; plain sentences where it is one thought. A headline only if one was said.
- Leave out filler words and detours; keep every fact, name, number, date, task and question in the speaker's words.`,
  guards: everyGuard,
  growth: { times: 1.7, beyond: 80 },
  kept: 0.4,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};
