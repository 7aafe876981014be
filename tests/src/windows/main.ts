import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { here, setUp, workPath } from './machine.ts';
import { makeNewer } from './newer.ts';
import { startUnits, unitsEnded } from './units.ts';

// main.ts TREE WORK [NAME… [GLOB]]: inside run.sh alone. One Windows for the files below, which run one after the other; a second one for the packages' unit tests beside them, or those that the glob names.
const chosen = process.argv.slice(4);
const isWanted = (name: string) => chosen.length === 0 || chosen.includes(name);
const parts = ['product', 'dictation', 'upgrade'];
let passed = 0;
let failed = 0;

const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
here([process.execPath, 'scripts/build.ts', '--if-needed']);
mkdirSync(workPath('packages'));
here([process.execPath, 'scripts/package/main.ts', 'windows', '--quick', '--out', workPath('packages')]);
const [zip = ''] = globSync('*.zip', { cwd: workPath('packages') });
here(['unzip', '-q', workPath('packages', zip), '-d', workPath('unpacked')]);
console.log(`Packed after ${seconds()}`);
if (isWanted('units')) startUnits(chosen.find((name) => name.includes('/')));
if (parts.some(isWanted)) {
  // It takes minutes, and is needed last.
  if (isWanted('upgrade')) makeNewer();
  await setUp();
  console.log(`Wine runs after ${seconds()}`);
  await endToEnd();
}
const units = await unitsEnded();
passed += units.passed;
failed += units.failed;
console.log(`After ${seconds()}:`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function endToEnd(): Promise<void> {
  const stream = run({
    files: ['install', ...parts.filter(isWanted)].map((name) => join(import.meta.dirname, `${name}.ts`)),
    isolation: 'none',
    timeout: 900_000,
  });
  stream.on('test:pass', ({ name, details }) => {
    if (details.type === 'suite') return;
    passed++;
    console.log(`ok   ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
  });
  stream.on('test:fail', ({ name, details }) => {
    // Its tests were counted; a failing hook of its own has another type.
    if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') return;
    failed++;
    const { cause } = details.error;
    console.log(`FAIL ${name}\n${cause instanceof Error ? cause.stack : inspect(details.error)}`);
  });
  for await (const _event of stream) {
    // Read to the end: the counts are made above.
  }
}
