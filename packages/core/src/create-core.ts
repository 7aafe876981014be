import { readdir, stat } from 'node:fs/promises';
import { arch, availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { AudioDecoder, FormatProbe } from '@quoth/audio';
import { languageFor, limits, type Notice, type Said, say, speakerNames, withAdvice } from '@quoth/contract';
import { systemIo } from '@quoth/vendors';
import { createActions, openActionQueue } from './actions/index.ts';
import { finishRestore } from './backup/index.ts';
import { examineDataFolder } from './base/data-folder.ts';
import {
  type Clock,
  closeAll,
  type DataFolder,
  EventBus,
  EventLog,
  isoTime,
  type Logger,
  openDataFolder,
  secretFolders,
  sweepFolder,
  sweepUnfinished,
  systemClock,
} from './base/index.ts';
import { forgetOldChanges, listChanges, markChangesSeen, undoChange } from './changes.ts';
import {
  copiesFinding,
  type Database,
  databaseStartError,
  deleteOldCopies,
  lockInstance,
  openDatabase,
} from './database/index.ts';
import type { Core } from './declarations/index.ts';
import { DeletionGuard } from './deletion-guard.ts';
import { beginEdit, createDictation, type DictationPorts } from './dictation/index.ts';
import { createEngines } from './engines/index.ts';
import { AudioIntake } from './intake/index.ts';
import { listAllModels } from './list-models.ts';
import { LiveRecordings } from './live-audio.ts';
import { spokenLanguage } from './models/index.ts';
import { checkModeSettings, ModeStore, ModesWithVocabulary } from './modes.ts';
import { forgetOldCalls, NamedTokenStore } from './named-tokens/index.ts';
import { createProviders } from './providers/index.ts';
import { RecordingFiles, RecordingSessions } from './recording-sessions/index.ts';
import {
  applyRetention,
  emptyTrash,
  everyDay,
  finishDeletions,
  forgetOldRequestKeys,
  moveToTrash,
  RecordingFinder,
  RecordingMakers,
  reconcileRecordings,
  restoreRecording,
  unfinishedWork,
} from './recordings/index.ts';
import { createPostProcessing, tryMode } from './rewriting/index.ts';
import { FileSecretStore, platformSecretStore, TokenKeeper } from './secrets/index.ts';
import { SettingsStore } from './settings.ts';
import {
  CloudTranscriber,
  createJobParts,
  createTranscriptions,
  dictatedTranscriptions,
  providerOf,
  recordingLibrary,
  VoiceLines,
} from './transcription/index.ts';
import { VocabularyStore } from './vocabulary/index.ts';

/** What the product is built from; read by the application's `readConfig`. */
export interface CoreConfig {
  /** Absolute path of the data folder, which is created if it does not exist. */
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's home folder, links resolved. */
  readonly home: string;
  /** Every folder of temporary files, with and without links resolved. */
  readonly temporaryFolders: readonly string[];
  /** The environment; programs that we start get only what an allow-list takes from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Languages that the system's user prefers, the first one first, as tags; none where nothing is known. */
  readonly systemLanguages?: readonly string[];
  /** A JSON file with further models to offer (`models/catalog.ts`). */
  readonly modelCatalog: string | undefined;
  /** Origin of a stand-in for every cloud vendor, on this machine; real keys are never sent to it. */
  readonly simulatedCloud?: string | undefined;
  /** Name of this machine, sent only to the user's gateway. */
  readonly device?: string | undefined;
  /** Microphone, delivery and what else the recorder needs of the machine. Without it there is no recorder. */
  readonly dictation?: DictationPorts | undefined;
  readonly logger: Logger;
  /** The system's own if not given. */
  readonly clock?: Clock;
}

/**
 * The one composition root. Locks the data folder (throws AlreadyRunning), opens everything, sweeps what a crash left,
 * and takes up the work that an earlier run accepted.
 */
export async function createCore(config: CoreConfig): Promise<Core> {
  const { logger, platform, env } = config;
  const clock = config.clock ?? systemClock;
  const folder = openDataFolder(config.dataFolder);
  const lock = lockInstance(join(folder.root, 'instance.lock'));
  let opened: Database | undefined;
  try {
    const events = new EventBus((error) => logger.error({ error }, 'A listener failed.'));
    const log = new EventLog({
      bus: events,
      startedMs: clock.now(),
      maxEvents: limits.eventBufferEvents,
      maxBytes: limits.eventBufferBytes,
    });
    for (const place of [folder.root, ...secretFolders(folder.root)]) await sweepUnfinished(place);
    await finishRestore(folder);
    const isLost = await isHistoryLost(folder);
    const database = await openDatabase(folder.database);
    opened = database;
    const guard = await DeletionGuard.open({ dataFolder: folder.root, clock, logger });
    const shared = { database, events, clock, logger };
    const places = {
      home: config.home,
      dataFolder: folder.root,
      temporaryFolders: config.temporaryFolders,
      platform,
    };
    const modes = await ModeStore.open(shared, spokenLanguage(config.systemLanguages));
    const settings = await SettingsStore.open(database, events, (changes) =>
      checkModeSettings(changes, modes.list()),
    );
    const vocabulary = await VocabularyStore.open({ ...shared, modes: () => modes.list() });
    const modesWithVocabulary = new ModesWithVocabulary(modes, () => vocabulary.list());
    const queue = await openActionQueue(shared);
    const makers = await RecordingMakers.open(database);
    const recordings = { ...shared, folder, makers, onCompleted: queue.onTranscribed };
    const finder = new RecordingFinder(recordings);
    const { engines, modelLibrary, speeds } = await createEngines({
      ...shared,
      modelFolder: folder.models,
      places,
      modelCatalog: config.modelCatalog,
      env,
      settings,
    });
    const decoder = new AudioDecoder({ env, platform, logger });
    const { store, name: storeName } = platformSecretStore('api-token', folder.root, platform);
    const tokens = new TokenKeeper({
      store,
      fallback: new FileSecretStore(join(folder.root, 'api-token')),
      storeName,
      logger,
    });
    const namedTokens = await NamedTokenStore.open({ ...shared, dataFolder: folder.root });
    const { list, keys, health, credit, providers } = await createProviders({
      ...shared,
      dataFolder: folder.root,
      platform,
      storeName,
      settings,
      simulatedCloud: config.simulatedCloud,
      device: config.device,
    });
    const postProcessing = createPostProcessing({
      list,
      health,
      listModels: (id, signal) => providers.listModels(id, signal),
      modes: modesWithVocabulary,
      clock,
      logger,
    });
    const actions = createActions({ ...shared, queue, keys, env, policy: places });
    const machine = {
      cores: availableParallelism(),
      memory: totalmem(),
      accelerated: platform === 'darwin' && arch() === 'arm64',
    };
    const cloud = new CloudTranscriber({
      list,
      health,
      io: systemIo(),
      clock,
      onGatewayUsed: (provider) => credit.used(provider),
    });
    const planning = {
      ...{ modes: modesWithVocabulary, engines, cloud, machine, rewriting: postProcessing },
      webhooks: (modeId: string) => queue.store.webhooks(modeId),
    };
    health.watch(() => providerOf(planning, modes.default()));
    const recognizers = { engines, speeds, cloud, streams: { list, health, clock }, machine };
    const jobParts = createJobParts({
      spoolFolder: folder.spool,
      settings,
      recordings,
      decoder,
      planning,
      recognizers,
      rewriting: postProcessing,
      events,
      clock,
      logger,
      speakerNames: () => speakerNames[languageFor(settings.get().language, config.systemLanguages ?? [])],
    });

    await finishDeletions(recordings).catch((error: unknown) =>
      logger.error({ error }, 'Recordings that were being deleted are left until the next start.'),
    );
    await reconcileRecordings(recordings);
    const files = new RecordingFiles(recordings);
    const dictations = dictatedTranscriptions(jobParts);
    // Where a mode would send things is said of one without a key, too.
    const unchecked = { providers: () => cloud.providers(), check: () => {} };
    const intended = dictatedTranscriptions({ ...jobParts, planning: { ...planning, cloud: unchecked } });
    const sessions = new RecordingSessions({ transcriber: dictations, files, logger });
    const liveRecordings = new LiveRecordings({
      transcriber: dictations,
      sessions,
      savesByDefault: () => settings.get().saveApiTranscriptions,
    });
    const transcription = createTranscriptions({
      ...jobParts,
      settings,
      modes: modesWithVocabulary,
      intake: new AudioIntake({
        incoming: folder.incoming,
        probe: new FormatProbe({ env, platform }),
      }),
      pathPolicy: () => ({ ...places, allowed: settings.get().allowedFolders }),
      stopSending: (id) => liveRecordings.cancel(id),
    });
    const dictation =
      config.dictation &&
      createDictation({
        ports: config.dictation,
        transcriber: dictations,
        sessions,
        files,
        beginEdit: () => beginEdit(postProcessing),
        settings,
        modes,
        draft: (body) => modesWithVocabulary.with(modes.draft(body)),
        permissionOf: (tokenId) =>
          tokenId === null ? settings.get().sharedTokenRecord : namedTokens.recordPermission(tokenId),
        events,
        clock,
        logger,
      });
    namedTokens.onRecordEnded((tokenId) => dictation?.programs.end(tokenId));
    const isInProgress = (id: string) =>
      jobParts.jobs.has(id.toLowerCase()) || sessions.isRecording(id.toLowerCase());

    const unfinished = await unfinishedWork(recordings);
    await sweepFolder(folder.spool);
    await sweepFolder(folder.incoming, new Set(unfinished.map(({ work }) => work.incoming ?? '')));
    await transcription.resume();
    await actions.start();
    // What is deleted by its age goes once a day.
    const ageing = { now: () => guard.now(), monotonic: clock.monotonic };
    const housekeeping = [
      () => applyRetention(recordings, settings.get().historyRetentionDays, isInProgress, ageing.now()),
      () => emptyTrash({ ...recordings, clock: ageing }),
      () => forgetOldChanges({ ...shared, clock: ageing }),
      () => forgetOldRequestKeys({ ...shared, clock: ageing }),
      () => forgetOldCalls({ ...shared, clock: ageing }),
      () => deleteOldCopies(folder.root, ageing.now()),
    ];
    const { again, stop: stopHousekeeping } = await everyDay(housekeeping, logger);
    guard.follow(again);

    return {
      dataFolder: folder.root,
      startedAt: isoTime(clock.now()),
      events: {
        subscribe: (listener) => events.subscribe(listener),
        on: (handlers) => events.on(handlers),
        publish: (event) => events.publish(event),
        log,
      },
      settings,
      modes: {
        list: () => modes.list(),
        get: (id) => modes.get(id),
        create: (body, caller) => modes.create(body, caller),
        update: (id, body, caller) => modes.update(id, body, caller),
        delete: (id, caller) => modes.delete(id, caller),
        try: ({ mode, mode_id, text, rewrite }, signal) => {
          const draft = modes.draft(mode);
          const tried = modesWithVocabulary.with({ ...draft, id: mode_id ?? draft.id });
          return tryMode({ mode: tried, text, rewrite, signal }, postProcessing);
        },
      },
      vocabulary,
      changes: {
        list: (limit) => listChanges(database, limit),
        undo: (id) =>
          undoChange(shared, id, {
            modes,
            vocabulary,
            recordings: {
              moveToTrash: (recording) => moveToTrash(recordings, recording),
              restore: (recording) => restoreRecording(recordings, recording),
            },
          }),
        markSeen: (id) => markChangesSeen(database, id),
      },
      models: listAllModels({
        engines,
        speeds,
        planning,
        modes,
        rewriters: () => postProcessing.providers(),
      }),
      modelFiles: modelLibrary,
      providers,
      recordings: recordingLibrary({
        places: recordings,
        finder,
        modes: modesWithVocabulary,
        lines: new VoiceLines(recordings, decoder),
        isInProgress,
        percentOf: (id) => jobParts.progress.percent(id.toLowerCase()),
      }),
      transcriptions: transcription,
      destinations: (modeId) => {
        const { mode, destinations } = intended.plan(modeId);
        return [...destinations, ...actions.destinationsOf(mode.id)];
      },
      liveAudio: liveRecordings,
      postProcessing,
      ...dictation?.forCallers,
      tokens,
      namedTokens,
      actions,
      engines: () => engines.status(),
      notices: () => [
        ...(isLost ? [lostHistory(folder)] : []),
        ...guard.notices(),
        ...tokens.notices(),
        ...keys.notices(),
        ...modelLibrary.notices(),
        ...credit.notices(),
        ...actions.notices(),
      ],
      examine: async () => {
        // On a full disk it cannot say so in the database, and the rest is still found.
        await modelLibrary
          .lookAgain()
          .catch((error: unknown) => logger.warn({ error }, 'The included models could not be looked at.'));
        return [
          ...engines.findings(),
          ...(await decoder.findings()),
          ...((await dictation?.recorder.examine()) ?? []),
          ...(await examineDataFolder(folder.root)),
          ...(await copiesFinding(folder.root)),
        ];
      },
      close: () =>
        closeAll([
          stopHousekeeping,
          () => guard.close(),
          () => dictation?.programs.close(),
          [() => dictation?.recorder.close(), () => sessions.close(), () => transcription.suspend()],
          () => actions.close(),
          () => cloud.close(),
          () => credit.close(),
          () => health.close(),
          () => modelLibrary.close(),
          () => engines.close(),
          () => finder.close(),
          () => speeds.close(),
          () => namedTokens.close(),
          () => database.destroy(),
          () => lock.release(),
        ]),
    };
  } catch (error) {
    await closeAll([() => opened?.destroy(), () => lock.release()]).catch((failure: unknown) =>
      logger.error({ error: failure }, 'What was open could not be closed.'),
    );
    throw databaseStartError(error, folder.database);
  }
}

/**
 * True where the database has gone and audio of earlier recordings lies beside it: Quoth is about to begin with an
 * empty history.
 */
async function isHistoryLost({ database, audio }: DataFolder): Promise<boolean> {
  const found = await stat(database).catch(() => undefined);
  if (found && found.size > 0) return false;
  return (await readdir(audio)).length > 0;
}

function lostHistory({ audio }: DataFolder): Said<Notice> {
  return withAdvice(
    { id: 'history-lost', level: 'warning' },
    { message: [say('databaseWasEmpty', { path: audio })], hint: [say('restoreForTexts')] },
  );
}
