import { QuothError } from '@quoth/client';
import { plainText, printedJson } from '@quoth/contract';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { typedHint } from '../program-to-type.ts';

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
  const told = typedHint(`${body.message}${details}\n${hint}`, environment.config.program);
  environment.stderr.write(`${label} ${plainText(told)}`);
}

/** The error as the envelope has it. */
export function errorBodyOf(error: unknown) {
  if (error instanceof QuothError)
    return {
      code: error.code,
      message: error.message,
      hint: error.hint,
      details: error.details,
    };
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? 'INVALID_REQUEST' : 'INTERNAL_ERROR';
  return { code, message, hint: undefined, details: undefined };
}

/** A column is not made narrower than this. */
const NARROWEST = 8;

/**
 * Columns aligned by spaces; terminal control characters in the cells are taken out. On a terminal the table fits its width: the widest columns are
 * cut, except for the first, which holds the name that people type; where that is not enough, the `optional` ones are left out, in their order.
 */
export function table(
  rows: readonly (readonly string[])[],
  columns = process.stdout.isTTY ? process.stdout.columns : undefined,
  optional: readonly number[] = [],
): string {
  const clean = rows.map((row) => row.map((cell) => plainText(cell.replace(/\p{Cc}+/gu, ' '))));
  const widths = (clean[0] ?? []).map((_, column) =>
    Math.max(...clean.map((row) => row[column]?.length ?? 0)),
  );
  let surplus = columns === undefined ? 0 : widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  while (surplus > 0) {
    const widest = widths.indexOf(Math.max(...widths.slice(1)), 1);
    const width = widths[widest];
    if (width === undefined || width <= NARROWEST) break;
    widths[widest] = width - 1;
    surplus--;
  }
  const [least, ...others] = optional;
  if (surplus > 0 && least !== undefined)
    return table(
      rows.map((row) => row.filter((_, column) => column !== least)),
      columns,
      others.map((column) => (column > least ? column - 1 : column)),
    );
  return clean
    .map((row) =>
      row
        .map((cell, column) => cut(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The start of a text, with an ellipsis where something is left out. */
export function cut(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
}
