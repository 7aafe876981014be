import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?))?$/;

/** A time as a person writes it: without a zone it is this machine's; anything else is ISO 8601, or seconds since 1970. Throws UsageError. */
export function readTime(written: string): string {
  const parts = LOCAL.exec(written.trim());
  if (!parts) {
    if (Number.isNaN(Date.parse(written)) && !/^[\dTZ:.W+-]+$/i.test(written.trim()))
      throw new UsageError(`${inQuotes(written)} is not a time. Examples: 2026-11-21, "2026-11-21 09:30".`);
    return written;
  }
  const [, day = '', clock = '00:00'] = parts;
  const time = new Date(
    `${day}T${clock.padStart(clock.split(':')[0]?.length === 1 ? clock.length + 1 : clock.length, '0')}`,
  );
  if (Number.isNaN(time.getTime())) throw new UsageError(`${inQuotes(written)} is not a time.`);
  return time.toISOString();
}
