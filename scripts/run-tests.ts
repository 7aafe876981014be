import { join, relative } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Which files to run (absolute paths), and how many at a time. */
export interface TestRun {
  readonly name: string;
  readonly files: readonly string[];
  readonly concurrency: number;
  /** Files that fail are run once more, alone, and named FLAKY when they pass then. */
  readonly again?: boolean;
  /** Ends the children. */
  readonly signal?: AbortSignal;
}

/** How many tests ended how. */
export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  /** Files that failed at first and passed when they were run again. */
  readonly flaky: number;
  /** Tests that need root, where one is not. */
  readonly leftOut: number;
  /** Each failure in full, in the order of the lines that began with FAIL. */
  readonly failures: readonly string[];
}

/** A test may take this long; the slowest ones start real processes on two busy cores. */
const TIMEOUT_MS = 240_000;

const END_WITH_TESTS = pathToFileURL(join(import.meta.dirname, 'end-with-tests.ts')).href;

/** So much of what a file printed is shown when the file as a whole breaks. */
const KEPT_CHARACTERS = 8_000;

/** Why a test is skipped that only root can run. */
const NEEDS_ROOT = 'needs root';
const isRoot = process.getuid?.() === 0;

/** So much of a failure's message stands in its line. */
const LINE_CHARACTERS = 160;

/** A run that takes longer names its slowest files. */
const SLOW_RUN_SECONDS = 120;
const SLOWEST = 12;

interface FileCount {
  passed: number;
  failed: number;
  leftOut: number;
  seconds: number;
}

/** More failing files than this are no accident: they are not run again. */
const MOST_FLAKY_FILES = 5;

/**
 * Runs test files with Node's own runner and counts tests (not the tests and suites around them). Each failure is printed as one line when it happens
 * and returned in full, so that a log which is cut short still names all of them.
 * A file that breaks, a file without tests, a hook that fails and a test that is skipped each count as one failure; but what needs root is left out
 * where one is not.
 */
export async function runTests({
  name,
  files,
  concurrency,
  again = false,
  signal,
}: TestRun): Promise<TestResult> {
  const failures: string[] = [];
  if (files.length === 0) {
    // The runner would look for files of its own choice.
    console.log(`FAIL ${name}: no tests were found`);
    return { passed: 0, failed: 1, flaky: 0, leftOut: 0, failures };
  }
  const startedAt = performance.now();
  const counts = await runOnce(files, concurrency, failures, signal);
  let flaky = 0;
  const failing = files.filter((file) => (counts.get(file)?.failed ?? 0) > 0);
  if (again && failing.length <= MOST_FLAKY_FILES) {
    for (const file of failing) {
      if (signal?.aborted) break;
      const second = (await runOnce([file], 1, failures, signal)).get(file);
      if (!second || second.failed > 0 || second.passed === 0) continue;
      counts.set(file, second);
      flaky++;
      console.log(
        `FLAKY ${relative(process.cwd(), file)}: it failed as said above, and passed when it was run again`,
      );
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  let passed = 0;
  let failed = 0;
  let leftOut = 0;
  for (const count of counts.values()) {
    passed += count.passed;
    failed += count.failed;
    leftOut += count.leftOut;
  }
  if (passed + failed === 0) {
    console.log(`FAIL ${name}: nothing was reported`);
    return { passed, failed: 1, flaky, leftOut, failures };
  }
  if (seconds > SLOW_RUN_SECONDS) printSlowest(counts);
  const runAgain = flaky > 0 ? `, ${flaky} flaky` : '';
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed${runAgain} (${seconds.toFixed(1)} s)`,
  );
  return { passed, failed, flaky, leftOut, failures };
}

/** The files that a person who wants a shorter run looks at first. */
function printSlowest(counts: ReadonlyMap<string, FileCount>): void {
  const slowest = [...counts].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, SLOWEST);
  for (const [file, { seconds }] of slowest) {
    console.log(`     ${seconds.toFixed(0).padStart(4)} s ${relative(process.cwd(), file)}`);
  }
}

/** Passed and failed tests of each file, by its path; what failed is added to `failures`. */
async function runOnce(
  files: readonly string[],
  concurrency: number,
  failures: string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, FileCount>> {
  const counts = new Map<string, FileCount>();
  const countOf = (file: string) => {
    const count = counts.get(file) ?? { passed: 0, failed: 0, leftOut: 0, seconds: 0 };
    counts.set(file, count);
    return count;
  };
  const lastNesting = new Map<string, number>();
  const printed = new Map<string, string>();
  const fail = (file: string, test: string, what: unknown) => {
    countOf(file).failed++;
    const heading = `FAIL ${relative(process.cwd(), file)}${test === file ? '' : `: ${test}`}`;
    const full = what instanceof Error ? (what.stack ?? what.message) : String(what);
    const [line = ''] = full.split('\n');
    console.log(`${heading}\n     ${line.slice(0, LINE_CHARACTERS)}`);
    failures.push(`${heading}\n${full}\n${test === file ? (printed.get(file) ?? '') : ''}`);
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
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', END_WITH_TESTS],
    ...(signal && { signal }),
  });
  stream.on('test:stdout', keep);
  stream.on('test:stderr', keep);
  stream.on('test:pass', ({ name: test, file = '', nesting, details, skip, todo }) => {
    const parent = isParent(file, nesting);
    if (skip === NEEDS_ROOT && !isRoot) countOf(file).leftOut++;
    else if (skip !== undefined || todo !== undefined)
      fail(file, test, 'A test that is skipped proves nothing.');
    // The runner reports the file itself only when nothing in it was reported.
    else if (test === file) fail(file, test, 'There is no test in this file.');
    else if (details.type !== 'suite' && !parent) countOf(file).passed++;
  });
  stream.on('test:fail', ({ name: test, file = '', nesting, details }) => {
    isParent(file, nesting);
    // Its children were counted; a failing hook of its own has another type.
    if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') return;
    fail(file, test, details.error.cause ?? details.error);
  });
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) countOf(file).seconds = duration_ms / 1000;
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
  return counts;
}
