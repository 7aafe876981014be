import { nearest } from '@quoth/text';

/** What somebody wrote, in quotation marks; in single ones where it has double ones itself. */
export function inQuotes(written: string): string {
  return written.includes('"') ? `'${written}'` : `"${written}"`;
}

/** A number with what it counts: `1 recording`, `3 recordings`. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** The beginning of an id as people read and type it; every command takes it where it is unique. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** A time of the API as the person at this machine reads it: `2026-11-21 10:30`, in the machine's time zone. */
export function localTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** A span of time as a person reads it: `45 s`, `1 min 20 s`, `2 h 5 min`. */
export function formatTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

/** The length of a recording as players show it: `0:07`, `21:05`, `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What a mistyped word may have been: ` Did you mean "parakeet"?`, or nothing. */
export function didYouMean(written: string, known: readonly string[]): string {
  const best = nearest(written, known);
  return best.length === 0 ? '' : ` Did you mean ${best.map((word) => `"${word}"`).join(' or ')}?`;
}
