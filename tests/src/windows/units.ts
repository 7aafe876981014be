import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { giveKoffiRoom, inTree, unpacked, windowsPath } from './machine.ts';
import { notUnderWine } from './not-under-wine.ts';

// The unit tests of all packages, under Node for Windows: in the checkout's copy (run.sh), in a Windows of their own.

const [, , tree = ''] = process.argv;
const checkout = join(tree, 'quoth');
const RESULT = '/tmp/units.json';
const SECONDS = 900;

interface Result {
  readonly passed: number;
  /** The first line of each names the file, and the test in it. */
  readonly failures: readonly string[];
}

/** Runs them, prints what fails and should not, or passes though it is listed, and gives the counts: a listed failure is a pass. */
export async function runUnits(): Promise<{ readonly passed: number; readonly failed: number }> {
  installForWindows();
  const prefix = '/tmp/units-prefix';
  const options = {
    cwd: '/quoth',
    env: {
      WINEPREFIX: prefix,
      NODE_COMPILE_CACHE: 'Z:\\tmp\\compiled',
      QUOTH_TEST_PROGRAMS: 'Z:\\quoth\\dist\\quoth',
    },
    seconds: SECONDS,
  };
  const wine = ['/usr/lib/wine/wine64'];
  await inTree([...wine, 'wineboot', '-i'], options);
  const ran = await inTree(
    [
      ...wine,
      windowsPath(unpacked('node.exe')),
      '--disable-warning=ExperimentalWarning',
      'Z:\\quoth\\scripts\\run-units.ts',
      `Z:${RESULT.replaceAll('/', '\\')}`,
    ],
    options,
  );
  const kept = process.env.QUOTH_SCREENSHOTS;
  if (kept) writeFileSync(join(kept, 'units.txt'), ran.out + ran.error);
  if (!existsSync(tree + RESULT)) {
    console.log(`FAIL unit tests ended with ${ran.code}: ${ran.out.slice(-2_000)}${ran.error.slice(-2_000)}`);
    return { passed: 0, failed: 1 };
  }
  const { passed, failures } = JSON.parse(readFileSync(tree + RESULT, 'utf8')) as Result;
  const named = new Map(failures.map((failure) => [nameOf(failure), failure]));
  const listed = Object.entries(notUnderWine).flatMap(([file, tests]) =>
    Object.keys(tests).map((test) => `${file}: ${test}`),
  );
  const unexpected = [...named].filter(([name]) => !listed.includes(name));
  const pass = listed.filter((name) => !named.has(name));
  for (const [, failure] of unexpected) console.log(failure);
  for (const name of pass) console.log(`FAIL ${name}: listed in not-under-wine.ts, and passes`);
  const failed = unexpected.length + pass.length;
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} unit tests of the packages: ${passed} passed, ${failed} failed, ${listed.length} listed`,
  );
  return { passed: passed + listed.length - pass.length, failed };
}

/** "FAIL packages\\core\\src\\a.test.ts: what is true" as the list names it. */
function nameOf(failure: string): string {
  const [line = ''] = failure.split('\n');
  const [, file = '', rest = ''] = /^FAIL (.*?\.test\.\w+)(.*)$/s.exec(line) ?? [];
  return `${file.replaceAll('\\', '/')}${rest === '' ? ': the file as a whole' : rest}`;
}

/** node_modules of the copy as npm makes them on Windows, as far as the tests load them. */
function installForWindows(): void {
  const modules = join(checkout, 'node_modules');
  const packed = unpacked('node_modules');
  for (const name of globSync('@*/*win32-x64*', { cwd: packed }))
    cpSync(join(packed, name), join(modules, name), { recursive: true });
  giveKoffiRoom(checkout);
  for (const folder of globSync('packages/*', { cwd: checkout })) putWorkspace(folder);
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/**
 * On Windows npm links workspaces by junctions, which Node follows. Wine shows this system's links as plain folders, so that Node would find TypeScript below
 * node_modules and refuse it: in their place come modules that lead to the sources.
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
