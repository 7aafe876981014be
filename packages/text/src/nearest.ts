/**
 * The words that differ least from a mistyped one, at most three; none where all differ by more than a third of their
 * letters.
 */
export function nearest(written: string, known: readonly string[]): string[] {
  const wanted = written.trim().toLowerCase();
  const ranked = known
    .map((word) => ({ word, distance: letterDistance(wanted, word.toLowerCase()) }))
    .filter(({ word, distance: far }) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return ranked
    .filter((one) => one.distance === ranked[0]?.distance)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** Letters to put in, take out, change, or swap with their neighbour (optimal string alignment). */
export function letterDistance(a: string, b: string): number {
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
