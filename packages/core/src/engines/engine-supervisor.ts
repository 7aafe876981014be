import { AppError, type Logger } from '../base/index.ts';
import type { EngineStatus } from '../core.ts';
import type {
  BorrowedFile,
  Engine,
  EngineRequest,
  EngineResult,
  HostRequest,
  SampleRange,
} from './engine.ts';
import { EngineProcess, type HostLimits, type RecognitionHooks } from './engine-process.ts';
import { LanePool } from './lane-pool.ts';
import { cutSpool, LONGEST_PIECE, recognizeInPieces } from './pieces/index.ts';
import { PauseFinder, SAMPLE_RATE } from './speech/index.ts';

export interface EngineSupervisorOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly limits: HostLimits;
  readonly logger: Logger;
  /** Seconds without a job after which the hosts are ended; 0 keeps them. */
  readonly idleSeconds: () => number;
  readonly machine: Machine;
}

/** What the machine offers. */
export interface Machine {
  readonly cores: number;
  /** Bytes of memory that a process could still take. */
  readonly freeMemory: () => number;
}

/**
 * Keeps one engine's hosts: started with the first job, started anew after a crash, ended when idle so that their memory is really
 * given back. A long recording is cut at pauses, and its pieces are spread over as many hosts as engine and machine allow.
 */
export class EngineSupervisor {
  readonly engine: Engine;
  readonly #options: EngineSupervisorOptions;
  readonly #lanes: LanePool;
  #model = '';
  #jobs = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #pauses: Promise<PauseFinder> | undefined;

  constructor(engine: Engine, options: EngineSupervisorOptions) {
    this.engine = engine;
    this.#options = options;
    this.#lanes = new LanePool({
      create: () => this.#newHost(),
      isUsable: (host) => host.config === JSON.stringify(engine.recognizer()?.config),
      maximum: () => this.#maximumLanes(),
    });
  }

  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    clearTimeout(this.#idleTimer);
    this.#model = request.model;
    this.#jobs++;
    let borrowed: BorrowedFile | undefined;
    try {
      borrowed = await this.engine.borrow?.(request.model);
      const asked = { ...request, modelFile: borrowed?.file };
      return await (isLong(request) ? this.#recognizeLong(asked, hooks) : this.#recognizeShort(asked, hooks));
    } finally {
      borrowed?.release();
      this.#jobs--;
      if (this.#jobs === 0) this.#waitForIdle();
    }
  }

  status(): EngineStatus {
    const hosts = this.#lanes.hosts();
    const [first] = hosts;
    const memories = hosts.flatMap(({ memoryMb }) => (memoryMb === undefined ? [] : [memoryMb]));
    return {
      id: this.engine.id,
      displayName: this.engine.displayName,
      installed: this.engine.models().some((model) => model.installed),
      loaded: hosts.some(({ loadedModel }) => loadedModel !== undefined),
      model: first?.loadedModel ?? null,
      device: first?.device ?? null,
      pid: first?.pid ?? null,
      hosts: hosts.length,
      memory_mb: memories.length === 0 ? null : Math.round(memories.reduce((sum, one) => sum + one, 0)),
    };
  }

  /** True when a host has the model's file in use. */
  uses(model: string): boolean {
    return this.#lanes.hosts().some((host) => host.loadedModel === model);
  }

  /** Gives the memory back now, unless there is work. */
  async unload(): Promise<void> {
    if (this.#jobs === 0) await this.#lanes.shrink(0);
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#lanes.end(
      new AppError('CANCELLED', { message: 'Quoth was closed before the work was done.' }),
    );
  }

  async #recognizeShort(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    const wish = { priority: SOON, model: request.model, signal: hooks.signal };
    const threads = this.#options.machine.cores;
    return this.#lanes.run(wish, (host) => host.recognize({ ...request, threads }, hooks));
  }

  async #recognizeLong(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    this.#pauses ??= PauseFinder.create();
    return recognizeInPieces({
      pieces: cutSpool(request.spoolPath, await this.#pauses),
      totalSamples: request.durationSeconds * SAMPLE_RATE,
      hooks,
      ahead: this.#options.machine.cores + 1,
      recognize: (range, pieceHooks) => this.#recognizePiece(request, range, pieceHooks),
    });
  }

  /** A crash costs a long recording no more than one piece: it is tried again on a new host, once. */
  async #recognizePiece(
    request: FileRequest,
    range: SampleRange,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const wish = { priority: LATER, model: request.model, signal: hooks.signal };
    let crashed = false;
    const attempt = () =>
      this.#lanes.run(wish, async (host) => {
        const threads = Math.max(1, Math.floor(this.#options.machine.cores / this.#maximumLanes()));
        const durationSeconds = (range.end - range.start) / SAMPLE_RATE;
        try {
          return await host.recognize({ ...request, range, threads, durationSeconds }, hooks);
        } finally {
          crashed = host.crashed;
        }
      });
    try {
      return await attempt();
    } catch (error) {
      if (!crashed || hooks.signal.aborted) throw error;
      this.#options.logger.warn({ engine: this.engine.id }, 'A piece is recognised again after a crash.');
      return attempt();
    }
  }

  #maximumLanes(): number {
    const { cores, freeMemory } = this.#options.machine;
    const hosts = this.#lanes.hosts();
    const device = hosts.find((host) => host.device !== undefined)?.device;
    const lanes = this.engine.lanes?.({ model: this.#model, cores, freeMemory: freeMemory(), device }) ?? 1;
    return Math.max(1, Math.min(lanes, cores));
  }

  #newHost(): EngineProcess {
    const module = this.engine.recognizer();
    if (!module) throw new AppError('MODEL_NOT_INSTALLED');
    const { env, limits, logger } = this.#options;
    return new EngineProcess({ module, env, limits, logger, displayName: this.engine.displayName });
  }

  #waitForIdle(): void {
    clearTimeout(this.#idleTimer);
    const seconds = this.#options.idleSeconds();
    // The second host was for the long recording only.
    void this.#lanes.shrink(1);
    if (seconds === 0) return;
    this.#idleTimer = setTimeout(() => void this.unload(), seconds * 1000);
    this.#idleTimer.unref();
  }
}

/** A request with the model's file, where the engine has one. */
type FileRequest = EngineRequest & Pick<HostRequest, 'modelFile'>;

const SOON = 0;
const LATER = 1;

function isLong({ growing, durationSeconds }: EngineRequest): boolean {
  return growing !== true && durationSeconds * SAMPLE_RATE > LONGEST_PIECE;
}
