import { type EntryPlaceholder, placeholderPattern } from '@quoth/contract';
import type { DeliveredRecording } from './delivery.ts';

/** A template with its placeholders filled in, by the recording's own day and time on this machine. Text is taken as it is: placeholders that were spoken stay words. */
export function fillTemplate(template: string, recording: DeliveredRecording): string {
  const values = valuesOf(recording);
  return template.replace(placeholderPattern, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name as EntryPlaceholder] : written,
  );
}

function valuesOf({ id, text, dateMs, duration, mode, language }: DeliveredRecording) {
  const at = new Date(dateMs);
  const year = String(at.getFullYear()).padStart(4, '0');
  const [month, day, hours, minutes] = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()].map(
    (part) => String(part).padStart(2, '0'),
  ) as [string, string, string, string];
  const values: Readonly<Record<EntryPlaceholder, string>> = {
    date: `${year}-${month}-${day}`,
    year,
    month,
    day,
    week: isoWeek(at),
    time: `${hours}:${minutes}`,
    text,
    line: text.replace(/\s+/g, ' ').trim(),
    mode: mode ?? '',
    language: language ?? '',
    duration: String(Math.round(duration)),
    id,
  };
  return values;
}

/** ISO 8601: the week of a day is that of its Thursday, such as `2026-W47`. */
function isoWeek(at: Date): string {
  const thursday = new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((thursday.getTime() - first) / 86_400_000 + 1) / 7);
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}
