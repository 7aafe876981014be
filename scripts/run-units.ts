import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTests } from './run-tests.ts';

// run-units.ts RESULT: under Node for Windows, by tests/src/windows/units.ts. The unit tests of all packages, two processes at a time.

const root = join(import.meta.dirname, '..');
const only = process.env.QUOTH_UNITS;
const files = globSync(only ?? 'packages/*/src/**/*.test.ts', { cwd: root }).map((file) => join(root, file));

/** A file that touches its process, or starts others, has one of its own. */
const isAlone = (file: string) => /\bprocess\.|child_process|worker_threads/.test(readFileSync(file, 'utf8'));
const GROUP_BYTES = 40_000;
const groups: string[][] = files.filter(isAlone).map((file) => [file]);
let bytes = GROUP_BYTES;
for (const file of files.filter((each) => !isAlone(each))) {
  const size = statSync(file).size;
  if (bytes + size > GROUP_BYTES) {
    groups.push([]);
    bytes = 0;
  }
  groups.at(-1)?.push(file);
  bytes += size;
}
const { passed, failures } = await runTests({
  name: 'under Windows',
  groups,
  concurrency: 2,
  processMs: 120_000,
});
writeFileSync(process.argv[2] ?? '', JSON.stringify({ passed, failures }));
process.exit(0);
