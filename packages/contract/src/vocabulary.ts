import * as z from 'zod';
import { failing } from './checks.ts';
import { given, language, primaryLanguage } from './fields.ts';
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

/** What a snippet may hold for something that is known only when it is written. */
export const snippetPlaceholders = ['date', 'time', 'clipboard', 'cursor'] as const;
const PLACEHOLDER = new RegExp(`\\{\\{(?:${snippetPlaceholders.join('|')})\\}\\}`, 'u');

const written = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/gu, '\n'))
  .max(limits.snippetCharacters, failing('snippetAtMost', { count: limits.snippetCharacters }))
  .refine((text) => text.trim() !== '', failing('writePhrase'))
  .refine((text) => isVisible(text.replace(/[\n\t]/gu, ' ')), failing('phraseInvisible'))
  // One line says what is written; in a text of several, the first and the last may be empty.
  .overwrite((text) => (text.trim().includes('\n') || /^\n|\n$/u.test(text) ? text : text.trim()))
  .nullable();

/** What an entry does: a word is expected, a replacement stands in any text, a snippet in dictations alone. */
const vocabularyKinds = ['word', 'replacement', 'snippet'] as const;
export type VocabularyKind = (typeof vocabularyKinds)[number];

/** A text with lines or placeholders, or a long one, is a snippet. */
export function vocabularyKind(written: string | null): VocabularyKind {
  if (written === null) return 'word';
  const isSnippet =
    written.includes('\n') || PLACEHOLDER.test(written) || written.length > limits.vocabularyTermCharacters;
  return isSnippet ? 'snippet' : 'replacement';
}

const languages = z
  .array(language.overwrite(primaryLanguage).refine((tag) => tag !== 'auto', failing('giveLanguageTag')))
  .max(limits.vocabularyLanguages)
  .overwrite((tags) => [...new Set(tags)])
  .describe('Only where one of these is spoken; empty: in every language.');
const modes = z
  .array(z.uuid())
  .overwrite((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
  .max(limits.vocabularyModes)
  .describe('Only in these modes; empty: in all.');
const writtenHelp =
  'Its replacement; null: the phrase itself. One with lines, with `{{date}}`, `{{time}}`, `{{clipboard}}` or `{{cursor}}`, or with more than 200 characters is a snippet, for dictations alone.';

/** An entry in the vocabulary for all modes: a word to expect, or a phrase to replace. */
export const vocabularyEntry = z
  .object({
    id: z.uuid(),
    phrase: phrase.describe('The word or phrase to expect. Unique, case-insensitive.'),
    written: written.describe(writtenHelp),
    kind: z.enum(vocabularyKinds).describe('Read only.'),
    languages,
    modes,
  })
  .meta({ id: 'VocabularyEntry' });
export type VocabularyEntry = z.output<typeof vocabularyEntry>;

/** Body of POST /vocabulary. */
export const createVocabularyEntryBody = z
  .object({
    phrase,
    written: given(written).describe(writtenHelp),
    languages: given(languages),
    modes: given(modes),
  })
  .meta({ id: 'CreateVocabularyEntry' });
export type CreateVocabularyEntryBody = z.output<typeof createVocabularyEntryBody>;

/** Body of PATCH /vocabulary/{id}: only the given fields are changed. */
export const updateVocabularyEntryBody = z
  .object({
    phrase: given(phrase),
    written: written.optional().describe(writtenHelp),
    languages: given(languages),
    modes: given(modes),
  })
  .meta({ id: 'UpdateVocabularyEntry' });
export type UpdateVocabularyEntryBody = z.output<typeof updateVocabularyEntryBody>;

/** Body of POST /vocabulary/import. */
export const importVocabularyBody = z
  .object({
    text: z
      .string()
      .max(limits.vocabularyFileCharacters, failing('vocabularyFileTooLarge'))
      .describe(
        'The file: CSV (phrase, replacement, languages, names of modes), a macOS plist of text replacements, or matches of espanso in YAML.',
      ),
  })
  .meta({ id: 'ImportVocabulary' });

/** How a vocabulary is written into a file: for spreadsheets, for macOS, and for espanso. */
export const vocabularyFormats = ['csv', 'plist', 'yml'] as const;
export type VocabularyFormat = (typeof vocabularyFormats)[number];

const vocabularyImport = z
  .object({
    ok: z.literal(true),
    added: z.int().describe('New entries.'),
    skipped: z
      .array(z.object({ line: z.int().describe('Of the entry, counted from 1.'), reason: z.string() }))
      .describe('Skipped lines and the reasons; at most one hundred.'),
  })
  .meta({ id: 'VocabularyImport' });
export type VocabularyImport = z.output<typeof vocabularyImport>;

const api = { audience: 'api', needsToken: true, tag: 'Vocabulary' } as const;

export const vocabularyRoutes = {
  listVocabulary: {
    method: 'GET',
    path: '/vocabulary',
    ...api,
    scopes: ['vocabulary.read'],
    summary: 'Words, replacements and snippets for all modes, in alphabetical order',
    returns: returnsOk({ entries: z.array(vocabularyEntry) }),
  },
  createVocabularyEntry: {
    method: 'POST',
    path: '/vocabulary',
    ...api,
    scopes: ['vocabulary.write'],
    summary: 'Add a word, a replacement or a snippet',
    body: jsonBody(createVocabularyEntryBody),
    returns: returnsOk({ entry: vocabularyEntry }),
    errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
  },
  updateVocabularyEntry: {
    method: 'PATCH',
    path: '/vocabulary/{id}',
    ...api,
    // The answer is the whole entry, even if nothing changed.
    scopes: ['vocabulary.write', 'vocabulary.read'],
    summary: 'Change an entry',
    params: byId,
    body: jsonBody(updateVocabularyEntryBody),
    returns: returnsOk({ entry: vocabularyEntry }),
    errors: ['ALREADY_EXISTS'],
  },
  deleteVocabularyEntry: {
    method: 'DELETE',
    path: '/vocabulary/{id}',
    ...api,
    scopes: ['vocabulary.write'],
    summary: 'Delete an entry',
    params: byId,
    returns: returnsOk({}),
    errors: ['INVALID_REQUEST'],
  },
  importVocabulary: {
    method: 'POST',
    path: '/vocabulary/import',
    ...api,
    scopes: ['vocabulary.write'],
    summary: 'Add the entries of a file',
    description: 'What is there already stays; what cannot be used is skipped and reported.',
    body: jsonBody(importVocabularyBody),
    returns: returnsJson(vocabularyImport),
    errors: ['LIMIT_REACHED'],
  },
  exportVocabulary: {
    method: 'GET',
    path: '/vocabulary.{format}',
    ...api,
    scopes: ['vocabulary.read'],
    summary: 'The vocabulary as a file: csv, plist (macOS) or yml (espanso)',
    params: z.object({ format: z.enum(vocabularyFormats) }),
    returns: { kind: 'file', contentTypes: ['text/csv', 'application/x-plist', 'application/yaml'] },
  },
} as const satisfies Record<string, WrittenRoute>;
