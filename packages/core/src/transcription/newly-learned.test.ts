import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, type Mode } from '@quoth/contract';
import { sql } from 'kysely';
import { testDatabase } from '../fixtures/test-core.ts';
import type { StoredRecording } from '../recordings/index.ts';
import { newlyLearned } from './newly-learned.ts';

test('a word is offered once; only so many are remembered, and the oldest go', async (context) => {
  const database = await testDatabase(context);
  const stored = { recording: { text: 'We run cuba netties here.' }, language: 'en' } as StoredRecording;
  const mode = { customVocabulary: [] as string[] } as Mode;
  const offered = () => newlyLearned({ database }, stored, 'We run Kubernetes here.', mode);
  assert.equal((await offered())?.phrase, 'Kubernetes');
  assert.equal(await offered(), undefined);
  const others = sql`WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${limits.offeredWords})
    INSERT INTO offered_words (digest) SELECT 'other ' || i FROM n`;
  await others.execute(database);
  const corrected = { ...stored, recording: { text: 'She lives in Sank Gallon.' } } as StoredRecording;
  assert(await newlyLearned({ database }, corrected, 'She lives in Sankt Gallen.', mode));
  const rows = await database.selectFrom('offered_words').select('digest').execute();
  assert(rows.length <= limits.offeredWords, `${rows.length} rows`);
  assert.equal((await offered())?.phrase, 'Kubernetes');
});
