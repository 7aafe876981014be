import { comparable } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** The model thinks aloud. What is cleanly set apart has been taken out before. */
export const leftReasoning: Guard = {
  name: 'reasoning',
  message: 'The language model left its reasoning in the text.',
  catches: ({ text, rewritten }) => {
    if (TAG.test(rewritten) && !TAG.test(text)) return true;
    const opening = comparable(rewritten.slice(0, 200)).trimStart();
    return ALOUD.test(opening) && !ALOUD.test(comparable(text.slice(0, 200)).trimStart());
  },
};

/** Tags that models set their reasoning apart with. */
const TAG =
  /<\/?(?:think|thinking|thought|reasoning|reflection|analysis|scratchpad)>|<\|(?:channel|message|start|end)\|>/i;
const ALOUD =
  /^(?:\**thinking process|\**reasoning:|(?:okay|alright|hmm|so|first|well)?,? ?(?:the user (?:wants|asks|is asking|said|says|dictated|has)|let me (?:think|rewrite|clean|process|analy)|we (?:need|have) to (?:rewrite|clean|output|produce|write)|i (?:need|have|should|will) (?:to )?(?:rewrite|clean up|output|process|follow)))/;
