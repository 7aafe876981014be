import { readdir, rm } from 'node:fs/promises';
import { arch, availableParallelism, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { AudioDecoder } from '@quoth/audio';
import {
  AppError,
  engineNames,
  type ListModelsQuery,
  limits,
  type Model,
  type Recording,
} from '@quoth/contract';
import { systemIo, vendorList } from '@quoth/providers';
import {
  type Clock,
  DAY_MS,
  EventBus,
  EventLog,
  isoTime,
  type Logger,
  openDataFolder,
  systemClock,
} from './base/index.ts';
import { ChangeJournal, undoChange } from './changes/index.ts';
import { lockInstance, openDatabase } from './database/index.ts';
import type { Core } from './declarations/index.ts';
import { createEditText, type DictationPorts, Recorder } from './dictation/index.ts';
import { Engines, engineList, probeModel } from './engines/index.ts';
import { examineDataFolder } from './examine.ts';
import { AudioIntake, type PathPolicy } from './intake/index.ts';
import { listCloudModels, listModels, listTextModels, localModels } from './list-models.ts';
import { catalogEntries, ModelLibrary, ModelSpeeds, readCatalogFile } from './models/index.ts';
import { ModeStore, ModesWithVocabulary } from './modes/index.ts';
import {
  GatewayCredit,
  ProviderHealth,
  ProviderKeys,
  ProviderList,
  Providers,
  systemTimers,
} from './providers/index.ts';
import {
  DictatedRecordings,
  journalRecordings,
  RecordingStore,
  RecordingWork,
  RequestKeyStore,
  Retention,
} from './recordings/index.ts';
import { createPostProcessing, tryMode } from './rewriting/index.ts';
import { FileSecretStore, platformSecretStore, TokenKeeper } from './secrets/index.ts';
import { SettingsStore } from './settings/index.ts';
import {
  CloudTranscriber,
  createTranscription,
  printTranscript,
  Recognizers,
  textBeforeRewriting,
} from './transcription/index.ts';
import { VocabularyStore } from './vocabulary/index.ts';

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
  /** Origin of a stand-in for every cloud vendor, on this machine; real keys never go there. */
  readonly simulatedCloud?: string | undefined;
  /** Name of this machine, told to the user's gateway alone. */
  readonly device?: string | undefined;
  /** The machine around the recorder; without it there is none. */
  readonly dictation?: DictationPorts | undefined;
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
    const journal = new ChangeJournal({ database, events, clock });
    const vocabulary = await VocabularyStore.open(database, events);
    const modes = await ModeStore.open({ database, events, clock, journal });
    const modesAtWork = new ModesWithVocabulary(modes, () => vocabulary.terms());
    const recordings = new RecordingStore({ database, folder, events, clock, journal, logger });
    const work = new RecordingWork({ database, folder, events });
    const speeds = await ModelSpeeds.open({ database, clock, logger });
    const modelLibrary = await ModelLibrary.open({
      database,
      folder: folder.models,
      events,
      clock,
      logger,
      probe: (path, signal) => probeModel(path, env, signal),
      catalog: [...catalogEntries, ...(config.modelCatalog ? readCatalogFile(config.modelCatalog) : [])],
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
    const decoder = new AudioDecoder({ env, platform, logger });
    const { store, name: storeName } = platformSecretStore('api-token', folder.root, platform);
    const tokens = new TokenKeeper({
      store,
      fallback: new FileSecretStore(join(folder.root, 'api-token')),
      storeName,
      logger,
    });
    const providerList = await ProviderList.open({
      database,
      vendors: vendorList,
      taken: [...engineNames, 'auto'],
      standIn: config.simulatedCloud,
      device: config.device,
    });
    const keys = await ProviderKeys.open({
      database,
      stores: (name) => ({
        secure: platformSecretStore(name, folder.root, platform).store,
        file: new FileSecretStore(join(folder.root, 'provider-keys', name), { makesFolder: true }),
      }),
      storeName,
      storage: () => settings.get().keyStorage,
      logger,
    });
    const health = new ProviderHealth({
      list: providerList,
      keys,
      events,
      clock,
      timers: systemTimers,
      fetch,
      logger,
      inUse: () => recognizers.providerOf(modes.default()),
    });
    const credit = new GatewayCredit({
      events,
      clock,
      logger,
      read: (id, signal) => providers.account(id, signal),
      isKnown: (id) => providerList.find(id) !== undefined,
    });
    const providers = new Providers({
      list: providerList,
      keys,
      health,
      events,
      fetch,
      onAccount: (provider, account) => credit.learned(provider, account),
    });
    const postProcessing = createPostProcessing({
      list: providerList,
      health,
      listModels: (id, signal) => providers.listModels(id, signal),
      modes: modesAtWork,
      clock,
      logger,
    });
    const pathPolicy = (): PathPolicy => ({
      allowed: settings.get().allowedFolders,
      home: config.home,
      dataFolder: folder.root,
      temporaryFolders: config.temporaryFolders,
      platform,
    });
    const recognizers = new Recognizers({
      engines,
      speeds,
      cloud: new CloudTranscriber({
        list: providerList,
        health,
        io: systemIo(),
        clock,
        onGatewayUsed: (provider) => credit.used(provider),
      }),
      machine: {
        cores: availableParallelism(),
        memory: totalmem(),
        accelerated: platform === 'darwin' && arch() === 'arm64',
      },
    });
    const { service: transcription, dictated: dictations } = createTranscription({
      spoolFolder: folder.spool,
      settings,
      modes: modesAtWork,
      recordings,
      work,
      requestKeys: new RequestKeyStore({ database, clock }),
      intake: new AudioIntake({ incoming: folder.incoming }),
      pathPolicy,
      decoder,
      engines,
      recognizers,
      rewriting: postProcessing,
      events,
      clock,
      logger,
    });

    const dictated = new DictatedRecordings({ database, folder, events, clock, logger });
    await dictated.reconcile();
    const { dictation } = config;
    const recorder =
      dictation &&
      (await Recorder.create({
        ports: dictation,
        transcriber: dictations,
        recordings: dictated,
        edit: createEditText(postProcessing),
        settings,
        modes,
        draft: (body) => modesAtWork.with(modes.draft(body)),
        events,
        clock,
        logger,
        spoolFolder: folder.spool,
      }));
    const isAtWork = (id: string) =>
      transcription.isAtWork(id) || recorder?.isRecording(id.toLowerCase()) === true;
    /** The recording's own mode where it still exists, else the default. */
    const modeOf = (id: string | null) =>
      modesAtWork.list().find((mode) => mode.id === id) ?? modesAtWork.default();
    const retention = new Retention({
      recordings,
      clock,
      days: () => settings.get().historyRetentionDays,
      isAtWork,
    });
    journalRecordings({ events, recordings, journal, logger });

    const unfinished = await work.unfinished();
    await empty(folder.spool, new Set());
    await empty(folder.incoming, new Set(unfinished.map((stored) => stored.work.incoming ?? '')));
    await recordings.emptyTrash();
    await transcription.resume();
    await retention.apply();
    await journal.forgetOld();
    const tidyUp = async () => {
      await retention.apply();
      await recordings.emptyTrash();
      await journal.forgetOld();
    };
    const trashTimer = setInterval(() => {
      tidyUp().catch((error: unknown) => logger.error({ error }, 'Old recordings were not tidied up.'));
    }, DAY_MS);
    trashTimer.unref();

    const withProgress = (recording: Recording): Recording => {
      const progressPercent = transcription.percentOf(recording.id);
      return { ...recording, ...(progressPercent !== undefined && { progressPercent }) };
    };

    return {
      dataFolder: folder.root,
      startedAt: isoTime(clock.now()),
      events: {
        subscribe: (listener) => events.subscribe(listener),
        publish: (event) => events.publish(event),
        log,
      },
      settings,
      modes: {
        list: () => modes.list(),
        get: (id) => modes.get(id),
        create: (body, by) => modes.create(body, by),
        update: (id, body, by) => modes.update(id, body, by),
        delete: (id, by) => modes.delete(id, by),
        try: ({ mode, text, rewrite }, signal) =>
          tryMode({ mode: modesAtWork.with(modes.draft(mode)), text, rewrite, signal }, postProcessing),
      },
      vocabulary,
      changes: {
        list: (limit) => journal.list(limit),
        undo: async (id) => {
          const stored = await journal.undoable(id);
          await undoChange(stored, modes, recordings);
          return journal.markUndone(stored.change.id);
        },
        markSeen: () => journal.markSeen(),
      },
      models: {
        list: (query: ListModelsQuery): Model[] => [
          ...listModels(engines.models(), query, {
            autoModel: recognizers.autoModel(modes.default()),
            measuredSpeed: (id) => speeds.of(id),
          }),
          ...listCloudModels(recognizers.providers(), query),
          ...listTextModels(postProcessing.providers(), query),
        ],
        local: () => localModels(engines.models()),
      },
      modelFiles: modelLibrary,
      providers,
      recordings: {
        get: async (id) => withProgress(await recordings.get(id)),
        unfinished: async () => (await work.unfinished()).map(({ recording }) => withProgress(recording)),
        search: (query, signal) => recordings.search(query, signal),
        newestTexts: (count) => recordings.newestTexts(count),
        moveToTrash: async (id, by) => {
          if (isAtWork(id)) throw atWork(id, 'delete it');
          await recordings.moveToTrash(id, by);
        },
        edit: async (id, text) => {
          if (isAtWork(id)) throw atWork(id, 'edit it');
          return recordings.edit(id, text);
        },
        undoRewriting: async (id) => {
          const stored = await recordings.stored(id);
          return recordings.edit(id, textBeforeRewriting(stored, modeOf(stored.recording.modeId)));
        },
        previewRetention: (days) => retention.preview(days),
        restore: (id) => recordings.restore(id),
        purge: (ids) => recordings.purge(ids),
        audio: (id) => recordings.audio(id),
        transcript: async (id, format, shape) => {
          const stored = await recordings.stored(id);
          return printTranscript({ stored, format, mode: modeOf(stored.recording.modeId), shape });
        },
      },
      transcriptions: {
        submit: (source, options, context) => transcription.submit(source, options, context),
        ingest: (source, signal) => transcription.ingest(source, signal),
        retranscribe: (id, options, context) => transcription.retranscribe(id, options, context),
        cancel: (id) => transcription.cancel(id),
        textRules: (options) => transcription.textRules(options),
        captions: (result, options, wanted) => transcription.captions(result, options, wanted),
        load: () => transcription.load(),
        busy: () => transcription.busy(),
        putOff: () => transcription.close(),
      },
      postProcessing,
      ...(recorder && { dictations: recorder }),
      tokens,
      engines: () => engines.status(),
      notices: () => [...tokens.notices(), ...keys.notices(), ...modelLibrary.notices(), ...credit.notices()],
      examine: async () => [
        ...engines.findings(),
        ...(await decoder.findings()),
        ...((await recorder?.examine()) ?? []),
        ...(await examineDataFolder(folder.root)),
      ],
      close: async () => {
        clearInterval(trashTimer);
        await Promise.all([recorder?.close(), transcription.close()]);
        await recognizers.close();
        await credit.close();
        health.close();
        await modelLibrary.close();
        await engines.close();
        await recordings.close();
        await speeds.close();
        await database.destroy();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Deletes what a crash left in a folder of temporary files, but what is still needed. */
async function empty(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep.has(basename(name))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** `thenWhat`: what the caller wanted to do, such as "delete it". */
function atWork(id: string, thenWhat: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The recording ${id} is being processed.`,
    hint: `Wait until it is done, or cancel it with "quoth recordings cancel ${id}"; then ${thenWhat}.`,
  });
}
