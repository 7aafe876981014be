import { join } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';

// main.ts TREE WORK [FILE…]: inside run.sh alone. One Windows for all files, which run one after the other and stop what they started.
const chosen = process.argv.slice(4);
const files = ['product'].filter((name) => chosen.length === 0 || chosen.includes(name));
let passed = 0;
let failed = 0;
const stream = run({
  files: files.map((name) => join(import.meta.dirname, `${name}.ts`)),
  isolation: 'none',
  timeout: 240_000,
});
stream.on('test:pass', ({ name, details }) => {
  passed++;
  console.log(`ok   ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
});
stream.on('test:fail', ({ name, details }) => {
  failed++;
  console.log(`FAIL ${name}\n${inspect(details.error.cause ?? details.error)}`);
});
stream.on('end', () => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
});
stream.resume();
