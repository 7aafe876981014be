import { AppError, check, englishText, limits, say } from '@quoth/contract';
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
    message: say('bodyEncoded'),
    hint: say('sendUncompressed'),
  });
}

/** Refuses a body whose declared length is too large, before anything of it is read. */
export function refuseDeclaredSize(headers: Headers, maxBytes: number): void {
  const declared = Number(headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
}

/** How many bytes of a body are its audio at least, by its declared length, with so many for what stands beside it. */
export function leastBytes({ headers }: RequestContext, beside: number = limits.jsonBodyBytes): number {
  return Math.max(0, Number(headers.get('content-length') ?? 0) - beside);
}

/**
 * The body, chunk by chunk. Throws TIMEOUT (408) if it pauses for too long, PAYLOAD_TOO_LARGE if it is too long, and
 * the signal's reason at once, even while nothing arrives; 415 for a compressed body. `ending` is when the end of the
 * listener counts: by default, when it must be answered.
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

/**
 * A JSON body. Throws 415 for another content type, 413 when it is too large, 429 while many large ones are on their
 * way, 400 when it is not JSON.
 */
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

/**
 * A JSON body without the fields that are an empty text: as in a form, programs that send every field that they have
 * mean nothing by it. In `content`, an empty text is a value.
 */
export function withoutEmpty(value: unknown, content: readonly string[] = ['file', 'audio_base64']): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => one !== '' || content.includes(name)),
  );
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
    hint: say('acceptedTypes', { types: { list: accepted } }),
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
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: say('bodyTooLarge', { mebibytes: maxBytes / 1024 / 1024 }),
    hint: say('uploadAudio'),
  });
}

/** What is wrong with a body, as our error. */
export function refuseBody(refusal: BodyRefusal): AppError {
  switch (refusal.kind) {
    case 'too-large':
      return tooLarge(refusal.maxBytes);
    case 'too-slow':
      return new ProtocolError('TIMEOUT', {
        message: say('bodyTooSlow'),
        hint: say('sendAgain'),
      });
    case 'no-memory':
      return new AppError('RATE_LIMITED', {
        message: say('tooManyLargeBodies', { count: limits.largeJsonBodies }),
        hint: say('waitForLargeBody'),
      });
    case 'not-json':
      return new ProtocolError('INVALID_REQUEST', {
        message: say('bodyNotJson'),
        hint: say('checkJson'),
        details: [{ path: '', message: 'not JSON' }],
        cause: refusal.cause,
      });
    case 'too-many-values':
      return new AppError('PAYLOAD_TOO_LARGE', {
        message: say('tooManyJsonValues', { count: refusal.maxValues }),
        hint: say('sendInParts'),
      });
    case 'too-deep':
      return new ProtocolError('INVALID_REQUEST', {
        message: say('bodyTooDeep'),
        hint: say('fewLevelsNeeded'),
        details: [{ path: '', message: 'nested too deeply' }],
        cause: refusal.cause,
      });
    case 'broken-form':
      return new ProtocolError('INVALID_REQUEST', {
        message: say('formMalformed'),
        hint: say('letLibraryWriteForm'),
        details: [{ path: '', message: 'not multipart/form-data with a boundary' }],
        cause: refusal.cause,
      });
    case 'too-much-beside-file':
      return new AppError('PAYLOAD_TOO_LARGE', {
        message: say('formFieldsTooLarge', { mebibytes: refusal.maxBytes / 1024 / 1024 }),
        hint: say('onlyFileMayBeLarge'),
      });
    case 'too-many-parts':
      return new AppError('INVALID_REQUEST', { message: say('formTooManyParts') });
    case 'wrong-file':
      return new AppError('INVALID_REQUEST', {
        message: refusal.isSecond ? say('formSecondFile') : say('formWrongFile', { name: refusal.partName }),
        hint: say('sendOneFile'),
      });
  }
}

/** The source of the values: only JSON has types that can be wrong. */
type InputKind = 'json' | 'text';

/**
 * The input as the schema reads it. A field of the wrong JSON type is a broken request (400, with `details`); one that
 * is missing or makes no sense was understood (200, INVALID_REQUEST).
 */
export function validated<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  kind: InputKind,
): z.output<Schema> {
  const result = check(schema, input);
  if (result.success) return result.data;
  const { problems } = result;
  if (kind === 'json') {
    const wrongTypes = problems.filter((problem) => isWrongType(problem, valueAt(input, problem.path)));
    if (wrongTypes.length > 0) {
      throw new ProtocolError('INVALID_REQUEST', {
        message: say('fieldWrongType'),
        remedy: say('listsWrongFields'),
        details: wrongTypes.map(({ path, said }) => ({ path: path.join('.'), message: englishText(said) })),
      });
    }
  }
  // Every whole number has the limits of a double, too; what a field says of itself is narrower.
  const first = problems.find((problem) => !('note' in problem)) ?? problems[0];
  const field = first?.path.join('.') ?? '';
  throw new AppError('INVALID_REQUEST', {
    message:
      field === ''
        ? first?.said
        : say('fieldProblem', { field, problem: first?.said ?? say('valueNotValid') }),
    remedy: say('describesFields'),
  });
}

function isWrongType(issue: z.core.$ZodIssue, value: unknown): boolean {
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

/**
 * The form of a request, its `file` part given to `takeFile`. Throws as `bodyChunks` does, INVALID_REQUEST and
 * PAYLOAD_TOO_LARGE.
 */
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
