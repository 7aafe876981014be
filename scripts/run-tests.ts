import { relative } from 'node:path';
import { run } from 'node:test';

/** Which files to run (absolute paths), and how many at a time. */
export interface TestRun {
  readonly name: string;
  readonly files: readonly string[];
  readonly concurrency: number;
  /** Ends the children. */
  readonly signal?: AbortSignal;
}

/** A test may take this long; the slowest ones start real processes on two busy cores. */
const TIMEOUT_MS = 240_000;

/** So much of what a file printed is shown when the file as a whole breaks. */
const KEPT_CHARACTERS = 8_000;

/**
 * Runs test files with Node's own runner and counts tests (not the tests and suites around them). Failures are printed in full.
 * A file that breaks, a file without tests, a hook that fails and a test that is skipped each count as one failure.
 */
export async function runTests({
  name,
  files,
  concurrency,
  signal,
}: TestRun): Promise<{ passed: number; failed: number }> {
  if (files.length === 0) {
    // The runner would look for files of its own choice.
    console.log(`FAIL ${name}: no tests were found`);
    return { passed: 0, failed: 1 };
  }
  let passed = 0;
  let failed = 0;
  const startedAt = performance.now();
  const lastNesting = new Map<string, number>();
  const printed = new Map<string, string>();
  const fail = (file: string, test: string, what: unknown) => {
    failed++;
    console.log(`FAIL ${relative(process.cwd(), file)}${test === file ? '' : `: ${test}`}`);
    console.log(what instanceof Error ? (what.stack ?? what.message) : what);
    if (test === file) console.log(printed.get(file) ?? '');
  };
  // Events come in order, children first: what follows something nested deeper is what it was nested in.
  const isParent = (file: string, nesting: number) => {
    const before = lastNesting.get(file) ?? 0;
    lastNesting.set(file, nesting);
    return before > nesting;
  };
  const keep = ({ file, message }: { file: string; message: string }) =>
    printed.set(file, ((printed.get(file) ?? '') + message).slice(-KEPT_CHARACTERS));

  const stream = run({
    files: [...files],
    concurrency,
    timeout: TIMEOUT_MS,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    ...(signal && { signal }),
  });
  stream.on('test:stdout', keep);
  stream.on('test:stderr', keep);
  stream.on('test:pass', ({ name: test, file = '', nesting, details, skip, todo }) => {
    const parent = isParent(file, nesting);
    if (skip !== undefined || todo !== undefined) fail(file, test, 'A test that is skipped proves nothing.');
    // The runner reports the file itself only when nothing in it was reported.
    else if (test === file) fail(file, test, 'There is no test in this file.');
    else if (details.type !== 'suite' && !parent) passed++;
  });
  stream.on('test:fail', ({ name: test, file = '', nesting, details }) => {
    isParent(file, nesting);
    // Its children were counted; a failing hook of its own has another type.
    if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') return;
    fail(file, test, details.error.cause ?? details.error);
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (passed + failed === 0) {
    console.log(`FAIL ${name}: nothing was reported`);
    return { passed, failed: 1 };
  }
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  return { passed, failed };
}
