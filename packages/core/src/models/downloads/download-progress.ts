import type { DownloadStatus, ErrorBody, ModelDownload } from '@quoth/contract';
import type { Clock, EventBus } from '../../base/index.ts';
import type { ModelRow } from '../model-rows.ts';
import { SpeedMeter } from './speed-meter.ts';

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
  readonly #nameOf: (id: string) => string;
  /** Bytes that are here. */
  readonly #bytes = new Map<string, number>();
  readonly #running = new Map<string, Running>();
  #toldAt = Number.NEGATIVE_INFINITY;
  #later: NodeJS.Timeout | undefined;

  constructor(options: { clock: Clock; events: EventBus; nameOf: (id: string) => string }) {
    this.#clock = options.clock;
    this.#events = options.events;
    this.#nameOf = options.nameOf;
  }

  bytesOf(id: string): number {
    return this.#bytes.get(id) ?? 0;
  }

  /** Bytes of a download that is not at work. */
  found(id: string, bytes: number): void {
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
    const isNews = running.status !== 'downloading' || bytes < before;
    if (isNews)
      Object.assign(running, { meter: new SpeedMeter(now, bytes), status: 'downloading', error: null });
    running.meter.note(now, bytes);
    if (isNews || now - this.#toldAt >= EVENT_MS) this.tell(row);
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
    this.#toldAt = this.#clock.monotonic();
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
      displayName: this.#nameOf(row.id),
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
export function errorOf({ error_code, error_message, error_hint }: ModelRow): ErrorBody | null {
  if (error_code === null || error_message === null) return null;
  // Written by us from an AppError.
  const code = error_code as ErrorBody['code'];
  return { code, message: error_message, ...(error_hint !== null && { hint: error_hint }) };
}
