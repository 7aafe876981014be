import { errorWords, limits } from '@quoth/contract';
import type { AudioSource } from '@quoth/core';
import type * as z from 'zod';
import type { AppOptions } from '../app-options.ts';
import { mediaTypeOf, refuseDeclaredSize, unsupported } from '../input/read-body.ts';
import { readForm } from '../input/read-form.ts';
import type { RequestContext } from '../request-context.ts';
import { ParameterError } from './openai-error.ts';

/**
 * A form with a `file` part, in OpenAI's dialect: the audio in our own folder, or why it was refused, and what `orderOf` makes of the other fields. When
 * that throws, the audio is gone again.
 */
export async function readAudioForm<Schema extends z.ZodType, Order>(
  context: RequestContext,
  { core }: AppOptions,
  schema: Schema,
  orderOf: (fields: z.output<Schema>) => Order,
): Promise<{
  readonly audio: AudioSource;
  readonly fileName: string | undefined;
  readonly order: Order;
}> {
  if (mediaTypeOf(context.headers) !== 'multipart/form-data') throw unsupported(['multipart/form-data']);
  refuseDeclaredSize(context.headers, limits.uploadBytes + limits.jsonBodyBytes);
  const { signal } = context;
  const { file, refusal, fileName, fields } = await readForm(context, (stream) =>
    core.transcriptions.ingest({ kind: 'stream', stream }, signal),
  );
  try {
    const order = orderOf(fieldsOf(schema, fields));
    if (refusal !== undefined) return { audio: { kind: 'refused', reason: refusal }, fileName, order };
    if (!file) {
      throw new ParameterError('file', {
        message: 'The form has no part named "file".',
        hint: 'Send the audio as a file part.',
      });
    }
    return { audio: { kind: 'ingested', audio: file }, fileName, order };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/** Throws a ParameterError that names the first field that makes no sense. */
function fieldsOf<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const result = schema.safeParse(fields, { error: errorWords });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = String(issue?.path[0] ?? '');
  const words =
    issue?.code === 'invalid_value'
      ? `One of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`
      : (issue?.message ?? '');
  throw new ParameterError(param, { message: `"${param}": ${words}` });
}
