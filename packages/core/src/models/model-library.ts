import { setTimeout as delay } from 'node:timers/promises';
import type { CatalogModel, ModelDownload, Notice } from '@quoth/contract';
import { AppError } from '@quoth/contract';
import { type Clock, type EventBus, type Logger, Mutex } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { ModelFileSource } from '../declarations/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import { Catalog, type CatalogEntry } from './catalog/catalog.ts';
import { findModel } from './catalog/find-model.ts';
import type { DownloadTools } from './downloads/download-file.ts';
import { DownloadQueue } from './downloads/download-queue.ts';
import { freeBytes } from './downloads/free-space.ts';
import { fileAddress } from './downloads/hub-address.ts';
import { ModelIntake } from './import/model-intake.ts';
import { InstalledFiles } from './installed-files.ts';
import { type LocalModel, type ProbedModel, toCatalogModel } from './local-model.ts';
import { localModels } from './local-models.ts';
import { ModelLoans } from './model-loans.ts';
import { modelNoticeId, modelNotices } from './model-notices.ts';
import { type ModelRow, ModelRows } from './model-rows.ts';
import { changedMessage, notInstalled } from './model-words.ts';
import { idFrom, reconcileModels } from './reconcile-models.ts';

export interface ModelLibraryOptions {
  readonly database: Database;
  /** The data folder's `models`. */
  readonly folder: string;
  /** What the rules for the paths of imported files need to know. */
  readonly places: Omit<PathPolicy, 'allowed'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Loads a model file and describes it. Throws an AppError that says why it does not load. */
  readonly probe: (path: string, signal: AbortSignal) => Promise<ProbedModel>;
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

/** The model files on this machine and those that could be: the catalog, downloads, and the user's own files. Reads answer from memory. */
export class ModelLibrary {
  readonly #options: ModelLibraryOptions;
  readonly #catalog: Catalog;
  readonly #rows: ModelRows;
  readonly #downloads: DownloadQueue;
  readonly #intake: ModelIntake;
  /** Changes of rows, one after the other. */
  readonly #turn = new Mutex();
  readonly #imports = new Mutex();
  readonly #listeners = new Set<() => void>();
  readonly #loans = new ModelLoans();
  readonly #files: InstalledFiles;
  readonly #closing = new AbortController();
  #checks: Promise<void> = Promise.resolve();
  #importing = 0;
  #list: readonly LocalModel[] = [];

  private constructor(options: ModelLibraryOptions, catalog: Catalog, rows: ModelRows) {
    this.#options = options;
    this.#catalog = catalog;
    this.#rows = rows;
    const { folder, clock, events, logger, mirror, probe } = options;
    this.#files = new InstalledFiles({ rows, loans: this.#loans, folder });
    const shared = {
      catalog,
      rows,
      folder,
      turn: this.#turn,
      logger,
      freeBytes: options.freeBytes ?? freeBytes,
    };
    this.#downloads = new DownloadQueue({
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
      entryOf: (id) => catalog.byId(id),
      install: (id) => this.#install(id),
    });
    this.#intake = new ModelIntake({
      ...shared,
      places: options.places,
      probe,
      giveUpDownload: async (id) => {
        if (this.#isDownload(id)) await this.#downloads.cancel(id);
      },
      install: (id, changes) => this.#install(id, changes),
      lose: (id, message) => this.#lost(id, message),
      refuse: (id) => {
        const notice = this.notices().find((one) => one.id === modelNoticeId(id));
        if (notice) events.publish({ type: 'notice-raised', notice });
      },
    });
  }

  /** Reconciles rows and files, resumes the downloads of earlier runs, and checks files that are new in the folder. */
  static async open(options: ModelLibraryOptions): Promise<ModelLibrary> {
    const rows = await ModelRows.open(options.database);
    const catalog = new Catalog(options.catalog);
    await reconcileModels(catalog, rows, options.folder);
    const library = new ModelLibrary(options, catalog, rows);
    library.#rebuild();
    await library.#downloads.start();
    library.#checks = library.#intake.checkAll(library.#closing.signal);
    return library;
  }

  /** Every model of the catalog, the recommended ones first, then the user's own. The same array until something changes. */
  list(): readonly LocalModel[] {
    return this.#list;
  }

  /** Calls the listener after each change of the list, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The model with this id, file name or slug. Throws MODEL_NOT_FOUND. */
  find(written: string): LocalModel {
    return findModel(this.#list, written);
  }

  /**
   * An installed model to work with, after checking the size and time of its file again. Throws MODEL_NOT_INSTALLED, also if the file has
   * gone or changed since; from then on the list says so.
   */
  async borrow(written: string): Promise<BorrowedModel> {
    const model = this.find(written);
    const row = this.#rows.get(model.id);
    if (row?.status !== 'installed' || model.path === null) {
      throw notInstalled(model.id, model.problem ?? `${model.displayName} is not installed.`);
    }
    const release = this.#loans.lend(model.id);
    if (await this.#files.isUnchanged(row)) return { model, path: model.path, release };
    release();
    const message = changedMessage(model.displayName);
    await this.#turn.run(() => this.#lost(model.id, message));
    throw notInstalled(model.id, message);
  }

  /** Every model, as the application's own routes show it. */
  catalog(): CatalogModel[] {
    const { measuredSpeed } = this.#options;
    const mirror = this.#options.mirror();
    return this.#list.map((model) => {
      const entry = this.#catalog.byId(model.id);
      return toCatalogModel(model, {
        address: entry ? fileAddress(entry.hubPath, mirror) : null,
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

  /** Adds models to the downloads and returns their ids. Throws MODEL_NOT_FOUND, or INVALID_REQUEST if the disk has no room. */
  async download(written: readonly string[]): Promise<readonly string[]> {
    const models = written.map((one) => findModel(this.#list, one, ({ id }) => this.#isDownload(id)));
    const entries = models.map(({ id, displayName }) => {
      const entry = this.#catalog.byId(id);
      if (entry) return entry;
      throw new AppError('INVALID_REQUEST', {
        message: `${displayName} was imported from a file and cannot be downloaded.`,
        hint: 'Import it again: quoth models import FILE.gguf',
      });
    });
    await this.#downloads.add([...new Set(entries)]);
    return [...new Set(entries.map(({ id }) => id))];
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
   * Copies a file into the folder, and checks its header and that it loads. A file from the catalog installs that model; with `meantId`, it
   * must be the file of that one. The original is never changed. Throws INVALID_REQUEST with what is wrong with the file, MODEL_NOT_FOUND,
   * FILE_NOT_FOUND and similar, or the signal's reason.
   */
  async import(source: ModelFileSource, signal: AbortSignal, meantId?: string): Promise<CatalogModel> {
    const meant = meantId === undefined ? undefined : this.#catalog.byId(meantId);
    if (meantId !== undefined && !meant) throw new AppError('MODEL_NOT_FOUND');
    this.#importing++;
    const work = this.#imports.run(async () => {
      const id = await this.#intake.import(source, AbortSignal.any([signal, this.#closing.signal]), meant);
      const model = this.catalog().find((candidate) => candidate.id === id);
      if (!model) throw new AppError('MODEL_NOT_FOUND');
      return model;
    });
    return work.finally(() => this.#importing--);
  }

  /** Deletes an installed model's file. Throws MODEL_NOT_INSTALLED, or INVALID_REQUEST while it is in use. */
  async remove(written: string): Promise<void> {
    const own = this.#rows.get(idFrom(written));
    const isBroken = own?.source === 'found' && own.status === 'failed';
    const { id, displayName } = isBroken ? { id: own.id, displayName: own.file } : this.find(written);
    await this.#turn.run(async () => {
      const row = this.#rows.get(id);
      if (!row || !['installed', 'missing', 'failed'].includes(row.status) || this.#isDownload(id)) {
        throw new AppError('MODEL_NOT_INSTALLED', {
          message: `${displayName} is not installed.`,
          hint: this.#isDownload(id)
            ? `To cancel its download: quoth models cancel ${id}`
            : '"quoth models list" shows the installed models.',
        });
      }
      await this.#files.delete(row, displayName);
      this.#rebuild();
      this.#options.events.publish({ type: 'model-removed', id });
    });
  }

  /** Warnings about files in the folder that cannot be used, and about models whose file has gone. */
  notices(): readonly Notice[] {
    return modelNotices(this.#rows.all());
  }

  /** Stops downloads and checks so that the next start resumes them. */
  async close(): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', { message: 'Quoth was closed.' }));
    await this.#downloads.close();
    await this.#checks;
    await this.#imports.run(async () => undefined);
    await this.#turn.run(async () => undefined);
  }

  #isDownload(id: string): boolean {
    return this.#downloads.list().some((download) => download.id === id);
  }

  #downloadId(written: string): string {
    return findModel(this.#list, written, ({ id }) => this.#isDownload(id)).id;
  }

  #rebuild(): void {
    this.#list = localModels(this.#catalog.entries, this.#rows.all(), this.#options.folder);
    for (const listener of [...this.#listeners]) listener();
  }

  async #install(id: string, changes: Partial<ModelRow> = {}): Promise<void> {
    await this.#files.install(id, changes);
    this.#rebuild();
    this.#options.events.publish({ type: 'model-installed', id: changes.id ?? id });
  }

  async #lost(id: string, message: string): Promise<void> {
    await this.#files.lose(id, message);
    this.#rebuild();
  }
}
