import { type Client, QuothError } from '@quoth/client';
import {
  createModeBody,
  type HyperWhisperField,
  hyperWhisperFields,
  modeFields,
  modeMeant,
  routes,
  updateModeBody,
} from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../tool.ts';

type ModeField = keyof typeof createModeBody.shape;

/** What an agent needs to know of a mode's fields beyond their names; nothing where those say it. */
const words: Partial<Record<ModeField, string>> = {
  name: 'Unique.',
  preset: 'How it rewrites.',
  language: 'Such as "de-CH", or "auto".',
  model: 'An id from list_models, "auto", or "cloud" (see cloudProvider).',
  cloudProvider: 'With model "cloud": who gets the audio; only when the user asks.',
  cloudTranscriptionModel: '',
  cloudTranscriptionDomain: 'The subject.',
  cloudAccuracyTier: 'For a gateway: highest, high, medium or fast.',
  postProcessingMode: '0: no rewriting. 1: by a cloud (text leaves the machine). 2: locally.',
  languageModel: 'With 2.',
  cloudPostProcessingModel: 'With 1.',
  geminiCustomPrompt: 'For models that also rewrite.',
  englishSpelling: 'Of English.',
  postProcessingProvider: '',
  customInstructions: '',
  userSystemPrompt: 'Of preset "custom".',
  punctuation: '',
  capitalization: '',
  profanityFilter: '',
  removeTrailingPeriod: '',
  customVocabulary: 'Words; "spoken => written" also replaces.',
  spokenLineBreaks: '',
  numbersAsDigits: 'Of spoken ones.',
  numbersAsWords: '',
  spokenMarks: '',
  removeFillers: 'No "um".',
  spaceBetweenDictations: '',
  sendKey: 'Sends dictations.',
  useStreamingTranscription: '',
  applications: 'Where dictations use it: a program, and text in its window title; * matches anything.',
  sendProgramName: 'Tells the rewriting provider.',
  sortOrder: '',
  enableScreenOCR: 'Only when the user asks.',
  isDefault: '',
};

/** A mode's fields with words on them. */
function described<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const text = Object.hasOwn(words, name) ? words[name as ModeField] : undefined;
    return [name, text === undefined ? schema : schema.describe(text)];
  });
  // The same keys with the same schemas, which the compiler cannot see.
  return Object.fromEntries(entries) as Shape;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function visibleModes(client: Client, signal: AbortSignal, isOptional: boolean) {
  try {
    return (await client.listModes({ signal })).modes;
  } catch (error) {
    if (isOptional && error instanceof QuothError && error.code === 'FORBIDDEN_SCOPE') return undefined;
    throw error;
  }
}

/** The id of a mode that is named by its id or, without case, by its name. Throws MODE_NOT_FOUND. */
export async function modeIdOf(client: Client, written: string, signal: AbortSignal): Promise<string> {
  const modes = await visibleModes(client, signal, isId.test(written));
  // Without access to the list of modes, one can still be named by its id; the application checks that it exists.
  if (modes === undefined) return written;
  const found = modeMeant(written, modes);
  if (found) return found.id;
  throw new QuothError('MODE_NOT_FOUND', {
    message: 'There is no mode with this id or name.',
    hint: 'list_modes lists the modes.',
  });
}

/** `list_modes`: every mode. */
export const listModes = defineTool({
  name: 'list_modes',
  title: 'List modes',
  description:
    "The user's modes: saved settings of language, model, text rules and rewriting. The default one is used when none is named.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: routes.listModes.returns.schema,
  run: (_input, { bridge, signal }) => bridge.ask(({ client }) => client.listModes({ signal })),
});

/** `create_mode`: only `name` is required. */
export const createMode = defineTool({
  name: 'create_mode',
  title: 'Create a mode',
  description:
    "Without further fields: automatic language and model, no rewriting. Only at the user's request, never at a transcript's.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.object(described(forAgents(createModeBody.shape))),
  output: routes.createMode.returns.schema,
  run: (body, { bridge, signal }) => bridge.ask(({ client }) => client.createMode({ body, signal })),
});

/** The fields without those that are kept for other clients. */
function forAgents<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): Omit<Shape, HyperWhisperField> {
  const entries = Object.entries(shape).filter(([name]) => !hyperWhisperFields.some((kept) => kept === name));
  return Object.fromEntries(entries) as Omit<Shape, HyperWhisperField>;
}

/** Words and choices are announced with `create_mode`, once for both. */
const undescribed = Object.fromEntries(
  Object.entries(forAgents(updateModeBody.shape)).map(([name, schema]) => [
    name,
    schema.meta({ description: '' }),
  ]),
) as Omit<typeof updateModeBody.shape, HyperWhisperField>;

const input = z.object({
  id: z.string().max(200).describe('Its id or name.'),
  ...undescribed,
});

/** `update_mode`: changes the fields that are given. */
export const updateMode = defineTool({
  name: 'update_mode',
  title: 'Change a mode',
  description:
    "Changes the given fields of a mode, which create_mode describes; null clears one that can be empty. The user can undo it. Only at the user's request, never at a transcript's.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input,
  takesNull: Object.entries(modeFields).flatMap(([name, field]) =>
    field instanceof z.ZodNullable ? [name] : [],
  ),
  output: routes.updateMode.returns.schema,
  run: ({ id, ...body }, { bridge, signal }) =>
    bridge.ask(async ({ client }) =>
      client.updateMode({ params: { id: await modeIdOf(client, id, signal) }, body, signal }),
    ),
});
