import { type FormErrors, readUploadForm, type UploadForm, withinIdleTime } from '@quoth/audio';
import { AppError, errorWords, limits } from '@quoth/contract';
import { JsonBudget, JsonBudgetExceeded, parseInSlices } from '@quoth/text';
import type * as z from 'zod';
import type { RequestContext } from '../handler.ts';
import { ProtocolError } from './errors.ts';

/** After the first minute, a body has to arrive at least this fast on average: a trickle must not hold one of the few places forever. */
const SLOWEST_BYTES_PER_SECOND = 1024;
const FIRST_MINUTE_MS = 60_000;

/** The media type of the body, lower case, without parameters; undefined if none exists. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined;
}

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
): AsyncGenerator<Uint8Array> {
  refuseEncoded(context.headers);
  refuseDeclaredSize(context.headers, maxBytes);
  const source = context.body();
  if (!source) return;
  const chunks = source[Symbol.asyncIterator]();
  const startedAt = performance.now();
  let bytes = 0;
  try {
    for (;;) {
      const next = await withinIdleTime(chunks.next(), context.bodyIdleTimeoutMs, tooSlow, signal, ending);
      if (next.done) return;
      bytes += next.value.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds * 1000 > FIRST_MINUTE_MS && bytes < seconds * SLOWEST_BYTES_PER_SECOND) throw tooSlow();
      yield next.value;
    }
  } finally {
    // Not awaited: after a read that never ends, it would never end either.
    chunks.return?.()?.catch(() => undefined);
  }
}

/** A JSON body. Throws 415 for another content type, 413 when it is too large, 429 while many large ones are on their way, 400 when it is not JSON. */
export async function readJson(
  context: RequestContext,
  { optional = false, maxBytes = limits.jsonBodyBytes as number } = {},
): Promise<{ readonly value: unknown }> {
  refuseUnlessJson(context.headers, optional);
  const chunks: Uint8Array[] = [];
  using held = new LargeJsonPlace();
  for await (const chunk of bodyChunks(context, maxBytes)) {
    held.grow(chunk.length);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return { value: bytes.length === 0 && optional ? {} : await parseJson(bytes) };
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

/** The value of JSON in UTF-8, counted before it is parsed, and parsed so that nothing else waits for long. Throws 413 for too many values, 400 for what is nested too deeply or no JSON. */
export async function parseJson(bytes: Uint8Array): Promise<unknown> {
  try {
    const json = withoutByteOrderMark(bytes);
    new JsonBudget({ maxValues: limits.jsonBodyValues }).push(json);
    return await parseInSlices(json, { fatal: true });
  } catch (error) {
    if (error instanceof JsonBudgetExceeded)
      throw error.exceeded === 'values' ? tooManyValues() : tooDeep(error);
    throw new ProtocolError('INVALID_REQUEST', {
      message: 'The body is not JSON in UTF-8.',
      hint: 'Check for missing quotes, braces and commas.',
      details: [{ path: '', message: 'not JSON' }],
      cause: error,
    });
  }
}

/** Editors and programs on Windows put one in front of UTF-8 (RFC 8259, section 8.1, lets readers pass over it). */
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
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
  if (mediaTypeOf(headers) !== 'application/json' || !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
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

function tooManyValues(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', {
    message: `A JSON body has at most ${limits.jsonBodyValues} values.`,
    hint: 'Send it in parts.',
  });
}

function tooDeep(cause: JsonBudgetExceeded): ProtocolError {
  return new ProtocolError('INVALID_REQUEST', {
    message: 'The body is nested too deeply.',
    hint: 'No request of this API needs more than a few levels.',
    details: [{ path: '', message: 'nested too deeply' }],
    cause,
  });
}

function tooSlow(): ProtocolError {
  return new ProtocolError('TIMEOUT', {
    message: 'The body did not arrive in time.',
    hint: 'Send it again.',
  });
}

/** Large bodies in memory, of all listeners together: the memory that they share is the process's. */
let held = 0;

/** The bytes of a JSON body that are kept until it is parsed. Beyond some KiB it takes one of a few places, which it gives back when it is disposed of. */
export class LargeJsonPlace implements Disposable {
  #bytes = 0;
  #hasPlace = false;

  /** Throws RATE_LIMITED for a large body while as many others are on their way as there may be. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#hasPlace || this.#bytes <= limits.largeJsonBytes) return;
    if (held >= limits.largeJsonBodies) {
      throw new AppError('RATE_LIMITED', {
        message: `${limits.largeJsonBodies} large JSON bodies are already on their way.`,
        hint: 'Wait until one of them has been read, then try again.',
      });
    }
    held++;
    this.#hasPlace = true;
  }

  [Symbol.dispose](): void {
    if (this.#hasPlace) held--;
    this.#hasPlace = false;
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
    maxFields: 2_000,
    errors: formErrors,
  });
}

const formErrors: FormErrors = {
  noBoundary: brokenForm,
  broken: brokenForm,
  tooMuchBesideAudio: () =>
    new AppError('PAYLOAD_TOO_LARGE', {
      message: `The fields of the form are larger than ${limits.jsonBodyBytes / 1024 / 1024} MiB together.`,
      hint: 'Send the audio as the part "file"; only that may be large.',
    }),
  tooManyParts: () => new AppError('INVALID_REQUEST', { message: 'The form has too many parts.' }),
  wrongFile: (partName, isSecond) =>
    new AppError('INVALID_REQUEST', {
      message: isSecond ? 'The form has more than one file.' : `The file part is called "${partName}".`,
      hint: 'Send one audio file, as the part "file".',
    }),
};

function brokenForm(error: unknown): AppError {
  return new ProtocolError('INVALID_REQUEST', {
    message: 'The multipart form is cut off or malformed.',
    hint: 'Let your HTTP library write the form and its boundary.',
    details: [{ path: '', message: 'not multipart/form-data with a boundary' }],
    cause: error,
  });
}
