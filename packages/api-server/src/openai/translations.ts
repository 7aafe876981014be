import {
  type OpenAiTranslationFields,
  openAiTranslationFields,
  type TranscribeOptions,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { promptTerms, timesFor } from '@quoth/text';
import { noteFailure } from '../calls/note-failure.ts';
import type { Handler } from '../routes/handler.ts';
import { ParameterError } from './openai-error.ts';
import { readAudioForm } from './read-audio-form.ts';
import { resolveModel } from './resolve-model.ts';
import { answerOf, type Order, transcribeAudio } from './transcribe-audio.ts';

/** `POST /v1/audio/translations`: English text of speech in another language, if an installed model translates. */
export const createOpenAiTranslation: Handler = async (context, app) => {
  const voices = app.core.models.list({ kind: 'voice', installed_only: true });
  // Nobody sends two gigabytes to learn that there is no such model.
  if (!voices.some(({ capabilities }) => capabilities.translation)) {
    throw new ParameterError('model', {
      message: 'No installed speech model translates.',
      hint: 'Use /v1/audio/transcriptions, or download a model that does: "quoth models list --all" shows which.',
    });
  }
  const { audio, fileName, order } = await readAudioForm(context, app, openAiTranslationFields, (fields) =>
    orderOf(fields, app.core),
  );
  return answerOf(
    noteFailure(
      transcribeAudio(audio, { ...order.options, source_name: fileName }, context, app),
      context,
      app,
    ),
    order,
    app,
  );
};

function orderOf(
  { model, prompt, response_format: format = 'json', temperature }: OpenAiTranslationFields,
  core: Core,
): Order {
  const options: TranscribeOptions = {
    ...resolveModel(core, model),
    translate: true,
    vocabulary: prompt === undefined ? undefined : promptTerms(prompt),
    timestamp_granularities: timesFor(format),
  };
  const rewrite = core.transcriptions.textRules(options);
  return { options, print: { task: 'translate', format, temperature }, rewrite };
}
