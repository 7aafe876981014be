import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, systemCode } from '@quoth/contract';
import type { ModelLoans } from './model-loans.ts';
import type { ModelRow, ModelRows } from './model-rows.ts';
import { inUse } from './model-words.ts';
import { look } from './reconcile-models.ts';

export interface InstalledFilesOptions {
  readonly rows: ModelRows;
  readonly loans: ModelLoans;
  /** The data folder's `models`. */
  readonly folder: string;
}

/** The files of installed models and their rows, changed together so that a crash at any point leaves what can be repaired. */
export class InstalledFiles {
  readonly #with: InstalledFilesOptions;

  constructor(options: InstalledFilesOptions) {
    this.#with = options;
  }

  /** Marks a model as installed: its file is complete and has its final name. Throws FILE_NOT_FOUND if it is not there. */
  async install(id: string, changes: Partial<ModelRow> = {}): Promise<void> {
    const { rows } = this.#with;
    const file = await this.#look(id);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    const installed = { status: 'installed', modified_ms: file.modifiedMs, etag: null, ...noError } as const;
    await rows.change(id, { ...installed, ...changes });
  }

  /** True if the file is still the one that was installed, by its size and time. */
  async isUnchanged({ file: name, size_bytes, modified_ms }: ModelRow): Promise<boolean> {
    const file = await look(join(this.#with.folder, name));
    return file?.size === size_bytes && file.modifiedMs === modified_ms;
  }

  /** Marks a model as missing, with a message for the user: its file has gone or is another one. */
  async lose(id: string, message: string): Promise<void> {
    const { rows } = this.#with;
    const file = await this.#look(id);
    const error = { error_code: 'MODEL_NOT_INSTALLED', error_message: message, error_hint: null };
    // With the time of the wrong file, so that it is not read again at every start.
    await rows.change(id, { status: 'missing', modified_ms: file?.modifiedMs ?? null, ...error });
  }

  /** Deletes the file, then the row. Throws INVALID_REQUEST if somebody is using it; then nothing has changed. */
  async delete(row: ModelRow, displayName: string): Promise<void> {
    const { rows, loans, folder } = this.#with;
    if (loans.isLent(row.id)) throw inUse(displayName);
    await rows.change(row.id, { status: 'removing' });
    try {
      // Somebody may have borrowed it at this very moment; from now on nobody can.
      if (loans.isLent(row.id)) throw inUse(displayName);
      await rm(join(folder, row.file), { force: true });
    } catch (error) {
      await rows.change(row.id, { status: row.status });
      // Windows keeps a file that is open.
      if (['EBUSY', 'EPERM', 'EACCES'].includes(systemCode(error) ?? '')) throw inUse(displayName);
      throw error;
    }
    await rows.delete(row.id);
  }

  async #look(id: string) {
    const { rows, folder } = this.#with;
    const row = rows.get(id);
    return row && look(join(folder, row.file));
  }
}

const noError = { error_code: null, error_message: null, error_hint: null } as const;
