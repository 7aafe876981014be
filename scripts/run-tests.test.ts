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

test('the runner counts what proves something, and shows what fails', () => {
  const files = cases.map(([, source], index) => {
    const file = join(folder, `case-${index}.test.mjs`);
    writeFileSync(file, `${head}\n${source}\n`);
    return file;
  });
  // A file, not --eval: the runner hands its own options on to the files.
  const driver = join(folder, 'driver.mjs');
  writeFileSync(
    driver,
    `
    import { runTests } from ${JSON.stringify(join(import.meta.dirname, 'run-tests.ts'))};
    for (const file of [...${JSON.stringify(files)}, undefined]) {
      const { passed, failed, failures } = await runTests({ name: 'case', files: file ? [file] : [], concurrency: 1 });
      console.log(failures.join('\\n'));
      console.log('counted ' + passed + ' ' + failed + '\\0');
    }`,
  );
  // The runner does nothing when it believes to be inside a test.
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', driver], {
    env,
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const outputs = stdout.split('\0\n');
  assert.equal(outputs.length, cases.length + 2, stderr);
  for (const [index, [name, , passed, failed, shown]] of cases.entries()) {
    const output = outputs[index] ?? '';
    assert.match(output, new RegExp(`counted ${passed} ${failed}$`), `${name}: ${output}`);
    assert.match(output, shown, name);
  }
  assert.match(outputs[cases.length] ?? '', /no tests were found[\s\S]*counted 0 1$/);
});

test('a file that fails once is run again and named; one that fails twice has failed', () => {
  const once = join(folder, 'once.test.mjs');
  const mark = JSON.stringify(join(folder, 'mark'));
  writeFileSync(
    once,
    `${head}
    import { existsSync, writeFileSync } from 'node:fs';
    test('first', () => {
      if (existsSync(${mark})) return;
      writeFileSync(${mark}, '');
      throw new Error('only the first time');
    });
    test('second', () => {});`,
  );
  const always = join(folder, 'always.test.mjs');
  writeFileSync(always, `${head}\ntest('a', () => {}); test('b', () => { throw new Error('each time'); });`);
  const driver = join(folder, 'again.mjs');
  writeFileSync(
    driver,
    `
    import { runTests } from ${JSON.stringify(join(import.meta.dirname, 'run-tests.ts'))};
    const files = ${JSON.stringify([once, always])};
    const { failures, ...counts } = await runTests({ name: 'case', files, concurrency: 1, again: true });
    console.log(failures.join("\\n"));
    console.log(JSON.stringify(counts));`,
  );
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', driver], {
    env,
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.match(stdout, /FLAKY once\.test\.mjs/);
  assert.match(stdout, /only the first time/);
  assert.match(stdout, /{"passed":3,"failed":1,"flaky":1,"leftOut":0}\s*$/);
});

test('a file that never ends is ended, and says what it left open', () => {
  const file = join(folder, 'open.test.mjs');
  writeFileSync(
    file,
    `${head}
    import { createServer } from 'node:net';
    test('leaves a server open', () => { createServer().listen(0, '127.0.0.1'); });`,
  );
  const driver = join(folder, 'ends.mjs');
  writeFileSync(
    driver,
    `
    import { runTests } from ${JSON.stringify(join(import.meta.dirname, 'run-tests.ts'))};
    const files = ${JSON.stringify([file])};
    const { failures, ...counts } = await runTests({ name: 'case', files, concurrency: 1 });
    console.log(failures.join("\\n"));
    console.log(JSON.stringify(counts));`,
  );
  const { NODE_TEST_CONTEXT: _inside, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', driver], {
    env: { ...env, QUOTH_TEST_LINGER_MS: '100' },
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.match(stdout, /something is still open: .*TCPServerWrap/);
  assert.match(stdout, /{"passed":1,"failed":1,"flaky":0,"leftOut":0}\s*$/);
});
