import { type DownloadStatus, type ErrorBody, type ModelDownload, storedError } from '@quoth/contract';
import type { Clock, EventBus } from '../base/index.ts';
import type { Catalog } from './catalog.ts';
import type { ModelRow } from './model-rows.ts';

/** Milliseconds between two events while bytes come in. */
const EVENT_MS = 250;

interface Running {
  status: DownloadStatus;
  meter: SpeedMeter;
  error: ErrorBody | null;
}

/** How far each download is, and the events that say so. */
export class DownloadProgress {
  readonly #clock: Clock;
  readonly #events: EventBus;
  readonly #catalog: Catalog;
  /** Bytes that are here. */
  readonly #bytes = new Map<string, number>();
  readonly #running = new Map<string, Running>();
  #reportedAt = Number.NEGATIVE_INFINITY;
  #later: NodeJS.Timeout | undefined;

  constructor(catalog: Catalog, clock: Clock, events: EventBus) {
    this.#catalog = catalog;
    this.#clock = clock;
    this.#events = events;
  }

  bytesOf(id: string): number {
    return this.#bytes.get(id) ?? 0;
  }

  /** Bytes of a download that is not in progress. */
  resumeAt(id: string, bytes: number): void {
    this.#bytes.set(id, bytes);
  }

  began(row: ModelRow): void {
    const meter = new SpeedMeter(this.#clock.monotonic(), this.bytesOf(row.id));
    this.#running.set(row.id, { status: 'downloading', meter, error: null });
    this.tell(row);
  }

  /** More bytes have arrived; fewer mean that it started again. */
  moved(row: ModelRow, bytes: number): void {
    const running = this.#running.get(row.id);
    const before = this.bytesOf(row.id);
    this.#bytes.set(row.id, bytes);
    if (!running) return;
    const now = this.#clock.monotonic();
    const isSignificant = running.status !== 'downloading' || bytes < before;
    if (isSignificant)
      Object.assign(running, { meter: new SpeedMeter(now, bytes), status: 'downloading', error: null });
    running.meter.note(now, bytes);
    if (isSignificant || now - this.#reportedAt >= EVENT_MS) this.tell(row);
    else this.#later ??= setTimeout(() => this.tell(row), EVENT_MS).unref();
  }

  became(row: ModelRow, status: DownloadStatus, error: ErrorBody | null = null): void {
    const running = this.#running.get(row.id);
    if (!running) return;
    running.status = status;
    running.error = error;
    this.tell(row);
  }

  ended(id: string): void {
    this.#silence();
    this.#running.delete(id);
  }

  forgotten(id: string): void {
    this.#silence();
    this.#running.delete(id);
    this.#bytes.delete(id);
  }

  tell(row: ModelRow): void {
    this.#silence();
    this.#reportedAt = this.#clock.monotonic();
    this.#events.publish({ type: 'model-download-progressed', download: this.of(row) });
  }

  #silence(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
  }

  /** The download as the API shows it. */
  of(row: ModelRow): ModelDownload {
    const running = row.status === 'queued' ? this.#running.get(row.id) : undefined;
    const moves = running?.status === 'downloading';
    const bytes = this.bytesOf(row.id);
    return {
      id: row.id,
      displayName: this.#catalog.byId(row.id)?.displayName ?? row.id,
      status: running?.status ?? (row.status === 'paused' || row.status === 'failed' ? row.status : 'queued'),
      bytes,
      total: row.size_bytes,
      bytes_per_second: moves ? running.meter.bytesPerSecond : null,
      seconds_left: moves ? running.meter.secondsFor(row.size_bytes - bytes) : null,
      error: running ? running.error : errorOf(row),
    };
  }
}

/** The error that a row remembers. */
function errorOf({ error_code, error_message, error_hint }: ModelRow): ErrorBody | null {
  if (error_code === null || error_message === null) return null;
  // Written by us from an AppError.
  return storedError(error_code as ErrorBody['code'], error_message, error_hint);
}

/** Seconds after which a change of speed shows for the most part. */
const MEMORY_SECONDS = 4;
const MIN_MS = 200;

/** Bytes per second, smoothed, so that the time left does not jump about. Times are milliseconds that only grow. */
export class SpeedMeter {
  #at: number;
  #bytes: number;
  #speed: number | null = null;

  constructor(now: number, bytes: number) {
    this.#at = now;
    this.#bytes = bytes;
  }

  /** Takes note of how many bytes are here by now. */
  note(now: number, bytes: number): void {
    const elapsed = now - this.#at;
    if (elapsed < MIN_MS) return;
    const speed = ((bytes - this.#bytes) / elapsed) * 1000;
    const weight = 1 - Math.exp(-elapsed / 1000 / MEMORY_SECONDS);
    this.#speed = this.#speed === null ? speed : this.#speed + weight * (speed - this.#speed);
    this.#at = now;
    this.#bytes = bytes;
  }

  /** Null until something is known. */
  get bytesPerSecond(): number | null {
    return this.#speed === null ? null : Math.round(this.#speed);
  }

  /** Whole seconds until the remaining bytes have arrived; null while nothing arrives. */
  secondsFor(bytes: number): number | null {
    return this.#speed === null || this.#speed < 1 ? null : Math.ceil(bytes / this.#speed);
  }
}
