import { QuothError } from '@quoth/client';
import { plainText, printedJson, wordsFor } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { CommandEnded, exitCodes, UsageError } from '../exit-codes.ts';
import { commandNames, typedHint } from '../program-to-type.ts';

/** Prints words of ours with their commands as they can be typed here; the API's own body with `--json`. */
export function printNotice(
  environment: CliEnvironment,
  json: boolean | undefined,
  body: unknown,
  words: () => string,
) {
  printResult(environment, json, body, () => typedHint(words(), environment.config.program));
}

/** Prints a command's result, which may be what somebody said: the API's own body with `--json`, else words. */
export function printResult(
  environment: CliEnvironment,
  json: boolean | undefined,
  body: unknown,
  words: () => string,
) {
  const text = json ? printedJson(body, 2) : plainText(words());
  if (text !== '') environment.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** Says something on standard error: a line of its own, of which a terminal shows what it says and obeys nothing. */
export function printNote({ stderr }: Pick<CliEnvironment, 'stderr'>, words: string): void {
  stderr.write(plainText(`${words}\n`));
}

/** Says that somebody answered no, which is no error; what is returned ends the command, as Ctrl-C would. */
export function declined(environment: CliEnvironment, words = 'Nothing was changed.'): CommandEnded {
  printNote(environment, words);
  return new CommandEnded(exitCodes.interrupted);
}

/** Prints an error: the envelope with `--json`, else message and hint. No stack. */
export function printError(environment: CliEnvironment, json: boolean, error: unknown): void {
  const body = errorBodyOf(error);
  if (json) {
    environment.stdout.write(`${printedJson({ ok: false, error: body }, 2)}\n`);
    return;
  }
  const red = environment.config.color && environment.stderr.isTTY === true;
  const label = red ? '\u001b[31mError:\u001b[0m' : 'Error:';
  const details = (body.details ?? []).map((detail) => `\n  ${detail.path}: ${detail.message}`).join('');
  const hint = body.hint ? `${body.hint}\n` : '';
  const reported = typedHint(`${body.message}${details}\n${hint}`, environment.config.program);
  environment.stderr.write(`${label} ${plainText(reported)}`);
}

/** The error as the envelope has it. */
export function errorBodyOf(error: unknown) {
  if (error instanceof QuothError)
    return {
      code: error.code,
      message: error.message,
      hint: wordsFor('commandLine', error.advice),
      details: error.details,
    };
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? 'INVALID_REQUEST' : 'INTERNAL_ERROR';
  return { code, message, hint: undefined, details: undefined };
}

/** Prints words of ours as `printNotice` does; on a terminal, long lines are wrapped. */
export function printWrapped(
  environment: CliEnvironment,
  json: boolean | undefined,
  body: unknown,
  words: () => string,
) {
  printResult(environment, json, body, () => wrapped(typedHint(words(), environment.config.program)));
}

function terminalColumns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/**
 * A command of ours up to the end of its quotation or sentence, one of the system, or a word; with the spaces before
 * it.
 */
const UNIT = new RegExp(
  `\\s*(?:[^\\s"]*"(?:\\S*[/\\\\])?quoth [^"]*"\\S*|(?:\\S*[/\\\\])?quoth (?:${commandNames.join('|')})\\b(?:(?!\\. ).)*|(?:sudo|npm) .*|\\S+)`,
  'g',
);

/**
 * A text whose lines fit the terminal: they go on below their own beginning, or below the value where a label and two
 * spaces stand before it. A command stays on one line.
 */
export function wrapped(text: string, columns = terminalColumns()): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map((line) => wrappedLine(line, columns))
    .join('\n');
}

function wrappedLine(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const label = /^ *\S+(?: \S+)* {2,}/.exec(text)?.[0].length ?? columns;
  const indent = label < columns / 2 ? label : text.search(/\S|$/);
  const lines = [''];
  for (const [unit] of text.matchAll(UNIT)) {
    const last = lines.at(-1) ?? '';
    if (last.trim() === '' || last.length + unit.length <= columns) lines[lines.length - 1] = last + unit;
    else lines.push(' '.repeat(indent) + unit.trimStart());
  }
  return lines.join('\n');
}

/** Values below each other, behind their names; on a terminal, long ones are wrapped. */
export function namedValues(values: readonly (readonly string[])[], columns = terminalColumns()): string {
  return wrapped(table(values, { columns: undefined }), columns);
}

/** A column is not made narrower than this. */
const NARROWEST = 8;

interface TableOptions {
  readonly columns?: number | undefined;
  /** These are never cut; by default the first, which holds the name that people type. */
  readonly whole?: readonly number[];
  /** Left out, in this order, where cutting is not enough. */
  readonly optional?: readonly number[];
  /** Cuts a cell that is too long; by default at its end. */
  readonly shorten?: (cell: string, characters: number) => string;
}

/**
 * Columns aligned by spaces; terminal control characters in the cells are taken out. On a terminal the table fits its
 * width: the widest columns are cut.
 */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { columns, whole = [0], optional = [], shorten = cut } = { columns: terminalColumns(), ...options };
  const clean = rows.map((row) => row.map((cell) => plainText(cell.replace(/\p{Cc}+/gu, ' '))));
  let shown = (clean[0] ?? []).map((_, column) => column);
  const widths = shown.map((column) => Math.max(...clean.map((row) => row[column]?.length ?? 0)));
  const leastWidths = widths.map((width, column) =>
    whole.includes(column) ? width : Math.min(width, NARROWEST),
  );
  const sum = (of: readonly number[]) => shown.reduce((all, column) => all + (of[column] ?? 0) + 2, -2);
  for (const column of optional)
    if (columns !== undefined && sum(leastWidths) > columns) shown = shown.filter((one) => one !== column);
  for (let surplus = columns === undefined ? 0 : sum(widths) - columns; surplus > 0; surplus--) {
    const free = shown.filter((column) => (widths[column] ?? 0) > (leastWidths[column] ?? 0));
    const widest = Math.max(...free.map((column) => widths[column] ?? 0));
    const column = free.find((one) => widths[one] === widest);
    if (column === undefined) break;
    widths[column] = widest - 1;
  }
  const fitted = (cell: string, width: number) =>
    (cell.length > width ? shorten(cell, width) : cell).padEnd(width);
  return clean
    .map((row) =>
      shown
        .map((column) => fitted(row[column] ?? '', widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The start of a text, with an ellipsis where something is left out. */
export function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
}
