import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runTests } from './run-tests.ts';

// Everything that CI runs, fast things first. Prints a line for each failure as it happens, all of them in full at the end, and last a line "N passed, N failed"; a file of tests that fails once and passes alone is named FLAKY, for somebody to mend.
const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const steps: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // By one thread: each of four would look at the same types again, and take a hundred seconds of the processors instead of thirty-five.
  { name: 'types', command: ['tsc', '-b', '--singleThreaded'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'API reference is up to date', command: ['node', 'scripts/print-api-reference.ts', '--check'] },
  { name: 'third-party notices are up to date', command: ['node', 'scripts/print-notices.ts', '--check'] },
  { name: 'everything builds', command: ['node', 'scripts/build.ts', '--if-needed'] },
];

const ignored = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path);
const bytesOf = (file: string) => statSync(join(root, file)).size;
// Long files first, so that none is left alone at the end.
const tests = globSync('{packages,apps,tests,scripts,bench}/**/*.test.ts', {
  cwd: root,
  exclude: ignored,
}).sort((one, other) => bytesOf(other) - bytesOf(one));
const endToEnd = tests.filter((file) => file.endsWith('.e2e.test.ts'));
// Here other programs must keep up with what is pasted and pressed: nothing that keeps a processor busy runs beside them.
const onDesktop = endToEnd.filter((file) => file.startsWith('tests/src/desktop/'));

/**
 * What a file of tests says that changes or measures its process, or starts programs beside it: what those leave behind would be taken for an error of
 * the next file. A run of chaos takes longer than its few lines say.
 */
const NEEDS_A_PROCESS =
  /\bprocess\.(env(\.\w+ = |\[)|exit|kill|on\(|once|set|umask|chdir|memoryUsage|\w*[cC]puUsage)|worker_threads|\b(spawn|fork|exec|execFile)\b.* from 'node:child_process'|(Bus|Display|Microphone|Postgres|Sway)\.start\(|\b(isAlive|threadMs)\(|'\.\.?\/chaos\//;
/** They load a speech engine, which has to come before any other native library. */
const SIMULATES_PROVIDERS = /ProviderSimulator\.start\(|\bcloud: (true|new )|gatewayTests\(/;

// Ctrl-C, or a plain kill, ends what was started as well.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

let passed = 0;
let failed = 0;
let flaky = 0;
let leftOut = 0;
const failures: string[] = [];
// The compiler keeps one processor busy for as long as all of the others together.
await Promise.all(
  [steps.filter(isOfTypes), steps.filter((step) => !isOfTypes(step))].map(async (some) => {
    for (const step of some) {
      if (stopping.signal.aborted) return;
      if (await succeeds(step)) passed++;
      else failed++;
    }
  }),
);
endIfStopped();
if (process.argv.includes('--no-tests')) {
  console.log(`${passed} passed, ${failed} failed, without the tests`);
  process.exit(failed === 0 ? 0 : 1);
}
// Hundreds of processes load the same modules: the first one keeps the compiled code for the others.
const compiled = mkdtempSync(join(tmpdir(), 'quoth-tests-compiled-'));
process.env.NODE_COMPILE_CACHE = compiled;
process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));
// End-to-end tests run the programs as they are built, which start in a fraction of the time.
process.env.QUOTH_TEST_APPLICATION = join(root, 'dist', 'quoth', 'application.js');
process.env.QUOTH_TEST_PROGRAMS = join(root, 'dist', 'quoth');
process.env.QUOTH_TEST_GATEWAY = join(root, 'dist', 'gateway', 'gateway.js');
// Those of the window keep a processor busy, and the others wait most of their time: for programs to start, for speech to be spoken.
const ofWindow = endToEnd.filter((file) => file.startsWith('tests/src/window/'));
const withoutWindow = endToEnd.filter((file) => !ofWindow.includes(file) && !onDesktop.includes(file));

const others = tests.filter((file) => !endToEnd.includes(file));
// How many files at a time keep two processors busy: most of their time they wait. The short ones first, in one run with the long ones, so that no processor waits for the last of them.
for (const [name, groups, concurrency] of [
  [
    'unit to end to end',
    [...inGroups(others, 60_000), ...evenly(inGroups(ofWindow, 24_000), inGroups(withoutWindow, 16_000))],
    4,
  ],
  ['end to end, with other programs', onDesktop.map(alone), 3],
] as const) {
  const result = await runTests({
    name,
    groups: groups.map((files) => files.map((file) => join(root, file))),
    concurrency,
    again: true,
    signal: stopping.signal,
  });
  failures.push(...result.failures);
  endIfStopped();
  passed += result.passed;
  failed += result.failed;
  flaky += result.flaky;
  leftOut += result.leftOut;
}
printFailures();
if (leftOut > 0) console.log(`Left out, because they need root: ${leftOut}`);
console.log(`${passed} passed, ${failed} failed${flaky > 0 ? `, ${flaky} flaky` : ''}`);
process.exit(failed === 0 ? 0 : 1);

/** A check that was cut short says so, and gives no count that could be taken for a result. */
function endIfStopped(): void {
  if (!stopping.signal.aborted) return;
  printFailures();
  console.log('Stopped.');
  process.exit(130);
}

function isOfTypes({ name }: Step): boolean {
  return name === 'types';
}

function alone(file: string): readonly string[] {
  return [file];
}

/**
 * To start a process and load its modules is most of what a small file costs. So those of a package, or of a folder of tests, share one, up to so many
 * bytes of text: none of them waits long for the others. Those of the window share its browser too.
 */
function inGroups(files: readonly string[], maxBytes: number): readonly (readonly string[])[] {
  const open = new Map<string, { files: string[]; bytes: number }>();
  const groups: string[][] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const isOfWindow = ofWindow.includes(file);
    const isAlone = !isOfWindow && NEEDS_A_PROCESS.test(text);
    const folder = file.startsWith('tests/') ? dirname(file) : file.split('/').slice(0, 2).join('/');
    const key = isAlone ? file : `${folder} ${!isOfWindow && SIMULATES_PROVIDERS.test(text)}`;
    let group = open.get(key);
    if (!group || group.bytes + bytesOf(file) > maxBytes) {
      group = { files: [], bytes: 0 };
      open.set(key, group);
      groups.push(group.files);
    }
    group.files.push(file);
    group.bytes += bytesOf(file);
  }
  return groups;
}

/** The first among the second, at equal distances. */
function evenly<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const placed = [some, others].flatMap((all) =>
    all.map((each, index) => ({ each, at: (index + 0.5) / all.length })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ each }) => each);
}

/** Each in full, after the lines that name them. */
function printFailures(): void {
  for (const failure of failures) console.log(`\n${failure}`);
}

/** Runs one step; its output is shown only when it fails. */
async function succeeds({ name, command }: Step): Promise<boolean> {
  const startedAt = performance.now();
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: stopping.signal,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(Buffer.concat(output).toString());
  return code === 0;
}
