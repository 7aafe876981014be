/** Engine names as the API writes them. Provider ids are accepted too. */
export const engineNames = [
  'whisperLocal',
  'parakeet',
  'moonshine',
  'senseVoice',
  'qwen3Asr',
  'canary',
  'nemotron',
  'cohere',
  'funAsr',
  'gigaAm',
  'granite',
  'medAsr',
  'moss',
  'voxtral',
  'pocketsphinx',
  'appleSpeech',
  'cloud',
] as const;
export type EngineName = (typeof engineNames)[number];

const shortForms: ReadonlyMap<string, EngineName> = new Map([
  ['whisper', 'whisperLocal'],
  ['whispercpp', 'whisperLocal'],
  ['local', 'whisperLocal'],
  ['nvidia', 'parakeet'],
  ['sensevoice', 'senseVoice'],
  ['qwen', 'qwen3Asr'],
  ['qwen3', 'qwen3Asr'],
  ['fun', 'funAsr'],
  ['sphinx', 'pocketsphinx'],
  ['apple', 'appleSpeech'],
]);

/** How people type an engine's name: `whisper` for `whisperLocal`. */
export function typedEngineName(name: string): string {
  const typed = name.replace(/(Local|Asr)$/, '').toLowerCase();
  return parseEngineName(typed) === name ? typed : name.toLowerCase();
}

/** A name of an engine or provider as it is compared: without case, `-`, `_` and spaces. */
export function comparableName(written: string): string {
  return written.toLowerCase().replace(/[-_\s]/g, '');
}

/** The engine that a caller's name refers to, short forms included; undefined for an unknown one. */
export function parseEngineName(written: string): EngineName | undefined {
  const key = comparableName(written);
  return engineNames.find((name) => name.toLowerCase() === key) ?? shortForms.get(key);
}
