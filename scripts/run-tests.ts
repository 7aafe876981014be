import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';

/** What to run, and how much of it at a time. */
export interface TestRun {
  readonly name: string;
  /** Absolute paths. Each group has a process, in which its files run one after another. */
  readonly groups: readonly (readonly string[])[];
  readonly concurrency: number;
  /** Files that fail are run once more, each alone, and named FLAKY when they pass then. */
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

/**
 * A process of tests may take this long; the slowest ones start real programs on two busy cores, one file after
 * another.
 */
const TIMEOUT_MS = 480_000;

const TEST_PROCESS = pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href;

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

/** More failing groups than this are no accident: they are not run again. */
const MAX_FLAKY_GROUPS = 5;

/**
 * Runs test files with Node's own runner and counts tests (not the tests and suites around them). Each failure is
 * printed as one line when it happens and returned in full, so that a log which is cut short still names all of them.
 * A file that breaks, a file without tests, a hook that fails and a test that is skipped each count as one failure; but
 * what needs root is left out where one is not.
 */
export async function runTests({
  name,
  groups,
  concurrency,
  again = false,
  signal,
}: TestRun): Promise<TestResult> {
  const failures: string[] = [];
  if (groups.length === 0) {
    // The runner would look for files of its own choice.
    console.log(`FAIL ${name}: no tests were found`);
    return { passed: 0, failed: 1, flaky: 0, leftOut: 0, failures };
  }
  const startedAt = performance.now();
  const counts = await runOnce(groups, concurrency, failures, signal);
  let flaky = 0;
  const hasFailed = (file: string) => (counts.get(file)?.failed ?? 0) > 0;
  const failing = groups.map((files) => files.filter(hasFailed)).filter((files) => files.length > 0);
  if (again && failing.length <= MAX_FLAKY_GROUPS) {
    for (const file of failing.flat()) {
      if (signal?.aborted) break;
      const second = (await runOnce([[file]], 1, failures, signal)).get(file);
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
  groups: readonly (readonly string[])[],
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
  const folder = mkdtempSync(join(tmpdir(), 'quoth-tests-'));
  /** The groups of several files, by the file that loads them. */
  const shared = new Map<string, readonly string[]>();
  const loaders = groups.map((files, index) => {
    const [only] = files;
    if (only !== undefined && files.length === 1) return only;
    const loader = join(folder, `${index}.test.mjs`);
    shared.set(loader, files);
    writeFileSync(loader, loaderOf(files));
    return loader;
  });
  /** Files of groups whose tests have all been reported. */
  const ended = new Set<string>();
  const lastNesting = new Map<string, number>();
  const printed = new Map<string, string>();
  const fail = (file: string, test: string, what: unknown) => {
    const files = shared.get(file);
    // Its process broke: what has not ended in it has failed.
    const unfinished = files?.filter((each) => !ended.has(each)) ?? [file];
    for (const each of files && unfinished.length === 0 ? files : unfinished) countOf(each).failed++;
    if (files) {
      const lines = unfinished.map((each) => relative(process.cwd(), each)).join(', ') || 'none';
      console.log(`FAIL a process of ${files.length} files; not ended: ${lines}`);
    }
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
    files: loaders,
    concurrency,
    timeout: TIMEOUT_MS,
    // Postgres in WebAssembly, compiled a second time by V8's slow compiler, costs a process two seconds that it never
    // gains.
    execArgv: ['--disable-warning=ExperimentalWarning', '--liftoff-only', '--import', TEST_PROCESS],
    ...(signal && { signal }),
  });
  stream.on('test:stdout', keep);
  stream.on('test:stderr', keep);
  stream.on('test:pass', ({ name: test, file = '', nesting, details, skip, todo }) => {
    if (shared.has(file) && nesting === 0) {
      ended.add(test);
      countOf(test).seconds = details.duration_ms / 1000;
      return;
    }
    const parent = isParent(file, nesting);
    if (skip === NEEDS_ROOT && !isRoot) countOf(file).leftOut++;
    else if (skip !== undefined || todo !== undefined)
      fail(file, test, 'A test that is skipped proves nothing.');
    // The runner reports the file itself only when nothing in it was reported.
    else if (test === file) fail(file, test, 'There is no test in this file.');
    else if (details.type !== 'suite' && !parent) countOf(file).passed++;
  });
  stream.on('test:fail', ({ name: test, file = '', nesting, details }) => {
    const ofGroup = nesting === 0 && shared.get(file)?.includes(test);
    if (ofGroup) ended.add(test);
    else isParent(file, nesting);
    // Its children were counted; a failing hook of its own has another type.
    if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') return;
    fail(ofGroup ? test : file, test, details.error.cause ?? details.error);
  });
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined && !shared.has(file)) countOf(file).seconds = duration_ms / 1000;
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
  rmSync(folder, { recursive: true, force: true });
  for (const file of [...shared.values()].flat()) {
    const { passed, failed, leftOut } = countOf(file);
    if (passed + failed + leftOut === 0) fail(file, file, 'There is no test in this file.');
  }
  return counts;
}

/**
 * A file whose tests are those of the others, one file after another; hooks of one are not called for the next. The
 * runner believes the tests to be over after each of them: `test-process.ts` waits for `allFiles`.
 */
function loaderOf(files: readonly string[]): string {
  const loads = files.map((file) => {
    const url = JSON.stringify(pathToFileURL(file).href);
    return `  await describe(${JSON.stringify(file)}, async () => void (await import(${url})));`;
  });
  return [
    "import { describe } from 'node:test';",
    // A test may wait for what keeps no process running.
    'const alive = setInterval(() => undefined, 60_000);',
    'globalThis.allFiles = (async () => {',
    ...loads,
    '})().finally(() => clearInterval(alive));',
    'await globalThis.allFiles;',
    '',
  ].join('\n');
}
