import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const code: PresetFacts = {
  id: 'code',
  task: `The text was dictated into an editor or a terminal: write down the code or the command that was spoken.
- Spoken symbols become symbols: "open paren" is (, "close brace" is }, "equals" is =, "dash dash" is --, "dot" is ., "slash" is /, "arrow" is =>, "new line" is a line break.
- Spoken styles of names: "camel case user name" is userName, "snake case user name" is user_name, "pascal case user name" is UserName, "kebab case user name" is user-name, "all caps max size" is MAX_SIZE.
- Write what was said and nothing more: no code that was only described, no explanation, no code fence. What is prose (a comment, a question, a remark) stays prose, as it was said.`,
  guards: everyGuard.filter((guard) => guard !== 'language'),
  growth: { times: 1.7, beyond: 100 },
  kept: 0,
  novel: 0.8,
  keepsQuestions: true,
  addsLines: false,
  textRules: false,
};
