import type { OpenAiRouteName } from '@quoth/contract';
import type { Handler } from '../routes/handler.ts';
import { getOpenAiModel, listOpenAiModels } from './models.ts';
import { openRealtime } from './realtime/open-realtime.ts';
import { createOpenAiTranscription } from './transcriptions.ts';
import { createOpenAiTranslation } from './translations.ts';

/** The handlers of OpenAI's dialect. */
export const openAiHandlers: Readonly<Record<OpenAiRouteName, Handler>> = {
  createOpenAiTranscription,
  createOpenAiTranslation,
  openRealtime,
  listOpenAiModels,
  getOpenAiModel,
};
