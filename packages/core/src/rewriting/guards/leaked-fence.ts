import type { Guard } from './guard.ts';

/** The marks around the text, or something that looks like them, are in the result. */
export const leakedFence: Guard = {
  name: 'fence',
  message: 'The language model mixed its instructions into the text.',
  catches: ({ text, rewritten, prompt }) =>
    rewritten.includes(prompt.fence.name) || (LIKENESS.test(rewritten) && !LIKENESS.test(text)),
};

const LIKENESS = /<\/?dictation\b/i;
