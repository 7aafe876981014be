import type { Mode } from '@quoth/contract';
import { AppError } from '@quoth/contract';
import { type ChosenProvider, chooseProvider, type ExplicitRewriting } from './choose-provider.ts';
import type { LanguageProvider } from './language-access.ts';
import { customWithoutPrompt, type PresetFacts, presetFacts } from './presets/index.ts';

/** A mode, and whether the caller named it. */
export interface PlannedMode {
  readonly mode: Mode;
  readonly named: boolean;
}

/** How a text is rewritten: decided before anything is sent. */
export interface PostProcessingPlan extends ChosenProvider {
  readonly preset: PresetFacts;
  /** A prompt of the user's own, in place of the preset's task. */
  readonly prompt: string | undefined;
  readonly instructions: string | undefined;
  /** What is written how, whoever rewrites. */
  readonly mode: Mode;
  /** BCP-47 or `auto`. */
  readonly language: string;
  /** The program that the text is for, if the mode allows it to be sent. */
  readonly program?: string | undefined;
}

/**
 * Settles how a text is rewritten, from what the caller said, the mode, and who can be asked (contract, section 4, POST /post-process):
 *
 * 1. `preset` and `prompt` exclude one another. A prompt makes the preset `custom`; without either, the mode's preset counts, and `hyper`
 *    where the default mode has rewriting off.
 * 2. A mode that was named and has rewriting off is refused, unless the caller says what to do: a preset, a prompt, a provider or a model.
 * 3. `custom` takes the mode's own prompt, else its instructions; with neither it cleans up as `hyper` does. A caller's prompt stands
 *    alone; with a preset of the caller's, the instructions of a mode that was not named are left out.
 * 4. Vocabulary and spelling are the mode's (the default one's where none was named); so is its language where it was named.
 * 5. Provider and model: `chooseProvider`.
 *
 * Throws INVALID_REQUEST. That nobody can be asked is no error but a `problem`: the text then comes back as it is.
 */
export function planPostProcessing(
  explicit: ExplicitRewriting,
  { mode, named }: PlannedMode,
  providers: readonly LanguageProvider[],
): PostProcessingPlan {
  const { preset, prompt, provider, model } = explicit;
  if (preset !== undefined && prompt !== undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: '"preset" and "prompt" are both given.',
      hint: 'Give one of them; a prompt is the preset "custom".',
    });
  }
  if (prompt !== undefined && prompt.trim() === '') {
    throw new AppError('INVALID_REQUEST', {
      message: 'The prompt is empty.',
      hint: 'Say what to do with the text, or give a preset.',
    });
  }
  const isOff = mode.postProcessingMode === 0;
  const override = [preset, prompt, provider, model].some((value) => value !== undefined);
  if (named && isOff && !override) {
    throw new AppError('INVALID_REQUEST', {
      message: `The mode "${mode.name}" has rewriting turned off.`,
      hint: 'Give a preset or a prompt, or turn rewriting on in the mode (postProcessingMode).',
    });
  }
  const chosen: ChosenProvider = chooseProvider(explicit, isOff ? undefined : mode, providers);
  return {
    ...task(explicit, { mode, named }),
    mode,
    language: named ? mode.language : 'auto',
    ...chosen,
  };
}

/** Which preset, and in whose words. */
function task(
  { preset, prompt }: ExplicitRewriting,
  { mode, named }: PlannedMode,
): Pick<PostProcessingPlan, 'preset' | 'prompt' | 'instructions'> {
  if (prompt !== undefined) return { preset: presetFacts.custom, prompt, instructions: undefined };
  const fromMode = mode.postProcessingMode === 0 ? 'hyper' : mode.preset;
  const wanted = preset ?? (named ? mode.preset : fromMode);
  const instructions = named || preset === undefined ? filled(mode.customInstructions) : undefined;
  if (wanted !== 'custom') return { preset: presetFacts[wanted], prompt: undefined, instructions };
  const own = filled(mode.userSystemPrompt);
  if (own !== undefined) return { preset: presetFacts.custom, prompt: own, instructions };
  const written = filled(mode.customInstructions);
  if (written !== undefined) return { preset: presetFacts.custom, prompt: written, instructions: undefined };
  return { preset: customWithoutPrompt, prompt: undefined, instructions: undefined };
}

function filled(text: string | null): string | undefined {
  return text === null || text.trim() === '' ? undefined : text;
}
