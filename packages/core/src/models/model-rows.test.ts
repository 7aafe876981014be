import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { adviceIn, say } from '@quoth/contract';
import { testDatabase } from '../fixtures/test-core.ts';
import { type ModelRow, ModelRows, modelNotices } from './model-rows.ts';

async function oneRow(context: TestContext) {
  const database = await testDatabase(context);
  const rows = await ModelRows.open(database);
  await rows.add({ id: 'one', status: 'queued', source: 'download', size_bytes: 1 });
  const stored = async () => (await ModelRows.open(database)).get('one');
  return { rows, stored };
}

test('a pause is not lost to a simultaneous write of the download', async (context) => {
  for (const changes of [
    [{ status: 'paused' }, { etag: '"new"' }],
    [{ etag: '"new"' }, { status: 'paused' }],
  ] as const) {
    const { rows, stored } = await oneRow(context);
    await Promise.all(changes.map((change) => rows.change('one', change)));
    assert.deepEqual([rows.get('one')?.status, rows.get('one')?.etag], ['paused', '"new"']);
    assert.deepEqual({ ...rows.get('one') }, { ...(await stored()) });
  }
});

test('a row that is deleted while it is being changed stays deleted', async (context) => {
  const { rows, stored } = await oneRow(context);
  const [, changed] = await Promise.all([rows.delete('one'), rows.change('one', { status: 'paused' })]);
  assert.deepEqual([changed, rows.get('one'), await stored()], [undefined, undefined, undefined]);
});

const row = (more: Partial<ModelRow>) =>
  ({
    id: 'tiny',
    file: 'tiny.gguf',
    source: 'download',
    status: 'installed',
    error_message: null,
    facts: null,
    ...more,
  }) as ModelRow;

test('only files that cannot be used and models that have gone are worth a warning', () => {
  const notices = modelNotices([
    row({}),
    row({ status: 'failed', error_message: 'The download failed.' }),
    row({ id: 'a', file: 'a.gguf', source: 'found', status: 'failed', error_message: 'It is no model.' }),
    row({ id: 'b', file: 'b.gguf', source: 'found', status: 'failed' }),
    row({ id: 'c', status: 'missing', error_message: 'Its file has gone.' }),
    row({ id: 'd', status: 'missing', error_message: 'Its file is damaged.', source: 'import', facts: '{}' }),
  ]);
  assert.deepEqual(
    notices.flatMap((notice) => adviceIn(notice, 'hint')),
    [
      say('removeModel', { model: 'a' }),
      say('removeModel', { model: 'b' }),
      say('downloadModel', { model: 'c' }),
      say('importModelAgain'),
    ],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(notices)), [
    {
      id: 'model-a',
      level: 'warning',
      message: 'a.gguf in the models folder cannot be used. It is no model.',
      reason: 'modelFileUnusable',
      args: { file: 'a.gguf' },
      hint: 'To delete it: quoth models remove a',
    },
    {
      id: 'model-b',
      level: 'warning',
      message: 'b.gguf in the models folder cannot be used.',
      reason: 'modelFileUnusable',
      args: { file: 'b.gguf' },
      hint: 'To delete it: quoth models remove b',
    },
    {
      id: 'model-c',
      level: 'warning',
      message: 'Its file has gone.',
      hint: 'Download it with: quoth models download c',
    },
    {
      id: 'model-d',
      level: 'warning',
      message: 'Its file is damaged.',
      hint: 'Import it again: quoth models import FILE.gguf',
    },
  ]);
});
