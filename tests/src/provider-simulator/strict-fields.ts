import { Refusal } from './refusal.ts';
import type { SimulatedRequest } from './simulated-route.ts';

/** What a form may hold: `one` at most, `many`, or exactly one (`needed`). */
export type FormRules = Readonly<Record<string, 'one' | 'many' | 'needed'>>;

export interface UploadedForm {
  /** Every value of a field, in order. */
  readonly all: (name: string) => readonly string[];
  readonly one: (name: string) => string | undefined;
  readonly file: File;
}

/** A multipart form, read strictly: unknown fields, a second value, a missing one or a missing file are refused. */
export async function readForm(
  { headers, body }: SimulatedRequest,
  rules: FormRules,
  { fileLast = false, problem = 400 }: { fileLast?: boolean; problem?: number } = {},
): Promise<UploadedForm> {
  const contentType = headers.get('content-type') ?? '';
  if (!contentType.startsWith('multipart/form-data;'))
    throw new Refusal(415, 'multipart/form-data is expected');
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new Refusal(400, 'the form cannot be read');
  });
  for (const name of new Set(form.keys())) {
    const rule = name === 'file' ? 'needed' : rules[name];
    if (rule === undefined) throw new Refusal(400, `unknown field ${name}`);
    if (rule !== 'many' && form.getAll(name).length > 1) throw new Refusal(400, `${name} is given twice`);
  }
  for (const [name, rule] of Object.entries(rules))
    if (rule === 'needed' && !form.has(name)) throw new Refusal(problem, `${name} is missing`);
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal(problem, 'file is missing');
  if (fileLast && [...form.keys()].at(-1) !== 'file') throw new Refusal(400, 'file must be the last field');
  const all = (name: string) =>
    form.getAll(name).map((value) => {
      if (typeof value !== 'string') throw new Refusal(400, `${name} must be text`);
      return value;
    });
  return { all, one: (name) => all(name)[0], file };
}

/** A JSON object with known keys only. */
export function readJson(
  { headers, body }: SimulatedRequest,
  allowed: readonly string[],
): Readonly<Record<string, unknown>> {
  if (headers.get('content-type') !== 'application/json')
    throw new Refusal(415, 'application/json is expected');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'the body is no JSON');
  }
  return strictObject(value, allowed, 'the body');
}

/** An object with known keys only. */
export function strictObject(
  value: unknown,
  allowed: readonly string[],
  name: string,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, `${name} must be an object`);
  for (const key of Object.keys(value))
    if (!allowed.includes(key)) throw new Refusal(400, `unknown field ${key} in ${name}`);
  return value as Readonly<Record<string, unknown>>;
}

/** Parameters of a query, known ones only. */
export function checkQuery(query: URLSearchParams, allowed: readonly string[]): void {
  for (const name of query.keys())
    if (!allowed.includes(name)) throw new Refusal(400, `unknown parameter ${name}`);
}

/** A list of texts, as far as it is given. */
export function textList(value: unknown, name: string, maximum: number): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string') || value.length > maximum)
    throw new Refusal(400, `${name} must be a list of at most ${maximum} texts`);
  return value as readonly string[];
}

const extensions: Readonly<Record<string, string>> = {
  wav: 'wav',
  mp3: 'mp3',
  m4a: 'm4a',
  flac: 'flac',
  ogg: 'ogg',
  opus: 'ogg',
  webm: 'webm',
  aiff: 'aiff',
  aac: 'aac',
};

/** The extension must be what the bytes are: several vendors go by it. */
export function checkFileName(file: File, format: string): void {
  if (!file.name.endsWith(`.${extensions[format]}`))
    throw new Refusal(400, `the file ${file.name} is of another format`);
  if (!file.type.startsWith('audio/')) throw new Refusal(400, 'the file has no media type of audio');
}
