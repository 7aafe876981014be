import { AppError, errorWords } from '@quoth/contract';
import type * as z from 'zod';
import { ProtocolError } from '../http/envelope.ts';

type Issue = z.core.$ZodIssue;

/** The source of the values: only JSON has types that can be wrong. */
export type InputKind = 'json' | 'text';

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
        hint: 'error.details lists each of them.',
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
    hint: 'GET /openapi.json describes every field.',
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
