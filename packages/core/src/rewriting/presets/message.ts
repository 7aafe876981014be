import { everyGuard, type PresetFacts } from './preset-facts.ts';

export const message: PresetFacts = {
  id: 'message',
  task: `Write the text as a chat message.
- Clean it up: punctuation, capital letters, no filler words, no stutters.
- Keep it as casual and as short as it was said. No greeting and no closing that was not said. No list and no headline unless it was plainly one.
- Emoji only where one was named ("smiley face", "thumbs up emoji").`,
  guards: everyGuard,
  growth: { times: 1.6, beyond: 60 },
  kept: 0.45,
  novel: 0.5,
  keepsQuestions: true,
  addsLines: false,
  textRules: true,
};
