import * as z from 'zod';
import { type ErrorBody, type ErrorCode, errorCodes } from './errors.ts';

/** One field that has the wrong JSON type; `path` is dotted, empty for the body itself. */
const errorDetail = z.object({ path: z.string(), message: z.string() });

/** For programs: why an object says what it says, more precisely than a code; and what is filled in. */
export const reasonFields = {
  reason: z.string().optional().describe('Why, as a name that stays the same when words change.'),
  args: z.record(z.string(), z.unknown()).optional().describe('What is filled in, such as a name or a path.'),
} as const;

/** `error` of the envelope. `message` says what happened, `hint` what to do next; neither ever holds a token or a key. */
export const errorBody = z.object({
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  hint: z.string().optional(),
  ...reasonFields,
  details: z.array(errorDetail).optional(),
}) satisfies z.ZodType<ErrorBody>;

/** Body of every answer that is not a success. */
export const errorEnvelope = z.object({ ok: z.literal(false), error: errorBody }).meta({ id: 'Error' });
export type ErrorEnvelope = z.output<typeof errorEnvelope>;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function amount(origin: string, limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined ? String(limit) : `${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
}

/** Says what is wrong with a value, for the person or program that sent it; for schemas without messages of their own. Pass it to `safeParse` as `error`. */
export function errorWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `Give ${kinds[issue.expected] ?? issue.expected}.`;
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin === 'string') return 'This must not be empty.';
      return `Give at least ${amount(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `Give at most ${amount(issue.origin, issue.maximum)}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Give ${JSON.stringify(issue.values[0])}.`
        : `Give one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'This has the wrong form.' : `This is not a valid ${issue.format}.`;
    case 'not_multiple_of':
      return `Give a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Unknown fields: ${issue.keys.join(', ')}.`;
    default:
      return 'This value is not valid here.';
  }
}
