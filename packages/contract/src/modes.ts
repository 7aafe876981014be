import * as z from 'zod';
import { given, language, timestamp } from './fields.ts';
import { limits } from './limits.ts';

/** How a mode rewrites text. `mail` is read as `email`, `prompt` as `custom`. */
export const presets = ['hyper', 'message', 'email', 'note', 'meeting', 'commit', 'code', 'custom'] as const;
export type Preset = (typeof presets)[number];

const presetAliases: Readonly<Record<string, Preset>> = { mail: 'email', prompt: 'custom' };

/** A preset as callers may write it. */
export const presetInput = z
  .enum([...presets, 'mail', 'prompt'])
  .transform((value): Preset => presetAliases[value] ?? (value as Preset));

export const englishSpellings = ['american', 'british', 'canadian', 'australian'] as const;
export type EnglishSpelling = (typeof englishSpellings)[number];

const shortText = z.string().max(200);
const longText = z.string().max(limits.modeTextCharacters);
const noControlCharacters = /^[^\p{Cc}]*$/u;

const name = z
  .string()
  .trim()
  .min(1, 'A mode needs a name.')
  .max(limits.modeNameCharacters, `A name has at most ${limits.modeNameCharacters} characters.`)
  .regex(noControlCharacters, 'A name holds no control characters.');

/** Vocabulary: words and phrases an engine should expect; `heard => written` also replaces whole words afterwards. */
export const vocabulary = z
  .array(z.string().max(limits.vocabularyTermCharacters))
  .max(limits.vocabularyTerms);

/** The fields of a mode that a caller may write, each as it is stored. */
export const modeFields = {
  name,
  preset: presetInput,
  language,
  model: z.string().trim().min(1).max(200),
  cloudProvider: shortText.nullable(),
  cloudTranscriptionModel: shortText.nullable(),
  cloudTranscriptionDomain: z.enum(['general', 'medical']).nullable(),
  cloudAccuracyTier: z.enum(['highest', 'high', 'medium', 'fast']).nullable(),
  postProcessingMode: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  postProcessingProvider: shortText.nullable(),
  languageModel: shortText.nullable(),
  cloudPostProcessingModel: shortText.nullable(),
  customInstructions: longText.nullable(),
  userSystemPrompt: longText.nullable(),
  geminiCustomPrompt: longText.nullable(),
  punctuation: z.boolean(),
  capitalization: z.boolean(),
  profanityFilter: z.boolean(),
  removeTrailingPeriod: z.boolean(),
  englishSpelling: z.enum(englishSpellings).nullable(),
  customVocabulary: vocabulary,
  useStreamingTranscription: z.boolean(),
  enableScreenOCR: z.boolean(),
  isDefault: z.boolean(),
  sortOrder: z.int().min(-1_000_000).max(1_000_000),
} as const;

/** A saved configuration (contract, section 4, Modes). */
export const mode = z
  .object({
    id: z.uuid(),
    ...modeFields,
    preset: z.enum(presets),
    isSystemProvided: z.boolean(),
    createdDate: timestamp,
    modifiedDate: timestamp,
  })
  .meta({ id: 'Mode' });
export type Mode = z.output<typeof mode>;

/** The fields of a mode that can be written, as stored. */
export type ModeFields = Omit<Mode, 'id' | 'isSystemProvided' | 'createdDate' | 'modifiedDate'>;

/** What a field is when POST /modes does not give it. `sortOrder` is the next free place. */
export const modeDefaults: Omit<ModeFields, 'name' | 'sortOrder'> = {
  preset: 'hyper',
  language: 'auto',
  model: 'auto',
  cloudProvider: null,
  cloudTranscriptionModel: null,
  cloudTranscriptionDomain: null,
  cloudAccuracyTier: null,
  postProcessingMode: 0,
  postProcessingProvider: null,
  languageModel: null,
  cloudPostProcessingModel: null,
  customInstructions: null,
  userSystemPrompt: null,
  geminiCustomPrompt: null,
  punctuation: true,
  capitalization: true,
  profanityFilter: false,
  removeTrailingPeriod: false,
  englishSpelling: null,
  customVocabulary: [],
  useStreamingTranscription: false,
  enableScreenOCR: false,
  isDefault: false,
};

const { name: _name, ...optionalFields } = modeFields;

/** Body of POST /modes: only `name` is required. Read-only and unknown fields are ignored. */
export const createModeBody = z.object({ name, ...eachGiven(optionalFields) }).meta({ id: 'CreateMode' });
export type CreateModeBody = z.output<typeof createModeBody>;

/** Body of PATCH /modes/{id}: keys present are changed; `null` clears a nullable field and leaves another as it is. */
export const updateModeBody = z
  .object({ name: given(name), ...eachPatched(optionalFields) })
  .meta({ id: 'UpdateMode' });
export type UpdateModeBody = z.output<typeof updateModeBody>;

type Given<Shape extends Record<string, z.ZodType>> = {
  [Key in keyof Shape]: ReturnType<typeof given<Shape[Key]>>;
};
type Patched<Shape extends Record<string, z.ZodType>> = {
  [Key in keyof Shape]: Shape[Key] extends z.ZodNullable
    ? z.ZodOptional<Shape[Key]>
    : ReturnType<typeof given<Shape[Key]>>;
};

function eachGiven<Shape extends Record<string, z.ZodType>>(shape: Shape): Given<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, given(schema)]),
  ) as Given<Shape>;
}

function eachPatched<Shape extends Record<string, z.ZodType>>(shape: Shape): Patched<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      schema instanceof z.ZodNullable ? schema.optional() : given(schema),
    ]),
  ) as Patched<Shape>;
}
