import {
  AppError,
  audioProvider,
  type CreateModeBody,
  forbiddenScope,
  type Recording,
  type RetranscribeBody,
  type Scope,
  type TranscribeOptions,
} from '@quoth/contract';
import type {
  Caller,
  Core,
  LiveAudio,
  ProgramIdentity,
  Recordings,
  Transcriptions,
} from './declarations/index.ts';

/** The user, by the application's own window, command line and keys. */
export const theUser: Caller = { kind: 'user', byAction: false };
const usersAction: Caller = { kind: 'user', byAction: true };
/** Anyone who has the token of the discovery file, or needs none because they come by Wyoming. */
export const sharedToken: Caller = { kind: 'shared-token', byAction: false };
const sharedTokensAction: Caller = { kind: 'shared-token', byAction: true };

/** Who calls; without a named token it is whom this listener lets in. */
export function callerOf(
  program: ProgramIdentity | undefined,
  otherwise: 'user' | 'shared-token',
  byAction: boolean,
): Caller {
  if (program) return { kind: 'program', program, byAction };
  if (otherwise === 'user') return byAction ? usersAction : theUser;
  return byAction ? sharedTokensAction : sharedToken;
}

/**
 * Core as a program with a named token sees it. Which routes it may call is checked before; here is what it sees and does through them:
 * without `history.read` there are no recordings but those that it made itself, and any other is RECORDING_NOT_FOUND.
 * What no public route needs is not there, so that a route that comes later cannot give it away.
 */
export function coreForProgram(
  core: Core,
  program: ProgramIdentity,
  recorder: Pick<Core, 'dictations' | 'questions'> | undefined,
): Core {
  const access = new ProgramAccess(core.recordings, program);
  const { modes, providers, settings, models, postProcessing, dataFolder, startedAt } = core;
  return {
    dataFolder,
    startedAt,
    settings: { get: () => settings.get(), update: notForPrograms },
    modes: {
      list: () => modes.list(),
      get: (id) => modes.get(id),
      create: async (body) => {
        if (getsDictations(body) || goesToCloud(body)) access.need('modes.read');
        return modes.create(body, 'program');
      },
      update: (id, body) => modes.update(id, body, 'program'),
      delete: async (id) => {
        // Another mode becomes the default then.
        if (modes.get(id).isDefault) access.need('modes.read');
        return modes.delete(id, 'program');
      },
      try: notForPrograms,
    },
    models,
    providers: { ...nothing(), health: () => providers.health() },
    recordings: recordingsFor(core.recordings, access),
    transcriptions: transcriptionsFor(core.transcriptions, access),
    liveAudio: liveAudioFor(core.liveAudio, access),
    postProcessing,
    ...recorder,
    events: nothing(),
    vocabulary: nothing(),
    changes: nothing(),
    modelFiles: nothing(),
    tokens: nothing(),
    namedTokens: nothing(),
    actions: nothing(),
    forProgram: notForPrograms,
    forSharedToken: notForPrograms,
    engines: notForPrograms,
    notices: notForPrograms,
    examine: notForPrograms,
    close: notForPrograms,
  };
}

/** Whether a new mode would be used for the user's own dictations without being chosen. */
function getsDictations({ isDefault, applications }: CreateModeBody): boolean {
  return isDefault === true || (applications ?? []).length > 0;
}

/** Whether a new mode names where audio or text would be sent. */
function goesToCloud(mode: CreateModeBody): boolean {
  const named = [
    mode.cloudProvider,
    mode.cloudTranscriptionModel,
    mode.cloudTranscriptionDomain,
    mode.cloudAccuracyTier,
    mode.postProcessingProvider,
    mode.cloudPostProcessingModel,
    // It names a provider as well, unless the text stays here.
    mode.postProcessingMode === 2 ? null : mode.languageModel,
  ];
  return (
    audioProvider({ model: mode.model ?? 'auto', cloudProvider: mode.cloudProvider ?? null }) !== undefined ||
    mode.postProcessingMode === 1 ||
    named.some((one) => (one ?? '') !== '')
  );
}

/** Which recordings a program sees, and what it may do to them. */
class ProgramAccess {
  readonly tokenId: string;
  readonly #recordings: Recordings;
  readonly #scopes: ReadonlySet<Scope>;

  constructor(recordings: Recordings, { tokenId, scopes }: ProgramIdentity) {
    this.tokenId = tokenId;
    this.#recordings = recordings;
    this.#scopes = scopes;
  }

  /** Whose recordings it sees: everybody's (undefined), or those of this token alone. */
  get madeBy(): string | undefined {
    return this.may('history.read') ? undefined : this.tokenId;
  }

  may(scope: Scope): boolean {
    return this.#scopes.has(scope);
  }

  need(scope: Scope): void {
    if (!this.may(scope)) throw forbiddenScope(scope);
  }

  /** Throws RECORDING_NOT_FOUND for what it does not see, just as for what is not there. */
  async see(id: string): Promise<void> {
    if (this.madeBy !== undefined && (await this.#recordings.maker(id)) !== this.tokenId)
      throw new AppError('RECORDING_NOT_FOUND');
  }

  /** Replacing the text of a recording, or stopping the work on it, takes more where somebody else made it. */
  async change(id: string): Promise<void> {
    await this.see(id);
    if ((await this.#recordings.maker(id)) !== this.tokenId) this.need('history.write');
  }
}

function recordingsFor(recordings: Recordings, access: ProgramAccess): Recordings {
  const seen =
    <Rest extends unknown[], Result>(method: (id: string, ...rest: Rest) => Promise<Result>) =>
    async (id: string, ...rest: Rest): Promise<Result> => {
      await access.see(id);
      return method(id, ...rest);
    };
  return {
    get: seen((id) => recordings.get(id)),
    search: (query, signal) => recordings.search(query, signal, access.madeBy),
    moveToTrash: seen((id) => recordings.moveToTrash(id, 'program')),
    restore: seen((id) => recordings.restore(id)),
    purge: async (ids) => {
      for (const id of ids ?? []) await access.see(id);
      return recordings.purge(ids, access.madeBy);
    },
    audio: seen((id) => recordings.audio(id)),
    transcript: seen((id, format, shape) => recordings.transcript(id, format, shape)),
    maker: notForPrograms,
    isMadeBy: (id, tokenId) => recordings.isMadeBy(id, tokenId),
    newestTexts: notForPrograms,
    statistics: notForPrograms,
    edit: notForPrograms,
    undoRewriting: notForPrograms,
    previewRetention: notForPrograms,
    unfinished: notForPrograms,
  };
}

function transcriptionsFor(transcriptions: Transcriptions, access: ProgramAccess): Transcriptions {
  return {
    submit: async (source, options, context) => {
      try {
        needForRewriting(options, access);
      } catch (error) {
        if (source.kind === 'ingested') await source.audio.discard();
        throw error;
      }
      return transcriptions.submit(source, options, context);
    },
    ingest: (source, signal) => transcriptions.ingest(source, signal),
    retranscribe: async (id, options, context) => {
      await access.change(id);
      return transcriptions.retranscribe(id, withoutRewriting(options, access), context);
    },
    cancel: async (id): Promise<Recording> => {
      await access.change(id);
      return transcriptions.cancel(id);
    },
    textRules: (options) => transcriptions.textRules(options),
    captions: (result, options, wanted) => transcriptions.captions(result, options, wanted),
    putOff: notForPrograms,
    load: () => transcriptions.load(),
    busy: () => transcriptions.busy(),
  };
}

function liveAudioFor(liveAudio: LiveAudio, access: ProgramAccess): LiveAudio {
  const check = (options: TranscribeOptions) => {
    needForRewriting(options, access);
    liveAudio.check(options);
  };
  return {
    check,
    begin: (options, context) => {
      check(options);
      return liveAudio.begin(options, context);
    },
    input: (format) => liveAudio.input(format),
  };
}

/** A language model that is asked on the way costs what it costs, and sees the text. */
function needForRewriting({ post_process }: Pick<TranscribeOptions, 'post_process'>, access: ProgramAccess) {
  if (post_process === true) access.need('rewrite');
}

/** The recording's own options of before may have rewriting in them: without the scope it does not happen again. */
function withoutRewriting(options: RetranscribeBody, access: ProgramAccess): RetranscribeBody {
  needForRewriting(options, access);
  return access.may('rewrite') ? options : { ...options, post_process: false };
}

function notForPrograms(): never {
  throw new AppError('NOT_FOUND');
}

/** A part of core of which programs have nothing: whatever is called of it, there is no such thing. */
function nothing<Part extends object>(): Part {
  return new Proxy({}, { get: () => notForPrograms }) as Part;
}
