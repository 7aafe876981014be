import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, createVocabularyEntryBody, limits } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import fc from 'fast-check';
import { EventBus } from './base/index.ts';
import { type Database, openDatabase } from './database/index.ts';
import { parseVocabularyCsv, VocabularyStore } from './vocabulary.ts';

let folder: string;
let database: Database;
let vocabulary: VocabularyStore;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(join(folder, 'quoth.db'));
  vocabulary = await open();
});
afterEach(() => database.destroy());

const open = () => VocabularyStore.open(database, new EventBus((error) => assert.fail(String(error))));
const refused =
  (words: RegExp, code = 'INVALID_REQUEST') =>
  (error: unknown) =>
    error instanceof AppError && error.code === code && words.test(error.message);
const phrases = () => vocabulary.list().map(({ phrase }) => phrase);

test('entries are kept, listed by the alphabet, and written as a mode writes its own', async () => {
  await vocabulary.create({ phrase: 'quoth', written: 'Quoth' });
  const entry = await vocabulary.create({ phrase: 'Élodie', written: undefined });
  await vocabulary.create({ phrase: 'api', written: 'API' });
  assert.deepEqual(phrases(), ['api', 'Élodie', 'quoth']);
  assert.deepEqual(vocabulary.terms(), ['api => API', 'Élodie', 'quoth => Quoth']);
  await vocabulary.update(entry.id, { phrase: undefined, written: 'Elodie' });
  vocabulary = await open();
  assert.deepEqual(vocabulary.terms(), ['api => API', 'Élodie => Elodie', 'quoth => Quoth']);
  await vocabulary.delete(entry.id);
  assert.deepEqual(phrases(), ['api', 'quoth']);
  await assert.rejects(vocabulary.delete(entry.id), refused(/no vocabulary entry/));
});

test('a phrase exists once, whatever its case and spacing', async () => {
  const first = await vocabulary.create({ phrase: 'New York', written: undefined });
  await assert.rejects(
    vocabulary.create({ phrase: 'new  york', written: 'NYC' }),
    refused(/"New York" is already in the vocabulary/, 'ALREADY_EXISTS'),
  );
  const other = await vocabulary.create({ phrase: 'Boston', written: undefined });
  await assert.rejects(
    vocabulary.update(other.id, { phrase: 'NEW YORK', written: undefined }),
    refused(/already/, 'ALREADY_EXISTS'),
  );
  await vocabulary.update(first.id, { phrase: 'new york', written: undefined });
  assert.deepEqual(phrases(), ['Boston', 'new york']);
});

test('a file from a spreadsheet is read with its quotes; unusable lines are reported by number', async () => {
  await vocabulary.create({ phrase: 'Quoth', written: undefined });
  const csv =
    '\uFEFFphrase;written\r\n"Smith; Sons";\r\nkube control;kubectl\r\n\r\nquoth;\r\na => b;\r\n;only this\r\nun\u202eseen;\r\n';
  const { added, skipped } = await vocabulary.import(csv);
  assert.equal(added, 2);
  assert.deepEqual(vocabulary.terms(), ['kube control => kubectl', 'Quoth', 'Smith; Sons']);
  assert.deepEqual(
    skipped.map(({ line, reason }) => [line, reason.split(' ')[0]]),
    [
      [5, 'It'],
      [6, 'Put'],
      [7, 'Write'],
      [8, 'A'],
    ],
  );
});

test('what is exported is imported unchanged, whatever it contains', async () => {
  const field = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  // Only what the routes let in: the store itself does not check again.
  const entry = fc
    .tuple(field, fc.option(field))
    .map(([phrase, written]) => createVocabularyEntryBody.safeParse({ phrase, written }).data)
    .filter((body) => body !== undefined);
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 8 }), async (entries) => {
      for (const { id } of vocabulary.list()) await vocabulary.delete(id);
      // One that is there already is refused.
      for (const body of entries) await vocabulary.create(body).catch(() => undefined);
      const before = vocabulary.terms();
      const csv = vocabulary.export();
      for (const { id } of vocabulary.list()) await vocabulary.delete(id);
      await vocabulary.import(csv);
      assert.deepEqual(vocabulary.terms(), before);
    }),
    { numRuns: 40 },
  );
});

test('no more entries than the limit, by hand or by file', async () => {
  const lines = Array.from({ length: limits.vocabularyTerms + 5 }, (_, index) => `word ${index}`);
  const { added, skipped } = await vocabulary.import(lines.join('\n'));
  assert.equal(added, limits.vocabularyTerms);
  assert.equal(skipped.length, 5);
  await assert.rejects(
    vocabulary.create({ phrase: 'one more', written: undefined }),
    refused(/at most/, 'LIMIT_REACHED'),
  );
});

test('comma, semicolon and tab are recognised as separators', () => {
  for (const delimiter of [',', ';', '\t']) {
    const [line] = parseVocabularyCsv(`kube control${delimiter}kubectl\n`);
    assert.deepEqual(line, { line: 1, phrase: 'kube control', written: 'kubectl' });
  }
});
