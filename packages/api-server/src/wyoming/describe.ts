import { appVersion, type Model } from '@quoth/contract';
import { servedModels, type WyomingCore } from './served-models.ts';
import { encodeEvent, type WyomingEvent } from './wyoming-event.ts';

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

/** Where a model takes any language, a client is told all that some model is known to take: it shows them in a list. */
function knownLanguages({ modelFiles }: WyomingCore): string[] {
  const tags = new Set(modelFiles.catalog().flatMap(({ languages }) => languages));
  tags.delete('*');
  return tags.size === 0 ? ['en'] : [...tags].sort();
}
