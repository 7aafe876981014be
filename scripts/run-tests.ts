import { relative } from 'node:path';
import { run } from 'node:test';

/** Which files to run, and how many at a time. */
export interface TestRun {
  readonly name: string;
  readonly files: readonly string[];
  readonly concurrency: number;
}

/** A test may take this long; the slowest ones start real processes on two busy cores. */
const TIMEOUT_MS = 240_000;

/** Runs test files with Node's own runner and counts tests. Failures are printed in full; a file that breaks counts as one. */
export async function runTests({
  name,
  files,
  concurrency,
}: TestRun): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  let failed = 0;
  const startedAt = performance.now();
  const stream = run({
    files: [...files],
    concurrency,
    timeout: TIMEOUT_MS,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  stream.on('test:pass', ({ details, skip, todo }) => {
    if (details.type === 'suite') return;
    // A test that is skipped proves nothing.
    if (skip !== undefined || todo !== undefined) failed++;
    else passed++;
  });
  stream.on('test:fail', ({ name: test, file, details }) => {
    if (details.type === 'suite') return;
    failed++;
    const cause = details.error.cause ?? details.error;
    console.log(`FAIL ${file === undefined ? '' : relative(process.cwd(), file)}: ${test}`);
    console.log(cause instanceof Error ? (cause.stack ?? cause.message) : cause);
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (files.length === 0 || passed + failed === 0) {
    console.log(`FAIL ${name}: no tests were found`);
    return { passed, failed: failed + 1 };
  }
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  return { passed, failed };
}
