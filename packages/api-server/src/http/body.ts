import { AppError, errorWords, limits } from '@quoth/contract';
import {
  type BodyRefusal,
  JsonMemory,
  mediaTypeOf,
  readChunks,
  readJson as readJsonChunks,
  readUploadForm,
  type UploadForm,
} from '@quoth/http';
import type * as z from 'zod';
import type { RequestContext } from '../handler.ts';
import { ProtocolError } from './errors.ts';

/** Compressed bodies are refused: on this machine they save nothing, and unpacked one may have any size. */
function refuseEncoded(headers: Headers): void {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return;
  throw new ProtocolError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'A body with a Content-Encoding is not accepted here.',
    hint: 'Send it as it is, without compression and without that header.',
  });
}

/** Refuses a body whose declared length is too large, before anything of it is read. */
export function refuseDeclaredSize(headers: Headers, maxBytes: number): void {
  const declared = Number(headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
}

/**
 * The body, chunk by chunk. Throws TIMEOUT (408) if it pauses for too long, PAYLOAD_TOO_LARGE if it is too long, and
 * the signal's reason at once, even while nothing arrives; 415 for a compressed body. `ending` is when the end of the listener counts: by default, when it must be answered.
 */
export async function* bodyChunks(
  context: RequestContext,
  maxBytes: number,
  signal?: AbortSignal,
  ending: AbortSignal | undefined = context.ending?.due,
): AsyncGenerator<Uint8Array, void, void> {
  refuseEncoded(context.headers);
  refuseDeclaredSize(context.headers, maxBytes);
  const source = context.body();
  if (!source) return;
  yield* readChunks(source, {
    limits: { maxBytes, idleMs: context.bodyIdleTimeoutMs },
    refuse: refuseBody,
    signals: [signal, ending],
  });
}

/** Large JSON bodies of all listeners together: the memory that they share is the process's. */
export const jsonMemory = new JsonMemory({
  smallBytes: limits.largeJsonBytes,
  totalBytes: limits.largeJsonBodies * limits.jsonBodyBytes,
});

/** A JSON body. Throws 415 for another content type, 413 when it is too large, 429 while many large ones are on their way, 400 when it is not JSON. */
export async function readJson(
  context: RequestContext,
  { optional = false, maxBytes = limits.jsonBodyBytes as number } = {},
): Promise<{ readonly value: unknown }> {
  refuseUnlessJson(context.headers, optional);
  const { value } = await readJsonChunks(bodyChunks(context, maxBytes), {
    maxValues: limits.jsonBodyValues,
    memory: jsonMemory,
    refuse: refuseBody,
    ...(optional && { empty: {} }),
  });
  return { value };
}

/** A JSON body as the schema reads it. Throws as `readJson` and `validated` do. */
export async function readBody<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
  options?: Parameters<typeof readJson>[1],
): Promise<z.output<Schema>> {
  const { value } = await readJson(context, options);
  return validated(schema, value, 'json');
}

/** 415 naming what is accepted. */
export function unsupported(accepted: readonly string[]): ProtocolError {
  return new ProtocolError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'This content type is not accepted here.',
    hint: `Accepted: ${accepted.join(', ')}.`,
  });
}

/** Throws 415 for another content type. */
export function refuseUnlessJson(headers: Headers, optional = false): void {
  const type = headers.get('content-type');
  if (type === null && optional && !(Number(headers.get('content-length') ?? 0) > 0)) return;
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (mediaTypeOf(type) !== 'application/json' || !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unsupported(['application/json']);
  }
}

function tooLarge(maxBytes: number): AppError {
  const mebibytes = maxBytes / 1024 / 1024;
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `The body is larger than ${mebibytes} MiB.`,
    hint: 'Upload audio as multipart/form-data or as a raw body: those may be up to 2 GiB.',
  });
}

/** What is wrong with a body, as our error. */
export function refuseBody(refusal: BodyRefusal): AppError {
  switch (refusal.kind) {
    case 'too-large':
      return tooLarge(refusal.maxBytes);
    case 'too-slow':
      return new ProtocolError('TIMEOUT', {
        message: 'The body did not arrive in time.',
        hint: 'Send it again.',
      });
    case 'no-memory':
      return new AppError('RATE_LIMITED', {
        message: `${limits.largeJsonBodies} large JSON bodies are already on their way.`,
        hint: 'Wait until one of them has been read, then try again.',
      });
    case 'not-json':
      return new ProtocolError('INVALID_REQUEST', {
        message: 'The body is not JSON in UTF-8.',
        hint: 'Check for missing quotes, braces and commas.',
        details: [{ path: '', message: 'not JSON' }],
        cause: refusal.cause,
      });
    case 'too-many-values':
      return new AppError('PAYLOAD_TOO_LARGE', {
        message: `A JSON body has at most ${refusal.maxValues} values.`,
        hint: 'Send it in parts.',
      });
    case 'too-deep':
      return new ProtocolError('INVALID_REQUEST', {
        message: 'The body is nested too deeply.',
        hint: 'No request of this API needs more than a few levels.',
        details: [{ path: '', message: 'nested too deeply' }],
        cause: refusal.cause,
      });
    case 'broken-form':
      return new ProtocolError('INVALID_REQUEST', {
        message: 'The multipart form is cut off or malformed.',
        hint: 'Let your HTTP library write the form and its boundary.',
        details: [{ path: '', message: 'not multipart/form-data with a boundary' }],
        cause: refusal.cause,
      });
    case 'too-much-beside-file':
      return new AppError('PAYLOAD_TOO_LARGE', {
        message: `The fields of the form are larger than ${refusal.maxBytes / 1024 / 1024} MiB together.`,
        hint: 'Send the audio as the part "file"; only that may be large.',
      });
    case 'too-many-parts':
      return new AppError('INVALID_REQUEST', { message: 'The form has too many parts.' });
    case 'wrong-file':
      return new AppError('INVALID_REQUEST', {
        message: refusal.isSecond
          ? 'The form has more than one file.'
          : `The file part is called "${refusal.partName}".`,
        hint: 'Send one audio file, as the part "file".',
      });
  }
}

type Issue = z.core.$ZodIssue;

/** The source of the values: only JSON has types that can be wrong. */
type InputKind = 'json' | 'text';

/**
 * The input as the schema reads it. A field of the wrong JSON type is a broken request (400, with `details`); one that is missing
 * or makes no sense was understood (200, INVALID_REQUEST).
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  kind: InputKind,
): z.output<Schema> {
  const result = schema.safeParse(input, { error: errorWords });
  if (result.success) return result.data;
  const { issues } = result.error;
  if (kind === 'json') {
    const wrongTypes = issues.filter((issue) => isWrongType(issue, valueAt(input, issue.path)));
    if (wrongTypes.length > 0) {
      throw new ProtocolError('INVALID_REQUEST', {
        message: 'A field has the wrong JSON type.',
        remedy: { kind: 'see-details' },
        details: wrongTypes.map((issue) => ({ path: issue.path.join('.'), message: wordsOf(issue) })),
      });
    }
  }
  // Every whole number has the limits of a double, too; what a field says of itself is narrower.
  const first = issues.find((issue) => !('note' in issue)) ?? issues[0];
  const field = first?.path.join('.') ?? '';
  throw new AppError('INVALID_REQUEST', {
    message:
      first === undefined ? undefined : field === '' ? wordsOf(first) : `"${field}": ${wordsOf(first)}`,
    remedy: { kind: 'see-reference', that: 'describes every field.' },
  });
}

function isWrongType(issue: Issue, value: unknown): boolean {
  if (value === undefined) return false;
  if (issue.code === 'invalid_type')
    return !(typeof value === 'number' && ['int', 'number'].includes(issue.expected));
  if (issue.code === 'invalid_value') return !issue.values.some((allowed) => typeof allowed === typeof value);
  if (issue.code === 'invalid_union') {
    return issue.errors.every((branch) =>
      branch.some((inner) => isWrongType(inner, valueAt(value, inner.path))),
    );
  }
  return false;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function wordsOf(issue: Issue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const allowed = issue.errors.flatMap((errors) =>
    errors.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : [])),
  );
  if (allowed.length > 0) return `Give one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}.`;
  return issue.errors[0]?.[0]?.message ?? issue.message;
}

/** The form of a request, its `file` part given to `takeFile`. Throws as `bodyChunks` does, INVALID_REQUEST and PAYLOAD_TOO_LARGE. */
export function readForm<File extends { discard(): Promise<void> }>(
  context: RequestContext,
  takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>,
): Promise<UploadForm<File>> {
  return readUploadForm({
    contentType: context.headers.get('content-type') ?? '',
    body: (signal) => bodyChunks(context, limits.uploadBytes + limits.jsonBodyBytes, signal),
    takeFile,
    limits: { fieldBytes: limits.jsonBodyBytes, fields: 2_000, headerBytes: limits.headerBytes },
    refuse: refuseBody,
  });
}
