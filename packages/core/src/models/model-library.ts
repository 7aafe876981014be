import { setTimeout as delay } from 'node:timers/promises';
import {
  AppError,
  type CatalogModel,
  type ModelDownload,
  type Notice,
  type Said,
  say,
} from '@quoth/contract';
import { Mutex } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { ModelFileSource } from '../declarations/index.ts';
import { Catalog, type CatalogEntry } from './catalog.ts';
import type { DownloadTools } from './download-file.ts';
import { DownloadQueue, freeBytes } from './download-queue.ts';
import { fileAddress } from './download-request.ts';
import { checkModelFiles, type ImportTools, importModel } from './import-model.ts';
import { findModel, type LocalModel, toCatalogModel } from './local-models.ts';
import { idFrom, ModelFileStore, reconcileModels } from './model-files.ts';
import {
  type ModelRow,
  ModelRows,
  modelNoticeId,
  modelNotices,
  notInstalled,
  restoreRemedy,
} from './model-rows.ts';

export interface ModelLibraryOptions extends CoreContext {
  /** The data folder's `models`. */
  readonly folder: string;
  /** Model files that packages put into folders of the system; they are read and never written. */
  readonly packaged?: readonly string[];
  readonly places: ImportTools['places'];
  readonly probe: ImportTools['probe'];
  /** Base address to use instead of the hub's; null for the hub's own. */
  readonly mirror: () => string | null;
  /** Measured speed of a model on this machine, as a multiple of real time. */
  readonly measuredSpeed?: (id: string) => number | undefined;
  /** The product's own catalog if not given. */
  readonly catalog?: readonly CatalogEntry[];
  readonly tools?: Partial<DownloadTools>;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** A model file in use: it is not deleted meanwhile. */
export interface BorrowedModel {
  readonly model: LocalModel;
  readonly path: string;
  /** Gives it back; calling it again does nothing. */
  release(): void;
}

const STALL_MS = 30_000;

/**
 * The model files on this machine and those that could be: the catalog, downloads, and the user's own files. Reads
 * answer from memory.
 */
export class ModelLibrary {
  readonly #options: ModelLibraryOptions;
  readonly #files: ModelFileStore;
  readonly #downloads: DownloadQueue;
  readonly #tools: ImportTools;
  readonly #imports = new Mutex();
  readonly #closing = new AbortController();
  #checks: Promise<void> = Promise.resolve();
  /** Of the models that are part of Quoth: they count as installed meanwhile. */
  #includedChecks: Promise<void> = Promise.resolve();
  #importing = 0;

  private constructor(options: ModelLibraryOptions, files: ModelFileStore) {
    this.#options = options;
    this.#files = files;
    const { clock, events, logger, mirror, places, probe } = options;
    const shared = { logger, freeBytes: options.freeBytes ?? freeBytes };
    this.#downloads = new DownloadQueue(files, {
      ...shared,
      tools: {
        fetch: (url, init) => fetch(url, init),
        sleep: async (milliseconds, signal) => void (await delay(milliseconds, undefined, { signal })),
        random: Math.random,
        stallMs: STALL_MS,
        ...options.tools,
      },
      clock,
      events,
      mirror,
    });
    const cancelDownload = async (id: string) => {
      if (this.#isDownload(id)) await this.#downloads.cancel(id);
    };
    this.#tools = { ...shared, places, probe, cancelDownload };
  }

  /** Reconciles rows and files, resumes the downloads of earlier runs, and checks files that are new in the folder. */
  static async open(options: ModelLibraryOptions): Promise<ModelLibrary> {
    const rows = await ModelRows.open(options.database);
    const catalog = new Catalog(options.catalog);
    await reconcileModels(catalog, rows, options.folder, options.packaged ?? []);
    const files = new ModelFileStore(catalog, rows, options.folder, options.events);
    const library = new ModelLibrary(options, files);
    await library.#downloads.start();
    const unchecked = Map.groupBy(rows.all(), ({ source }) => source === 'included');
    library.#includedChecks = library.#check(unchecked.get(true) ?? []);
    library.#checks = library.#includedChecks.then(() => library.#check(unchecked.get(false) ?? []));
    return library;
  }

  #check(rows: readonly ModelRow[]): Promise<void> {
    return checkModelFiles(this.#files, this.#tools, rows, this.#closing.signal, (id) => {
      const notice = this.notices().find((one) => one.id === modelNoticeId(id));
      if (notice) this.#options.events.publish({ type: 'notice-raised', notice });
    });
  }

  /**
   * Every model of the catalog, the recommended ones first, then the user's own. The same array until something
   * changes.
   */
  list(): readonly LocalModel[] {
    return this.#files.list();
  }

  /** Calls the listener after each change of the list, until the returned function is called. */
  onChange(listener: () => void): () => void {
    return this.#files.onChange(listener);
  }

  /** The model with this id, file name or slug. Throws MODEL_NOT_FOUND. */
  find(written: string): LocalModel {
    return findModel(this.list(), written);
  }

  /**
   * An installed model to work with, after checking the size and time of its file again. Throws MODEL_NOT_INSTALLED,
   * also if the file has gone or changed since; from then on the list says so.
   */
  async borrow(written: string): Promise<BorrowedModel> {
    await this.#includedChecks;
    const { id } = this.find(written);
    const known = this.#files.rows.get(id);
    // An upgrade of Quoth puts its file there once more, while this version of it still runs.
    if (known?.status === 'installed') await this.#placeIfChanged(known);
    const model = this.find(id);
    const row = this.#files.rows.get(model.id);
    if (row?.status !== 'installed' || model.path === null) throw this.#notInstalled(model);
    const release = this.#files.loans.lend(model.id);
    if (await this.#files.isUnchanged(row)) return { model, path: model.path, release };
    release();
    await this.#files.turn.run(() => this.#files.lose(row));
    throw this.#notInstalled(this.find(model.id));
  }

  #notInstalled(model: LocalModel): AppError {
    const row = this.#files.rows.get(model.id);
    const message = model.problem ?? say('namedModelNotInstalled', { model: model.displayName });
    if (row?.source !== 'included' || model.problem === null) return notInstalled(model, message);
    return new AppError('MODEL_NOT_INSTALLED', { message, remedy: restoreRemedy(row) });
  }

  /** Every model, as the application's own routes show it. */
  catalog(): CatalogModel[] {
    const { measuredSpeed } = this.#options;
    const mirror = this.#options.mirror();
    return this.list().map((model) => {
      const entry = this.#files.catalog.byId(model.id);
      return toCatalogModel(model, {
        address: entry?.hubPath ? fileAddress(entry.hubPath, mirror) : null,
        measuredSpeed: measuredSpeed?.(model.id) ?? null,
      });
    });
  }

  /** Unfinished downloads, in their order. */
  downloads(): readonly ModelDownload[] {
    return this.#downloads.list();
  }

  /** True while a download is running or waiting, or a file is being imported. */
  busy(): boolean {
    return this.#importing > 0 || this.#downloads.busy();
  }

  /**
   * Adds models to the downloads and returns their ids; one that is part of Quoth is in its place again at once. Throws
   * MODEL_NOT_FOUND, DISK_FULL if the disk has no room, or MODEL_NOT_INSTALLED if a file that is part of Quoth is
   * missing or damaged.
   */
  async download(written: readonly string[]): Promise<readonly string[]> {
    const models = written.map((one) => findModel(this.list(), one, ({ id }) => this.#isDownload(id)));
    const entries = models.map(({ id, displayName }) => {
      const entry = this.#files.catalog.byId(id);
      if (entry) return entry;
      throw new AppError('INVALID_REQUEST', {
        message: say('importedModelNotDownloadable', { model: displayName }),
        remedy: say('importModelAgain'),
      });
    });
    const wanted = [...new Set(entries)];
    for (const entry of wanted) if (entry.included !== null) await this.#restore(entry);
    await this.#downloads.add(wanted.filter(({ included }) => included === null));
    return [...new Set(entries.map(({ id }) => id))];
  }

  /**
   * Looks for a model that is part of Quoth where it has to lie, and compares its bytes; a borrower waits meanwhile.
   */
  async #place(id: string): Promise<void> {
    const placed = this.#includedChecks.then(async () => {
      const rows = await this.#files.turn.run(async () => {
        await this.#files.restore(id);
        return this.#files.rows.all().filter((row) => row.id === id);
      });
      await this.#check(rows);
    });
    this.#includedChecks = placed.catch(() => undefined);
    await placed;
  }

  async #placeIfChanged(row: ModelRow): Promise<void> {
    if (row.source === 'included' && !(await this.#files.isUnchanged(row))) await this.#place(row.id);
  }

  async #restore(entry: CatalogEntry): Promise<void> {
    // What the user brought in its place is not looked for there.
    if (this.find(entry.id).installed && this.#files.rows.get(entry.id)?.source !== 'included') return;
    await this.#place(entry.id);
    const model = this.find(entry.id);
    if (!model.installed) throw this.#notInstalled(model);
  }

  pause(written: string): Promise<ModelDownload> {
    return this.#downloads.pause(this.#downloadId(written));
  }

  resume(written: string): Promise<ModelDownload> {
    return this.#downloads.resume(this.#downloadId(written));
  }

  cancel(written: string): Promise<void> {
    return this.#downloads.cancel(this.#downloadId(written));
  }

  /**
   * Copies a file into the folder, and checks its header and that it loads. A file from the catalog installs that
   * model; with `meantId`, it must be the file of that one. The original is never changed. Throws INVALID_REQUEST with
   * what is wrong with the file, MODEL_NOT_FOUND, FILE_NOT_FOUND and similar, or the signal's reason.
   */
  async import(source: ModelFileSource, signal: AbortSignal, meantId?: string): Promise<CatalogModel> {
    const meant = meantId === undefined ? undefined : this.#files.catalog.byId(meantId);
    if (meantId !== undefined && !meant) throw new AppError('MODEL_NOT_FOUND');
    const either = AbortSignal.any([signal, this.#closing.signal]);
    this.#importing++;
    const work = this.#imports.run(async () => {
      const id = await importModel(this.#files, this.#tools, source, either, meant);
      const model = this.catalog().find((candidate) => candidate.id === id);
      if (!model) throw new AppError('MODEL_NOT_FOUND');
      return model;
    });
    return work.finally(() => this.#importing--);
  }

  /**
   * Deletes an installed model's file. Throws MODEL_NOT_INSTALLED, BUSY while it is in use, or CONFLICT if it belongs
   * to a package of the system.
   */
  async remove(written: string): Promise<void> {
    await this.#includedChecks;
    const own = this.#files.rows.get(idFrom(written));
    const isBroken = own?.source === 'found' && own.status === 'failed';
    const { id, displayName } = isBroken ? { id: own.id, displayName: own.file } : this.find(written);
    await this.#files.turn.run(async () => {
      const row = this.#files.rows.get(id);
      if (!row || !['installed', 'missing', 'failed'].includes(row.status) || this.#isDownload(id)) {
        throw new AppError('MODEL_NOT_INSTALLED', {
          message: say('namedModelNotInstalled', { model: displayName }),
          remedy: this.#isDownload(id) ? say('cancelDownload', { model: id }) : say('showsInstalledModels'),
        });
      }
      await this.#files.delete(row, displayName);
    });
  }

  /** Looks again at the files that are part of Quoth: the notices then name each that is missing or damaged. */
  async lookAgain(): Promise<void> {
    await this.#includedChecks;
    for (const row of this.#files.rows.all())
      if (row.status === 'installed' || row.status === 'missing') await this.#placeIfChanged(row);
  }

  /** Warnings about files in the folder that cannot be used, and about models whose file has gone. */
  notices(): readonly Said<Notice>[] {
    return modelNotices(this.#files.rows.all());
  }

  /** Stops downloads and checks so that the next start resumes them. */
  async close(): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', { message: say('quothClosed') }));
    await this.#downloads.close();
    await this.#checks;
    await this.#imports.run(async () => undefined);
    await this.#files.turn.run(async () => undefined);
  }

  #isDownload(id: string): boolean {
    return this.#downloads.list().some((download) => download.id === id);
  }

  #downloadId(written: string): string {
    return findModel(this.list(), written, ({ id }) => this.#isDownload(id)).id;
  }
}
