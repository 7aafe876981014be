/**
 * How Node runs the application. The young generation of the heap stays small: what is loaded at the start is short-lived, and V8
 * would grow it for that and keep it. An eighth less memory at rest (docs/benchmarks.md).
 */
export const applicationFlags: readonly string[] = [
  '--max-semi-space-size=2',
  '--disable-warning=ExperimentalWarning',
];
