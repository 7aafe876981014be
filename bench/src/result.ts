/** One line of the table. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly met: boolean;
}

/** What the command line may say. */
export interface BenchOptions {
  /** Folder of recordings with texts. */
  readonly audio: string | undefined;
  /** Data folder whose models are measured. */
  readonly home: string | undefined;
  /** How long to look at something that does nothing; undefined: as long as its aim says. */
  readonly minutes: number | undefined;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which the given share of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds as seconds. */
export function seconds(milliseconds: number, digits = 2): string {
  return `${(milliseconds / 1000).toFixed(digits)} s`;
}
