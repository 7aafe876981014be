import type { Preset } from '@quoth/contract';
import { code } from './code.ts';
import { commit } from './commit.ts';
import { custom } from './custom.ts';
import { email } from './email.ts';
import { hyper } from './hyper.ts';
import { meeting } from './meeting.ts';
import { message } from './message.ts';
import { note } from './note.ts';
import type { PresetFacts } from './preset-facts.ts';

export { customWithoutPrompt } from './custom.ts';
export type { PresetFacts } from './preset-facts.ts';

/** Every preset; the compiler refuses one of the contract's without its facts. */
export const presetFacts: Readonly<Record<Preset, PresetFacts>> = {
  hyper,
  message,
  email,
  note,
  meeting,
  commit,
  code,
  custom,
};
