import { AppError, type EngineState, type Finding, type Said } from '@quoth/contract';
import { packagedModels } from '@quoth/processes/places';
import type { Logger } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import { catalogEntries, ModelLibrary, ModelSpeeds, readCatalogFile } from '../models/index.ts';
import type { SettingsStore } from '../settings.ts';
import type { Engine, EngineModel, EngineRequest, EngineResult } from './engine.ts';
import { EngineSupervisor } from './engine-supervisor.ts';
import { type HostMachine, thisMachine } from './host-policy.ts';
import { type HostLimits, hostEnvironment, type RecognitionHooks } from './host-process.ts';
import { transcribeCpp } from './transcribe-cpp.ts';
import { probeModel } from './transcribe-cpp-probe.ts';

interface CreateEnginesOptions extends CoreContext {
  /** Absolute path of the folder of model files. */
  readonly modelFolder: string;
  /** What the rules for the paths of imported models need to know. */
  readonly places: Omit<PathPolicy, 'allowed'>;
  /** A JSON file with further models to offer (`models/catalog.ts`). */
  readonly modelCatalog: string | undefined;
  /** The environment; hosts get only what an allow-list takes from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Pick<SettingsStore, 'get'>;
}

/** The speech engines of this machine, their model files, and how fast each model has been. */
interface EngineParts {
  readonly engines: Engines;
  readonly modelLibrary: ModelLibrary;
  readonly speeds: ModelSpeeds;
}

/** Wires engines and model files: engines borrow files from the library, and notice when models or settings change. */
export async function createEngines({
  database,
  modelFolder,
  places,
  modelCatalog,
  env,
  settings,
  events,
  clock,
  logger,
}: CreateEnginesOptions): Promise<EngineParts> {
  const speeds = await ModelSpeeds.open({ database, clock, logger });
  const modelLibrary = await ModelLibrary.open({
    database,
    folder: modelFolder,
    packaged: packagedModels(),
    places,
    events,
    clock,
    logger,
    probe: (path, signal) => probeModel(path, env, signal),
    catalog: [...catalogEntries, ...(modelCatalog ? readCatalogFile(modelCatalog) : [])],
    mirror: () => settings.get().modelMirror,
    measuredSpeed: (id) => speeds.of(id),
  });
  const engines = new Engines({
    logger,
    env,
    idleSeconds: () => settings.get().engineIdleSeconds,
    memoryMb: () => settings.get().engineMemoryMb,
    engines: [
      transcribeCpp({
        models: () => modelLibrary.list(),
        borrow: async (id) => {
          const { model, path, release } = await modelLibrary.borrow(id);
          return {
            file: { path, sizeBytes: model.sizeBytes, displayName: model.displayName },
            release,
          };
        },
        device: () => settings.get().engineDevice,
      }),
    ],
  });
  modelLibrary.onChange(() => engines.refresh());
  events.on({
    'model-removed': ({ id }) => {
      engines.forget(id);
      speeds.forget(id);
    },
    'settings-changed': () => engines.settingsChanged(),
  });
  return { engines, modelLibrary, speeds };
}

interface EnginesOptions {
  readonly logger: Logger;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Seconds without a job after which an engine gives its memory back; 0 for never. */
  readonly idleSeconds: () => number;
  /** Megabytes an engine host may take. */
  readonly memoryMb: () => number;
  readonly engines: readonly Engine[];
  readonly limits?: Partial<HostLimits>;
  readonly machine?: HostMachine;
}

/** Every speech engine of this machine, each in a process of its own. */
export class Engines {
  readonly #supervisors: readonly EngineSupervisor[];
  #models: readonly EngineModel[] = [];

  constructor({
    logger,
    env,
    idleSeconds,
    memoryMb,
    engines,
    limits,
    machine = thisMachine,
  }: EnginesOptions) {
    const options = {
      env: hostEnvironment(env),
      limits: { ...defaultLimits, memoryMb, ...limits },
      logger,
      idleSeconds,
      machine,
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

  /** The engine that runs the model; several engine names of the API may share one. Throws MODEL_NOT_FOUND. */
  hostOf(model: string): string {
    return this.#supervisorOf(model).engine.id;
  }

  /**
   * Runs one job in its engine's processes. Rejects with an AppError, or with the signal's reason when it was canceled.
   */
  async recognize(request: EngineRequest, hooks: RecognitionHooks): Promise<EngineResult> {
    return this.#supervisorOf(request.model).recognize(request, hooks);
  }

  /** Recognises a recording while it goes on (`EngineSupervisor.recognizeLive`). */
  async recognizeLive(
    request: EngineRequest,
    ended: Promise<number>,
    hooks: RecognitionHooks,
  ): Promise<EngineResult> {
    return this.#supervisorOf(request.model).recognizeLive(request, ended, hooks);
  }

  /** Loads the model of a request that is about to come. */
  async warmUp(request: EngineRequest, signal: AbortSignal): Promise<void> {
    await this.#supervisorOf(request.model).warmUp(request, signal);
  }

  /** True where memory allows one more process with the model. */
  hasRoomFor(model: string): boolean {
    return this.#supervisorOf(model).hasRoomFor(model);
  }

  /** True while a host has the model in memory. */
  uses(model: string): boolean {
    return this.#supervisors.some((supervisor) => supervisor.uses(model));
  }

  /** Call it after the settings changed. */
  settingsChanged(): void {
    for (const supervisor of this.#supervisors) supervisor.settingsChanged();
  }

  /** Takes a model out of memory: now, or as soon as the work with it is done. */
  forget(model: string): void {
    for (const supervisor of this.#supervisors) supervisor.forget(model);
  }

  /**
   * The kind of device that the model's engine runs on; undefined if none of its processes is running. Throws
   * MODEL_NOT_FOUND.
   */
  deviceOf(model: string): string | undefined {
    return this.#supervisorOf(model).status().device ?? undefined;
  }

  status(): EngineState[] {
    return this.#supervisors.map((supervisor) => supervisor.status());
  }

  /** For the doctor. Looks again first. */
  findings(): Said<Finding>[] {
    this.refresh();
    return this.#supervisors.flatMap(({ engine }) => engine.findings());
  }

  async close(): Promise<void> {
    await Promise.all(this.#supervisors.map((supervisor) => supervisor.end()));
  }

  #supervisorOf(model: string): EngineSupervisor {
    const found = this.#supervisors.find(({ engine }) => engine.models().some(({ id }) => id === model));
    if (!found) throw new AppError('MODEL_NOT_FOUND');
    return found;
  }
}

const defaultLimits = {
  silenceMs: 60_000,
  // A large model on an old machine takes ten times as long as was spoken.
  timesRealTime: 20,
  minMs: 300_000,
  graceMs: 300,
  checkMs: 500,
} as const;
