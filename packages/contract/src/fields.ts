import * as z from 'zod';
import { failing, issue } from './checks.ts';
import { tagOfLanguageName } from './language-names.ts';
import { say } from './messages.ts';

/** An optional request field: absent and `null` both mean "not given". */
export function given<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}

/** ISO 8601 in UTC with milliseconds, like every timestamp we send. */
export const timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-11-21T09:30:00.000Z' });

/**
 * BCP-47 tag (`en`, `de-CH`) or `auto`, in the usual letter case: `en_US` is read as `en-US`, `AUTO` as `auto`,
 * `German` as `de`.
 */
export const language = z
  .string()
  .trim()
  .max(35)
  .overwrite(tagOfLanguageName)
  .regex(/^(auto|[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*)$/i, failing('giveLanguageTag'))
  .overwrite(usualTag)
  .meta({ example: 'en' });

/** Language in lower case, script with a capital, region in capitals (RFC 5646, section 2.1.1). */
function usualTag(tag: string): string {
  const [language = '', ...rest] = tag.split(/[-_]/);
  const parts = rest.map((part) => {
    if (part.length === 2) return part.toUpperCase();
    if (part.length === 4 && /^[a-z]/i.test(part))
      return `${part[0]?.toUpperCase()}${part.slice(1).toLowerCase()}`;
    return part.toLowerCase();
  });
  return [language.toLowerCase(), ...parts].join('-');
}

const yes = ['true', '1', 'yes', 'on'] as const;
const no = ['false', '0', 'no', 'off'] as const;

/** A boolean as text, as a query or a form writes it: in any case, since Python prints `True`. */
export const queryBoolean = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum([...yes, ...no], failing('giveTrueOrFalse')))
  .transform((value) => yes.some((word) => word === value))
  .meta({ enum: ['true', 'false'] });

/** A decimal number as programs print it: `50`, `50.0`, `1e-1`, `.5`. */
const DECIMAL = /^[+-]?(\d{1,400}\.?\d{0,400}|\.\d{1,400})(e[+-]?\d{1,3})?$/i;

/** A number as text. */
export function queryNumber(error = failing('giveNumber')) {
  return z.string().trim().regex(DECIMAL, error).transform(Number);
}

const WHOLE = failing('giveWholeNumber');

/** A whole number in a query string. */
export const queryInteger = queryNumber(WHOLE).pipe(z.int(WHOLE));

/** A whole number in a query string, however large, clamped to a range. */
export function clampedInteger(least: number, most: number) {
  return queryNumber(WHOLE)
    .refine((value) => !Number.isFinite(value) || Number.isInteger(value), WHOLE)
    .transform((value) => Math.min(most, Math.max(least, value)));
}

/**
 * A point in time from a caller: ISO 8601 in its extended, basic and reduced forms (a date alone is midnight, a year or
 * a month its first day, and no zone is UTC), or seconds since 1970. Four digits are a year, and eight a date where
 * there is such a day. Output: milliseconds since 1970.
 */
export const instant = z
  .string()
  .trim()
  .max(40)
  .transform((value, context): number => {
    const milliseconds = parseInstant(value);
    if (milliseconds !== undefined) return milliseconds;
    context.addIssue(issue(say('giveDate')));
    return z.NEVER;
  })
  .meta({ example: '2026-11-01T00:00:00Z' });

const DATE = /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2}))?|(?<month2>\d{2})(?<day2>\d{2}))?$/;
const TIME =
  /^(?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?\s*(?<zone>z|[+-]\d{2}(?::?\d{2})?)?$/i;

function parseInstant(value: string): number | undefined {
  const [date = '', time, ...more] = value.split(/[Tt ](?=\d)/);
  const midnight = more.length === 0 ? parseDate(date) : undefined;
  if (midnight !== undefined && time === undefined) return midnight.milliseconds;
  if (midnight?.hasDay && time !== undefined) return parseTime(midnight.milliseconds, time);
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? inRange(Math.round(Number(value) * 1000)) : undefined;
}

function parseDate(text: string): { readonly milliseconds: number; readonly hasDay: boolean } | undefined {
  const parts = DATE.exec(text)?.groups;
  if (!parts) return undefined;
  const month = Number(parts.month ?? parts.month2 ?? 1);
  const written = parts.day ?? parts.day2;
  const date = new Date(0);
  date.setUTCFullYear(Number(parts.year), month - 1, Number(written ?? 1));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(written ?? 1);
  return isDay ? { milliseconds: date.getTime(), hasDay: written !== undefined } : undefined;
}

function parseTime(midnight: number, text: string): number | undefined {
  const parts = TIME.exec(text)?.groups;
  if (!parts) return undefined;
  const [hour, minute, second] = [parts.hour, parts.minute, parts.second].map((part) => Number(part ?? 0));
  const milliseconds = Number(`${parts.fraction ?? ''}000`.slice(0, 3));
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  const isEndOfDay = hour === 24 && minute === 0 && second === 0;
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 59) return undefined;
  const offset = offsetMinutes(parts.zone ?? 'Z');
  return offset === undefined
    ? undefined
    : midnight + ((hour * 60 + minute - offset) * 60 + second) * 1000 + milliseconds;
}

function offsetMinutes(zone: string): number | undefined {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function inRange(milliseconds: number): number | undefined {
  return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : undefined;
}

/** Equivalent tags for speech models, mapped to the more common one. */
const sameAs = new Map(Object.entries({ nb: 'no', nn: 'no', iw: 'he', fil: 'tl', in: 'id' }));

/**
 * The language of a BCP-47 tag without region and script, in lower case: `pt-BR` and `por` are `pt`. Written forms of
 * Norwegian are treated as one language.
 */
export function primaryLanguage(tag: string): string {
  const written = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  const primary = /^[a-z]{3}$/.test(written) ? shortest(written) : written;
  return sameAs.get(primary) ?? primary;
}

/** ISO 639-1 where a language has such a code: `de` for `deu` and `ger`. */
function shortest(code: string): string {
  return new Intl.Locale(code).language;
}
