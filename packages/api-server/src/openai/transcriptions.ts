import {
  type OpenAiTranscriptionFields,
  openAiTranscriptionFields,
  type TranscribeOptions,
} from '@quoth/contract';
import type { Core } from '@quoth/core';
import { promptTerms, type RecognizedAudio, timesFor } from '@quoth/text';
import type { AppOptions } from '../app-options.ts';
import { noteFailure } from '../calls/note-failure.ts';
import type { RequestContext } from '../request-context.ts';
import type { Handler } from '../routes/handler.ts';
import { DeltaStream } from './delta-stream.ts';
import { ParameterError } from './openai-error.ts';
import { readAudioForm } from './read-audio-form.ts';
import { resolveModel } from './resolve-model.ts';
import { answerOf, type Order, transcribeAudio } from './transcribe-audio.ts';

interface TranscriptionOrder extends Order {
  readonly stream: boolean;
}

/** `POST /v1/audio/transcriptions`. */
export const createOpenAiTranscription: Handler = async (context, app) => {
  const { audio, fileName, order } = await readAudioForm(context, app, openAiTranscriptionFields, (fields) =>
    orderOf(fields, app.core),
  );
  const { stream } = order;
  const options = { ...order.options, source_name: fileName };
  const deltas = new DeltaStream();
  // Rewritten text has little to do with what was said, so none of that is shown before.
  const onStablePartial =
    stream && options.post_process !== true ? (text: string) => deltas.update(text) : undefined;
  const work = noteFailure(transcribeAudio(audio, options, context, app, onStablePartial), context, app);
  return stream ? streamed(work, deltas, context, app) : answerOf(work, order, app);
};

function orderOf(fields: OpenAiTranscriptionFields, core: Core): TranscriptionOrder {
  const { prompt, language, response_format: format = 'json', temperature, stream = false } = fields;
  const granularities = fields['timestamp_granularities[]'];
  if (stream && format !== 'json' && format !== 'text') {
    throw new ParameterError('stream', {
      message: `A transcription in the format ${format} cannot be streamed.`,
      hint: 'Leave "stream" out, or ask for json.',
    });
  }
  const options: TranscribeOptions = {
    ...resolveModel(core, fields.model),
    language,
    vocabulary: prompt === undefined ? undefined : promptTerms(prompt),
    timestamp_granularities: timesFor(format),
  };
  const rewrite = core.transcriptions.textRules(options);
  return { options, print: { task: 'transcribe', format, granularities, temperature }, rewrite, stream };
}

/** Begun with the first text, so that what fails before has a status of its own. */
async function streamed(
  work: Promise<RecognizedAudio>,
  deltas: DeltaStream,
  { requestId }: RequestContext,
  { earlyHeadersMs }: AppOptions,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, earlyHeadersMs);
  });
  await Promise.race([work, deltas.first, slow]).finally(() => clearTimeout(timer));
  return new Response(deltas.body(work, requestId), {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  });
}
