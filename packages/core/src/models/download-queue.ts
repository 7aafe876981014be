import { randomUUID } from 'node:crypto';
import { rename, rm, statfs } from 'node:fs/promises';
import {
  AppError,
  asAppError,
  type Message,
  type ModelDownload,
  say,
  storedAdvice,
  systemCode,
} from '@quoth/contract';
import type { CoreContext } from '../database/index.ts';
import type { CatalogEntry } from './catalog.ts';
import { type DownloadTools, downloadFile } from './download-file.ts';
import { DownloadProgress } from './download-progress.ts';
import { downloadError, fileAddress } from './download-request.ts';
import { hashFile, type ModelFileStore, noError, partOf, sizeOfFile } from './model-files.ts';
import type { ModelRow } from './model-rows.ts';

interface DownloadQueueOptions extends Omit<CoreContext, 'database'> {
  readonly tools: DownloadTools;
  readonly mirror: () => string | null;
  readonly freeBytes: (folder: string) => Promise<number>;
}

type Outcome =
  | { readonly kind: 'whole' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'stopped' };

/** After a row could not be written. */
const RETRY_MS = 5_000;

/**
 * Downloads, one after the other in the order in which they were asked for. The list is the table's, so that it
 * survives everything.
 */
export class DownloadQueue {
  readonly #files: ModelFileStore;
  readonly #options: DownloadQueueOptions;
  readonly #progress: DownloadProgress;
  #running:
    | { readonly id: string; readonly abort: AbortController; readonly done: Promise<Outcome> }
    | undefined;
  #closed = false;

  constructor(files: ModelFileStore, options: DownloadQueueOptions) {
    this.#files = files;
    this.#options = options;
    this.#progress = new DownloadProgress(files.catalog, options.clock, options.events);
  }

  /** Looks how much of each download is here, and goes on with the first. */
  async start(): Promise<void> {
    for (const row of this.#downloads()) {
      this.#progress.resumeAt(row.id, await sizeOfFile(partOf(this.#files.pathOf(row))));
    }
    this.#pump();
  }

  /** Downloads that are not done, in their order. */
  list(): readonly ModelDownload[] {
    return this.#downloads().map((row) => this.#progress.of(row));
  }

  /** True while there is one in progress or waiting for its turn. */
  busy(): boolean {
    return this.#downloads().some(({ status }) => status === 'queued');
  }

  /**
   * Adds files to the list, except those installed or already on it. Throws DISK_FULL if the disk has no room for them.
   */
  add(entries: readonly CatalogEntry[]): Promise<void> {
    const { rows, turn } = this.#files;
    return turn.run(async () => {
      const wanted = entries.filter(({ id }) => {
        const status = rows.get(id)?.status;
        return status === undefined || status === 'paused' || status === 'failed' || status === 'missing';
      });
      await this.#refuseWithoutSpace(wanted);
      for (const entry of wanted) {
        const { id, sizeBytes: size_bytes, sha256 } = entry;
        const fresh = { status: 'queued', source: 'download', size_bytes, sha256 } as const;
        const row = rows.get(id)
          ? await rows.change(id, { ...fresh, ...noError, facts: null, place: rows.nextPlace() })
          : await rows.add({ id, ...fresh });
        if (row) this.#progress.tell(row);
      }
      this.#pump();
    });
  }

  /** Stops it for now. */
  pause(id: string): Promise<ModelDownload> {
    return this.#files.turn.run(async () => {
      const row = this.#download(id);
      if (row.status === 'failed') {
        throw new AppError('CONFLICT', {
          message: say('downloadFailedAlready'),
          remedy: say('continueDownload', { model: id }),
        });
      }
      const paused = await this.#files.rows.change(id, { status: 'paused' });
      await this.#stopped(id);
      if (paused) this.#progress.tell(paused);
      return this.#progress.of(paused ?? row);
    });
  }

  /** Goes on with one that was paused or has failed, behind those that wait. */
  async resume(id: string): Promise<ModelDownload> {
    const entry = this.#files.catalog.byId(this.#download(id).id);
    if (entry) await this.add([entry]);
    return this.#progress.of(this.#download(id));
  }

  /** Cancels it and deletes what was downloaded. */
  cancel(id: string): Promise<void> {
    const { rows, turn } = this.#files;
    return turn.run(async () => {
      const path = this.#files.pathOf(this.#download(id));
      await rows.change(id, { status: 'removing' });
      const outcome = await this.#stopped(id);
      await rm(partOf(path), { force: true });
      if (outcome?.kind === 'whole') await rm(path, { force: true });
      await rows.delete(id);
      this.#progress.forgotten(id);
      this.#options.events.publish({ type: 'model-download-cancelled', id });
    });
  }

  /** Interrupts the downloads so that the next start resumes them. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#running?.abort.abort();
    await this.#running?.done;
    await this.#files.turn.run(async () => undefined);
  }

  #downloads(): readonly ModelRow[] {
    return this.#files.rows
      .all()
      .filter(
        ({ source, status }) => source === 'download' && ['queued', 'paused', 'failed'].includes(status),
      )
      .sort((a, b) => a.place - b.place);
  }

  #download(id: string): ModelRow {
    const row = this.#downloads().find((candidate) => candidate.id === id);
    if (row) return row;
    throw new AppError('CONFLICT', {
      message: say('modelNotDownloading'),
      remedy: say('beginDownload', { model: id }),
    });
  }

  /** Ends the work on a download, and waits until its file is let go of. */
  async #stopped(id: string): Promise<Outcome | undefined> {
    if (this.#running?.id !== id) return undefined;
    this.#running.abort.abort();
    return await this.#running.done;
  }

  async #refuseWithoutSpace(entries: readonly CatalogEntry[]): Promise<void> {
    const waiting = this.#downloads().filter(({ status }) => status === 'queued');
    const sizes = [
      ...waiting.map(({ id, size_bytes }) => size_bytes - this.#progress.bytesOf(id)),
      ...entries.map(({ id, sizeBytes }) => sizeBytes - this.#progress.bytesOf(id)),
    ];
    if (entries.length === 0) return;
    const needed = sizes.reduce((sum, size) => sum + size, 0);
    const what =
      entries.length === 1 && sizes.length === 1 && entries[0]
        ? entries[0].displayName
        : say('theseDownloads');
    refuseWithoutSpace(needed, await this.#options.freeBytes(this.#files.folder), what);
  }

  #pump(): void {
    if (this.#closed || this.#running) return;
    const row = this.#downloads().find(({ status }) => status === 'queued');
    if (!row) return;
    const abort = new AbortController();
    const done = this.#work(row, abort.signal);
    this.#running = { id: row.id, abort, done };
    void done.then((outcome) => this.#files.turn.run(() => this.#settle(row.id, outcome)));
  }

  async #work(row: ModelRow, signal: AbortSignal): Promise<Outcome> {
    const { folder, rows, catalog } = this.#files;
    const { tools, mirror, freeBytes } = this.#options;
    const entry = catalog.byId(row.id);
    if (!entry || entry.hubPath === null) return { kind: 'failed', error: new AppError('MODEL_NOT_FOUND') };
    const { hubPath } = entry;
    const address = fileAddress(hubPath, mirror());
    const subject = { entry: { ...entry, hubPath }, address };
    const path = this.#files.pathOf(row);
    try {
      this.#progress.began(row);
      if (await isWhole(path, entry, signal)) return { kind: 'whole' };
      const here = await sizeOfFile(partOf(path));
      refuseWithoutSpace(entry.sizeBytes - here, await freeBytes(folder), entry.displayName);
      await downloadFile(
        tools,
        { address, sizeBytes: entry.sizeBytes, sha256: entry.sha256, etag: row.etag, path },
        {
          onBytes: (bytes) => this.#progress.moved(row, bytes),
          onEtag: async (etag) => void (await rows.change(row.id, { etag })),
          onVerifying: () => this.#progress.became(row, 'verifying'),
          onWaiting: (why) => {
            const error = downloadError(why, subject) ?? asAppError(why);
            this.#progress.became(row, 'waiting', error.toBody());
          },
        },
        signal,
      );
      return { kind: 'whole' };
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      const known = downloadError(error, subject) ?? asAppError(error);
      this.#options.logger.warn({ error, model: row.id }, 'A model could not be downloaded.');
      return { kind: 'failed', error: known };
    }
  }

  async #settle(id: string, outcome: Outcome): Promise<void> {
    const { rows } = this.#files;
    const { events, logger } = this.#options;
    this.#running = undefined;
    this.#progress.ended(id);
    try {
      const row = rows.get(id);
      if (row && outcome.kind === 'whole') {
        await this.#files.install(id);
        this.#progress.forgotten(id);
      } else if (row?.status === 'queued' && outcome.kind === 'failed') {
        const { code, said, advice } = outcome.error;
        const failed = await rows.change(id, {
          status: 'failed',
          error_code: code,
          error_message: storedAdvice([said]),
          error_hint: storedAdvice(advice),
        });
        this.#progress.resumeAt(id, await sizeOfFile(partOf(this.#files.pathOf(row))));
        if (failed) this.#progress.tell(failed);
        events.publish({ type: 'model-download-failed', id, error: outcome.error.toBody() });
      }
      this.#pump();
    } catch (error) {
      logger.error({ error, model: id }, 'The end of a download could not be recorded.');
      setTimeout(() => this.#pump(), RETRY_MS).unref();
    }
  }
}

/**
 * True if the file is already there, because an earlier run was killed before recording it. A different file is moved
 * aside, not deleted.
 */
async function isWhole(path: string, entry: CatalogEntry, signal: AbortSignal): Promise<boolean> {
  const size = await sizeOfFile(path);
  if (size === entry.sizeBytes && (await hashFile(path, signal)) === entry.sha256) return true;
  try {
    await rename(path, `${path.replace(/\.gguf$/, '')}.aside-${randomUUID().slice(0, 8)}.gguf`);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  return false;
}

/** Bytes that a user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Left free beside the models: the database and recordings need room too. */
const RESERVE_BYTES = 200_000_000;

/** Refuses what would fill the disk. Throws DISK_FULL that says how much is missing. */
export function refuseWithoutSpace(needed: number, free: number, what: string | Message): void {
  if (needed === 0 || needed + RESERVE_BYTES <= free) return;
  throw new AppError('DISK_FULL', {
    message: say('notEnoughSpace', {
      what,
      needed: { bytes: needed },
      free: { bytes: free },
      reserved: { bytes: RESERVE_BYTES },
    }),
    remedy: say('freeSpaceForModel'),
  });
}
