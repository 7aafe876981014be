import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Refuse } from './body.ts';

/** What a form held: what became of its `file` part, and its other fields. */
export interface UploadForm<File> {
  readonly file: File | undefined;
  /** Why the file was not accepted; what is wrong with the fields that came with it is said before that. */
  readonly refusal?: unknown;
  /** As the form names it. */
  readonly fileName: string | undefined;
  /** As `textFields` makes them. */
  readonly fields: Readonly<Record<string, string | string[]>>;
}

interface FormLimits {
  /** Of everything that is not the file. */
  readonly fieldBytes: number;
  readonly fields: number;
  /** Of the headers of one part. */
  readonly headerBytes: number;
}

interface UploadFormOptions<File> {
  /** The value of the header Content-Type. */
  readonly contentType: string;
  /** The body as it arrives; it ends with the signal's reason. */
  readonly body: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly takeFile: (stream: AsyncIterable<Uint8Array>) => Promise<File>;
  readonly limits: FormLimits;
  readonly refuse: Refuse;
  /**
   * A wrong form is reported once all of it has arrived: a client that still sends may not see an answer. Otherwise at
   * once.
   */
  readonly readsToTheEnd?: boolean;
}

/** Parts that are read and not yet parsed; more than a few chunks of a socket. */
const UNPARSED_BYTES = 256 * 1024;

/**
 * Reads multipart/form-data. The `file` part is handed on as it comes, with back pressure; fields may stand before or
 * after it, and everything else has a limit of its own. The first thing that is wrong ends the reading. However it
 * ends, the stream that was handed on has ended too, and a file that was taken is discarded unless it is returned.
 * Throws what `refuse` makes, and what the body throws.
 */
export async function readUploadForm<File extends { discard(): Promise<void> }>({
  contentType,
  body,
  takeFile,
  limits,
  refuse,
  readsToTheEnd = false,
}: UploadFormOptions<File>): Promise<UploadForm<File>> {
  const fields: Record<string, string | string[]> = Object.create(null);
  const parser = openParser(contentType, limits, refuse);
  // The one owner of every stream below: aborted, it closes them all.
  const owner = new AbortController();
  const { signal } = owner;
  let source: BusboyFileStream | undefined;
  let taken: Promise<File | undefined> | undefined;
  let refusal: unknown;
  let wrong: Error | undefined;
  let fileName: string | undefined;
  let fieldBytes = 0;
  const tooMuch = () => refuse({ kind: 'too-much-beside-file', maxBytes: limits.fieldBytes });
  /** What came last before the file began: its part's own header, as it was written. */
  let recent: Buffer = Buffer.alloc(0);

  const isBroken = (error: unknown) => owner.abort(refuse({ kind: 'broken-form', cause: error }));
  const isWrong = (error: Error) => {
    wrong ??= error;
    if (!readsToTheEnd) owner.abort(error);
  };
  parser.on('error', isBroken);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    fieldBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (truncated || fieldBytes > limits.fieldBytes) owner.abort(tooMuch());
    if (signal.aborted || wrong) return;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => isWrong(refuse({ kind: 'too-many-parts' })));
  parser.on('file', (name, stream, givenName) => {
    // It is reported by the parser or by the pipeline below, and may come once more after both.
    stream.on('error', () => undefined);
    if (name !== 'file' || taken) {
      stream.resume();
      isWrong(refuse({ kind: 'wrong-file', partName: name, isSecond: taken !== undefined }));
      return;
    }
    fileName = fileNameIn(recent) ?? (givenName || undefined);
    source = stream;
    const part = new PassThrough();
    // When the form breaks off, its part does too, and its reader gets the error, also if it begins to read later.
    part.on('error', () => undefined);
    let isWhole = false;
    stream.on('end', () => {
      isWhole = true;
    });
    const passedOn = pipeline(stream, part, { signal });
    // A file that is refused ends the upload at once, unless all of it is here. It closes the part before it says why,
    // so its reason is waited for.
    const taking = takeFile(part).catch((error: unknown) => {
      refusal = error;
      if (!isWhole) owner.abort(error);
      return undefined;
    });
    taken = taking;
    passedOn.catch((error: unknown) =>
      taking.then(() => {
        if (refusal === undefined) isBroken(error);
      }),
    );
  });

  async function* counted() {
    let bytes = 0;
    try {
      for await (const chunk of body(signal)) {
        bytes += chunk.length;
        if (!source) recent = Buffer.concat([recent.subarray(-limits.headerBytes), chunk]);
        // Also what is in no field: part headers, what stands before the first part and after the last. Of a wrong form
        // nothing more is kept.
        if (!wrong && bytes - (source?.bytesRead ?? 0) > limits.fieldBytes + UNPARSED_BYTES) throw tooMuch();
        yield chunk;
      }
    } catch (error) {
      owner.abort(error);
      throw error;
    }
  }
  try {
    await pipeline(counted(), parser, { signal });
    signal.throwIfAborted();
    const file = await taken;
    if (wrong) owner.abort(wrong);
    signal.throwIfAborted();
    return { file, refusal, fileName, fields: textFields(Object.entries(fields)) };
  } catch (error) {
    // The first failure is the cause; the others follow from it.
    owner.abort(error);
    const file = await taken;
    await file?.discard();
    if (refusal !== undefined && signal.reason === refusal)
      return { file: undefined, refusal, fileName, fields: textFields(Object.entries(fields)) };
    throw signal.reason;
  }
}

/**
 * The name that the file's own part gives it. The parser prefers `filename` to `filename*`, and reads bytes that are no
 * UTF-8 as "\ufffd": clients that write Latin-1 are older than that.
 */
function fileNameIn(head: Buffer): string | undefined {
  const lines = head.toString('latin1').match(/^content-disposition:[^\r\n]*[; ]name="?file"?[^\r\n]*/gim);
  const line = lines?.at(-1) ?? '';
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(line)?.[1];
  const plain = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(line)?.[1];
  const written = decodedName(extended) ?? textOf(plain);
  return written?.replace(/^.*[/\\]/, '') || undefined;
}

function decodedName(extended: string | undefined): string | undefined {
  try {
    return extended === undefined ? undefined : decodeURIComponent(extended);
  } catch {
    return undefined;
  }
}

/** Bytes as UTF-8 where they are, else as Latin-1; quotes are escaped by a backslash, or as browsers do. */
function textOf(bytes: string | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const plain = bytes.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(plain, 'latin1'));
  } catch {
    return plain;
  }
}

/** By its name too: some clients send the audio without a file name, and only sometimes with a type. */
function isPartAFile(
  name: string | undefined,
  type: string | undefined,
  fileName: string | undefined,
): boolean {
  return (
    fileName !== undefined ||
    name === 'file' ||
    /^(audio\/|video\/|application\/octet-stream)/.test(type ?? '')
  );
}

function openParser(
  contentType: string,
  { fieldBytes, fields, headerBytes }: FormLimits,
  refuse: Refuse,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile,
      limits: {
        fieldSize: fieldBytes,
        fields,
        files: 4,
        parts: fields + 4,
        headerPairs: 20,
        headerSize: headerBytes,
        fieldNameSize: 200,
      },
    });
  } catch (cause) {
    throw refuse({ kind: 'broken-form', cause });
  }
}

/** The name of a list as PHP, axios and OpenAI's clients write it: `name[]`, or `name[0]` and on. */
const ENTRY = /^(.+)\[\d*\]$/;

/**
 * The fields of a form or a query as their schemas read them: entries of a list come together under its name, and an
 * empty field is absent, as programs mean it that send every field that they have.
 */
export function textFields(
  written: Iterable<readonly [string, string | readonly string[]]>,
): Record<string, string | string[]> {
  const lists = new Map<string, string[]>();
  const isList = new Set<string>();
  for (const [name, value] of written) {
    const given = [value].flat().filter((one) => one.trim() !== '');
    if (given.length === 0) continue;
    const list = ENTRY.exec(name)?.[1];
    const key = list ?? name;
    const before = lists.get(key);
    if (before) before.push(...given);
    else lists.set(key, given);
    if (list !== undefined || before || given.length > 1) isList.add(key);
  }
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [key, [first = '', ...more]] of lists) fields[key] = isList.has(key) ? [first, ...more] : first;
  return fields;
}
