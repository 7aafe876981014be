import { dirname } from 'node:path';
import { AppError, type Message, type Notice, readAdvice, type Said, say, withAdvice } from '@quoth/contract';
import type { Database, ModelsTable } from '../database/index.ts';

/**
 * Where a model file stands. `queued`: to be downloaded, or at it. `importing`: our copy of the user's file is being
 * made. `checking`: it lies whole in the folder, and its bytes are to be compared before it counts. `missing`: it was
 * installed, and the file has gone or is another one. `removing`: the file is being deleted, then the row. `removed`:
 * the user does without a model that is part of Quoth, whose file stays.
 */
type ModelStatus =
  | 'queued'
  | 'paused'
  | 'failed'
  | 'importing'
  | 'checking'
  | 'installed'
  | 'missing'
  | 'removing'
  | 'removed';

export interface ModelRow extends ModelsTable {
  readonly status: ModelStatus;
  readonly source: 'download' | 'import' | 'found' | 'included';
}

/**
 * True for a model that can be chosen. One that is part of Quoth counts before its bytes are compared, unless they were
 * wrong; its first use waits for that.
 */
export function countsAsInstalled({ status, source, error_code }: ModelRow): boolean {
  return status === 'installed' || (status === 'checking' && source === 'included' && error_code === null);
}

/** The rows of the model files: read from memory, written to the database first. */
export class ModelRows {
  readonly #database: Database;
  readonly #rows = new Map<string, ModelRow>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<ModelRows> {
    const rows = new ModelRows(database);
    const stored = await database.selectFrom('models').selectAll().orderBy('place').execute();
    // The table is written by this class alone.
    for (const row of stored) rows.#rows.set(row.id, row as ModelRow);
    return rows;
  }

  all(): readonly ModelRow[] {
    return [...this.#rows.values()];
  }

  get(id: string): ModelRow | undefined {
    return this.#rows.get(id);
  }

  /** A row for a new file, at the end of the queue. */
  async add(
    row: Pick<ModelRow, 'id' | 'status' | 'source' | 'size_bytes'> & Partial<ModelRow>,
  ): Promise<ModelRow> {
    const whole: ModelRow = {
      sha256: null,
      modified_ms: null,
      etag: null,
      error_code: null,
      error_message: null,
      error_hint: null,
      facts: null,
      file: this.freeFile(row.id),
      place: this.nextPlace(),
      ...row,
    };
    await this.#database.insertInto('models').values(whole).execute();
    this.#rows.set(whole.id, whole);
    return whole;
  }

  /** Changes a row; one that has gone meanwhile stays gone, and undefined is given. */
  async change(id: string, changes: Partial<ModelRow>): Promise<ModelRow | undefined> {
    if (!this.#rows.has(id)) return undefined;
    await this.#database.updateTable('models').set(changes).where('id', '=', id).execute();
    // The row as it is now: what another change wrote meanwhile, such as a pause, stays.
    const row = this.#rows.get(id);
    if (!row) return undefined;
    const next = { ...row, ...changes };
    if (next.id !== id) this.#rows.delete(id);
    this.#rows.set(next.id, next);
    return next;
  }

  async delete(id: string): Promise<void> {
    await this.#database.deleteFrom('models').where('id', '=', id).execute();
    this.#rows.delete(id);
  }

  /** The place behind all others. */
  nextPlace(): number {
    return Math.max(0, ...this.all().map((other) => other.place)) + 1;
  }

  /**
   * A file name that no row and none of the given names has, whatever the file system makes of upper and lower case.
   */
  freeFile(id: string, others: readonly string[] = []): string {
    const taken = new Set(
      [...this.all().map(({ file }) => file), ...others].map((name) => name.toLowerCase()),
    );
    for (let number = 1; ; number++) {
      const file = number === 1 ? `${id}.gguf` : `${id}.${number}.gguf`;
      if (!taken.has(file)) return file;
    }
  }
}

/** Id of the notice about a model, which stays the same while its problem does. */
export function modelNoticeId(modelId: string): string {
  return `model-${modelId}`;
}

/** Warnings about files in the models folder that cannot be used, and about models whose file has gone. */
export function modelNotices(rows: readonly ModelRow[]): readonly Said<Notice>[] {
  return rows.flatMap((row): Said<Notice>[] => {
    const isBroken = row.source === 'found' && row.status === 'failed';
    if (!isBroken && row.status !== 'missing') return [];
    const problem = readAdvice(row.error_message ?? '');
    const message = isBroken ? [say('modelFileUnusable', { file: row.file }), ...problem] : problem;
    const remedy = isBroken
      ? say('removeModel', { model: row.id })
      : row.source === 'included'
        ? restoreRemedy(row)
        : fileRemedy({ id: row.id, inCatalog: row.facts === null });
    return [withAdvice({ id: modelNoticeId(row.id), level: 'warning' }, { message, hint: [remedy] })];
  });
}

/** The file of an installed model is not there any more. */
export function goneMessage(model: string): Message {
  return say('modelFileGone', { model });
}

/** The file of an installed model is another one than was checked. */
export function changedMessage(model: string): Message {
  return say('modelFileChanged', { model });
}

/** A file that is part of Quoth is not where it was installed, or has other bytes. */
export function includedProblem(path: string, model: string, isThere: boolean): Message {
  return say(isThere ? 'includedModelDamaged' : 'includedModelMissing', { model, path });
}

/** The hub has the same model in the same size. */
export function restoreRemedy({ id }: Pick<ModelRow, 'id'>): Message {
  return say('restoreIncludedModel', { model: id.replace(/-included$/, '-q8_0') });
}

export function notInstalled(model: KnownModel, message: Message): AppError {
  return new AppError('MODEL_NOT_INSTALLED', { message, remedy: fileRemedy(model) });
}

interface KnownModel {
  readonly id: string;
  readonly inCatalog: boolean;
}

/** How a model gets a file: only those of the catalog can be downloaded. */
function fileRemedy({ id, inCatalog }: KnownModel): Message {
  return inCatalog ? say('downloadModel', { model: id }) : say('importModelAgain');
}

export function inUse(displayName: string): AppError {
  return new AppError('BUSY', {
    message: say('modelInUse', { model: displayName }),
    hint: say('waitUntilFinishedOrCancel'),
  });
}

/** A model that a package of the system brought goes with it. */
export function ofPackage(path: string, displayName: string): AppError {
  return new AppError('CONFLICT', {
    message: say('modelOfPackage', { model: displayName, folder: dirname(path) }),
    hint: say('removePackage', { path }),
  });
}

interface Expected {
  readonly displayName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A file imported for a model has another length than that model's. */
export function otherSize({ displayName, sizeBytes }: Expected, bytes: number): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('modelFileOtherSize', {
      model: displayName,
      size: { bytes },
      bytes,
      wantedSize: { bytes: sizeBytes },
      wanted: sizeBytes,
    }),
    hint: say('incompleteModelFile'),
  });
}

/** A file imported for a model has other contents. */
export function otherChecksum({ displayName, sha256 }: Expected, found: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('modelFileOtherChecksum', { model: displayName, found, wanted: sha256 }),
    hint: say('damagedModelFile'),
  });
}
