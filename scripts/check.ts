import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { runTests } from './run-tests.ts';

// Runs a part of the checks and tests.
//   check.ts          what needs neither a desktop nor a browser nor real time: formats, types and most tests
//   check.ts browser  the window in a browser
//   check.ts long     a screen, a sound server and a keyring, kills, and what takes its time by the clock
//   --no-tests        formats, types and the build alone
// Prints a line for each failure as it happens, all of them in full at the end, and last a line "N passed, N failed". A
// file of tests that fails once and passes alone is named FLAKY, for somebody to mend.
const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const build: Step = { name: 'everything builds', command: ['node', 'scripts/build.ts', '--if-needed'] };
const checks: readonly Step[] = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  // By one thread: each of four would look at the same types again, and take a hundred seconds of the processors
  // instead of thirty-five.
  { name: 'types', command: ['tsc', '-b', '--singleThreaded'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'API reference is up to date', command: ['node', 'scripts/print-api-reference.ts', '--check'] },
  { name: 'licences of libraries', command: ['node', 'scripts/check-licences.ts'] },
  // Code that has changed under a written fault would otherwise be noticed only when they are all run.
  { name: 'places of the written faults', command: ['node', 'scripts/mutations/run.ts', '--check'] },
  build,
];

const ignored = (path: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(path);
const bytesOf = (file: string) => statSync(join(root, file)).size;
const part = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'short';
if (!['short', 'browser', 'long'].includes(part))
  throw new Error(`There are no ${part} tests: browser or long.`);
const steps = part === 'short' ? checks : [build];
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** What a file of tests says that needs a program which set-up.sh does not install for the short tests. */
const NEEDS_A_DESKTOP =
  /\/(test-display|test-sway|virtual-microphone|browser)\.ts'|\b(display|microphone): true|'(dbus-run-session|cc|systemd-analyze|man)'/;
/**
 * Of the end-to-end tests, those of the front doors are short. The others start, kill, restart, install or attack
 * programs for minutes.
 */
const FRONT_DOORS =
  /\/(local-api|who-may-call|readme-curl|command-line|bad-input|openai-dialect|mcp|nothing-is-lost)\.e2e\.test\.ts$/;
/** Here speech is played as fast as it is spoken. */
const PLAYS_SPEECH = /^tests\/src\/(live-audio|ask-to-speak)\//;
const isOfWindow = (file: string) => file.startsWith('tests/src/window/');
/**
 * Here other programs must keep up with what is pasted and pressed: nothing that keeps a processor busy runs beside
 * them.
 */
const isOnDesktop = (file: string) => file.startsWith('tests/src/desktop/');
const isEndToEnd = (file: string) => file.endsWith('.e2e.test.ts');
const isLong = (file: string) =>
  (isEndToEnd(file) && !FRONT_DOORS.test(file)) ||
  PLAYS_SPEECH.test(file) ||
  NEEDS_A_DESKTOP.test(textOf(file));
const partOf = (file: string) => (isOfWindow(file) ? 'browser' : isLong(file) ? 'long' : 'short');
// Long files first, so that none is left alone at the end.
const tests = globSync('{packages,apps,tests,scripts,bench}/**/*.test.ts', { cwd: root, exclude: ignored })
  .filter((file) => partOf(file) === part)
  .sort((one, other) => bytesOf(other) - bytesOf(one));

/**
 * What a file of tests says that changes or measures its process, or starts programs beside it: what those leave behind
 * would be taken for an error of the next file. A run of chaos takes longer than its few lines say.
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
const onDesktop = tests.filter(isOnDesktop);
const others = tests.filter((file) => !isOnDesktop(file));
const grouped = [
  ...inGroups(
    others.filter((file) => !isEndToEnd(file)),
    60_000,
  ),
  ...inGroups(others.filter(isEndToEnd), part === 'browser' ? 24_000 : 16_000),
];
// How many files at a time keep two processors busy: most of their time they wait.
for (const [name, groups, concurrency] of [
  [`${part} tests`, grouped, 4],
  ...(onDesktop.length > 0 ? [['with other programs', onDesktop.map(alone), 3] as const] : []),
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
 * To start a process and load its modules is most of what a small file costs. So those of a package, or of a folder of
 * tests, share one, up to so many bytes of text: none of them waits long for the others. Those of the window share its
 * browser too.
 */
function inGroups(files: readonly string[], maxBytes: number): readonly (readonly string[])[] {
  const open = new Map<string, { files: string[]; bytes: number }>();
  const groups: string[][] = [];
  for (const file of files) {
    const text = textOf(file);
    const isAlone = !isOfWindow(file) && NEEDS_A_PROCESS.test(text);
    const folder = file.startsWith('tests/') ? dirname(file) : file.split('/').slice(0, 2).join('/');
    const key = isAlone ? file : `${folder} ${!isOfWindow(file) && SIMULATES_PROVIDERS.test(text)}`;
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
