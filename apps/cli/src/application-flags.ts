/**
 * How Node runs the application. The young generation of the heap stays small: what is loaded at the start is short-lived, and V8
 * would grow it for that and keep it. An eighth less memory at rest (docs/benchmarks.md).
 */
export const applicationFlags: readonly string[] = [
  '--max-semi-space-size=2',
  // It is collected in a third of a millisecond: to have other threads help takes longer where engines use every core.
  '--no-parallel-scavenge',
  '--disable-warning=ExperimentalWarning',
];

/**
 * The environment of the application beside the user's own. On Linux, glibc raises its limit for giving memory back with each large block that is freed; with
 * a fixed one (its default at first, 128 kB), what the start needed is given back: 4 MB less at rest (measured). Other systems ignore it.
 */
export const applicationEnvironment: Readonly<Record<string, string>> = {
  MALLOC_TRIM_THRESHOLD_: '131072',
};
