import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const meeting: PresetFacts = {
  id: 'meeting',
  task: `Write the text as notes of a meeting.
- Group what was said under short headlines in the language of the text: what was talked about, what was decided, who does what until when, what is open. Leave out a headline that nothing was said about.
- Lists with "- ". Keep every name, number, date, decision, task and open question. Leave out small talk and repetitions. Add nothing.`,
  guards: everyGuard,
  growth: { times: 1.8, beyond: 300 },
  kept: 0.25,
  novel: 0.6,
  keepsQuestions: false,
  addsLines: true,
  textRules: true,
};
