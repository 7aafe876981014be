import { z } from 'zod';
import type { RecognizedAudio } from './recognizer.ts';
import { demand } from './refusal.ts';
import type { SimulatedRequest } from './simulated-vendor.ts';

export interface UploadedForm {
  /** Every value of a field, in order. */
  readonly all: (name: string) => readonly string[];
  readonly one: (name: string) => string | undefined;
  readonly file: File;
}

/**
 * A multipart form, read strictly: unknown fields, a second value, a missing one or a missing file are refused. Of the
 * fields, `name!` is needed and `name*` may come more than once.
 */
export async function readForm(
  { headers, body }: SimulatedRequest,
  fields: string,
  { fileLast = false, problem = 400 } = {},
): Promise<UploadedForm> {
  const contentType = headers.get('content-type') ?? '';
  demand(contentType.startsWith('multipart/form-data;'), 'multipart/form-data is expected', 415);
  const response = new Response(body, { headers: { 'content-type': contentType } });
  const form = await response.formData().catch(() => undefined);
  demand(form !== undefined, 'the form cannot be read');
  const names = [...form.keys()];
  const rules = new Map(
    `${fields} file!`.split(' ').map((field) => [field.replace(/[!*]$/, ''), field.at(-1)]),
  );
  for (const name of names) {
    demand(rules.has(name), `unknown field ${name}`);
    demand(rules.get(name) === '*' || form.getAll(name).length === 1, `${name} is given twice`);
  }
  for (const [name, rule] of rules) demand(rule !== '!' || form.has(name), `${name} is missing`, problem);
  const file = form.get('file');
  demand(file instanceof File, 'file is missing', problem);
  demand(!fileLast || names.at(-1) === 'file', 'file must be the last field');
  const all = (name: string) =>
    form.getAll(name).map((value) => {
      demand(typeof value === 'string', `${name} must be text`);
      return value;
    });
  return { all, one: (name) => all(name)[0], file };
}

/**
 * What is heard in an uploaded file of one of these formats. The extension must be what the bytes are: several vendors
 * go by it.
 */
export async function heardIn(
  file: File,
  { recognizer }: SimulatedRequest,
  formats?: readonly string[],
): Promise<RecognizedAudio> {
  const heard = await recognizer.transcribe(await file.bytes());
  demand(formats?.includes(heard.format) ?? true, 'unsupported file format');
  const extension = heard.format === 'opus' ? 'ogg' : heard.format;
  demand(file.name.endsWith(`.${extension}`), `the file ${file.name} is of another format`);
  demand(file.type.startsWith('audio/'), 'the file has no media type of audio');
  return heard;
}

/** The body as JSON of this shape. */
export function readJson<Body>({ headers, body }: SimulatedRequest, shape: z.ZodType<Body>): Body {
  demand(headers.get('content-type') === 'application/json', 'application/json is expected', 415);
  return parsed(body.toString('utf8'), shape);
}

/** A text as JSON of this shape. */
export function parsed<Value>(text: string, shape: z.ZodType<Value>): Value {
  const result = z.preprocess(jsonOf, shape).safeParse(text);
  demand(result.success, result.error ? z.prettifyError(result.error) : '');
  return result.data;
}

function jsonOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** A list of at most so many texts, as far as it is given. */
export const texts = (maximum: number) => z.array(z.string()).max(maximum).optional();

/** Fields that may hold anything. */
export const anything = (names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, z.unknown().optional()]));

/** Refuses a query with other parameters than these. */
export function checkQuery(query: URLSearchParams, allowed: string): void {
  for (const name of query.keys()) demand(allowed.split(' ').includes(name), `unknown parameter ${name}`);
}

/** Samples of 16 bits, in base64 where they are text. */
export function samplesOf(value: string | Buffer): Buffer {
  const samples = typeof value === 'string' ? Buffer.from(value, 'base64') : value;
  demand(typeof value !== 'string' || samples.toString('base64') === value, 'the audio is no base64');
  demand(samples.length % 2 === 0, 'half a sample');
  return samples;
}
