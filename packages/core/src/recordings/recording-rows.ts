import { join } from 'node:path';
import { AppError, type AudioFormat } from '@quoth/contract';
import type { Transaction } from 'kysely';
import type { Database, RecordingsTable, Schema } from '../database/index.ts';
import { foldAll, SEQ_PER_MILLISECOND } from './search/index.ts';

/** A row about which nothing is known yet. */
export const emptyRow = {
  duration_s: 0,
  text: '',
  text_before_edit: null,
  transcribed_text: null,
  post_processed_text: null,
  transcription_provider: null,
  transcription_model: null,
  language: null,
  post_processing_provider: null,
  error_code: null,
  error_message: null,
  warning: null,
  words: null,
  segments: null,
  attempts: 0,
  work_run: 1,
  source_name: null,
  made_by: null,
  made_by_name: null,
  question: null,
  deleted_ms: null,
} as const;

/** Path of a recording's audio, below the data folder's `audio`. */
export function audioFileOf(id: string, dateMs: number, format: AudioFormat): string {
  const [year = '', month = ''] = new Date(dateMs).toISOString().split('-');
  return join(year, month, `${id}.${format}`);
}

/** The row of a recording. Throws RECORDING_NOT_FOUND for an unknown or malformed id, and for one on the other side of the trash. */
export async function findRow(
  database: Database,
  id: string,
  { inTrash = false }: { readonly inTrash?: boolean | 'either' } = {},
): Promise<RecordingsTable> {
  const row = await database
    .selectFrom('recordings')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst();
  if (row && (inTrash === 'either' || inTrash === (row.deleted_ms !== null))) return row;
  throw new AppError('RECORDING_NOT_FOUND');
}

/** The next free `seq` in this millisecond: a recording's time, made unique. */
export async function freeSeq(transaction: Transaction<Schema>, dateMs: number): Promise<number> {
  const first = dateMs * SEQ_PER_MILLISECOND;
  const taken = await transaction
    .selectFrom('recordings')
    .select((row) => row.fn.max('seq').as('seq'))
    .where('seq', '>=', first)
    .where('seq', '<', first + SEQ_PER_MILLISECOND)
    .executeTakeFirst();
  return taken?.seq === null || taken?.seq === undefined ? first : taken.seq + 1;
}

/** Brings the search index up to date with the recording's texts. */
export async function indexTexts(transaction: Transaction<Schema>, id: string): Promise<void> {
  const row = await transaction
    .selectFrom('recordings')
    .select(['seq', 'text', 'transcribed_text', 'post_processed_text', 'source_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const folded = foldAll([row.text, row.post_processed_text, row.transcribed_text, row.source_name]);
  await transaction.deleteFrom('recording_texts').where('seq', '=', row.seq).execute();
  if (folded !== '')
    await transaction.insertInto('recording_texts').values({ seq: row.seq, folded }).execute();
}
