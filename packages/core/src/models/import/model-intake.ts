import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, asAppError } from '@quoth/contract';
import { type Logger, type Mutex, moveDurably } from '../../base/index.ts';
import type { ModelFileSource } from '../../declarations/index.ts';
import type { PathPolicy } from '../../intake/index.ts';
import type { Catalog, CatalogEntry } from '../catalog/catalog.ts';
import { type ImportedFacts, importedFacts } from '../catalog/imported-facts.ts';
import { partOf } from '../downloads/download-file.ts';
import { refuseWithoutSpace } from '../downloads/free-space.ts';
import { hashFile } from '../hash-file.ts';
import type { ProbedModel } from '../local-model.ts';
import type { ModelRow, ModelRows } from '../model-rows.ts';
import { changedMessage, otherChecksum, otherSize } from '../model-words.ts';
import { freeId, look } from '../reconcile-models.ts';
import { checkedHeader } from './probe-header.ts';
import { blocksOf, type ImportedFile, openModelFile, writeModelFile } from './take-file.ts';

export interface ModelIntakeOptions {
  readonly catalog: Catalog;
  readonly rows: ModelRows;
  /** The data folder's `models`. */
  readonly folder: string;
  /** What the rules for paths need to know. */
  readonly places: Omit<PathPolicy, 'allowed'>;
  /** Changes of rows are made in turn with the library's. */
  readonly turn: Mutex;
  readonly logger: Logger;
  readonly probe: (path: string, signal: AbortSignal) => Promise<ProbedModel>;
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Cancels a download, if there is one: the file has arrived otherwise. */
  readonly giveUpDownload: (id: string) => Promise<void>;
  /** The file of a row counts from now on. */
  readonly install: (id: string, changes: Partial<ModelRow>) => Promise<void>;
  /** The file of a row does not count any more. */
  readonly lose: (id: string, message: string) => Promise<void>;
  /** A file in the folder cannot be used; its row says why. */
  readonly refuse: (id: string) => void;
}

interface Identified {
  readonly sha256: string;
  readonly facts: ImportedFacts;
  /** The model of the catalog whose very file it is. */
  readonly entry: CatalogEntry | undefined;
}

/** Files that the user brings: named in an import, sent, or laid into the folder. */
export class ModelIntake {
  readonly #options: ModelIntakeOptions;

  constructor(options: ModelIntakeOptions) {
    this.#options = options;
  }

  /**
   * Copies, checks and installs a file; returns the model's id. With `meant`, it must be the file of that model in the catalog. If anything fails,
   * nothing of it is left.
   */
  async import(source: ModelFileSource, signal: AbortSignal, meant?: CatalogEntry): Promise<string> {
    if (source.kind === 'stream') return this.#taken(source, signal, meant);
    const file = await openModelFile(source.path, this.#options.places);
    try {
      const { size } = await file.stat();
      const imported = { name: basename(source.path), bytes: size, blocks: blocksOf(file, size) };
      return await this.#taken(imported, signal, meant);
    } finally {
      await file.close();
    }
  }

  async #taken(file: ImportedFile, signal: AbortSignal, meant: CatalogEntry | undefined): Promise<string> {
    const { folder, turn, freeBytes } = this.#options;
    const { name, bytes } = file;
    let row: ModelRow | undefined;
    try {
      if (meant && bytes !== meant.sizeBytes) throw otherSize(meant, bytes);
      refuseWithoutSpace(bytes, await freeBytes(folder), name);
      row = await turn.run(() => this.#rowFor(name, bytes));
      const part = partOf(join(folder, row.file));
      const sha256 = await writeModelFile(file, part, signal);
      if (meant && sha256 !== meant.sha256) throw otherChecksum(meant, sha256);
      const identified = await this.#identify({ path: part, sha256, fileName: name }, signal);
      if (identified.entry) await this.#options.giveUpDownload(identified.entry.id);
      signal.throwIfAborted();
      const { id } = row;
      return await turn.run(() => this.#accept(id, identified));
    } catch (error) {
      if (row) await this.#dropped(row);
      signal.throwIfAborted();
      throw asAppError(error);
    }
  }

  /** Compares the bytes of files that are to be checked with what is known of them. Stops when the signal is aborted. */
  async checkAll(signal: AbortSignal): Promise<void> {
    for (const row of this.#options.rows.all()) {
      if (row.status !== 'checking') continue;
      await this.#check(row, signal).catch((error: unknown) => {
        if (!signal.aborted)
          this.#options.logger.error({ error, model: row.id }, 'A model file could not be checked.');
      });
    }
  }

  async #rowFor(fileName: string, size: number): Promise<ModelRow> {
    const { catalog, rows, folder } = this.#options;
    const id = freeId(catalog, rows, fileName);
    const file = rows.freeFile(id, await readdir(folder));
    return rows.add({ id, file, status: 'importing', source: 'import', size_bytes: size });
  }

  async #identify(
    { path, sha256, fileName }: { readonly path: string; readonly sha256: string; readonly fileName: string },
    signal: AbortSignal,
  ): Promise<Identified> {
    const header = await checkedHeader(path);
    const probed = await this.#options.probe(path, signal);
    const entry = this.#options.catalog.bySha256(sha256);
    return { sha256, facts: importedFacts(header, probed, fileName), entry };
  }

  /** The copy gets its name, unless the same model is here already. */
  async #accept(id: string, { sha256, facts, entry }: Identified): Promise<string> {
    const { rows, folder, install } = this.#options;
    const row = rows.get(id);
    if (!row) throw new AppError('CANCELLED');
    const same = rows.all().find((other) => other.status === 'installed' && other.sha256 === sha256);
    if (same) {
      await this.#dropped(row);
      return same.id;
    }
    const before = entry && rows.get(entry.id);
    if (before?.status === 'missing') {
      await rm(join(folder, before.file), { force: true });
      await rows.delete(before.id);
    }
    const isFree = entry !== undefined && !rows.get(entry.id);
    const next = isFree ? entry.id : id;
    await rows.change(id, { id: next, sha256, facts: isFree ? null : JSON.stringify(facts) });
    const path = join(folder, row.file);
    await moveDurably(partOf(path), path);
    await install(next, {});
    return next;
  }

  /** Leaves nothing of an import, unless its copy has its name already: then the next start finds it whole. */
  async #dropped({ file }: ModelRow): Promise<void> {
    const { rows, folder } = this.#options;
    const row = rows.all().find((other) => other.file === file && other.status === 'importing');
    await rm(partOf(join(folder, file)), { force: true });
    if (row && !(await look(join(folder, file)))) await rows.delete(row.id);
  }

  async #check(row: ModelRow, signal: AbortSignal): Promise<void> {
    const { catalog, rows, folder, turn, install, lose, refuse } = this.#options;
    const path = join(folder, row.file);
    const still = () => rows.get(row.id)?.status === 'checking';
    try {
      const sha256 = await hashFile(path, signal);
      if (row.sha256 !== null) {
        const isSame = row.sha256 === sha256;
        const message = changedMessage(catalog.byId(row.id)?.displayName ?? row.id);
        await turn.run(async () => {
          if (still()) await (isSame ? install(row.id, {}) : lose(row.id, message));
        });
        return;
      }
      const { facts, entry } = await this.#identify({ path, sha256, fileName: row.file }, signal);
      if (entry) await this.#options.giveUpDownload(entry.id);
      await turn.run(async () => {
        if (!still()) return;
        const isFree = entry !== undefined && !rows.get(entry.id);
        const known = { id: isFree ? entry.id : row.id, facts: isFree ? null : JSON.stringify(facts) };
        await install(row.id, { ...known, sha256 });
      });
    } catch (error) {
      if (signal.aborted) return;
      const { code, message } = asAppError(error);
      const broken = {
        status: 'failed',
        error_code: code,
        error_message: message,
        error_hint: null,
      } as const;
      const modified_ms = (await look(path))?.modifiedMs ?? null;
      await turn.run(async () => {
        if (!still()) return;
        await rows.change(row.id, { ...broken, modified_ms });
        refuse(row.id);
      });
    }
  }
}
