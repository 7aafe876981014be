import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The models that are part of Quoth, two of speech and one of voice activity, as notices and lists of parts name them.

const folder = join(import.meta.dirname, '..', 'packages', 'ear', 'models');

const models = [
  { name: 'Moonshine Tiny', file: 'moonshine-tiny-q8_0.gguf', owner: 'Moonshine AI', text: 'moonshine' },
  { name: 'Whisper Base', file: 'whisper-base-q8_0.gguf', owner: 'OpenAI', text: 'whisper' },
  { name: 'Silero VAD', file: 'silero-vad-v6-16k.bin', owner: 'Silero Team', text: 'silero' },
] as const;

/** Name, file, owner, licence and the licence's text of each model. */
export const includedModels = models.map((model) => ({
  ...model,
  license: 'MIT',
  text: readFileSync(join(folder, `${model.text}-LICENSE.txt`), 'utf8').trim(),
}));

/** Lower-case hex of a model's bytes. */
export function sha256Of({ file }: { readonly file: string }): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
}
