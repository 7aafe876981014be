import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface ModelRow {
  readonly id: string;
  readonly file: string;
  readonly status: string;
  readonly sha256: string;
}

/** Reads the rows of a data folder whose application has ended; the database must be sound, however it ended. */
function rowsOf(home: string): { audioFiles: Set<string>; models: readonly ModelRow[] } {
  const database = new DatabaseSync(join(home, 'quoth.db'));
  try {
    const problems = database.prepare('PRAGMA quick_check').all();
    assert.deepEqual(
      problems.map((row) => row.quick_check),
      ['ok'],
    );
    const audio = database.prepare('SELECT audio_file FROM recordings WHERE audio_file IS NOT NULL').all();
    const models = database.prepare('SELECT id, file, status, sha256 FROM models').all();
    return {
      audioFiles: new Set(audio.map((row) => String(row.audio_file))),
      models: models as unknown as readonly ModelRow[],
    };
  } finally {
    database.close();
  }
}

/** What must hold right after a crash: a sound database, and no model that counts as installed without being whole. */
export function assertSound(home: string): void {
  const { models } = rowsOf(home);
  for (const { id, file, status, sha256 } of models) {
    if (status !== 'installed') continue;
    // A model that is part of Quoth lies elsewhere.
    const path = resolve(home, 'models', file);
    assert(existsSync(path), `${id} counts as installed and has no file`);
    assert.equal(
      createHash('sha256').update(readFileSync(path)).digest('hex'),
      sha256,
      `${id} has other bytes`,
    );
  }
}

/**
 * What must hold once all work is done and the application has ended by itself: every file belongs to a row, every row
 * has its file, nothing is left over.
 */
export function assertTidy(home: string): void {
  const { audioFiles, models } = rowsOf(home);
  const onDisk = globSync('**/*', { cwd: join(home, 'audio'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(home, 'audio').length + 1));
  assert.deepEqual(new Set(onDisk), audioFiles, 'audio files and rows');
  const modelFiles = new Set(models.flatMap(({ file }) => [file, `${file}.part`]));
  for (const file of globSync('*', { cwd: join(home, 'models') })) {
    assert(modelFiles.has(file), `models/${file} belongs to no row`);
  }
  for (const folder of ['incoming', 'spool']) {
    assert.deepEqual(globSync('*', { cwd: join(home, folder) }), [], `something is left in ${folder}`);
  }
}
