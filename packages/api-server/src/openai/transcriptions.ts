import {
  AppError,
  check,
  limits,
  type OpenAiFormat,
  type OpenAiTranscriptionFields,
  type OpenAiTranslationFields,
  openAiTranscriptionFields,
  openAiTranslationFields,
  say,
  type TranscribeOptions,
  type Transcription,
  valueList,
} from '@quoth/contract';
import type { AudioSource, Core, RewriteParts, TranscriptionContext } from '@quoth/core';
import { mediaTypeOf } from '@quoth/http';
import { hintsOf, openAiContentTypes, timesFor } from '@quoth/text';
import type * as z from 'zod';
import { type AppOptions, type Handler, noteFailure, type RequestContext } from '../handler.ts';
import { answerByPatience, deltaStream } from '../http/answers.ts';
import { leastBytes, readForm, refuseDeclaredSize, unsupported } from '../http/body.ts';
import { ParameterError } from '../http/errors.ts';
import { resolveModel } from './models.ts';
import { type PrintOptions, printTranscription } from './print-transcription.ts';

interface PreparedTranscription extends PreparedRequest {
  readonly stream: boolean;
}

/** `POST /v1/audio/transcriptions`. */
export const createOpenAiTranscription: Handler = async (context, app) => {
  const { audio, fileName, prepared } = await readAudioForm(
    context,
    app,
    openAiTranscriptionFields,
    (fields) => prepareTranscription(fields, app.core),
  );
  const { stream } = prepared;
  const options = { ...prepared.options, source_name: fileName };
  const deltas = deltaStream();
  const onStablePartial = stream ? (text: string) => deltas.update(text) : undefined;
  const work = noteFailure(transcribeAudio(audio, options, context, app, onStablePartial), context, app);
  return stream ? streamed(work, deltas, context, app) : answerOf(work, prepared);
};

function prepareTranscription(fields: OpenAiTranscriptionFields, core: Core): PreparedTranscription {
  const { task = 'transcribe', response_format: format = 'json', temperature, stream = false } = fields;
  const { timestamp_granularities: granularities } = fields;
  if (stream && format !== 'json' && format !== 'text') {
    throw new ParameterError('stream', {
      message: say('formatNotStreamed', { format }),
      hint: say('leaveStreamOut'),
    });
  }
  if (task === 'translate') refuseWithoutTranslator(core);
  const options: TranscribeOptions = {
    ...resolveModel(core, fields.model),
    ...hintsOf(fields),
    ...(task === 'translate' && { translate: true }),
    ...neededFor(format),
  };
  const rewrite = core.transcriptions.textRules(options);
  return { options, print: { task, format, granularities, temperature }, rewrite, stream };
}

/** Begun with the first text, so that what fails before has a status of its own. */
async function streamed(
  work: Promise<Transcribed>,
  deltas: ReturnType<typeof deltaStream>,
  { requestId }: RequestContext,
  { earlyHeadersMs }: AppOptions,
): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const slow = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, earlyHeadersMs);
  });
  await Promise.race([work, deltas.first, slow]).finally(() => clearTimeout(timer));
  return deltas.answer(work, requestId);
}

/** `POST /v1/audio/translations`: English text of speech in another language, if an installed model translates. */
export const createOpenAiTranslation: Handler = async (context, app) => {
  // Checked first, so that no one sends two gigabytes to learn that there is no such model.
  refuseWithoutTranslator(app.core);
  const { audio, fileName, prepared } = await readAudioForm(context, app, openAiTranslationFields, (fields) =>
    prepareTranslation(fields, app.core),
  );
  return answerOf(
    noteFailure(
      transcribeAudio(audio, { ...prepared.options, source_name: fileName }, context, app),
      context,
      app,
    ),
    prepared,
  );
};

function refuseWithoutTranslator({ models }: Core): void {
  const voices = models.list({ kind: 'voice', installed_only: true });
  if (voices.some(({ capabilities }) => capabilities.translation)) return;
  throw new ParameterError('model', {
    message: say('noModelTranslates'),
    hint: say('transcribeOrGetTranslator'),
    remedy: say('showsWhichTranslate'),
  });
}

function prepareTranslation(
  { model, prompt, response_format: format = 'json', temperature }: OpenAiTranslationFields,
  core: Core,
): PreparedRequest {
  const options: TranscribeOptions = {
    ...resolveModel(core, model),
    translate: true,
    ...hintsOf({ prompt }),
    ...neededFor(format),
  };
  const rewrite = core.transcriptions.textRules(options);
  return { options, print: { task: 'translate', format, temperature }, rewrite };
}

/** What a format is printed from. */
function neededFor(format: OpenAiFormat): TranscribeOptions {
  return format === 'srt' || format === 'vtt'
    ? { captions: format }
    : { timestamp_granularities: timesFor(format) };
}

type Transcribed = Pick<
  Transcription,
  'text' | 'language' | 'duration_s' | 'segments' | 'words' | 'captions'
>;

/** What the fields of a form ask for. */
interface PreparedRequest {
  readonly options: TranscribeOptions;
  readonly print: PrintOptions;
  /** The mode's text rules. */
  readonly rewrite: RewriteParts;
}

/** Transcribes the audio. Without speech in it the text is empty: OpenAI's clients know no error for that. */
async function transcribeAudio(
  audio: AudioSource,
  options: TranscribeOptions,
  { caller, signal, startedAtMs, ending }: RequestContext,
  { core }: AppOptions,
  onStablePartial?: TranscriptionContext['onStablePartial'],
): Promise<Transcribed> {
  let duration = 0;
  const onDuration = (seconds: number) => {
    duration = seconds;
  };
  try {
    const context = { source: 'api', caller, signal, startedAtMs, onStablePartial, onDuration } as const;
    const { answer } = await core.transcriptions.submit(audio, options, context);
    const result = await (ending?.beforeDue(answer) ?? answer);
    if ('text' in result) return result;
    throw new AppError('INTERNAL_ERROR');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NO_SPEECH') throw error;
    return { text: '', language: null, duration_s: Math.round(duration * 1000) / 1000 };
  }
}

/** The result as an answer in the format asked for. */
function answerOf(work: Promise<Transcribed>, { print, rewrite }: PreparedRequest): Promise<Response> {
  const { format } = print;
  return answerByPatience(
    work.then((result) => result.captions ?? printTranscription(result, print, rewrite)),
    {
      contentType: openAiContentTypes[format],
      afterMs: limits.openAiEarlyHeadersMs,
    },
  );
}

/**
 * A form with a `file` part, in OpenAI's dialect: the audio in our own folder, or why it was refused, and what
 * `prepare` makes of the other fields. When that throws, the audio is gone again.
 */
async function readAudioForm<Schema extends z.ZodType, Prepared>(
  context: RequestContext,
  { core }: AppOptions,
  schema: Schema,
  prepare: (fields: z.output<Schema>) => Prepared,
): Promise<{
  readonly audio: AudioSource;
  readonly fileName: string | undefined;
  readonly prepared: Prepared;
}> {
  if (mediaTypeOf(context.headers.get('content-type')) !== 'multipart/form-data')
    throw unsupported(['multipart/form-data']);
  refuseDeclaredSize(context.headers, limits.uploadBytes + limits.jsonBodyBytes);
  const { signal } = context;
  const { file, refusal, fileName, fields } = await readForm(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream, leastBytes: leastBytes(context) }, signal),
  );
  try {
    const prepared = prepare(fieldsOf(schema, fields));
    if (refusal !== undefined) return { audio: { kind: 'refused', reason: refusal }, fileName, prepared };
    if (!file) {
      throw new ParameterError('file', {
        message: say('formWithoutFile'),
        hint: say('sendFilePart'),
      });
    }
    return { audio: { kind: 'ingested', audio: file }, fileName, prepared };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/** Throws a ParameterError that names the first field that makes no sense. */
function fieldsOf<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const result = check(schema, fields);
  if (result.success) return result.data;
  const [first] = result.problems;
  const param = String(first?.path[0] ?? '');
  const problem =
    first?.code === 'invalid_value'
      ? say('oneOfValues', { values: valueList(first.values) })
      : (first?.said ?? say('valueNotValid'));
  throw new ParameterError(param, { message: say('fieldProblem', { field: param, problem }) });
}
