import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { McpClient } from './clients.ts';
import { serverName } from './server-entry.ts';

/** A configuration that is better left to the user. The message says why. */
export class UnreadableConfiguration extends Error {
  override readonly name = 'UnreadableConfiguration';
}

type Table = Readonly<Record<string, unknown>>;

/**
 * The configuration with our entry in it; the same text when it is there already. Comments, order, indentation and everything else stay
 * as they are (an entry written on one line just before ours may be spread over several), fields that the user has added to our entry included. Throws UnreadableConfiguration.
 */
export function withEntry(text: string, { key, format }: McpClient, entry: Table): string {
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
    throw new UnreadableConfiguration(`"${key}" or "${serverName}" stands in it twice.`);
  return `${mark}${edited}`;
}

/** The configuration without our entry; the same text when there is none. Everything else stays (an entry on one line beside ours may be spread over several). Throws UnreadableConfiguration. */
export function withoutEntry(text: string, client: McpClient): string {
  if (!hasEntry(text, client)) return text;
  const { key, format } = client;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const before = parsed(body, format === 'jsonc');
  const { [serverName]: _own, ...others } = tableAt(before, key);
  const edits = modify(body, [key, serverName], undefined, { formattingOptions: styleOf(body) });
  const edited = applyEdits(body, edits);
  if (!isDeepStrictEqual(parsed(edited, format === 'jsonc'), { ...before, [key]: others }))
    throw new UnreadableConfiguration(`"${key}" or "${serverName}" stands in it twice.`);
  return `${mark}${edited}`;
}

/** Whether our entry is in it. Throws UnreadableConfiguration. */
export function hasEntry(text: string, { key, format }: McpClient): boolean {
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
      `it is not ${allowsComments ? 'JSON with comments' : 'JSON'} (line ${line}: ${printParseErrorCode(error.error)}).`,
    );
  }
  return asTable(value, 'its outermost value');
}

function tableAt(table: Table, key: string): Table {
  return Object.hasOwn(table, key) ? asTable(table[key], `"${key}"`) : {};
}

function asTable(value: unknown, name: string): Table {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableConfiguration(`${name} is not an object.`);
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
