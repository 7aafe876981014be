/** One line of the figures. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly met: boolean;
}

/** What is asked of a figure, and whether it does. */
type Aim = Pick<Result, 'target' | 'met'>;

/** What the command line may say. */
export interface BenchOptions {
  /** Folder of recordings with texts. */
  readonly audio: string | undefined;
  /** Data folder whose models are measured. */
  readonly home: string | undefined;
  /** How long to look at something that does nothing; undefined: as long as its aim says. */
  readonly minutes: number | undefined;
}

/** A figure; without an aim it is only reported. */
export function figure(what: string, measured: string, reached = aim('reported', true)): Result {
  return { what, measured, ...reached };
}

export function aim(target: string, met: boolean): Aim {
  return { target, met };
}

export function atMost(value: number, most: number, unit: string): Aim {
  return aim(`at most ${most.toLocaleString('en')} ${unit}`, value <= most);
}

export function under(value: number, limit: number, unit: string): Aim {
  return aim(`under ${limit} ${unit}`, value < limit);
}

export function atLeast(value: number, least: number, unit = ''): Aim {
  return aim(`at least ${least} ${unit}`.trim(), value >= least);
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which the given share of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function ms(milliseconds: number, digits = 0): string {
  return `${milliseconds.toFixed(digits)} ms`;
}

/** Milliseconds as seconds. */
export function seconds(milliseconds: number, digits = 2): string {
  return `${(milliseconds / 1000).toFixed(digits)} s`;
}

export function mb(megabytes: number): string {
  return `${megabytes.toFixed(0)} MB`;
}

export function p50p95(values: readonly number[]): string {
  return `p50 ${ms(median(values))}, p95 ${ms(quantile(values, 0.95))}`;
}

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** What each way gives, so many times, in turn, so that all meet the same machine; what only warms doesn't count. */
export async function inTurns<const Ways extends readonly (() => Promise<number>)[]>(
  rounds: number,
  ways: Ways,
  warming = 1,
): Promise<{ -readonly [Way in keyof Ways]: number[] }> {
  const values = ways.map((): number[] => []);
  for (let round = 0; round < warming + rounds; round++)
    for (const [at, way] of ways.entries()) {
      const value = await way();
      if (round >= warming) values[at]?.push(value);
    }
  return values as { -readonly [Way in keyof Ways]: number[] };
}
