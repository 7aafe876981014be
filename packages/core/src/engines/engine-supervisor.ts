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
  #isClosing = false;
  /** One entry a job. */
  readonly #modelsAtWork: string[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #spareTimer: NodeJS.Timeout | undefined;
  #pauses: PauseFinder | undefined;

  constructor(engine: Engine, options: EngineSupervisorOptions) {
    this.engine = engine;
    this.#options = options;
    this.#lanes = new LanePool({
      create: () => this.#newHost(),
      isUsable: (host) => host.config === JSON.stringify(engine.recognizer()?.config),
      maximum: () => this.#maximumLanes(),
      wantsOwnHost: (model) => this.#wantsOwnHost(model),
    });
  }

  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    clearTimeout(this.#idleTimer);
    this.#model = request.model;
    this.#jobs++;
    this.#modelsAtWork.push(request.model);
    let borrowed: BorrowedFile | undefined;
    try {
      borrowed = await this.engine.borrow?.(request.model);
      const asked = { ...request, modelFile: borrowed?.file };
      return await (isLong(request) ? this.#recognizeLong(asked, hooks) : this.#recognizeShort(asked, hooks));
    } finally {
      borrowed?.release();
      this.#jobs--;
      this.#modelsAtWork.splice(this.#modelsAtWork.indexOf(request.model), 1);
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

  /** To be said after settings changed: idle hosts that were started for others end, and the time of idleness counts anew. */
  settingsChanged(): void {
    this.#lanes.dropUseless();
    if (this.#jobs === 0) this.#waitForIdle();
  }

  /** Ends the hosts that have the model in memory: now, or as soon as their work is done. */
  forget(model: string): void {
    this.#lanes.forget(model);
  }

  async end(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#spareTimer);
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
    this.#pauses ??= await PauseFinder.create();
    return recognizeInPieces({
      pieces: cutSpool(request.spoolPath, this.#pauses),
      totalSamples: request.durationSeconds * SAMPLE_RATE,
      hooks,
      ahead: this.#maximumLanes() + 1,
      recognize: (range, pieceHooks) => this.#recognizePiece(request, range, pieceHooks),
    });
  }

  /** A host that crashes, hangs or takes too much costs a long recording no more than one piece: it is tried again on a new one, once. */
  async #recognizePiece(
    request: FileRequest,
    range: SampleRange,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const priority = request.durationSeconds > LONG_SECONDS ? LATER : SOON;
    const wish = { priority, model: request.model, signal: hooks.signal };
    let lost = false;
    const attempt = () =>
      this.#lanes.run(wish, async (host) => {
        const threads = Math.max(1, Math.floor(this.#options.machine.cores / this.#maximumLanes()));
        const durationSeconds = (range.end - range.start) / SAMPLE_RATE;
        try {
          return await host.recognize({ ...request, range, threads, durationSeconds }, hooks);
        } finally {
          lost = host.gone;
        }
      });
    try {
      return await attempt();
    } catch (error) {
      if (!lost || hooks.signal.aborted || this.#isClosing) throw error;
      this.#options.logger.warn({ engine: this.engine.id }, 'A piece is recognised again on a new host.');
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

  /** While two models have work, each keeps its host where memory allows: loading them in turn would cost more than the work. */
  #wantsOwnHost(model: string): boolean {
    if (!this.#modelsAtWork.some((other) => other !== model)) return false;
    const size = this.engine.models().find(({ id }) => id === model)?.sizeMb ?? 0;
    return this.#options.machine.freeMemory() > size * 1e6 + BYTES_BESIDE_A_MODEL;
  }

  #newHost(): EngineProcess {
    const module = this.engine.recognizer();
    if (!module) throw new AppError('MODEL_NOT_INSTALLED');
    const { env, limits, logger } = this.#options;
    return new EngineProcess({ module, env, limits, logger, displayName: this.engine.displayName });
  }

  #waitForIdle(): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#spareTimer);
    const seconds = this.#options.idleSeconds();
    // Further hosts were for a long recording; they stay a little, because one long recording often follows another.
    const spareSeconds = seconds === 0 ? SPARE_SECONDS : Math.min(SPARE_SECONDS, seconds);
    this.#spareTimer = setTimeout(() => {
      if (this.#jobs === 0) void this.#lanes.shrink(1);
    }, spareSeconds * 1000);
    this.#spareTimer.unref();
    if (seconds === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#jobs === 0) void this.#lanes.shrink(0);
    }, seconds * 1000);
    this.#idleTimer.unref();
  }
}

/** A request with the model's file, where the engine has one. */
type FileRequest = EngineRequest & Pick<HostRequest, 'modelFile'>;

/** A longer recording waits for what is shorter, at the queue and between its pieces. */
export const LONG_SECONDS = 60;

/** So long a host beside the first one stays without work. */
const SPARE_SECONDS = 15;

/** What a host takes beside its model, with room for others. */
const BYTES_BESIDE_A_MODEL = 500e6;

const SOON = 0;
const LATER = 1;

function isLong({ growing, durationSeconds }: EngineRequest): boolean {
  return growing !== true && durationSeconds * SAMPLE_RATE > LONGEST_PIECE;
}
