import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { endWindows, here, setUp, workPath } from './machine.ts';
import { makeNewer } from './newer.ts';
import { startUnits, unitsEnded } from './units.ts';

// main.ts TREE WORK [NAME… [GLOB]]: inside run.sh alone. One Windows for the files below, which run one after the
// other; a second one for the packages' unit tests beside them, or those that the glob names.
const AGAIN = '--again';
/** Where more fail, it is no accident. */
const FEW = 3;
const isAgain = process.argv.includes(AGAIN);
const chosen = process.argv.slice(4).filter((name) => name !== AGAIN);
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name);
const parts = ['product', 'dictation', 'upgrade'];
let passed = 0;
let failed = 0;
/** Of what failed end to end: the names, and the parts they belong to. */
const failures = new Map<string, string>();

const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
if (!isAgain) pack();
if (isWanted('units')) startUnits(chosen.find((name) => name.includes('/')));
if (parts.some(isWanted)) {
  // It takes minutes, and is needed last.
  if (isWanted('upgrade')) makeNewer();
  await setUp();
  console.log(`Wine runs after ${seconds()}`);
  await endToEnd();
  if (!isAgain && failures.size > 0 && failures.size <= FEW) await runAgain();
}
const units = await unitsEnded();
passed += units.passed;
failed += units.failed;
console.log(`After ${seconds()}:`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/**
 * As tests on desktops, a few that failed are tried once more, in a new Windows: one that passes then is named, and
 * does not count as failed.
 */
async function runAgain(): Promise<void> {
  await endWindows();
  const work = workPath('again');
  mkdirSync(work);
  for (const name of ['packages', 'unpacked']) symlinkSync(join('..', name), join(work, name));
  const names = new Set(failures.values());
  console.log(`Once more, in a new Windows: ${[...names].join(', ')}`);
  const args = [
    ...process.execArgv,
    import.meta.filename,
    ...process.argv.slice(2, 3),
    work,
    AGAIN,
    ...names,
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) return;
  for (const name of failures.keys()) console.log(`FLAKY ${name}`);
  failed -= failures.size;
  passed += failures.size;
}

function pack(): void {
  here([process.execPath, 'scripts/build.ts', '--if-needed']);
  mkdirSync(workPath('packages'));
  here([process.execPath, 'scripts/package/main.ts', 'windows', '--quick', '--out', workPath('packages')]);
  const [zip = ''] = globSync('*.zip', { cwd: workPath('packages') });
  here(['unzip', '-q', workPath('packages', zip), '-d', workPath('unpacked')]);
  console.log(`Packed after ${seconds()}`);
}

async function endToEnd(): Promise<void> {
  const stream = run({
    files: ['install', ...parts.filter(isWanted)].map((name) => join(import.meta.dirname, `${name}.ts`)),
    isolation: 'none',
    timeout: 1_800_000,
  });
  stream.on('test:pass', ({ name, details }) => {
    if (details.type === 'suite') return;
    passed++;
    console.log(`ok   ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
  });
  stream.on('test:fail', ({ name, file = '', details }) => {
    // Its tests were counted; a failing hook of its own has another type.
    if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') return;
    failed++;
    failures.set(name, basename(file, '.ts'));
    const { cause } = details.error;
    console.log(`FAIL ${name}\n${cause instanceof Error ? cause.stack : inspect(details.error)}`);
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
}
