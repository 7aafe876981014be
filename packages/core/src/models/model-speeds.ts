import type { Clock, Logger } from '../base/index.ts';
import { Mutex } from '../base/index.ts';
import { type Database, type ModelSpeedsTable, unflushed } from '../database/index.ts';

/** Less audio than this says more about starting a decoder than about its speed. */
const MIN_SECONDS = 2;
/** The share that a new measurement has at least: a machine that has become slower shows after a few transcriptions. */
const MIN_WEIGHT = 0.2;

/** One transcription on this machine. */
export interface SpeedMeasurement {
  readonly model: string;
  /** Kind of device that the model ran on: `cpu`, `gpu` ... */
  readonly device: string;
  readonly audioSeconds: number;
  /** The running engine; neither waiting nor loading. */
  readonly decodeMs: number;
}

export interface ModelSpeedsOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** How many times faster than real time each model has decoded on this machine, smoothed. Reads answer from memory. */
export class ModelSpeeds {
  readonly #options: ModelSpeedsOptions;
  readonly #rows: Map<string, ModelSpeedsTable>;
  /** Writes, one after the other. */
  readonly #turn = new Mutex();

  private constructor(options: ModelSpeedsOptions, rows: readonly ModelSpeedsTable[]) {
    this.#options = options;
    this.#rows = new Map(rows.map((row) => [keyOf(row), row]));
  }

  static async open(options: ModelSpeedsOptions): Promise<ModelSpeeds> {
    const rows = await options.database.selectFrom('model_speeds').selectAll().execute();
    return new ModelSpeeds(options, rows);
  }

  /** Times real time on the device that the model ran on last; undefined where nothing was measured. */
  of(model: string): number | undefined {
    const [latest] = [...this.#rows.values()]
      .filter((row) => row.model === model)
      .sort((a, b) => b.measured_ms - a.measured_ms);
    return latest?.times_real_time;
  }

  /**
   * Adds a measurement; audio under 2 s is ignored. It is stored in the background, and a failure does not affect the
   * transcription.
   */
  record({ model, device, audioSeconds, decodeMs }: SpeedMeasurement): void {
    if (audioSeconds < MIN_SECONDS || decodeMs <= 0) return;
    const before = this.#rows.get(keyOf({ model, device }));
    const measurements = (before?.measurements ?? 0) + 1;
    const row: ModelSpeedsTable = {
      model,
      device,
      times_real_time: smoothed(before?.times_real_time, (audioSeconds * 1_000) / decodeMs, measurements),
      measurements,
      measured_ms: this.#options.clock.now(),
    };
    this.#rows.set(keyOf(row), row);
    this.#write('replace', async (database) => {
      await database.replaceInto('model_speeds').values(row).execute();
    });
  }

  /** The model's file has gone; another one may come under its name. */
  forget(model: string): void {
    for (const [key, row] of this.#rows) if (row.model === model) this.#rows.delete(key);
    this.#write('delete', async (database) => {
      await database.deleteFrom('model_speeds').where('model', '=', model).execute();
    });
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await this.#turn.run(async () => undefined);
  }

  #write(what: string, work: (database: Database) => Promise<void>): void {
    const { database, logger } = this.#options;
    this.#turn
      .run(() => work(unflushed(database)))
      .catch((error: unknown) => logger.warn({ error, what }, 'The speed of a model could not be saved.'));
  }
}

/** Averaged as time per second of audio, so that one very quick run does not outweigh several slow ones. */
function smoothed(before: number | undefined, measured: number, measurements: number): number {
  if (before === undefined) return measured;
  const weight = Math.max(1 / measurements, MIN_WEIGHT);
  return 1 / ((1 - weight) / before + weight / measured);
}

function keyOf({ model, device }: Pick<ModelSpeedsTable, 'model' | 'device'>): string {
  return `${device} ${model}`;
}
