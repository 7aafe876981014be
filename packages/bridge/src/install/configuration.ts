import { constants } from 'node:fs';
import {
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { englishText, type Message, say } from '@quoth/contract';
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { type ClientProfile, serverName } from './clients.ts';

/** What became of a client's configuration. `refused`: nothing was changed, and why. */
type ConfigurationChange =
  | { readonly state: 'unchanged' }
  | { readonly state: 'written'; readonly backup: string | null }
  | { readonly state: 'refused'; readonly reason: Message };

const ATTEMPTS = 3;

/**
 * Changes a client's configuration: a copy of the old file is kept, the new one is there whole or not at all. What
 * cannot be read is left alone.
 */
export async function changeConfiguration(
  file: string,
  change: (text: string) => string,
): Promise<ConfigurationChange> {
  try {
    for (let attempt = 1; ; attempt++) {
      const changed = await tryToChange(file, change);
      if (changed !== 'superseded') return changed;
      if (attempt === ATTEMPTS) return { state: 'refused', reason: say('fileBeingChanged', { file }) };
    }
  } catch (error) {
    return { state: 'refused', reason: say('fileLeftAlone', { file, why: whyLeftAlone(error) }) };
  }
}

/** The text of a configuration; undefined where none exists. Throws UnreadableConfiguration. */
export async function readConfiguration(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnreadableConfiguration(say('fileNotUtf8'));
  }
}

async function tryToChange(
  named: string,
  change: (text: string) => string,
): Promise<Exclude<ConfigurationChange, { state: 'refused' }> | 'superseded'> {
  // A link, such as one into a folder of dot-files, stays a link: what it leads to is changed.
  const file = await realpath(named).catch(async (error: unknown) => {
    if (await lstat(named).catch(() => undefined)) throw error;
    return named;
  });
  const before = await readConfiguration(file);
  const after = change(before ?? '');
  if (after === (before ?? '')) return { state: 'unchanged' };
  const backup = before === undefined ? null : await backUp(file);
  const mode = before === undefined ? 0o600 : (await stat(file)).mode & 0o777;
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.quoth-${process.pid}.tmp`;
  try {
    await writeWhole(temporary, after, mode);
    if ((await readConfiguration(file)) !== before) {
      if (backup !== null) await rm(backup, { force: true });
      return 'superseded';
    }
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return { state: 'written', backup };
}

/** The copies that changes have left beside a configuration. */
export async function configurationCopies(named: string): Promise<string[]> {
  const file = await realpath(named).catch(() => named);
  const names = await readdir(dirname(file)).catch(() => []);
  const copies = names.filter((name) => name.startsWith(`${basename(file)}${COPY}`));
  return copies.sort().map((name) => join(dirname(file), name));
}

const COPY = '.before-quoth-';

async function backUp(file: string): Promise<string> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const backup = `${file}${COPY}${time}`;
  await copyFile(file, backup, constants.COPYFILE_EXCL);
  return backup;
}

async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.chmod(mode);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function whyLeftAlone(error: unknown): Message {
  if (error instanceof UnreadableConfiguration) return error.why;
  const code = error instanceof Error && 'code' in error ? String(error.code) : say('unknownReason');
  return say('fileUnreadable', { code });
}

/** A configuration that is better left to the user, and why. */
class UnreadableConfiguration extends Error {
  override readonly name = 'UnreadableConfiguration';
  readonly why: Message;

  constructor(why: Message) {
    super(englishText(why));
    this.why = why;
  }
}

type Table = Readonly<Record<string, unknown>>;

/**
 * The configuration with our entry in it; the same text when it is there already. Comments, order, indentation and
 * everything else stay as they are (an entry written on one line just before ours may be spread over several), fields
 * that the user has added to our entry included. Throws UnreadableConfiguration.
 */
export function withEntry(text: string, { key, format }: ClientProfile, entry: Table): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const before = body.trim() === '' ? {} : parsed(body, format === 'jsonc');
  const servers = tableAt(before, key);
  const own = tableAt(servers, serverName);
  const wanted = { ...own, ...merged(own, entry) };
  if (isDeepStrictEqual(own, wanted)) return text;

  let edited = body.trim() === '' ? '{}\n' : body;
  const isNew = Object.keys(own).length === 0;
  const changes: [JSONPath, unknown][] = isNew
    ? [[[key, serverName], wanted]]
    : Object.entries(wanted)
        .filter(([name, value]) => !isDeepStrictEqual(own[name], value))
        .map(([name, value]) => [[key, serverName, name], value]);
  for (const [path, value] of changes)
    edited = applyEdits(edited, modify(edited, path, value, { formattingOptions: styleOf(body) }));

  // A key that stands twice is read in one place and written in another.
  const after = parsed(edited, format === 'jsonc');
  if (!isDeepStrictEqual(after, { ...before, [key]: { ...servers, [serverName]: wanted } }))
    throw new UnreadableConfiguration(say('entryTwice', { key, name: serverName }));
  return `${mark}${edited}`;
}

/**
 * The configuration without our entry; the same text when none exists. Everything else stays (an entry on one line
 * beside ours may be spread over several). Throws UnreadableConfiguration.
 */
export function withoutEntry(text: string, client: ClientProfile): string {
  if (!hasEntry(text, client)) return text;
  const { key, format } = client;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const before = parsed(body, format === 'jsonc');
  const { [serverName]: _own, ...others } = tableAt(before, key);
  const edits = modify(body, [key, serverName], undefined, { formattingOptions: styleOf(body) });
  const edited = applyEdits(body, edits);
  if (!isDeepStrictEqual(parsed(edited, format === 'jsonc'), { ...before, [key]: others }))
    throw new UnreadableConfiguration(say('entryTwice', { key, name: serverName }));
  return `${mark}${edited}`;
}

/** Whether our entry is in it. Throws UnreadableConfiguration. */
export function hasEntry(text: string, { key, format }: ClientProfile): boolean {
  const body = text.replace(/^\uFEFF/, '');
  if (body.trim() === '') return false;
  return Object.hasOwn(tableAt(parsed(body, format === 'jsonc'), key), serverName);
}

function merged(own: Table, entry: Table): Table {
  if (entry.env === undefined) return entry;
  return { ...entry, env: { ...tableAt(own, 'env'), ...(entry.env as Table) } };
}

function parsed(text: string, allowsComments: boolean): Table {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
  });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new UnreadableConfiguration(
      say(allowsComments ? 'fileNotJsonc' : 'fileNotJson', { line, code: printParseErrorCode(error.error) }),
    );
  }
  return asTable(value, say('outermostNotObject'));
}

function tableAt(table: Table, key: string): Table {
  return Object.hasOwn(table, key) ? asTable(table[key], say('keyNotObject', { key })) : {};
}

function asTable(value: unknown, otherwise: Message): Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableConfiguration(otherwise);
  return value as Table;
}

/** Indentation and line ends as the file has them; two spaces where it shows none. */
function styleOf(text: string) {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
