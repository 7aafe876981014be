import { rememberingTexts } from '../text/per-text.ts';
import { answeredQuestion } from './answered-question.ts';
import { changedLanguage } from './changed-language.ts';
import { echoedPrompt } from './echoed-prompt.ts';
import { emptied } from './emptied.ts';
import type { Candidate, Guard, GuardName } from './guard.ts';
import { leakedFence } from './leaked-fence.ts';
import { leftReasoning } from './left-reasoning.ts';
import { lostText } from './lost-text.ts';
import { ranAway } from './ran-away.ts';
import { refused } from './refused.ts';

export type { Candidate, Guard, GuardName } from './guard.ts';

/** Every guard, in the order in which they run; the first one to object gives the reason. */
const guards: readonly Guard[] = [
  emptied,
  leftReasoning,
  echoedPrompt,
  leakedFence,
  refused,
  ranAway,
  changedLanguage,
  answeredQuestion,
  lostText,
];

/** The guard of the preset that catches the candidate; undefined when it may be used. */
export function caughtBy(candidate: Candidate): Guard | undefined {
  const { guards: wanted } = candidate.preset;
  return rememberingTexts(() =>
    guards.find(({ name, catches }) => wanted.includes(name) && catches(candidate)),
  );
}

/** The guard of a name, as another thread tells it. */
export function guardNamed(wanted: GuardName): Guard {
  const guard = guards.find(({ name }) => name === wanted);
  if (!guard) throw new Error(`There is no guard "${wanted}".`);
  return guard;
}
