import { AppError, modeNameKey, parseEngineName, type TranscribeOptions } from '@quoth/contract';
import type { Core } from '@quoth/core';

/** What `model` chooses. */
export type ChosenModel = Pick<TranscribeOptions, 'mode_id' | 'model' | 'engine' | 'post_process'>;

/** OpenAI's own speech models: who asks for one of them means whatever is good here. */
const openAiNames =
  /^(whisper-1|gpt-transcribe|gpt-live-transcribe|gpt-realtime-whisper|gpt-4o(-mini)?-transcribe(-\d{4}-\d{2}-\d{2})?)$/;

/**
 * What a `model` of OpenAI's dialect means here: a local model's id, `provider/model`, `mode:NAME` (or a mode's id; the whole mode,
 * its rewriting included), `default`, or one of OpenAI's own names. Throws MODEL_NOT_FOUND.
 */
export function resolveModel(
  { models, modes }: Pick<Core, 'models' | 'modes'>,
  written: string | undefined,
): ChosenModel {
  const name = (written ?? '').trim();
  const key = name.toLowerCase();
  if (key === '' || key === 'default' || key === 'auto' || openAiNames.test(key)) return {};
  if (key.startsWith('mode:')) {
    const wanted = modeNameKey(key.slice('mode:'.length));
    const mode = modes
      .list()
      .find((candidate) => [modeNameKey(candidate.name), candidate.id].includes(wanted));
    if (!mode) throw unknownModel();
    return { mode_id: mode.id, ...(mode.postProcessingMode !== 0 && { post_process: true }) };
  }
  const list = models.list({ kind: 'voice' });
  const exact = list.find(({ id }) => id.toLowerCase() === key);
  if (exact) return { model: exact.id };
  const slash = key.indexOf('/');
  const [provider, id] = [key.slice(0, Math.max(0, slash)), key.slice(slash + 1)];
  const engine = parseEngineName(provider);
  const found = list.find(
    (model) =>
      model.id.toLowerCase() === id && (model.provider.toLowerCase() === provider || model.engine === engine),
  );
  if (slash < 0 || !found) throw unknownModel();
  return { model: found.id, engine: found.engine };
}

/** The error for a name that means no model in OpenAI's dialect. */
export function unknownModel(): AppError {
  return new AppError('MODEL_NOT_FOUND', {
    hint: 'GET /v1/models lists the names; "default" and "whisper-1" mean the default mode.',
  });
}
