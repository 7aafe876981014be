import type { CatalogModel, SpeedClass } from '@quoth/contract';

/** What the browser says of this machine. */
export interface Machine {
  readonly cores: number;
  /** Gigabytes, as browsers tell it: 8 at most. */
  readonly memory: number;
  /** A language tag of the system, such as `de-AT`. */
  readonly language: string;
}

/** What this machine is, as far as a page may know; a browser that does not tell its memory gets a cautious guess. */
export function thisMachine(): Machine {
  const { hardwareConcurrency, language } = navigator;
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 4;
  return { cores: hardwareConcurrency, memory, language };
}

const SPEEDS: readonly SpeedClass[] = ['fastest', 'fast', 'medium', 'slow', 'slowest'];
const GIGABYTE = 1_000_000_000;
/** A model in memory takes more than its file, and other programs are to have the other half. */
const MEMORY_FOR_FILE = 3;

/**
 * The one model to download first: of the recommended ones that know the language, the most accurate that this machine runs well, else the smallest. Undefined where
 * none knows the language, or the best is installed.
 */
export function suggestedModel(
  models: readonly CatalogModel[],
  { cores, memory, language }: Machine,
): CatalogModel | undefined {
  const [spoken = 'en'] = language.toLowerCase().split('-');
  const slowest = cores <= 2 ? 'fast' : cores <= 4 ? 'medium' : 'slow';
  const known = models.filter(
    ({ recommended, languages }) =>
      recommended !== null && languages.some((tag) => tag.toLowerCase().split(/[-_]/)[0] === spoken),
  );
  const fitting = known.filter(
    ({ size_bytes, speed }) =>
      size_bytes * MEMORY_FOR_FILE <= memory * GIGABYTE &&
      speed !== null &&
      SPEEDS.indexOf(speed) <= SPEEDS.indexOf(slowest),
  );
  const best =
    fitting.toSorted((one, other) => errorsOf(one) - errorsOf(other))[0] ??
    known.toSorted((one, other) => one.size_bytes - other.size_bytes)[0];
  return best?.installed ? undefined : best;
}

function errorsOf({ word_error_rate: rate }: CatalogModel): number {
  return rate?.percent ?? 100;
}
