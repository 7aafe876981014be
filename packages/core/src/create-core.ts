import { readdir, rm } from 'node:fs/promises';
import { arch, availableParallelism, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { type ListModelsQuery, limits, type Model } from '@quoth/contract';
import { AudioDecoder, AudioIntake, type PathPolicy } from './audio/index.ts';
import {
  AppError,
  type Clock,
  EventBus,
  EventLog,
  isoTime,
  type Logger,
  openDataFolder,
  systemClock,
} from './base/index.ts';
import type { Core } from './core.ts';
import { lockInstance, openDatabase } from './database/index.ts';
import { Engines, engineList, probeModel } from './engines/index.ts';
import { examineDataFolder } from './examine.ts';
import { listModels, localModels } from './list-models.ts';
import { catalogEntries, ModelLibrary, readCatalogFile } from './models/index.ts';
import { ModeStore } from './modes/index.ts';
import { IdempotentTranscriptions, Transcriber, transcriptFile } from './pipeline/index.ts';
import { RecordingStore, RequestKeyStore } from './recordings/index.ts';
import { FileSecretStore, platformSecretStore, TokenKeeper } from './secrets/index.ts';
import { SettingsStore } from './settings/index.ts';

/** What the product is built from; read by the application's `readConfig`. */
export interface CoreConfig {
  /** Absolute path of the data folder; made when missing. */
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
  /** Where the system keeps temporary files. */
  readonly temporaryFolders: readonly string[];
  /** Environment of the programs that we start; they get an allow-list of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A JSON file with further models to offer (`models/read-catalog-file.ts`). */
  readonly modelCatalog: string | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/**
 * The one composition root. Locks the data folder (throws AlreadyRunning), opens everything, sweeps what a crash left, and
 * takes up the work that an earlier run accepted.
 */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { logger, platform, env } = config;
  const clock = config.clock ?? systemClock;
  const folder = openDataFolder(config.dataFolder);
  const lock = lockInstance(join(folder.root, 'instance.lock'));
  try {
    const events = new EventBus((error) => logger.error({ error }, 'A listener failed.'));
    const log = new EventLog({
      bus: events,
      startedMs: clock.now(),
      maximumEvents: limits.eventBufferEvents,
      maximumBytes: limits.eventBufferBytes,
    });
    const database = await openDatabase(folder.database);
    const settings = await SettingsStore.open(database, events);
    const modes = await ModeStore.open({ database, events, clock });
    const recordings = new RecordingStore({ database, folder, events, clock });
    const modelLibrary = await ModelLibrary.open({
      database,
      folder: folder.models,
      events,
      clock,
      logger,
      probe: (path, signal) => probeModel(path, env, signal),
      catalog: [...catalogEntries, ...(config.modelCatalog ? readCatalogFile(config.modelCatalog) : [])],
      mirror: () => settings.get().modelMirror,
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
      if (event.type === 'model-removed') engines.forget(event.id);
      if (event.type === 'settings-changed') engines.settingsChanged();
    });
    const decoder = new AudioDecoder({ env, platform, logger });
    const { store, name: storeName } = platformSecretStore('api-token', folder.root, platform);
    const tokens = new TokenKeeper({
      store,
      fallback: new FileSecretStore(join(folder.root, 'api-token')),
      storeName,
      logger,
    });
    const pathPolicy = (): PathPolicy => ({
      allowed: settings.get().allowedFolders,
      home: config.home,
      dataFolder: folder.root,
      temporaryFolders: config.temporaryFolders,
      platform,
    });
    const transcriber = new Transcriber({
      folder,
      settings,
      modes,
      recordings,
      intake: new AudioIntake({ incoming: folder.incoming }),
      decoder,
      engines,
      machine: {
        cores: availableParallelism(),
        memory: totalmem(),
        accelerated: platform === 'darwin' && arch() === 'arm64',
      },
      pathPolicy,
      events,
      clock,
      logger,
    });

    const idempotent = new IdempotentTranscriptions({
      transcriber,
      recordings,
      keys: new RequestKeyStore({ database, clock }),
      modes,
      engines,
    });

    const unfinished = await recordings.unfinished();
    await empty(folder.spool, new Set());
    await empty(folder.incoming, new Set(unfinished.map(({ work }) => work.incoming ?? '')));
    await recordings.emptyTrash();
    await transcriber.resume();
    const trashTimer = setInterval(() => {
      recordings
        .emptyTrash()
        .catch((error: unknown) => logger.error({ error }, 'The trash was not emptied.'));
    }, DAY_MS);
    trashTimer.unref();

    return {
      dataFolder: folder.root,
      startedAt: isoTime(clock.now()),
      events: {
        subscribe: (listener) => events.subscribe(listener),
        publish: (event) => events.publish(event),
        log,
      },
      settings,
      modes,
      models: {
        list: (query: ListModelsQuery): Model[] => listModels(engines.models(), query),
        local: () => localModels(engines.models()),
      },
      modelFiles: modelLibrary,
      recordings: {
        get: async (id) => {
          const recording = await recordings.get(id);
          const progressPercent = transcriber.percentOf(recording.id);
          return { ...recording, ...(progressPercent !== undefined && { progressPercent }) };
        },
        search: (query, signal) => recordings.search(query, signal),
        moveToTrash: async (id) => {
          if (transcriber.isAtWork(id)) throw atWork();
          await recordings.moveToTrash(id);
        },
        restore: (id) => recordings.restore(id),
        audio: (id) => recordings.audio(id),
        transcript: async (id, format) => {
          const stored = await recordings.stored(id);
          const mode = modes.list().find((candidate) => candidate.id === stored.recording.modeId);
          return transcriptFile(stored, format, mode ?? modes.default());
        },
      },
      transcriptions: {
        check: (options) => transcriber.check(options),
        checkQueue: () => transcriber.checkQueue(),
        ingest: (source, signal) => transcriber.ingest(source, signal),
        transcribe: (audio, options, context) => idempotent.transcribe(audio, options, context),
        retranscribe: (id, options, context) => transcriber.retranscribe(id, options, context),
        cancel: (id) => transcriber.cancel(id),
        textRules: (options) => transcriber.textRules(options),
        load: () => transcriber.load(),
      },
      tokens,
      engines: () => engines.status(),
      notices: () => [...tokens.notices(), ...modelLibrary.notices()],
      examine: async () => [
        ...engines.findings(),
        ...(await decoder.findings()),
        ...(await examineDataFolder(folder.root)),
      ],
      close: async () => {
        clearInterval(trashTimer);
        await transcriber.close();
        await modelLibrary.close();
        await engines.close();
        await recordings.close();
        await database.destroy();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const DAY_MS = 24 * 3_600_000;

/** Deletes what a crash left in a folder of temporary files, but what is still needed. */
async function empty(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep.has(basename(name))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function atWork(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'This recording is being worked on.',
    hint: 'Wait until its status is final, then delete it.',
  });
}
