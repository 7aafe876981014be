import { AppError, type Logger } from '../base/index.ts';
import type { EngineStatus } from '../core.ts';
import type { Engine, EngineRequest, EngineResult } from './engine.ts';
import { EngineProcess, type HostLimits, type RecognitionHooks } from './engine-process.ts';

export interface EngineSupervisorOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly limits: HostLimits;
  readonly logger: Logger;
  /** Seconds without a job after which the host is ended; 0 keeps it. */
  readonly idleSeconds: () => number;
}

/** Keeps one engine's host: started with the first job, started anew after a crash, ended when idle so that its memory is really given back. */
export class EngineSupervisor {
  readonly engine: Engine;
  readonly #options: EngineSupervisorOptions;
  #process: EngineProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, options: EngineSupervisorOptions) {
    this.engine = engine;
    this.#options = options;
  }

  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    clearTimeout(this.#idleTimer);
    const host = this.#host();
    try {
      return await host.recognize(request, hooks);
    } finally {
      this.#waitForIdle();
    }
  }

  status(): EngineStatus {
    const host = this.#process?.gone ? undefined : this.#process;
    return {
      id: this.engine.id,
      displayName: this.engine.displayName,
      installed: this.engine.models().some((model) => model.installed),
      loaded: host?.loaded ?? false,
      pid: host?.pid ?? null,
      memory_mb: host?.memoryMb === undefined ? null : Math.round(host.memoryMb),
    };
  }

  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const host = this.#process;
    this.#process = undefined;
    await host?.end(new AppError('CANCELLED', { message: 'Quoth was closed before the work was done.' }));
  }

  #host(): EngineProcess {
    if (this.#process && !this.#process.gone) return this.#process;
    const module = this.engine.recognizer();
    if (!module) throw new AppError('MODEL_NOT_INSTALLED');
    const { env, limits, logger } = this.#options;
    this.#process = new EngineProcess({ module, env, limits, logger, displayName: this.engine.displayName });
    return this.#process;
  }

  #waitForIdle(): void {
    clearTimeout(this.#idleTimer);
    const seconds = this.#options.idleSeconds();
    if (seconds === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (!this.#process?.busy) void this.end();
    }, seconds * 1000);
    this.#idleTimer.unref();
  }
}
