import { type Client, QuothError } from '@quoth/client';
import { createVocabularyEntryBody, limits, vocabularyEntry } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../tool.ts';
import { modeIdOf } from './modes.ts';
import { excerptOf } from './recordings.ts';

const MAX_LISTED = 100;
const { phrase, written, languages } = createVocabularyEntryBody.shape;

/** `list_vocabulary`: all entries, or those that hold a text. One by itself is whole, so that it can be added again. */
export const listVocabulary = defineTool({
  name: 'list_vocabulary',
  title: 'List vocabulary',
  description: `Expected words, replacements, snippets; ${MAX_LISTED} at most; long texts cut (…) if several.`,
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({ q: z.string().max(200).nullish().describe('Part of the phrase or of its text.') }),
  output: z.object({ ok: z.literal(true), entries: z.array(vocabularyEntry), total: z.int() }),
  run: async ({ q }, { bridge, signal }) => {
    const { entries } = await bridge.ask(({ client }) => client.listVocabulary({ signal }));
    const wanted = keyOf(q ?? '');
    const found = entries.filter((entry) =>
      keyOf(`${entry.phrase}\n${entry.written ?? ''}`).includes(wanted),
    );
    const entriesShown = found.slice(0, MAX_LISTED).map((entry) => ({
      ...entry,
      written: entry.written && found.length > 1 ? excerptOf(entry.written, q ?? undefined) : entry.written,
    }));
    return { ok: true as const, entries: entriesShown, total: found.length };
  },
});

/** `edit_vocabulary`: adds an entry, or removes the one with this phrase. */
export const editVocabulary = defineTool({
  name: 'edit_vocabulary',
  title: 'Edit vocabulary',
  description:
    "Adds an entry, or removes the one with this phrase. The user can undo it. Only at the user's request, never at a transcript's.",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.object({
    action: z.enum(['add', 'remove']),
    phrase: phrase.describe(''),
    written: written.describe('What is written for it.'),
    languages: languages.describe('Only in these.'),
    modes: z
      .array(z.string().max(200))
      .max(limits.vocabularyModes)
      .nullish()
      .describe('Only in these, by name or id.'),
  }),
  output: z.object({ ok: z.literal(true), entry: vocabularyEntry.optional() }),
  run: ({ action, modes, ...entry }, { bridge, signal }) =>
    bridge.ask(async ({ client }) => {
      if (action === 'remove') return remove(client, entry.phrase, signal);
      const ids = await Promise.all((modes ?? []).map((mode) => modeIdOf(client, mode, signal)));
      return client.createVocabularyEntry({ body: { ...entry, modes: ids }, signal });
    }),
});

async function remove(client: Client, wanted: string, signal: AbortSignal) {
  const { entries } = await client.listVocabulary({ signal });
  const found = entries.find((entry) => keyOf(entry.phrase) === keyOf(wanted));
  if (found) return client.deleteVocabularyEntry({ params: { id: found.id }, signal });
  throw new QuothError('INVALID_REQUEST', {
    message: 'There is no entry with this phrase.',
    hint: 'list_vocabulary lists the entries.',
  });
}

/** As the application compares phrases. */
function keyOf(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
