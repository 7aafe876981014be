import { type createModeBody, presets } from '@quoth/contract';
import type * as z from 'zod';

type ModeField = keyof typeof createModeBody.shape;

/** What an agent needs to know of a mode's fields beyond their names. */
const words: Partial<Record<ModeField, string>> = {
  name: 'Unique, ignoring case.',
  preset: `How rewriting works: ${presets.join(', ')}.`,
  language: 'A tag such as "en" or "de-CH", or "auto".',
  model:
    'A local model id from list_models, "auto" (the best installed one), or "cloud" (see cloudProvider).',
  cloudProvider:
    'With model "cloud": which provider the audio is sent to. Set it only when the user asks for it.',
  cloudAccuracyTier: "For the application's own cloud.",
  postProcessingMode:
    '0: no rewriting. 1: by a cloud provider (text leaves the machine). 2: by a local model.',
  postProcessingProvider: 'Which provider rewrites; null: the first one that is set up and healthy.',
  customInstructions: 'Added to the preset.',
  userSystemPrompt: 'With preset "custom": the whole system prompt.',
  punctuation: 'false takes punctuation out of what the engine gave.',
  capitalization: 'false writes in lower case.',
  profanityFilter: 'true hides swear words.',
  removeTrailingPeriod: 'true leaves the last full stop out.',
  customVocabulary: 'Expected words; "spoken => written" also replaces.',
  enableScreenOCR: 'true reads the screen for context. Set it only when the user asks for it.',
  isDefault: 'true makes it the mode that is used when none is named.',
};

/** A mode's fields with words on them. */
export function described<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const text = Object.hasOwn(words, name) ? words[name as ModeField] : undefined;
    return [name, text === undefined ? schema : schema.describe(text)];
  });
  // The same keys with the same schemas, which the compiler cannot see.
  return Object.fromEntries(entries) as Shape;
}
