import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { inspect } from 'node:util';
import { giveKoffiRoom, inTree, unpacked, windowsPath } from './machine.ts';
import { filesNotRun, testsThatFail } from './not-under-wine.ts';

// The unit tests of the packages that meet the system, under Node for Windows: in the checkout's copy (run.sh), in a
// Windows of their own. What only calculates does the same everywhere.

const [, , tree = ''] = process.argv;
const checkout = join(tree, 'quoth');
const WINE = '/usr/lib/wine/wine64';
/**
 * So long a process of tests may take. What it did not end is run again, each file alone; one that does not end then
 * has failed.
 */
const SECONDS = 300;
/** A file that takes longer is named. */
const SLOW_SECONDS = 15;
/** Files that share a process, in bytes of text. */
const GROUP_BYTES = 60_000;
/** What a file does that touches its process, or starts others. */
const NEEDS_A_PROCESS =
  /\bprocess\.(env|exit|kill|on\(|once|set|umask|chdir|memoryUsage|\w*[cC]puUsage)|child_process|worker_threads/;
/**
 * What a file of tests says, or the chapter that it tests, when files, processes, the network or native code decide
 * what it does.
 */
const MEETS_THE_SYSTEM =
  /from '(node:(fs|fs\/promises|path|os|child_process|net|worker_threads|sqlite|https?|tls)|koffi|ws)'|\bprocess\.platform\b/;
const AS_A_WHOLE = 'the file as a whole';

/** What reporter.mjs prints. */
type Line =
  | {
      readonly name: string;
      readonly failed?: string /** Why its own file skips it. */;
      readonly excepted?: string;
    }
  | { readonly ended: string; readonly seconds: number; readonly failed?: string };

interface Counted {
  readonly passed: number;
  readonly failed: number;
}

let running: Promise<Counted> | undefined;

/** Starts those that the glob names, or all, beside everything else. */
export function startUnits(only = 'packages/*/src/**/*.test.ts'): void {
  running = runUnits(only).catch((error) => {
    console.log(`FAIL unit tests of the packages\n${inspect(error)}`);
    return { passed: 0, failed: 1 };
  });
}

/** What became of them; nothing where they were not started. */
export const unitsEnded = () => running ?? Promise.resolve({ passed: 0, failed: 0 });

/** Prints what fails and should not, or passes though it is listed. */
async function runUnits(only: string): Promise<Counted> {
  const startedAt = performance.now();
  installForWindows();
  mkdirSync(join(tree, 'tmp', 'units'), { recursive: true });
  await inTree([WINE, 'wineboot', '-i'], options);
  const all = globSync(only, { cwd: checkout }).sort().filter(meetsTheSystem);
  for (const file of Object.keys(filesNotRun))
    if (!existsSync(join(checkout, file))) throw new Error(`${file}: in not-under-wine.ts, and not there`);
  const files = all.filter((file) => !Object.hasOwn(filesNotRun, file));
  const failures = new Map<string, string>();
  let passed = 0;
  let excepted = 0;
  const count = async (group: readonly string[]): Promise<void> => {
    const result = await runGroup(group);
    passed += result.passed;
    excepted += result.excepted;
    for (const [name, text] of result.failures) failures.set(name, text);
    if (group.length === 1)
      for (const [file, said] of result.unfinished) failures.set(`${file}: ${AS_A_WHOLE}`, said);
    else for (const [file] of result.unfinished) await count([file]);
  };
  const groups = inGroups(files);
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let group = groups.shift(); group; group = groups.shift()) await count(group);
    }),
  );
  const listed = Object.entries(testsThatFail).flatMap(([file, tests]) =>
    Object.keys(tests).map((test) => `${file}: ${test}`),
  );
  const unexpected = [...failures].filter(([name]) => !listed.includes(name));
  const pass = listed.filter((name) => !failures.has(name));
  for (const [name, text] of unexpected) console.log(`FAIL ${name}\n${text}`);
  for (const name of pass) console.log(`FAIL ${name}: listed in not-under-wine.ts, and passes`);
  const failed = unexpected.length + pass.length;
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} unit tests of the packages: ${passed} passed, ${failed} failed; with a reason, ${listed.length + excepted} tests are excepted and ${all.length - files.length} files are not run (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`,
  );
  return { passed, failed };
}

const options = {
  cwd: '/quoth',
  env: {
    WINEPREFIX: '/tmp/units/prefix',
    NODE_COMPILE_CACHE: 'Z:\\tmp\\units\\compiled',
    QUOTH_TEST_PROGRAMS: 'Z:\\quoth\\dist\\quoth',
    QUOTH_TEST_LINGER_MS: '10000',
  },
  seconds: SECONDS,
};

interface GroupResult {
  readonly passed: number;
  readonly excepted: number;
  /** By "FILE: TEST", what was said. */
  readonly failures: ReadonlyMap<string, string>;
  /** Files that did not end, with what the process printed at last. */
  readonly unfinished: ReadonlyMap<string, string>;
}

let groupsRun = 0;

/** Runs files in one process, one after another. */
async function runGroup(group: readonly string[]): Promise<GroupResult> {
  const loader = join(tree, 'tmp', 'units', `${++groupsRun}.mjs`);
  const report = join(tree, 'tmp', 'units', `${groupsRun}.json`);
  writeFileSync(loader, loaderOf(group));
  const { code, out, error } = await inTree(
    [
      ...[WINE, windowsPath(unpacked('node.exe')), '--disable-warning=ExperimentalWarning'],
      ...['--import', fileUrl('/quoth/scripts/test-process.ts')],
      `--test-reporter=${fileUrl('/quoth/tests/src/windows/reporter.mjs')}`,
      `--test-reporter-destination=${windowsPath(report)}`,
      windowsPath(loader),
    ],
    options,
  );
  const kept = process.env.QUOTH_SCREENSHOTS;
  if (kept) appendFileSync(join(kept, 'units.txt'), `${group.join(' ')}: ${code}\n${out}${error}\n`);
  const failures = new Map<string, string>();
  const said = code === null ? `It did not end within ${SECONDS} s.` : `It ended with ${code}.`;
  const unfinished = new Map(group.map((each) => [each, `${said}\n${(out + error).slice(-2_000)}`]));
  let passed = 0;
  let excepted = 0;
  let tests: Extract<Line, { name: string }>[] = [];
  const keep = (file: string) => {
    for (const { name, failed, excepted: reason } of tests)
      if (reason !== undefined) excepted++;
      else if (failed === undefined) passed++;
      else failures.set(`${file}: ${name}`, failed);
    tests = [];
  };
  for (const line of readReport(report)) {
    if ('name' in line) tests.push(line);
    else {
      const failed = tests.length === 0 ? 'There is no test in this file.' : line.failed;
      if (failed !== undefined) failures.set(`${line.ended}: ${AS_A_WHOLE}`, failed);
      unfinished.delete(line.ended);
      if (line.seconds > SLOW_SECONDS)
        console.log(`     ${line.seconds.toFixed(0).padStart(4)} s ${line.ended}`);
      keep(line.ended);
    }
  }
  if (group.length === 1) keep(group[0] ?? '');
  // Its tests are over, and something was still open.
  if (unfinished.size === 0 && failures.size === 0 && code !== 0) {
    for (const each of group) unfinished.set(each, `${said}\n${error.slice(-2_000)}`);
    if (group.length > 1) passed = excepted = 0;
  }
  return { passed, excepted, failures, unfinished };
}

function readReport(path: string): readonly Line[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    // What was being written when the process was ended.
    lines.pop();
    return lines.map((line) => JSON.parse(line) as Line);
  } catch {
    return [];
  }
}

const fileUrl = (path: string) => `file:///Z:${path}`;

/** As scripts/run-tests.ts loads several files. */
function loaderOf(files: readonly string[]): string {
  const loads = files.map(
    (file) =>
      `  await describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(fileUrl(`/quoth/${file}`))})));`,
  );
  return [
    "import { describe } from 'node:test';",
    'const alive = setInterval(() => undefined, 60_000);',
    'globalThis.allFiles = (async () => {',
    ...loads,
    '})().finally(() => clearInterval(alive));',
    'await globalThis.allFiles;',
    '',
  ].join('\n');
}

function meetsTheSystem(file: string): boolean {
  const chapter = file.replace(/(\.property)?\.test\.ts$/, '.ts');
  const texts = [file, chapter].map((each) => join(checkout, each)).filter((path) => existsSync(path));
  return texts.some((path) => MEETS_THE_SYSTEM.test(readFileSync(path, 'utf8')));
}

/** Those that need a process of their own first: they take longest. */
function inGroups(files: readonly string[]): string[][] {
  const alone = files.filter((file) => NEEDS_A_PROCESS.test(readFileSync(join(checkout, file), 'utf8')));
  const groups: string[][] = alone.map((file) => [file]);
  let bytes = GROUP_BYTES;
  for (const file of files.filter((each) => !alone.includes(each))) {
    const size = statSync(join(checkout, file)).size;
    if (bytes + size > GROUP_BYTES) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(file);
    bytes += size;
  }
  return groups;
}

/** node_modules of the copy as npm makes them on Windows, as far as the tests load them. */
function installForWindows(): void {
  const modules = join(checkout, 'node_modules');
  const packed = unpacked('node_modules');
  for (const name of globSync('@*/*win32-x64*', { cwd: packed }))
    cpSync(join(packed, name), join(modules, name), { recursive: true });
  giveKoffiRoom(checkout);
  // A folder that was renamed may be left with what git ignores.
  for (const manifest of globSync('packages/*/package.json', { cwd: checkout }))
    putWorkspace(dirname(manifest));
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/**
 * On Windows npm links workspaces by junctions, which Node follows. Wine shows this system's links as plain folders, so
 * that Node would find TypeScript below node_modules and refuse it: in their place come modules that lead to the
 * sources.
 */
function putWorkspace(folder: string): void {
  const { name, exports = {} } = JSON.parse(
    readFileSync(join(checkout, folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const place = join(checkout, 'node_modules', name);
  if (lstatSync(place, { throwIfNoEntry: false })) rmSync(place, { recursive: true });
  mkdirSync(place, { recursive: true });
  const own: Record<string, string> = {};
  for (const [key, target] of Object.entries(exports)) {
    const [base = ''] = target.split('*');
    const files = target.includes('*') ? readdirSync(join(checkout, folder, base)) : [''];
    for (const file of files) {
      const source = join(checkout, folder, base, file);
      if (lstatSync(source).isDirectory()) continue;
      const module = join(place, 'modules', relative(join(checkout, folder), source));
      mkdirSync(dirname(module), { recursive: true });
      if (source.endsWith('.ts')) {
        const to = JSON.stringify(relative(dirname(module), source));
        const hasDefault = /^export default /m.test(readFileSync(source, 'utf8'));
        writeFileSync(
          `${module}.mjs`,
          `export * from ${to};\n${hasDefault ? `export { default } from ${to};\n` : ''}`,
        );
      } else symlinkSync(relative(dirname(module), source), module);
      const path = relative(place, source.endsWith('.ts') ? `${module}.mjs` : module);
      own[key.replace('*', file)] = `./${path}`;
    }
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, type: 'module', exports: own }));
}
