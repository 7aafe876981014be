import { LONGEST_CHUNK, PauseFinder, SAMPLE_RATE, type SampleRange, splitAtSilence } from '@quoth/audio';
import { AppError } from '@quoth/contract';
import type { Logger } from '../base/index.ts';
import type { EngineStatus } from '../declarations/index.ts';
import { recognizeInChunks } from './chunks/index.ts';
import type { BorrowedFile, Engine, EngineRequest, EngineResult, HostRequest } from './engine.ts';
import { EngineProcess, type HostLimits, type RecognitionHooks } from './engine-process.ts';
import { EngineWorkerPool, type SystemRank } from './engine-worker-pool.ts';
import type { LiveChunks } from './live/live-chunks.ts';

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
 * given back. A long recording is cut at pauses, and its chunks are spread over as many hosts as engine and machine allow.
 */
export class EngineSupervisor {
  readonly engine: Engine;
  readonly #options: EngineSupervisorOptions;
  readonly #workers: EngineWorkerPool<EngineProcess>;
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
    this.#workers = new EngineWorkerPool({
      create: (rank) => this.#newHost(rank),
      isUsable: (host) => host.config === JSON.stringify(engine.recognizer()?.config),
      maximum: (model) => this.#maximumWorkers(model),
      maximumInAll: options.machine.cores,
      wantsOwnWorker: (model) => this.#wantsOwnWorker(model),
      hasRoomFor: (model) => this.#hasRoomFor(model),
    });
  }

  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    return this.#withModel(request, (asked) =>
      isLong(request) ? this.#recognizeLong(asked, hooks) : this.#recognizeShort(asked, hooks),
    );
  }

  /** Recognises a recording while it goes on. A streaming model gets each chunk as it is spoken, another one when it is complete. */
  async recognizeLive(
    request: EngineRequest,
    chunks: LiveChunks,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const streams = this.engine.models().find(({ id }) => id === request.model)?.capabilities.streaming;
    return this.#withModel(request, (asked) =>
      streams ? this.#recognizeStream(asked, chunks, hooks) : this.#recognizePhrases(asked, chunks, hooks),
    );
  }

  /** Loads the model, so that it is ready when there is speech. */
  async warmUp(request: EngineRequest, signal: AbortSignal): Promise<void> {
    const nothing = { start: 0, end: 0 };
    await this.#withModel(request, (asked) => this.#recognizeChunk(asked, nothing, { signal })).catch(
      (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
      },
    );
  }

  async #withModel(
    request: EngineRequest,
    work: (asked: FileRequest) => Promise<EngineResult>,
  ): Promise<EngineResult> {
    clearTimeout(this.#idleTimer);
    this.#jobs++;
    this.#modelsAtWork.push(request.model);
    let borrowed: BorrowedFile | undefined;
    try {
      borrowed = await this.engine.borrow?.(request.model);
      return await work({ ...request, modelFile: borrowed?.file });
    } finally {
      borrowed?.release();
      this.#jobs--;
      this.#modelsAtWork.splice(this.#modelsAtWork.indexOf(request.model), 1);
      if (this.#jobs === 0) this.#waitForIdle();
    }
  }

  status(): EngineStatus {
    const hosts = this.#workers.workers();
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
    return this.#workers.workers().some((host) => host.loadedModel === model);
  }

  /** To be said after settings changed: idle hosts that were started for others end, and the time of idleness counts anew. */
  settingsChanged(): void {
    this.#workers.dropUseless();
    if (this.#jobs === 0) this.#waitForIdle();
  }

  /** Ends the hosts that have the model in memory: now, or as soon as their work is done. */
  forget(model: string): void {
    this.#workers.forget(model);
  }

  async end(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#spareTimer);
    await this.#workers.end(
      new AppError('CANCELLED', { message: 'Quoth was closed before the work was finished.' }),
    );
  }

  async #recognizeShort(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    return this.#onWorker({ ...request, threads: this.#options.machine.cores }, SOON, hooks);
  }

  async #recognizeLong(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    this.#pauses ??= await PauseFinder.create();
    return recognizeInChunks({
      chunks: splitAtSilence(request.spoolPath, this.#pauses),
      totalSamples: request.durationSeconds * SAMPLE_RATE,
      hooks,
      ahead: this.#maximumWorkers(request.model) + 1,
      recognize: async (range, chunkHooks) => {
        const result = await this.#recognizeChunk(request, range, chunkHooks);
        this.#keepOneReady(request, hooks.signal);
        return result;
      },
    });
  }

  /** While a long recording is at work, a host of normal rank waits for short ones with the model loaded, where memory allows. */
  #keepOneReady({ model, language, spoolPath }: FileRequest, signal: AbortSignal): void {
    // One with another model stays as it is: two long recordings would else take it from each other.
    const isThere = this.#workers.workers().some(({ rank }) => rank === 'normal');
    if (isThere || signal.aborted || this.#isClosing) return;
    if (this.#rankOf(model, SOON) === undefined || !this.#hasRoomFor(model)) return;
    const request = { model, language, spoolPath, vocabulary: [], durationSeconds: 0 };
    this.warmUp(request, signal).catch((error: unknown) => {
      // The short recording that comes will say itself what is wrong.
      if (!signal.aborted) this.#options.logger.debug({ error }, 'No host could be kept ready.');
    });
  }

  async #recognizePhrases(
    request: FileRequest,
    chunks: LiveChunks,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    return recognizeInChunks({
      chunks: chunks.whole(),
      totalSamples: Number.POSITIVE_INFINITY,
      hooks,
      ahead: 1,
      recognize: (range, chunkHooks) => this.#recognizeChunk(request, range, chunkHooks),
    });
  }

  async #recognizeStream(
    request: FileRequest,
    chunks: LiveChunks,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    return recognizeInChunks({
      chunks: openRanges(chunks),
      totalSamples: Number.POSITIVE_INFINITY,
      hooks,
      ahead: 1,
      recognize: ({ start, end, ended }, chunkHooks) =>
        this.#recognizeChunk(
          { ...request, growing: true },
          { start, end },
          {
            ...chunkHooks,
            onStarted: (spoolEnded) => void ended.then(spoolEnded),
          },
        ),
    });
  }

  /** A host that crashes, hangs or takes too much costs a long recording no more than one chunk: it is tried again on a new one, once. */
  async #recognizeChunk(
    request: FileRequest,
    range: SampleRange,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const priority = request.durationSeconds > LONG_SECONDS ? LATER : SOON;
    // Nobody knows how long somebody will speak.
    const durationSeconds = request.growing === true ? 0 : (range.end - range.start) / SAMPLE_RATE;
    let lost = false;
    const attempt = () => {
      const { cores } = this.#options.machine;
      const threads = Math.max(1, Math.floor(cores / this.#maximumWorkers(request.model)));
      return this.#onWorker({ ...request, range, threads, durationSeconds }, priority, hooks, (worker) => {
        lost = worker.gone;
      });
    };
    try {
      return await attempt();
    } catch (error) {
      if (!lost || hooks.signal.aborted || this.#isClosing) throw error;
      this.#options.logger.warn({ engine: this.engine.id }, 'A chunk is being retried on a new host.');
      return attempt();
    }
  }

  /** Waits for a worker and runs the request on it; the result says how long that was waited for. */
  async #onWorker(
    request: HostRequest,
    priority: number,
    hooks: RecognitionHooks,
    onDone: (worker: EngineProcess) => void = () => undefined,
  ): Promise<EngineResult> {
    const askedAt = performance.now();
    const { model, growing: isLive = false } = request;
    const rank = this.#rankOf(model, priority);
    return this.#workers.run({ priority, model, signal: hooks.signal, isLive, rank }, async (worker) => {
      const waitMs = performance.now() - askedAt;
      try {
        return { ...(await worker.recognize(request, hooks)), waitMs };
      } finally {
        onDone(worker);
      }
    });
  }

  /** On a GPU the processor's time is not what is scarce, but a second copy of the model would be: any host does. */
  #rankOf(model: string, priority: number): SystemRank | undefined {
    const device = this.#workers.workers().find(({ loadedModel }) => loadedModel === model)?.device;
    if (device !== undefined && device !== 'cpu') return undefined;
    return priority === LATER ? 'low' : 'normal';
  }

  /** How many may be at work with this model, whatever else is asked for meanwhile. */
  #maximumWorkers(model: string): number {
    const { cores, freeMemory } = this.#options.machine;
    const worker = this.#workers.workers().find((other) => other.loadedModel === model);
    const situation = { model, cores, freeMemory: freeMemory(), device: worker?.device };
    return Math.max(1, Math.min(this.engine.workers?.(situation) ?? 1, cores));
  }

  /** While two models have work, each keeps its worker where memory allows: loading them in turn would cost more than the work. */
  #wantsOwnWorker(model: string): boolean {
    if (!this.#modelsAtWork.some((other) => other !== model)) return false;
    return this.#hasRoomFor(model);
  }

  #hasRoomFor(model: string): boolean {
    const size = this.engine.models().find(({ id }) => id === model)?.sizeMb ?? 0;
    return this.#options.machine.freeMemory() > size * 1e6 + BYTES_BESIDE_A_MODEL;
  }

  #newHost(rank: SystemRank): EngineProcess {
    const module = this.engine.recognizer();
    if (!module) throw new AppError('MODEL_NOT_INSTALLED');
    const { env, limits, logger } = this.#options;
    return new EngineProcess({ module, env, limits, logger, displayName: this.engine.displayName, rank });
  }

  #waitForIdle(): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#spareTimer);
    const seconds = this.#options.idleSeconds();
    // Further hosts were for a long recording; they stay a little, because one long recording often follows another.
    const spareSeconds = seconds === 0 ? SPARE_SECONDS : Math.min(SPARE_SECONDS, seconds);
    this.#spareTimer = setTimeout(() => {
      if (this.#jobs === 0) void this.#workers.shrink(1);
    }, spareSeconds * 1000);
    this.#spareTimer.unref();
    if (seconds === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#jobs === 0) void this.#workers.shrink(0);
    }, seconds * 1000);
    this.#idleTimer.unref();
  }
}

/** A request with the model's file, where the engine has one. */
type FileRequest = EngineRequest & Pick<HostRequest, 'modelFile'>;

/** A longer recording waits for what is shorter, at the queue and between its chunks. */
export const LONG_SECONDS = 60;

/** So long a host beside the first one stays without work. */
const SPARE_SECONDS = 15;

/** What a host takes beside its model, with room for others. */
const BYTES_BESIDE_A_MODEL = 500e6;

const SOON = 0;
const LATER = 1;

/** Chunks of which nobody knows yet where they end. */
async function* openRanges(
  chunks: LiveChunks,
): AsyncGenerator<SampleRange & { readonly ended: Promise<number> }, void, void> {
  for await (const { start, ended } of chunks.begun()) yield { start, end: Number.MAX_SAFE_INTEGER, ended };
}

function isLong({ growing, durationSeconds }: EngineRequest): boolean {
  return growing !== true && durationSeconds * SAMPLE_RATE > LONGEST_CHUNK;
}
