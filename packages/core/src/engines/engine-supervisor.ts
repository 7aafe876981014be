import { MAX_CHUNK_SAMPLES, SAMPLE_RATE, type SampleRange, splitAtSilence } from '@quoth/audio';
import { AppError, type EngineState, say } from '@quoth/contract';
import { nothingSaid, type RecognizedSpeech } from '@quoth/text';
import type { Logger } from '../base/index.ts';
import { recognizeInChunks } from './chunked-recognition.ts';
import type { BorrowedFile, Engine, EngineRequest, EngineResult, HostRequest, LivePace } from './engine.ts';
import { type HostMachine, HostPolicy } from './host-policy.ts';
import { EngineHostPool, type PoolRules, SharedHosts, type SystemRank } from './host-pool.ts';
import { EngineProcess, type HostLimits, type RecognitionHooks } from './host-process.ts';

interface EngineSupervisorOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly limits: HostLimits;
  readonly logger: Logger;
  /** Seconds without a job after which the hosts end; 0 keeps them. */
  readonly idleSeconds: () => number;
  readonly machine: HostMachine;
}

/**
 * Runs the hosts of one engine: they start with the first job, are replaced after a crash, and end when idle so that
 * their memory is really given back. A long recording is cut at pauses, and its chunks are spread over as many hosts as
 * the engine and the machine allow.
 */
export class EngineSupervisor {
  readonly engine: Engine;
  readonly #options: EngineSupervisorOptions;
  readonly #hosts: EngineHostPool<EngineProcess>;
  readonly #shared: SharedHosts<EngineProcess>;
  readonly #policy: HostPolicy;
  readonly #idle: IdleHosts;
  #isClosing = false;

  constructor(engine: Engine, options: EngineSupervisorOptions) {
    this.engine = engine;
    this.#options = options;
    const { machine, idleSeconds } = options;
    const policy = new HostPolicy(engine, machine, () => this.#hosts.hosts());
    this.#policy = policy;
    const rules: PoolRules<EngineProcess> = {
      create: (rank) => this.#newHost(rank),
      isUsable: (host) =>
        !host.hasFailedToLoad && host.config === JSON.stringify(engine.recognizer()?.config),
      maximum: (model) => policy.maximum(model),
      maxTotal: machine.cores,
      wantsOwnHost: (model) => policy.wantsOwnHost(model),
      hasRoomFor: (model) => policy.hasRoomFor(model),
      isInUse: (model) => policy.isInUse(model),
    };
    this.#hosts = new EngineHostPool(rules);
    this.#shared = new SharedHosts(this.#hosts, engine.liveStreams ?? 1, rules);
    this.#idle = new IdleHosts(
      idleSeconds,
      () => policy.isBusy,
      (keep) => this.#hosts.shrink(keep),
    );
  }

  /** Recognises a complete recording. Rejects with an AppError, or with the signal's reason if the caller gives up. */
  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    return this.#withModel(request, (asked) =>
      isLong(request) ? this.#recognizeLong(asked, hooks) : this.#recognizeShort(asked, hooks),
    );
  }

  /** Recognises a recording while it is being made; `ended` resolves with its length in samples. */
  async recognizeLive(
    request: EngineRequest,
    ended: Promise<number>,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    return this.#withModel(request, (asked) => this.#recognizeParts(asked, ended, hooks));
  }

  /** Loads the model in advance, so that it is ready when there is speech. */
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
    this.#idle.stop();
    const done = this.#policy.begin(request.model);
    let borrowed: BorrowedFile | undefined;
    try {
      borrowed = await this.engine.borrow?.(request.model);
      return await work({ ...request, modelFile: borrowed?.file });
    } finally {
      borrowed?.release();
      done();
      this.#idle.count();
    }
  }

  status(): EngineState {
    const hosts = this.#hosts.hosts();
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

  hasRoomFor(model: string): boolean {
    return this.#policy.hasRoomFor(model);
  }

  /** True when a host has the model's file in use. */
  uses(model: string): boolean {
    return this.#hosts.hosts().some((host) => host.loadedModel === model);
  }

  /**
   * Call it after the settings changed: idle hosts that were started with other ones end, and their idle time counts
   * again.
   */
  settingsChanged(): void {
    this.#hosts.dropUnusable();
    if (!this.#policy.isBusy) this.#idle.count();
  }

  /** Ends the hosts that have the model in memory: now, or as soon as their work is done. */
  forget(model: string): void {
    this.#hosts.forget(model);
  }

  async end(): Promise<void> {
    this.#isClosing = true;
    this.#idle.stop();
    await this.#hosts.end(new AppError('CANCELLED', { message: say('closedBeforeFinished') }));
  }

  async #recognizeShort(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    return this.#onHost({ ...request, threads: this.#options.machine.cores }, SOON, hooks);
  }

  async #recognizeLong(request: FileRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    const startedAt = performance.now();
    const totalSamples = request.durationSeconds * SAMPLE_RATE;
    let done = 0;
    return recognizeInChunks({
      chunks: splitAtSilence(request.spoolPath),
      totalSamples,
      hooks,
      ahead: this.#policy.maximum(request.model) + 1,
      recognize: async (range, chunkHooks) => {
        const { onStarted } = hooks;
        const result = await this.#recognizeChunk(request, range, { ...chunkHooks, onStarted });
        done += range.end - range.start;
        const leftMs = (performance.now() - startedAt) * (totalSamples / done - 1);
        this.#keepSpareReady(request, leftMs, hooks.signal);
        return result;
      },
    });
  }

  /**
   * During a long recording, keeps a host of normal rank waiting with the model loaded, for short recordings, if it is
   * worth it and memory allows.
   */
  #keepSpareReady({ model, language, spoolPath }: FileRequest, leftMs: number, signal: AbortSignal): void {
    if (signal.aborted || this.#isClosing || !this.#policy.wantsSpareHost(model, leftMs)) return;
    const request = { model, language, spoolPath, vocabulary: [], durationSeconds: 0 };
    this.warmUp(request, signal).catch((error: unknown) => {
      // The next short recording will report what is wrong.
      if (!signal.aborted) this.#options.logger.debug({ error }, 'No host could be kept ready.');
    });
  }

  /** Part by part: the recogniser says where each one ends and the next begins. */
  async #recognizeParts(
    request: FileRequest,
    ended: Promise<number>,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const drafts = this.#draftsOf(request);
    const isOver = new AbortController();
    void ended.then(() => isOver.abort());
    const waits = AbortSignal.any([hooks.signal, isOver.signal]);
    const onDraft = (range: SampleRange) => this.#draft(request, range, waits);
    // Where the model is in memory already, the process for drafts is ready before the first word.
    if (drafts.apart) onDraft({ start: 0, end: 0 }).catch(() => undefined);
    const asked = {
      ...request,
      growing: true,
      ...(request.live && { live: { ...request.live, ...drafts } }),
    };
    let next: number | undefined = 0;
    async function* parts(): AsyncGenerator<SampleRange, void, void> {
      while (next !== undefined) yield { start: next, end: Number.MAX_SAFE_INTEGER };
    }
    return recognizeInChunks({
      chunks: parts(),
      totalSamples: Number.POSITIVE_INFINITY,
      hooks,
      ahead: 1,
      recognize: async (range, partHooks) => {
        next = undefined;
        const onStarted = (spoolEnded: (at: number) => void) => void ended.then(spoolEnded);
        const result = await this.#recognizeChunk(asked, range, { ...partHooks, onStarted, onDraft });
        next = result.until;
        return result;
      },
    });
  }

  /** Who makes the attempts while somebody speaks: where those of a slow model have no process of their own, no one. */
  #draftsOf({ model, live }: FileRequest): Pick<LivePace, 'previews' | 'apart'> {
    const previews = live?.previews ?? true;
    const isSlow = this.engine.draftsApart?.(model) === true && this.#policy.rankOf(model, 'low') === 'low';
    if (!previews || !isSlow) return { previews };
    const hasRoom = this.#policy.hasRoomFor(model, 2);
    return { previews: hasRoom, apart: hasRoom };
  }

  /**
   * A part of a recording that goes on, on a host of low rank. `signal` ends waiting for the host: what one has begun
   * it completes, since it would have to be ended and started again, and takes little from those who wait.
   */
  async #draft(request: FileRequest, range: SampleRange, signal: AbortSignal): Promise<RecognizedSpeech> {
    const { live: _live, growing: _growing, ...asked } = request;
    const durationSeconds = (range.end - range.start) / SAMPLE_RATE;
    const part = { ...asked, vocabulary: [], range, durationSeconds, threads: 1, isDraft: true };
    const job = { priority: DRAFTS, model: request.model, signal, rank: 'low' } as const;
    // Who speaks gets the first host; and on a GPU there is no room for a second copy.
    if (!this.#policy.isOnCpu(request.model)) throw new Error('The model is not there yet.');
    const done = this.#policy.begin(request.model);
    try {
      return await this.#hosts.run(job, (host) =>
        host.recognize(part, { signal: new AbortController().signal }),
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'NO_SPEECH') return nothingSaid;
      throw error;
    } finally {
      done();
      this.#idle.count();
    }
  }

  /**
   * A host that crashes, hangs or takes too much memory costs a long recording at most one chunk, which is retried once
   * on a new host.
   */
  async #recognizeChunk(
    request: FileRequest,
    range: SampleRange,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    const priority = request.durationSeconds > LONG_SECONDS && !request.isAwaited ? LATER : SOON;
    // How long somebody will speak is unknown.
    const durationSeconds = request.growing === true ? 0 : (range.end - range.start) / SAMPLE_RATE;
    let lost = false;
    const attempt = () => {
      // A recording in progress is decoded for a moment now and then.
      const threads = request.growing
        ? this.#options.machine.cores
        : this.#policy.threadsOfEach(request.model);
      return this.#onHost({ ...request, range, threads, durationSeconds }, priority, hooks, (host) => {
        lost = host.gone;
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

  /** Waits for a host and runs the request on it; the result includes how long it waited. */
  async #onHost(
    request: HostRequest,
    priority: number,
    hooks: RecognitionHooks,
    onDone: (host: EngineProcess) => void = () => undefined,
  ): Promise<EngineResult> {
    const askedAt = performance.now();
    const { model, growing: isLive = false } = request;
    const rank = this.#policy.rankOf(model, priority === LATER ? 'low' : 'normal');
    const hosts = isLive ? this.#shared : this.#hosts;
    return hosts.run({ priority, model, signal: hooks.signal, isLive, rank }, async (host) => {
      const waitMs = performance.now() - askedAt;
      try {
        return { ...(await host.recognize(request, hooks)), waitMs };
      } finally {
        onDone(host);
      }
    });
  }

  #newHost(rank: SystemRank): EngineProcess {
    const module = this.engine.recognizer();
    if (!module) throw new AppError('MODEL_NOT_INSTALLED');
    const { env, limits, logger } = this.#options;
    return new EngineProcess({ module, env, limits, logger, displayName: this.engine.displayName, rank });
  }
}

/** A request with the model's file, if the engine uses one. */
type FileRequest = EngineRequest & Pick<HostRequest, 'modelFile'>;

/**
 * Seconds. A longer recording yields to shorter ones, in the queue and between its chunks, unless somebody waits at the
 * microphone.
 */
export const LONG_SECONDS = 60;

const SOON = 0;
/** No one waits for a draft: who needs a host gets one beside it. */
const DRAFTS = 1;
const LATER = 2;

function isLong({ growing, durationSeconds }: EngineRequest): boolean {
  return growing !== true && durationSeconds * SAMPLE_RATE > MAX_CHUNK_SAMPLES;
}

/** Seconds that hosts beyond the first are kept without work: one long recording is often followed by another. */
const SPARE_SECONDS = 15;

/** Ends hosts that have had no work for a while, so that their memory is really given back. */
export class IdleHosts {
  readonly #idleSeconds: () => number;
  readonly #isBusy: () => boolean;
  readonly #shrink: (keep: number) => Promise<void>;
  #lastTimer: NodeJS.Timeout | undefined;
  #spareTimer: NodeJS.Timeout | undefined;

  /** `idleSeconds` without a job end the last host, 0 keeps it; `shrink` ends idle hosts until so many are left. */
  constructor(idleSeconds: () => number, isBusy: () => boolean, shrink: (keep: number) => Promise<void>) {
    this.#idleSeconds = idleSeconds;
    this.#isBusy = isBusy;
    this.#shrink = shrink;
  }

  /** Call it when the last job is done, and when the setting has changed: the time without work counts from now. */
  count(): void {
    this.stop();
    if (this.#isBusy()) return;
    const seconds = this.#idleSeconds();
    this.#spareTimer = this.#shrinkAfter(seconds === 0 ? SPARE_SECONDS : Math.min(SPARE_SECONDS, seconds), 1);
    if (seconds > 0) this.#lastTimer = this.#shrinkAfter(seconds, 0);
  }

  /** Ends no more hosts until `count` is called again. */
  stop(): void {
    clearTimeout(this.#lastTimer);
    clearTimeout(this.#spareTimer);
  }

  #shrinkAfter(seconds: number, keep: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (!this.#isBusy()) void this.#shrink(keep);
    }, seconds * 1000);
    return timer.unref();
  }
}
