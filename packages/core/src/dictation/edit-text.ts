import { AppError } from '@quoth/contract';
import type { PostProcessing } from '../declarations/index.ts';

/** Changes a text as an instruction says. Rejects with an AppError where nothing came of it that could take the text's place. */
export type EditText = (text: string, instruction: string, signal: AbortSignal) => Promise<string>;

/** Through the language models that rewrite, with their guards: a refusal, an echo or nothing at all never replaces anything. */
export function createEditText(postProcessing: PostProcessing): EditText {
  return async (text, instruction, signal) => {
    const prompt = `Change the text as this spoken instruction says: "${instruction.trim()}"\nAnswer with the changed text and nothing else.`;
    const { text: changed, post_processed, warning } = await postProcessing.run({ text, prompt }, { signal });
    if (post_processed && changed.trim() !== '') return changed;
    throw new AppError(warning?.code ?? 'INVALID_REQUEST', {
      message: `The selected text stays as it is. ${warning?.message ?? 'The language model gave nothing that could take its place.'}`,
      hint: 'What you said is in the history.',
    });
  };
}
