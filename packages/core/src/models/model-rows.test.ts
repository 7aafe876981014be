import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { openDatabase } from '../database/index.ts';
import { ModelRows } from './model-rows.ts';

async function oneRow(context: TestContext) {
  const folder = temporaryFolder();
  const database = await openDatabase(join(folder, 'quoth.db'));
  context.after(() => database.destroy());
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
