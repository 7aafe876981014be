import type { Recording } from '@quoth/contract';

/** A length as `1:02:03` or `4:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The local day of a time, as a comparable key. */
export function dayOf(date: string): string {
  const day = new Date(date);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}

/** True while there is still work to do on it. */
export function isUnfinished(status: Recording['status']): boolean {
  return status === 'pending' || status === 'transcribing' || status === 'post_processing';
}

/** What a recording is called: its file's name, else its first words. */
export function titleOf({ source_name, text }: Pick<Recording, 'source_name' | 'text'>): string | undefined {
  if (source_name !== null) return source_name;
  const words = text.trim().split(/\s+/).slice(0, 8).join(' ');
  if (words === '') return undefined;
  return words.length < text.trim().length ? `${words} …` : words;
}
