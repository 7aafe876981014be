import type { EngineName } from '@quoth/contract';

/** Which engine name and which key of `local_models` a family has. */
export interface Family {
  readonly engine: EngineName;
  /** Key in `local_models` of GET /health. */
  readonly key: string;
}

const families: Readonly<Record<string, Family>> = {
  whisper: { engine: 'whisperLocal', key: 'whisper' },
  parakeet: { engine: 'parakeet', key: 'parakeet' },
  nemotron: { engine: 'nemotron', key: 'nemotron' },
  canary: { engine: 'canary', key: 'canary' },
  qwen3: { engine: 'qwen3Asr', key: 'qwen3_asr' },
  moonshine: { engine: 'moonshine', key: 'moonshine' },
  sensevoice: { engine: 'senseVoice', key: 'sensevoice' },
  cohere: { engine: 'cohere', key: 'cohere' },
  fun: { engine: 'funAsr', key: 'fun_asr' },
  gigaam: { engine: 'gigaAm', key: 'gigaam' },
  granite: { engine: 'granite', key: 'granite' },
  medasr: { engine: 'medAsr', key: 'medasr' },
  moss: { engine: 'moss', key: 'moss' },
  voxtral: { engine: 'voxtral', key: 'voxtral' },
};

/** The family that the facts name. Throws for one that nobody has given a place yet. */
export function familyOf(name: string): Family {
  const family = families[name];
  if (!family) throw new Error(`The model family ${name} has no engine name yet.`);
  return family;
}
