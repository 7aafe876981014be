import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@quoth/client';
import { limits, modeMeant, plainText, type VocabularyEntry, vocabularyFormats } from '@quoth/contract';
import type { Command } from 'commander';
import type { Register } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { printNote, printNotice, table } from '../terminal/print.ts';
import { inQuotes } from '../terminal/wording.ts';

interface Options {
  readonly json?: boolean;
  readonly written?: string;
  readonly languages?: string;
  readonly modes?: string;
  readonly format?: string;
}

/** `quoth vocabulary list|add|edit|delete|import|export`; an entry is meant by its phrase. */
export const vocabulary: Register = (command, environment) => {
  command
    .command('list')
    .description('List words, replacements and snippets')
    .action(async (options: Options) => {
      const body = await (await environment.openOrStart()).listVocabulary();
      printNotice(environment, options.json, body, () =>
        body.entries.length === 0
          ? 'The vocabulary is empty. Add a word: quoth vocabulary add Kubernetes'
          : table(body.entries.map(rowOf)),
      );
    });
  withFields(
    command.command('add <phrase> [written]').description('Add a word, a replacement or a snippet'),
  ).action(async (given: string, separately: string | undefined, options: Options) => {
    // "heard => written" in one word, too, as in a mode's own list.
    const sides = separately === undefined ? given.split(/\s*=>\s*(.*)/su) : [given, separately];
    const [phrase = given, written] = sides;
    const client = await environment.openOrStart();
    const fields = await fieldsOf(client, { ...options, ...(written !== undefined && { written }) });
    const body = await client.createVocabularyEntry({ body: { phrase, ...fields } });
    printNotice(
      environment,
      options.json,
      body,
      () => `Added ${inQuotes(body.entry.phrase)} (${body.entry.kind}).`,
    );
  });
  withFields(command.command('edit <phrase>').description('Change an entry'))
    .option('--written <text>', 'What is written for it; null for the phrase itself.')
    .action(async (phrase: string, options: Options) => {
      const client = await environment.openOrStart();
      const fields = await fieldsOf(client, options);
      if (Object.keys(fields).length === 0)
        throw new UsageError('Say what to change: --written, --languages or --modes.');
      const { id } = await entryMeant(client, phrase);
      const body = await client.updateVocabularyEntry({ params: { id }, body: fields });
      printNotice(environment, options.json, body, () => `Changed ${inQuotes(body.entry.phrase)}.`);
    });
  command
    .command('delete <phrase>')
    .description('Delete an entry')
    .action(async (phrase: string, options: Options) => {
      const client = await environment.openOrStart();
      const body = await client.deleteVocabularyEntry({
        params: { id: (await entryMeant(client, phrase)).id },
      });
      printNotice(environment, options.json, body, () => `Deleted ${inQuotes(phrase)}.`);
    });
  command
    .command('import <file>')
    .description(
      'Add the entries of a CSV file, of text replacements of macOS (plist), or of matches of espanso (yml)',
    )
    .action(async (file: string, options: Options) => {
      const text = await textOf(file);
      const body = await (await environment.openOrStart()).importVocabulary({ body: { text } });
      printNotice(
        environment,
        options.json,
        body,
        () => `${body.added} added, ${body.skipped.length} skipped.`,
      );
      for (const { line, reason } of body.skipped) printNote(environment, `Entry ${line}: ${reason}`);
    });
  command
    .command('export')
    .description('Print the vocabulary as a file')
    .option('--format <format>', `One of ${vocabularyFormats.join(', ')}; default csv.`)
    .action(async ({ format: written = 'csv' }: Options) => {
      const format = vocabularyFormats.find((one) => one === written);
      if (!format) throw new UsageError(`--format takes one of ${vocabularyFormats.join(', ')}.`);
      const file = await (await environment.openOrStart()).exportVocabulary({ params: { format } });
      environment.stdout.write(plainText(await file.text()));
    });
  command.addHelpText(
    'after',
    '\nExamples:\n  quoth vocabulary add Kubernetes\n  quoth vocabulary add kwoth Quoth\n  quoth vocabulary add "my sign off" $\'Best regards,\\nAnna\\n{{date}}\'\n  quoth vocabulary edit "my sign off" --languages en,de\n  quoth vocabulary import snippets.yml',
  );
};

function withFields(command: Command): Command {
  return command
    .option(
      '--languages <tags>',
      'Only where one of these is spoken, separated by commas; "" for every language.',
    )
    .option('--modes <names>', 'Only in these modes, separated by commas; "" for all.');
}

function rowOf({ phrase, written, kind, languages }: VocabularyEntry): string[] {
  const [line = '', ...more] = (written ?? '').split('\n');
  return [phrase, kind, more.length > 0 ? `${line} …` : line, languages.join(', ')];
}

/** The fields that were given. Throws UsageError for an unknown mode. */
async function fieldsOf(client: Client, { written, languages, modes }: Options) {
  const named = modes === undefined ? undefined : listed(modes);
  const all = named && named.length > 0 ? (await client.listModes()).modes : [];
  const ids = named?.map((name) => {
    const found = modeMeant(name, all);
    if (!found) throw new UsageError(`There is no mode ${inQuotes(name)}.`);
    return found.id;
  });
  return {
    ...(written !== undefined && { written: written === 'null' ? null : written }),
    ...(languages !== undefined && { languages: listed(languages) }),
    ...(ids !== undefined && { modes: ids }),
  };
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

async function entryMeant(client: Client, phrase: string): Promise<VocabularyEntry> {
  const wanted = phrase.trim().toLowerCase();
  const { entries } = await client.listVocabulary();
  const found = entries.find((entry) => entry.phrase.toLowerCase() === wanted || entry.id === wanted);
  if (found) return found;
  throw new UsageError(`There is no entry ${inQuotes(phrase)}.\nTo see all of them: quoth vocabulary list`);
}

/** Throws UsageError for a file that cannot be read, or is larger than a vocabulary can be. */
async function textOf(file: string): Promise<string> {
  const most = 4 * limits.vocabularyFileCharacters;
  // One byte more than there may be, also of what has no size and no end.
  const bytes = await buffer(createReadStream(file, { end: most })).catch(() => {
    throw new UsageError(`${inQuotes(file)} cannot be read.`);
  });
  if (bytes.length <= most) return bytes.toString('utf8');
  throw new UsageError(`${inQuotes(file)} is too large for a vocabulary.`);
}
