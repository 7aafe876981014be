import {
  AppError,
  appVersion,
  audioProvider,
  comparableName,
  type Mode,
  type Model,
  primaryLanguage,
  say,
  type TranscribeOptions,
  type WyomingTranscribe,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { encodeEvent, type WyomingEvent } from './event-reader.ts';

/** What Wyoming requests need of core. */
export type WyomingCore = Pick<Core, 'settings' | 'modes' | 'models' | 'modelFiles' | 'liveAudio'>;

/**
 * The mode that the user chose for Wyoming; undefined: the default one, as far as this machine goes. Throws
 * MODE_NOT_FOUND.
 */
function chosenMode(core: WyomingCore): Mode | undefined {
  const missing = missingMode(core);
  if (missing) throw missing;
  return core.modes.list().find(({ id }) => id === core.settings.get().wyomingMode);
}

/** The error of every request while the mode that was chosen is no longer there; undefined while it is, or none was. */
export function missingMode({
  settings,
  modes,
}: Pick<WyomingCore, 'settings' | 'modes'>): AppError | undefined {
  const { wyomingMode } = settings.get();
  if (wyomingMode === null || modes.list().some(({ id }) => id === wyomingMode)) return undefined;
  return new AppError('MODE_NOT_FOUND', {
    message: say('wyomingModeGone'),
    remedy: say('chooseWyomingMode'),
  });
}

/**
 * The models that a Wyoming client is offered and may name. The protocol knows no passwords, so these are models of
 * this machine: no program may spend a provider's credit, or have speech sent away, unless the user chose a mode for
 * Wyoming that says so.
 */
export function servedModels(core: WyomingCore): Model[] {
  const local = new Set(Object.values(core.models.local()).flatMap((models) => models.map(({ id }) => id)));
  const installed = core.models.list({ kind: 'voice', installed_only: true });
  const mode = chosenMode(core);
  if (mode === undefined) return installed.filter(({ id }) => local.has(id));
  const one = installed.filter(({ id }) => id.toLowerCase() === mode.model.toLowerCase());
  if (one.length > 0) return one;
  const named = audioProvider(mode);
  return installed.filter(({ id, provider }) =>
    named === undefined
      ? local.has(id)
      : !local.has(id) && (named === null || comparableName(named) === comparableName(provider)),
  );
}

/** What a Wyoming request asks for, as a transcription takes it. Throws MODE_NOT_FOUND and MODEL_NOT_FOUND. */
export function optionsFor(core: WyomingCore, asked: WyomingTranscribe): TranscribeOptions {
  const { name, language, transcript_names: names = [], transcript_terms: words = [] } = asked;
  const models = servedModels(core);
  if (name !== undefined && !models.some(({ id }) => id === name)) {
    throw new AppError('MODEL_NOT_FOUND', {
      message: say('noModelOfThisName'),
      hint: say('modelsAre', {
        names: models.length === 0 ? say('none') : { list: models.map(({ id }) => id) },
      }),
    });
  }
  // Words that a program expects must not replace anything, as an entry with an arrow would.
  const vocabulary = [...names, ...words].filter((term) => !term.includes('=>') && term.trim() !== '');
  const chosen = chosenMode(core);
  const mode = chosen ?? core.modes.list().find(({ isDefault }) => isDefault);
  const model = name ?? (chosen ? undefined : localModelOf(mode, language, models));
  return {
    save: core.settings.get().saveWyomingTranscriptions,
    ...(mode && { mode_id: mode.id }),
    ...(model !== undefined && { model }),
    ...(language !== undefined && { language }),
    ...(vocabulary.length > 0 && { vocabulary }),
    ...(chosen && chosen.postProcessingMode !== 0 && { post_process: true }),
  };
}

/** The default mode's own model where it is one of this machine and knows the language; else the best one here. */
function localModelOf(
  mode: Mode | undefined,
  language: string | undefined,
  models: readonly Model[],
): string {
  const own = models.find(({ id }) => id === mode?.model);
  if (!own) return 'auto';
  const wanted = language ?? mode?.language ?? 'auto';
  const knows = own.languages.some((tag) => tag === '*' || primaryLanguage(tag) === primaryLanguage(wanted));
  return wanted === 'auto' || knows ? own.id : 'auto';
}

/** Making a description takes some milliseconds, and a request for one a few bytes. */
const KEPT_MS = 1_000;

/** The answer to `describe` for all connections, as it is sent; at most a second old. */
export class Description {
  readonly #core: WyomingCore;
  readonly #now: () => number;
  #bytes: Uint8Array = new Uint8Array(0);
  #madeAt = Number.NEGATIVE_INFINITY;

  /** `now` is a clock that only goes forward, in milliseconds. */
  constructor(core: WyomingCore, now: () => number = () => performance.now()) {
    this.#core = core;
    this.#now = now;
  }

  current(): Uint8Array {
    const now = this.#now();
    if (now - this.#madeAt >= KEPT_MS) {
      this.#bytes = encodeEvent(describe(this.#core));
      this.#madeAt = now;
    }
    return this.#bytes;
  }
}

/** The answer to `describe`: what this server offers, with what can be used at this moment. */
export function describe(core: WyomingCore): WyomingEvent {
  const every = knownLanguages(core);
  const models = modelsOf(core).map((model) => ({
    name: model.id,
    description: model.displayName,
    attribution: attributionOf(core, model),
    installed: true,
    version: null,
    languages: model.languages.includes('*') ? every : model.languages,
  }));
  const program = {
    name: 'Quoth',
    description: 'Speech to text on this machine',
    attribution: { name: 'Quoth', url: '' },
    installed: true,
    version: appVersion,
    models,
    supports_transcript_streaming: true,
    requires_external_vad: true,
    prefers_auto_gain_enabled: false,
    prefers_noise_reduction_enabled: false,
  };
  const others = { tts: [], handle: [], intent: [], wake: [], mic: [], snd: [] };
  return { type: 'info', data: { asr: [program], ...others } };
}

/** None where the mode for Wyoming is gone: a request says so. */
function modelsOf(core: WyomingCore): Model[] {
  try {
    return servedModels(core);
  } catch {
    return [];
  }
}

/** Who published the model, and where. */
function attributionOf({ modelFiles }: WyomingCore, { id, engine }: Model) {
  const address = modelFiles.catalog().find((entry) => entry.id === id)?.address;
  const url = address ? URL.parse(address) : null;
  if (!url) return { name: engine, url: '' };
  const [owner = engine, name = ''] = url.pathname.split('/').filter((part) => part !== '');
  return { name: owner, url: `${url.origin}/${owner}/${name}` };
}

/** Where a model takes any language, a client learns all that some model is known to take: it shows them in a list. */
function knownLanguages({ modelFiles }: WyomingCore): string[] {
  const tags = new Set(modelFiles.catalog().flatMap(({ languages }) => languages));
  tags.delete('*');
  return tags.size === 0 ? ['en'] : [...tags].sort();
}
