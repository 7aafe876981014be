import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'quoth-run-tests-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const head = "import { after, before, describe, test } from 'node:test';";
const cases: readonly [name: string, source: string, passed: number, failed: number, shown: RegExp][] = [
  ['plain', "test('a', () => {}); test('b', () => {});", 2, 0, /ok/],
  ['parents are not counted', "test('a', async (t) => { await t.test('b', () => {}); });", 1, 0, /ok/],
  ['suites are not counted', "describe('a', () => { test('b', () => {}); });", 1, 0, /ok/],
  ['failing', "test('a', () => { throw new Error('broken a'); });", 0, 1, /broken a/],
  ['failing below', "test('a', (t) => t.test('b', () => { throw new Error('x'); }));", 0, 1, /: b/],
  ['skipped', "test('a', { skip: true }, () => {});", 0, 1, /proves nothing/],
  [
    'needs root',
    "test('a', { skip: 'needs root' }, () => {}); test('b', () => {});",
    1,
    isRoot ? 1 : 0,
    /ok|FAIL/,
  ],
  ['to do', "test('a', { todo: true }, () => {});", 0, 1, /proves nothing/],
  [
    'suite hook',
    "describe('a', () => { after(() => { throw new Error('hook'); }); test('b', () => {}); });",
    1,
    1,
    /hook/,
  ],
  ['file hook', "after(() => { throw new Error('hook'); }); test('b', () => {});", 1, 1, /hook/],
  ['no test', 'void 0;', 0, 1, /no test in this file/],
  ['breaks', "throw new Error('at the top');", 0, 1, /at the top/],
  ['exits', 'process.exit(3);', 0, 1, /FAIL/],
  ['killed', "test('a', () => { process.kill(process.pid, 'SIGKILL'); });", 0, 1, /FAIL/],
];

let files = 0;
function fileOf(source: string): string {
  const file = join(folder, `case-${files++}.test.mjs`);
  writeFileSync(file, `${head}\n${source}\n`);
  return file;
}

/** What a run of these groups prints: what failed, in full, and last its counts. */
function printedBy(
  groups: readonly (readonly string[])[],
  changes: { again?: boolean; env?: NodeJS.ProcessEnv } = {},
): string {
  // A file, not --eval: the runner hands its own options on to the files.
  const driver = join(folder, 'driver.mjs');
  writeFileSync(
    driver,
    `
    import { runTests } from ${JSON.stringify(join(import.meta.dirname, 'run-tests.ts'))};
    const given = ${JSON.stringify({ name: 'case', groups, concurrency: 1, again: changes.again })};
    const { failures, ...counts } = await runTests(given);
    console.log(failures.join('\\n'));
    console.log(JSON.stringify(counts));`,
  );
  // The runner does nothing when it believes to be inside a test.
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', driver], {
    env: { ...env, ...changes.env },
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return stdout + stderr;
}

const counts = (passed: number, failed: number, flaky = 0) =>
  new RegExp(`{"passed":${passed},"failed":${failed},"flaky":${flaky},"leftOut":\\d}\\s*$`);

test('the runner counts what proves something, and shows what fails', () => {
  for (const [name, source, passed, failed, shown] of cases) {
    const output = printedBy([[fileOf(source)]]);
    assert.match(output, counts(passed, failed), `${name}: ${output}`);
    assert.match(output, shown, name);
  }
  assert.match(printedBy([]), /no tests were found/);
  assert.match(printedBy([]), counts(0, 1));
});

test('files that share a process count as they do alone', () => {
  const lasting = cases.filter(([name]) => !['exits', 'killed'].includes(name));
  const output = printedBy([lasting.map(([, source]) => fileOf(source))]);
  const sum = (at: 2 | 3) => lasting.reduce((total, each) => total + each[at], 0);
  assert.match(output, counts(sum(2), sum(3)), output);
  for (const [name, , , failed, shown] of lasting) if (failed > 0) assert.match(output, shown, name);
});

test('hooks of one file are not called for another that shares its process', () => {
  const hooked = fileOf("before(() => { globalThis.hooks = 1; }); test('a', () => {});");
  const counting = fileOf(
    "import { beforeEach } from 'node:test'; beforeEach(() => { globalThis.hooks++; }); test('b', () => {});",
  );
  const last = fileOf(
    "test('c', () => { if (globalThis.hooks !== 2) throw new Error('hooks: ' + globalThis.hooks); });",
  );
  assert.match(printedBy([[hooked, counting, last]]), counts(3, 0));
});

test('a process that ends takes with it what it had not reported; each of its files is run again alone', () => {
  const [before, ends, after] = ["test('a', () => {});", 'process.exit(3);', "test('b', () => {});"].map(
    fileOf,
  );
  assert(before && ends && after);
  assert.match(printedBy([[before, ends, after]]), counts(0, 3));
  const again = printedBy([[before, ends, after]], { again: true });
  assert.match(again, /FLAKY case-\d+\.test\.mjs/);
  assert.match(again, counts(2, 1, 2), again);
});

test('a file that fails once is run again and named; one that fails twice has failed', () => {
  const mark = JSON.stringify(join(folder, 'mark'));
  const once = fileOf(`
    import { existsSync, writeFileSync } from 'node:fs';
    test('first', () => {
      if (existsSync(${mark})) return;
      writeFileSync(${mark}, '');
      throw new Error('only the first time');
    });
    test('second', () => {});`);
  const always = fileOf("test('a', () => {}); test('b', () => { throw new Error('each time'); });");
  const output = printedBy([[once, always]], { again: true });
  assert.match(output, /FLAKY case-\d+\.test\.mjs/);
  assert.match(output, /only the first time/);
  assert.match(output, counts(3, 1, 1));
});

test('a file that never ends is ended, and says what it left open', () => {
  const file = fileOf(`
    import { createServer } from 'node:net';
    test('leaves a server open', () => { createServer().listen(0, '127.0.0.1'); });`);
  const output = printedBy([[file]], { env: { QUOTH_TEST_LINGER_MS: '100' } });
  assert.match(output, /something is still open: .*TCPServerWrap/);
  assert.match(output, counts(1, 1));
});
