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

/** The words that differ least from a mistyped one, at most three; none where all differ by more than a third of their letters. */
export function nearest(written: string, known: readonly string[]): string[] {
  const wanted = written.trim().toLowerCase();
  const ranked = known
    .map((word) => ({ word, distance: distance(wanted, word.toLowerCase()) }))
    .filter(({ word, distance: far }) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked
    .filter((one) => one.distance === ranked[0]?.distance)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** Letters to put in, take out, change, or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? Number.POSITIVE_INFINITY;
      let best = Math.min(at(1, 0) + 1, (line[column - 1] ?? 0) + 1, at(1, 1) + cost);
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) best = Math.min(best, at(2, 2) + 1);
      line.push(best);
    }
    rows.push(line);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
