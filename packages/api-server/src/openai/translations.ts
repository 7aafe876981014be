import type { Handler } from '../routes/handler.ts';
import { ParameterError } from './openai-error.ts';

/** `POST /v1/audio/translations`: said before the upload, as long as no engine here translates. */
export const createOpenAiTranslation: Handler = () => {
  throw new ParameterError('model', {
    message: 'No speech model here can translate.',
    hint: 'Use /v1/audio/transcriptions for text in the language that is spoken.',
  });
};
