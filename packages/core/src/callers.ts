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
  Core,
  Dictations,
  LiveAudio,
  ProgramIdentity,
  RecordingMaker,
  Recordings,
  TranscriptionContext,
  Transcriptions,
} from './declarations/index.ts';
import type { RecorderView } from './dictation/index.ts';

/**
 * Core as a program with a named token sees it. Which routes it may call is checked before; here is what it sees and does through them:
 * without `history.read` there are no recordings but those that it made itself, and any other is RECORDING_NOT_FOUND.
 * What no public route needs is not there, so that a route that comes later cannot give it away.
 */
export function coreForProgram(
  core: Core,
  program: ProgramIdentity,
  recorder: RecorderView | undefined,
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
  readonly #name: string;
  readonly #recordings: Recordings;
  readonly #scopes: ReadonlySet<Scope>;

  constructor(recordings: Recordings, { tokenId, name, scopes }: ProgramIdentity) {
    this.tokenId = tokenId;
    this.#name = name;
    this.#recordings = recordings;
    this.#scopes = scopes;
  }

  /** Whose recordings it sees: everybody's (undefined), or those of this token alone. */
  get madeBy(): string | undefined {
    return this.may('history.read') ? undefined : this.tokenId;
  }

  /** Whose the recordings are that it makes. */
  get maker(): RecordingMaker {
    return { tokenId: this.tokenId, name: this.#name };
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
  const own = (context: TranscriptionContext) => ({ ...context, madeBy: access.maker });
  return {
    submit: async (source, options, context) => {
      try {
        needForRewriting(options, access);
      } catch (error) {
        if (source.kind === 'ingested') await source.audio.discard();
        throw error;
      }
      return transcriptions.submit(source, options, own(context));
    },
    ingest: (source, signal) => transcriptions.ingest(source, signal),
    retranscribe: async (id, options, context) => {
      await access.change(id);
      return transcriptions.retranscribe(id, withoutRewriting(options, access), own(context));
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
      return liveAudio.begin(options, { ...context, madeBy: access.maker });
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

/** Core as the program of an action sees it: the same, but what it records or transcribes triggers no action. */
export function coreForAction(core: Core): Core {
  const { transcriptions, liveAudio, dictations } = core;
  const submit: Transcriptions['submit'] = (source, options, context) =>
    transcriptions.submit(source, options, { ...context, byAction: true });
  const begin: LiveAudio['begin'] = (options, context) =>
    liveAudio.begin(options, { ...context, byAction: true });
  return {
    ...core,
    liveAudio: replaced(liveAudio, { begin }),
    transcriptions: replaced(transcriptions, { submit }),
    ...(dictations && {
      dictations: replaced(dictations, {
        start: (body, signal) => dictations.start({ ...body, byAction: true }, signal),
      } satisfies Partial<Dictations>),
    }),
  };
}

/** The same object with other methods; the rest is called on itself, as classes with private fields need. */
function replaced<Part extends object>(part: Part, methods: Partial<Part>): Part {
  return new Proxy(part, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Part];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
