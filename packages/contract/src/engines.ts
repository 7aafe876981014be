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

/** Whether a model's name means the cloud, no matter whose. */
export function isCloud(model: string): boolean {
  return model.toLowerCase() === 'cloud';
}

/** `openai/whisper-1` as provider and model; undefined where a provider or a model is missing. */
export function splitCloudModel(
  written: string,
): { readonly provider: string; readonly model: string } | undefined {
  const slash = written.indexOf('/');
  const provider = written.slice(0, Math.max(slash, 0)).trim();
  const model = written.slice(slash + 1).trim();
  return provider === '' || model === '' ? undefined : { provider, model };
}

/**
 * Which provider gets a mode's audio, as the mode writes its name (compare it by `comparableName`): null where any that
 * is set up may get it, undefined where the audio stays on this machine.
 */
export function audioProvider({
  model,
  cloudProvider,
}: {
  readonly model: string;
  readonly cloudProvider: string | null;
}): string | null | undefined {
  return isCloud(model) ? cloudProvider : splitCloudModel(model)?.provider;
}

/** What a mode asks of the application's own cloud, from the best to the fastest. */
export const accuracyTiers = ['highest', 'high', 'medium', 'fast'] as const;
export type AccuracyTier = (typeof accuracyTiers)[number];

/** The first model of each tier's chain, as HyperWhisper's clients name it. */
const tierModels: readonly (readonly [RegExp, AccuracyTier])[] = [
  [/^elevenlabs/i, 'highest'],
  [/^deepgram/i, 'high'],
  [/^grok/i, 'medium'],
  [/^groq/i, 'fast'],
];

/** The tier that `cloudAccuracyTier` means; `high` for an id that is not known here. */
export function accuracyTier(written: string): AccuracyTier {
  const key = written.trim().toLowerCase();
  return (
    accuracyTiers.find((tier) => tier === key) ??
    tierModels.find(([pattern]) => pattern.test(key))?.[1] ??
    'high'
  );
}
