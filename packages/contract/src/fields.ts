import * as z from 'zod';

/** An optional request field: absent and `null` both mean "not given" (contract, section 1). */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}

/** ISO 8601 in UTC with milliseconds, as every timestamp that we send. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-21T09:30:00.000Z' });

/** BCP-47 tag (`en`, `de-CH`) or `auto`. */
export const language = z
  .string()
  .trim()
  .max(35)
  .regex(
    /^(auto|[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*)$/,
    'Give a language tag such as "en" or "de-CH", or "auto".',
  )
  .meta({ example: 'en' });

/** A boolean in a query string. */
export const queryBoolean = z
  .enum(['true', 'false', '1', '0'], { error: 'Give true or false.' })
  .transform((value) => value === 'true' || value === '1');

/** A whole number in a query string. */
export const queryInteger = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Give a whole number.')
  .transform(Number);

/** A point in time from a caller: ISO 8601 (a date alone is midnight UTC) or seconds since 1970. Output: milliseconds since 1970. */
export const instant = z
  .string()
  .trim()
  .max(40)
  .transform((value, context): number => {
    const milliseconds = parseInstant(value);
    if (milliseconds !== undefined) return milliseconds;
    context.addIssue({
      code: 'custom',
      message: 'Give a date as ISO 8601 (2026-11-21T09:30:00Z) or as seconds since 1970.',
    });
    return z.NEVER;
  })
  .meta({ example: '2026-11-01T00:00:00Z' });

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;

function parseInstant(value: string): number | undefined {
  if (/^-?\d{1,12}(\.\d{1,6})?$/.test(value)) return inRange(Math.round(Number(value) * 1000));
  const parts = ISO.exec(value);
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = parts;
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const milliseconds = `${fraction}00`.slice(0, 3);
  const parsed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  if (Number.isNaN(parsed)) return undefined;
  const calendarDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return calendarDay.getUTCDate() === Number(day) ? inRange(parsed) : undefined;
}

function inRange(milliseconds: number): number | undefined {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : undefined;
}
