import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { PathPolicy } from '../intake/index.ts';
import { catalogEntries, ModelLibrary, ModelSpeeds, readCatalogFile } from '../models/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import { engineList } from './engine-list.ts';
import { Engines } from './engines.ts';
import { probeModel } from './transcribe-cpp/probe-model.ts';

export interface CreateEnginesOptions {
  readonly database: Database;
  /** Absolute path of the folder of model files. */
  readonly modelFolder: string;
  /** What the rules for the paths of imported models need to know. */
  readonly places: Omit<PathPolicy, 'allowed'>;
  /** A JSON file with further models to offer (`models/catalog/read-catalog-file.ts`). */
  readonly modelCatalog: string | undefined;
  /** The environment; hosts get only what an allow-list takes from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The speech engines of this machine, their model files, and how fast each model has been. */
export interface EngineParts {
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
    engines: engineList({
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
  });
  modelLibrary.onChange(() => engines.refresh());
  events.subscribe((event) => {
    if (event.type === 'model-removed') {
      engines.forget(event.id);
      speeds.forget(event.id);
    }
    if (event.type === 'settings-changed') engines.settingsChanged();
  });
  return { engines, modelLibrary, speeds };
}
