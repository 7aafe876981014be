import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, readdir, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, resolve } from 'node:path';
import { AppError, type Message, storedAdvice, systemCode } from '@quoth/contract';
import { type EventBus, Mutex } from '../base/index.ts';
import { openRegularFile } from '../intake/index.ts';
import type { Catalog, CatalogEntry } from './catalog.ts';
import { type LocalModel, localModels } from './local-models.ts';
import {
  changedMessage,
  goneMessage,
  includedProblem,
  inUse,
  type ModelRow,
  type ModelRows,
  ofPackage,
} from './model-rows.ts';

/**
 * The model files of this machine and their rows, changed together so that a crash at any point leaves what can be
 * repaired, and the list of models that follows from them.
 */
export class ModelFileStore {
  readonly catalog: Catalog;
  readonly rows: ModelRows;
  /** The data folder's `models`. */
  readonly folder: string;
  readonly loans = new ModelLoans();
  /** Changes of rows, one after the other. */
  readonly turn = new Mutex();
  readonly #events: EventBus;
  readonly #listeners = new Set<() => void>();
  #list: readonly LocalModel[];

  /** For rows that were reconciled with the folder. */
  constructor(catalog: Catalog, rows: ModelRows, folder: string, events: EventBus) {
    this.catalog = catalog;
    this.rows = rows;
    this.folder = folder;
    this.#events = events;
    this.#list = localModels(catalog.entries, rows.all(), folder);
  }

  /**
   * Every model of the catalog, the recommended ones first, then the user's own. The same array until something
   * changes.
   */
  list(): readonly LocalModel[] {
    return this.#list;
  }

  /** Calls the listener after each change of the list, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pathOf({ file }: Pick<ModelRow, 'file'>): string {
    return resolve(this.folder, file);
  }

  /**
   * A model's file is complete and has its final name: from now on it counts. Throws FILE_NOT_FOUND if it is not there.
   */
  async install(id: string, changes: Partial<ModelRow> = {}): Promise<void> {
    const file = await this.#look(id);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    const didCount = this.#list.some((model) => model.id === id && model.installed);
    const installed = { status: 'installed', modified_ms: file.modifiedMs, etag: null, ...noError } as const;
    await this.rows.change(id, { ...installed, ...changes });
    this.#changed();
    if (!didCount) this.#events.publish({ type: 'model-installed', id: changes.id ?? id });
  }

  /** True if the file is still the one that was installed, by its size and time. */
  async isUnchanged(row: ModelRow): Promise<boolean> {
    const file = await look(this.pathOf(row));
    return file?.size === row.size_bytes && file.modifiedMs === row.modified_ms;
  }

  /** Marks a model as missing: its file has gone or is another one. */
  async lose(row: ModelRow): Promise<void> {
    const file = await this.#look(row.id);
    const name = this.catalog.byId(row.id)?.displayName ?? row.id;
    const message =
      row.source === 'included' ? includedProblem(row.file, name, file !== undefined) : changedMessage(name);
    // With the time of the wrong file, so that it is not read again at every start.
    await this.rows.change(row.id, { ...missing(message), modified_ms: file?.modifiedMs ?? null });
    this.#changed();
  }

  /**
   * Puts a model that is part of Quoth in its place again: its bytes are to be compared before it counts, whatever was
   * known of them.
   */
  async restore(id: string): Promise<void> {
    const entry = this.catalog.byId(id);
    if (entry) await placeIncluded(this.rows, entry, true);
    if (this.rows.get(id)?.status === 'missing') this.#changed();
  }

  /**
   * Deletes the file, then the row; a file that is part of Quoth stays, without counting. Throws BUSY if somebody is
   * using it, and CONFLICT if it belongs to a package of the system; then nothing has changed.
   */
  async delete(row: ModelRow, displayName: string): Promise<void> {
    if (this.loans.isLent(row.id)) throw inUse(displayName);
    if (row.source === 'included') {
      await this.rows.change(row.id, { status: 'removed', ...noError });
      this.#changed();
      this.#events.publish({ type: 'model-removed', id: row.id });
      return;
    }
    if (isPackaged(row)) throw ofPackage(row.file, displayName);
    await this.rows.change(row.id, { status: 'removing' });
    try {
      // Somebody may have borrowed it at this very moment; from now on no one can.
      if (this.loans.isLent(row.id)) throw inUse(displayName);
      await rm(this.pathOf(row), { force: true });
    } catch (error) {
      await this.rows.change(row.id, { status: row.status });
      // Windows keeps a file that is open.
      if (['EBUSY', 'EPERM', 'EACCES'].includes(systemCode(error) ?? '')) throw inUse(displayName);
      throw error;
    }
    await this.rows.delete(row.id);
    this.#changed();
    this.#events.publish({ type: 'model-removed', id: row.id });
  }

  async #look(id: string): Promise<Found | undefined> {
    const row = this.rows.get(id);
    return row && look(this.pathOf(row));
  }

  #changed(): void {
    this.#list = localModels(this.catalog.entries, this.rows.all(), this.folder);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The columns of a row whose file is in order. */
export const noError = { error_code: null, error_message: null, error_hint: null } as const;

/** Counts the users of each model file, so that none is deleted while in use. */
export class ModelLoans {
  readonly #counts = new Map<string, number>();

  /** True while at least one borrower has the model. */
  isLent(id: string): boolean {
    return (this.#counts.get(id) ?? 0) > 0;
  }

  /** Lends the model until the returned function is called; calling that again does nothing. */
  lend(id: string): () => void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      const left = (this.#counts.get(id) ?? 1) - 1;
      if (left > 0) this.#counts.set(id, left);
      else this.#counts.delete(id);
    };
  }
}

interface Found {
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * Reconciles rows and files at start, whatever an earlier run was doing when it was killed. Incomplete files that only
 * we can have created are deleted; a file that the user put into the folder gets a row and is never deleted.
 */
export async function reconcileModels(
  catalog: Catalog,
  rows: ModelRows,
  folder: string,
  packaged: readonly string[],
): Promise<void> {
  const nameOf = ({ id }: ModelRow) => catalog.byId(id)?.displayName ?? id;
  await placeAllIncluded(catalog, rows);
  for (const row of rows.all()) {
    await reconcileRow(rows, row, folder, nameOf(row));
    await followCatalog(catalog, rows, row.id);
  }
  await adoptOrphans(catalog, rows, folder);
  await adoptPackaged(catalog, rows, packaged);
}

/** The models that are part of Quoth, wherever this version of it lies. */
async function placeAllIncluded(catalog: Catalog, rows: ModelRows): Promise<void> {
  for (const { id, source } of rows.all()) {
    if (source === 'included' && !catalog.byId(id)?.included) await rows.delete(id);
  }
  for (const entry of catalog.entries) {
    const row = rows.get(entry.id);
    const isUsers = row !== undefined && (row.source !== 'included' || row.status === 'removed');
    if (entry.included !== null && !isUsers) await placeIncluded(rows, entry);
  }
}

/**
 * Bytes that were right are compared once, and again when place, size or time are others than at that time, or when the
 * user asks. Wrong ones may have been repaired without a trace: they are compared at each start, and do not count until
 * then.
 */
async function placeIncluded(rows: ModelRows, entry: CatalogEntry, isAsked = false): Promise<void> {
  const { id, included: file, sizeBytes: size_bytes, sha256, displayName } = entry;
  if (file === null) return;
  const found = await look(file);
  const row = rows.get(id);
  const isSame =
    row?.source === 'included' &&
    row.file === file &&
    row.sha256 === sha256 &&
    row.modified_ms === (found?.modifiedMs ?? null);
  const isRightSize = found?.size === size_bytes;
  if (isSame && isRightSize && row.status === 'installed' && !isAsked) return;
  const isInDoubt = isSame && row.error_code !== null;
  const state = isRightSize
    ? ({ status: 'checking', ...(!isInDoubt && { modified_ms: null, ...noError }) } as const)
    : {
        ...missing(includedProblem(file, displayName, found !== undefined)),
        modified_ms: found?.modifiedMs ?? null,
      };
  const placed = { file, source: 'included', size_bytes, sha256, facts: null, etag: null, ...state } as const;
  if (row) await rows.change(id, placed);
  else await rows.add({ id, ...placed });
}

/** A model of a package lies in that package's folder: its row has the whole path, and the file is never written. */
export function isPackaged({ file }: Pick<ModelRow, 'file'>): boolean {
  return isAbsolute(file);
}

/** Files that packages brought, replaced or removed since the last start. */
async function adoptPackaged(catalog: Catalog, rows: ModelRows, paths: readonly string[]): Promise<void> {
  const known = new Map(rows.all().map((row) => [row.file, row]));
  for (const path of paths) {
    const found = await look(path);
    if (!found) continue;
    const row = known.get(path);
    if (row?.size_bytes === found.size && row.modified_ms === found.modifiedMs) continue;
    if (row) await rows.delete(row.id);
    const id = freeId(catalog, rows, basename(path));
    await rows.add({ id, file: path, status: 'checking', source: 'found', size_bytes: found.size });
  }
  for (const [file, { id, source }] of known) {
    if (isAbsolute(file) && source !== 'included' && !paths.includes(file)) await rows.delete(id);
  }
}

async function reconcileRow(rows: ModelRows, row: ModelRow, folder: string, name: string): Promise<void> {
  if (isPackaged(row)) return;
  const path = resolve(folder, row.file);
  const found = await look(path);
  const isRightSize = found?.size === row.size_bytes;
  switch (row.status) {
    case 'removing':
      await rm(partOf(path), { force: true });
      await rm(path, { force: true });
      return rows.delete(row.id);
    case 'importing':
      await rm(partOf(path), { force: true });
      // The hash is written before the copy gets its name, so that a copy with its name is a whole one.
      if (!isRightSize || row.sha256 === null) return rows.delete(row.id);
      await rows.change(row.id, { status: 'installed', modified_ms: found.modifiedMs });
      return;
    case 'installed':
      if (!found) await rows.change(row.id, missing(goneMessage(name)));
      else if (!isRightSize) await rows.change(row.id, missing(changedMessage(name)));
      else if (found.modifiedMs !== row.modified_ms) await rows.change(row.id, { status: 'checking' });
      return;
    case 'missing':
      if (isRightSize && found.modifiedMs !== row.modified_ms)
        await rows.change(row.id, { status: 'checking' });
      return;
    case 'checking':
      if (found) return;
      if (row.sha256 === null) return rows.delete(row.id);
      await rows.change(row.id, missing(goneMessage(name)));
      return;
    case 'failed':
      if (row.source !== 'found') return;
      if (!found) return rows.delete(row.id);
      if (found.modifiedMs !== row.modified_ms) await rows.change(row.id, { status: 'checking' });
      return;
    default:
  }
}

/**
 * What an older version wrote of its catalog: downloads go for today's file, and a model that is in the catalog no
 * longer is the user's own.
 */
async function followCatalog(catalog: Catalog, rows: ModelRows, id: string): Promise<void> {
  const row = rows.get(id);
  const entry = catalog.byId(id);
  if (!row) return;
  if (row.status === 'installed' && row.facts === null && !entry) {
    await rows.change(id, { status: 'checking', sha256: null });
  }
  if (entry && row.source === 'download' && ['queued', 'paused', 'failed'].includes(row.status)) {
    if (row.sha256 === entry.sha256) return;
    await rows.change(id, { size_bytes: entry.sizeBytes, sha256: entry.sha256, etag: null });
  }
}

async function adoptOrphans(catalog: Catalog, rows: ModelRows, folder: string): Promise<void> {
  const known = new Set(rows.all().flatMap(({ file }) => [file, partOf(file)]));
  for (const item of await readdir(folder, { withFileTypes: true })) {
    if (known.has(item.name) || !item.isFile()) continue;
    const part = /^(.+\.gguf)\.part$/i.exec(item.name)?.[1];
    if (part !== undefined) await adoptPart(catalog, rows, part);
    else if (/\.gguf$/i.test(item.name)) await adoptWhole(catalog, rows, folder, item.name);
  }
}

/** Part of a download whose row is lost: it can be gone on with, or canceled. */
async function adoptPart(catalog: Catalog, rows: ModelRows, file: string): Promise<void> {
  const entry = catalog.byId(file.replace(/\.gguf$/, ''));
  if (!entry || rows.get(entry.id)) return;
  const { id, sizeBytes: size_bytes, sha256 } = entry;
  await rows.add({ id, file, status: 'paused', source: 'download', size_bytes, sha256 });
}

/** Its bytes are looked at after the start; until then no one takes it for a model of the catalog. */
async function adoptWhole(catalog: Catalog, rows: ModelRows, folder: string, file: string): Promise<void> {
  const found = await look(resolve(folder, file));
  if (!found) return;
  const id = freeId(catalog, rows, file);
  await rows.add({ id, file, status: 'checking', source: 'found', size_bytes: found.size });
}

/** An id from a file's name that neither a row nor the catalog has. */
export function freeId(catalog: Catalog, rows: ModelRows, fileName: string): string {
  const base = idFrom(fileName);
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!rows.get(id) && !catalog.byId(id)) return id;
  }
}

/** A file's name as an id: lower case, without `.gguf`, of letters, digits, `.`, `_` and `-`. */
export function idFrom(fileName: string): string {
  const id = fileName
    .toLowerCase()
    .replace(/\.gguf$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 100);
  return id === '' ? 'model' : id;
}

function missing(message: Message) {
  const error_message = storedAdvice([message]);
  const error = { error_code: 'MODEL_NOT_INSTALLED', error_message, error_hint: null };
  return { status: 'missing', ...error } as const;
}

/** Size and time of a regular file; undefined when none exists. */
export async function look(path: string): Promise<Found | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? { size: stats.size, modifiedMs: Math.round(stats.mtimeMs) } : undefined;
}

/** Bytes of a file; 0 for one that is not there. Throws any other system error. */
export async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** Path of the incomplete file. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** The sha256 of a whole file, lower-case hex. Rejects with the signal's reason. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const file = await openRegularFile(path);
  try {
    return (await hashOf(file, (await file.stat()).size, signal)).digest('hex');
  } finally {
    await file.close();
  }
}

const BLOCK_BYTES = 1024 * 1024;

/** The hash of a file's first bytes. */
export async function hashOf(file: FileHandle, bytes: number, signal: AbortSignal): Promise<Hash> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(1, bytes)));
  for (let position = 0; position < bytes; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - position), position);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
  return hash;
}
