import type { Finding } from '@quoth/contract';
import { AppError, type Logger } from '../base/index.ts';
import type { EngineStatus } from '../core.ts';
import type { Engine, EngineModel, EngineRequest, EngineResult } from './engine.ts';
import { engineList } from './engine-list.ts';
import type { HostLimits, RecognitionHooks } from './engine-process.ts';
import { EngineSupervisor } from './engine-supervisor.ts';

export interface EnginesOptions {
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Seconds without a job after which an engine gives its memory back; 0: never. */
  readonly idleSeconds: () => number;
  /** Megabytes an engine host may take. */
  readonly memoryMb: () => number;
  readonly engines?: readonly Engine[];
  readonly limits?: Partial<HostLimits>;
}

/** What of the environment an engine host sees; nothing secret, and nothing that changes how Node or a library behaves. */
const ALLOWED_ENVIRONMENT = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'WINDIR'];

/** Every speech engine of this machine, each in a process of its own. */
export class Engines {
  readonly #supervisors: readonly EngineSupervisor[];
  #models: readonly EngineModel[] = [];

  constructor({ logger, env, idleSeconds, memoryMb, engines = engineList, limits }: EnginesOptions) {
    const allowed = ALLOWED_ENVIRONMENT.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const options = {
      env: Object.fromEntries(allowed),
      limits: { ...defaultLimits, memoryMb, ...limits },
      logger,
      idleSeconds,
    };
    this.#supervisors = engines.map((engine) => new EngineSupervisor(engine, options));
    this.refresh();
  }

  /** Every model, in the order of preference; from memory. The same list until something else is installed. */
  models(): readonly EngineModel[] {
    return this.#models;
  }

  /** Looks again at what is installed. */
  refresh(): void {
    for (const { engine } of this.#supervisors) engine.look();
    this.#models = this.#supervisors.flatMap(({ engine }) => engine.models());
  }

  /** Runs one job in the engine's process. Rejects with an AppError, or with the signal's reason when it was given up. */
  async recognize(engineId: string, request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    const supervisor = this.#supervisors.find(({ engine }) => engine.id === engineId);
    if (!supervisor) throw new AppError('ENGINE_UNAVAILABLE');
    return supervisor.recognize(request, hooks);
  }

  status(): EngineStatus[] {
    return this.#supervisors.map((supervisor) => supervisor.status());
  }

  /** For the doctor. Looks again first. */
  findings(): Finding[] {
    this.refresh();
    return this.#supervisors.flatMap(({ engine }) => engine.findings());
  }

  async close(): Promise<void> {
    await Promise.all(this.#supervisors.map((supervisor) => supervisor.end()));
  }
}

const defaultLimits = {
  silenceMs: 60_000,
  timesRealTime: 5,
  leastMs: 120_000,
  graceMs: 300,
  memoryCheckMs: 500,
} as const;
