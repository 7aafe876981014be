import * as z from 'zod';
import { failing } from './checks.ts';
import { reasonFields } from './error-envelope.ts';
import { given, language, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { isVisible, visibleLine } from './plain-text.ts';
import { byId, jsonBody, returnsJson, returnsOk, type WrittenRoute } from './route.ts';

/** How a mode rewrites text. `mail` is read as `email`, `prompt` as `custom`. */
export const presets = ['hyper', 'message', 'email', 'note', 'meeting', 'commit', 'code', 'custom'] as const;
export type Preset = (typeof presets)[number];

const noControlCharacters = /^[^\p{Cc}]*$/u;

/**
 * A program that has a window open, as its desktop names it: the class on X11, the bundle's or the program's name
 * elsewhere.
 */
export const openApplication = z
  .object({
    program: z.string(),
    title: z.string().nullable().describe("Its window's title; null unless `readWindowTitles` is on."),
    active: z.boolean().describe('Its window has the focus.'),
  })
  .meta({ id: 'OpenApplication' });
export type OpenApplication = z.output<typeof openApplication>;

const pattern = z.string().trim().min(1).regex(noControlCharacters, failing('ruleWithControls'));

/**
 * Where a mode is chosen automatically. `*` matches any characters; regular expressions are not supported, so no rule
 * can be slow.
 */
export const applicationRule = z
  .object({
    program: pattern
      .max(limits.programCharacters)
      .describe('The full name of a program, case-insensitive; `*` matches anything.'),
    // Not `given`: rules are a part of answers too, and a transform has no JSON schema.
    title: pattern
      .max(limits.windowTitleCharacters)
      .optional()
      .describe(
        'Text in its window title, case-insensitive; `*` matches anything. Such a rule never matches unless `readWindowTitles` is on.',
      ),
  })
  .meta({ id: 'ApplicationRule' });
export type ApplicationRule = z.output<typeof applicationRule>;

const presetAliases: Readonly<Record<string, Preset>> = { mail: 'email', prompt: 'custom' };

/** A preset as callers may spell it. */
export const presetInput = z
  .enum([...presets, 'mail', 'prompt'])
  .transform((value): Preset => presetAliases[value] ?? (value as Preset));

export const englishSpellings = ['american', 'british', 'canadian', 'australian'] as const;
export type EnglishSpelling = (typeof englishSpellings)[number];

/** Keys that send a text where it was written. */
export const sendKeys = ['enter', 'ctrl-enter'] as const;
export type SendKey = (typeof sendKeys)[number];

/** Where a rule for spoken words applies. */
export const spokenPlaces = ['off', 'dictation', 'always'] as const;
export type SpokenPlace = (typeof spokenPlaces)[number];

/** The rules for spoken words. */
export const spokenRules = ['numbersAsDigits', 'numbersAsWords', 'spokenMarks', 'removeFillers'] as const;

const shortText = z.string().max(200);
const longText = z.string().max(limits.modeTextCharacters);

/** Fields of modes that HyperWhisper's clients write and read. */
export const hyperWhisperFields = [
  'providerType',
  'localEngine',
  'localParakeetModel',
  'localPostProcessingModel',
] as const;
export type HyperWhisperField = (typeof hyperWhisperFields)[number];

const keptField = shortText
  .nullable()
  .describe(
    "Of HyperWhisper's clients: kept and given back. Without `model` or `languageModel`, a new mode takes its own from them.",
  );

const name = z
  .string()
  .trim()
  .min(1, failing('modeNeedsName'))
  .max(limits.modeNameCharacters, failing('nameAtMost', { count: limits.modeNameCharacters }))
  .refine(isVisible, failing('nameInvisible'))
  .describe('Unique, case-insensitive.');

/** Vocabulary: words and phrases an engine should expect; `spoken => written` also replaces whole words afterwards. */
export const vocabulary = z
  .array(
    z
      .string()
      .max(limits.vocabularyTermCharacters)
      .overwrite((term) => visibleLine(term)),
  )
  .max(limits.vocabularyTerms);

/** The writable fields of a mode, as stored. */
export const modeFields = {
  name,
  preset: presetInput.describe('How it rewrites. `mail` is read as `email`, `prompt` as `custom`.'),
  language: language.describe('Language tag such as `en` or `de-CH`, or `auto`.'),
  model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe("A local model's id, `auto` (the best installed one), or `cloud` (see `cloudProvider`)."),
  cloudProvider: shortText.nullable().describe('Which cloud service transcribes.'),
  cloudTranscriptionModel: shortText.nullable().describe('Which of its models.'),
  cloudTranscriptionDomain: z
    .enum(['general', 'medical'])
    .nullable()
    .describe('The subject area of the speech, for services that support it.'),
  cloudAccuracyTier: shortText
    .nullable()
    .describe(
      "For the application's own cloud: `highest`, `high`, `medium` or `fast`; or the id of the model that a tier begins with, such as `elevenLabsScribeV2`.",
    ),
  postProcessingMode: z
    .union([z.literal(0), z.literal(1), z.literal(2)])
    .describe('Rewriting by a language model: 0 off, 1 in the cloud, 2 on this machine.'),
  postProcessingProvider: shortText
    .nullable()
    .describe('The provider that rewrites; null: the first healthy one configured.'),
  languageModel: shortText.nullable().describe('The local language model used for rewriting.'),
  cloudPostProcessingModel: shortText.nullable().describe('The cloud language model used for rewriting.'),
  customInstructions: longText.nullable().describe("Added to the preset's instructions."),
  userSystemPrompt: longText.nullable().describe('The full system prompt for the preset `custom`.'),
  geminiCustomPrompt: longText.nullable().describe('For a model that transcribes and rewrites in one step.'),
  punctuation: z.boolean().describe('False removes what the engine added.'),
  capitalization: z.boolean().describe('False removes what the engine added.'),
  profanityFilter: z.boolean().describe('Replaces profanity with asterisks.'),
  removeTrailingPeriod: z.boolean().describe('For short messages.'),
  englishSpelling: z
    .enum(englishSpellings)
    .nullable()
    .describe('Spelling of English text; null leaves it unchanged.'),
  spokenLineBreaks: z
    .boolean()
    .describe(
      'In a dictation, "new line" and "new paragraph" insert line breaks; so do the German, French, Spanish and Portuguese words for them.',
    ),
  numbersAsDigits: z
    .enum(spokenPlaces)
    .describe('Writes spoken numbers in digits: in dictations, or `always`.'),
  numbersAsWords: z
    .enum(spokenPlaces)
    .describe(
      'Writes counts from 2 to 100 in words ("23 people" as "twenty-three people"), after `numbersAsDigits`.',
    ),
  spokenMarks: z.enum(spokenPlaces).describe('Obeys spoken marks, and "scratch that".'),
  removeFillers: z.enum(spokenPlaces).describe('Removes "um", and words said twice.'),
  spaceBetweenDictations: z
    .boolean()
    .describe('Adds a space between consecutive dictations at the same place; never in the history.'),
  sendKey: z
    .enum(['off', ...sendKeys])
    .describe(
      'Pressed after the text of a dictation, in the programs of the setting `sendPrograms` alone; on macOS, `ctrl-enter` is Cmd+Enter.',
    ),
  customVocabulary: vocabulary.describe('Words and phrases to expect; `spoken => written` also replaces.'),
  useStreamingTranscription: z
    .boolean()
    .describe(
      'Sends a dictation to its provider while you speak, where the model can (`capabilities.streaming`); otherwise it is sent when it has ended. A model on this machine always transcribes while you speak, where it can.',
    ),
  enableScreenOCR: z.boolean().describe('Read expected words from the screen.'),
  applications: z
    .array(applicationRule)
    .max(limits.applicationRules)
    .describe('A dictation started in one of these programs uses this mode, unless another is requested.'),
  sendProgramName: z
    .boolean()
    .describe('Tells the rewriting provider in which program a dictation began; never the window title.'),
  isDefault: z
    .boolean()
    .describe(
      'Exactly one mode is the default; setting this to true replaces the current one. Setting it to false on the default is refused.',
    ),
  sortOrder: z.int().min(-1_000_000).max(1_000_000).describe('Position in the list.'),
  ...(Object.fromEntries(hyperWhisperFields.map((name) => [name, keptField])) as Record<
    HyperWhisperField,
    typeof keptField
  >),
} as const;

/** A saved configuration. */
export const mode = z
  .object({
    id: z.uuid(),
    ...modeFields,
    preset: z.enum(presets),
    isSystemProvided: z.boolean().describe('Came with the application. Read only.'),
    createdDate: timestamp.describe('Read only.'),
    modifiedDate: timestamp.describe('Read only.'),
  })
  .meta({ id: 'Mode' });
export type Mode = z.output<typeof mode>;

/** The writable fields of a mode, as stored. */
export type ModeFields = Omit<Mode, 'id' | 'isSystemProvided' | 'createdDate' | 'modifiedDate'>;

/** Default values of POST /modes. `sortOrder` is the next free position. */
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
  spokenLineBreaks: true,
  numbersAsDigits: 'off',
  numbersAsWords: 'off',
  spokenMarks: 'off',
  removeFillers: 'off',
  spaceBetweenDictations: true,
  sendKey: 'off',
  customVocabulary: [],
  useStreamingTranscription: false,
  enableScreenOCR: false,
  applications: [],
  sendProgramName: false,
  isDefault: false,
  providerType: null,
  localEngine: null,
  localParakeetModel: null,
  localPostProcessingModel: null,
};

const { name: _name, ...optionalFields } = modeFields;

/** Body of POST /modes: only `name` is required. Read-only and unknown fields are ignored. */
export const createModeBody = z.object({ name, ...eachGiven(optionalFields) }).meta({ id: 'CreateMode' });
export type CreateModeBody = z.output<typeof createModeBody>;

/**
 * Body of PATCH /modes/{id}: only the given fields are changed; `null` clears a nullable field and leaves others
 * unchanged.
 */
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
    Object.entries(shape).map(([key, schema]) => [key, withDefault(key, given(schema))]),
  ) as Given<Shape>;
}

/** The default as a schema annotation; the store applies it. */
function withDefault<Schema extends z.ZodType>(key: string, schema: Schema): Schema {
  const value = Object.entries(modeDefaults).find(([name]) => name === key);
  return value ? schema.meta({ default: value[1] }) : schema;
}

function eachPatched<Shape extends Record<string, z.ZodType>>(shape: Shape): Patched<Shape> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [
      key,
      schema instanceof z.ZodNullable ? schema.optional() : given(schema),
    ]),
  ) as Patched<Shape>;
}

/** Body of POST /modes/try: a mode, which need not be saved, and a text as an engine returns it. */
export const tryModeBody = z
  .object({
    mode: createModeBody,
    mode_id: given(z.string().max(200)).describe('The saved mode whose entries of the vocabulary apply.'),
    text: z.string().min(1, failing('giveTextToTry')).max(limits.textCharacters),
    rewrite: z.boolean().describe('False: the text rules alone.'),
  })
  .meta({ id: 'TryMode' });
export type TryModeBody = z.output<typeof tryModeBody>;

/** The result of applying a mode to a text. */
const triedMode = z
  .object({
    ok: z.literal(true),
    text: z.string().describe('After the text rules, and rewritten if that was requested and succeeded.'),
    ruled_text: z.string().describe('After the text rules alone.'),
    post_processed: z.boolean(),
    warning: z.object({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'TriedMode' });
export type TriedMode = z.output<typeof triedMode>;

/** A field of a mode that names nothing known here. */
const modeWarning = z
  .object({ field: z.string(), message: z.string(), ...reasonFields })
  .meta({ id: 'ModeWarning' });
export type ModeWarning = z.output<typeof modeWarning>;

const savedMode = {
  mode,
  warnings: z
    .array(modeWarning)
    .optional()
    .describe(
      'Given fields that name a model or a provider that is not known here; they are kept all the same.',
    ),
} as const;

const api = { audience: 'api', needsToken: true, tag: 'Modes' } as const;

export const modesRoutes = {
  listModes: {
    method: 'GET',
    path: '/modes',
    ...api,
    scopes: ['modes.read'],
    summary: 'Every mode, in its sort order',
    returns: returnsOk({ modes: z.array(mode) }),
  },
  createMode: {
    method: 'POST',
    path: '/modes',
    ...api,
    scopes: ['modes.write'],
    summary: 'Create a mode',
    body: jsonBody(createModeBody),
    returns: returnsOk(savedMode),
    errors: ['MODE_NAME_TAKEN'],
  },
  getMode: {
    method: 'GET',
    path: '/modes/{id}',
    ...api,
    scopes: ['modes.read'],
    summary: 'One mode',
    params: byId,
    returns: returnsOk({ mode }),
    errors: ['MODE_NOT_FOUND'],
  },
  updateMode: {
    method: 'PATCH',
    path: '/modes/{id}',
    audience: 'api',
    needsToken: true,
    // The answer is the whole mode, even if nothing changed.
    scopes: ['modes.write', 'modes.read'],
    tag: 'Modes',
    summary: 'Change the given fields',
    params: byId,
    body: jsonBody(updateModeBody),
    returns: returnsOk(savedMode),
    errors: ['MODE_NOT_FOUND', 'MODE_NAME_TAKEN'],
  },
  deleteMode: {
    method: 'DELETE',
    path: '/modes/{id}',
    ...api,
    scopes: ['modes.write'],
    summary: 'Delete a mode; the last one cannot be deleted',
    params: byId,
    returns: returnsOk({}),
    errors: ['MODE_NOT_FOUND', 'INVALID_REQUEST'],
  },
  tryMode: {
    method: 'POST',
    path: '/modes/try',
    audience: 'app',
    needsToken: true,
    tag: 'Modes',
    summary: 'Apply a mode to a text, without saving either',
    body: jsonBody(tryModeBody),
    returns: returnsJson(triedMode),
    errors: ['CANCELLED'],
  },
} as const satisfies Record<string, WrittenRoute>;
