import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const email: PresetFacts = {
  id: 'email',
  task: `Write the text as the body of an e-mail, in the speaker's own voice.
- Greeting, paragraphs and closing on lines of their own. Use the greeting, names and closing that were said; where none were, a plain greeting and a plain closing in the language of the text. Never invent a name, and write no placeholder for one.
- No subject line unless one was said.
- Clean it up: punctuation, capital letters, no filler words. Full sentences, courteous and plain. Keep every fact, date, number, question and request; add none.`,
  guards: everyGuard,
  growth: { times: 2, beyond: 200 },
  kept: 0.4,
  novel: 0.6,
  keepsQuestions: true,
  addsLines: true,
  textRules: true,
};
