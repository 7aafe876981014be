import * as z from 'zod';
import { failing } from './checks.ts';
import { given } from './fields.ts';
import { limits } from './limits.ts';
import { isVisible } from './plain-text.ts';
import { byId, jsonBody, returnsJson, returnsOk, type WrittenRoute } from './route.ts';

const phrase = z
  .string()
  .trim()
  .min(1, failing('writePhrase'))
  .max(limits.vocabularyTermCharacters, failing('phraseAtMost', { count: limits.vocabularyTermCharacters }))
  .refine(isVisible, failing('phraseInvisible'))
  .refine((value) => !/=>|->|→/u.test(value), failing('arrowInPhrase'));

const written = phrase.nullable();

/** An entry in the vocabulary for all modes: a word to expect, or a phrase to replace. */
const vocabularyEntry = z
  .object({
    id: z.uuid(),
    phrase: phrase.describe('The word or phrase to expect. Unique, case-insensitive.'),
    written: written.describe('Its replacement; null: the phrase itself.'),
  })
  .meta({ id: 'VocabularyEntry' });
export type VocabularyEntry = z.output<typeof vocabularyEntry>;

/** Body of POST /vocabulary. */
export const createVocabularyEntryBody = z
  .object({ phrase, written: given(written) })
  .meta({ id: 'CreateVocabularyEntry' });
export type CreateVocabularyEntryBody = z.output<typeof createVocabularyEntryBody>;

/** Body of PATCH /vocabulary/{id}: only the given fields are changed. */
export const updateVocabularyEntryBody = z
  .object({ phrase: given(phrase), written: written.optional() })
  .meta({ id: 'UpdateVocabularyEntry' });
export type UpdateVocabularyEntryBody = z.output<typeof updateVocabularyEntryBody>;

/** Body of POST /vocabulary/import. */
export const importVocabularyBody = z
  .object({
    csv: z
      .string()
      .max(limits.vocabularyCsvCharacters, failing('vocabularyFileTooLarge'))
      .describe('One entry per line: the phrase, optionally followed by its replacement.'),
  })
  .meta({ id: 'ImportVocabulary' });

const vocabularyImport = z
  .object({
    ok: z.literal(true),
    added: z.int().describe('New entries.'),
    skipped: z
      .array(z.object({ line: z.int().describe('Counted from 1.'), reason: z.string() }))
      .describe('Skipped lines and the reasons; at most one hundred.'),
  })
  .meta({ id: 'VocabularyImport' });
export type VocabularyImport = z.output<typeof vocabularyImport>;

const app = { audience: 'app', needsToken: true, tag: 'Vocabulary' } as const;

export const vocabularyRoutes = {
  listVocabulary: {
    method: 'GET',
    path: '/vocabulary',
    ...app,
    summary: 'The vocabulary for all modes, in alphabetical order',
    returns: returnsOk({ entries: z.array(vocabularyEntry) }),
  },
  createVocabularyEntry: {
    method: 'POST',
    path: '/vocabulary',
    ...app,
    summary: 'Add a word or a replacement',
    body: jsonBody(createVocabularyEntryBody),
    returns: returnsOk({ entry: vocabularyEntry }),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
  },
  updateVocabularyEntry: {
    method: 'PATCH',
    path: '/vocabulary/{id}',
    ...app,
    summary: 'Change an entry',
    params: byId,
    body: jsonBody(updateVocabularyEntryBody),
    returns: returnsOk({ entry: vocabularyEntry }),
    errors: ['ALREADY_EXISTS'],
  },
  deleteVocabularyEntry: {
    method: 'DELETE',
    path: '/vocabulary/{id}',
    ...app,
    summary: 'Delete an entry',
    params: byId,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST'],
  },
  importVocabulary: {
    method: 'POST',
    path: '/vocabulary/import',
    ...app,
    summary: 'Add the entries of a CSV file',
    body: jsonBody(importVocabularyBody),
    returns: returnsJson(vocabularyImport),
    errors: ['LIMIT_REACHED'],
  },
  exportVocabulary: {
    method: 'GET',
    path: '/vocabulary.csv',
    ...app,
    summary: 'The vocabulary as a CSV file',
    returns: { kind: 'file', contentTypes: ['text/csv'] },
  },
} as const satisfies Record<string, WrittenRoute>;
