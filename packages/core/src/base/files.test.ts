import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sweepFolder, UnlinkedFile, untilWritten, writeWhole } from './files.ts';

test('a file is replaced while others have it open, on Windows once they have closed it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.json');
  writeFileSync(path, 'old');
  const reader = openSync(path, 'r');
  setTimeout(() => closeSync(reader), 200);
  await writeWhole(path, 'new');
  assert.equal(readFileSync(path, 'utf8'), 'new');
  assert.deepEqual(readdirSync(folder), ['a.json']);
});

test('a folder is swept of files and folders, except those to keep', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'half-done'));
  for (const name of ['a.pcm', 'b.pcm', 'half-done/c.pcm']) writeFileSync(join(folder, name), '');
  await sweepFolder(folder, new Set(['b.pcm', 'unknown']));
  assert.deepEqual(readdirSync(folder), ['b.pcm']);
  await sweepFolder(folder);
  assert.deepEqual(readdirSync(folder), []);
});

test('a file without a name can be written and read by its path, and no folder shows it', {
  skip: process.platform !== 'linux' && 'only Linux has files without a name',
}, () => {
  const folder = temporaryFolder();
  const file = UnlinkedFile.create(join(folder, 'a.pcm'));
  assert.deepEqual(readdirSync(folder), []);
  appendFileSync(file.path, 'one');
  appendFileSync(file.path, ' two');
  assert.equal(readFileSync(file.path, 'utf8'), 'one two');
  file.close();
  assert.equal(existsSync(file.path), false);
});

function fixture() {
  const logged: { facts: { willRetry?: boolean }; message: string }[] = [];
  const logger = {
    error: (facts: object, message: string) => {
      logged.push({ facts, message });
    },
  };
  return { logged, options: { logger: logger as never, what: 'a row', retryMs: 1 } };
}

const full = () => Object.assign(new Error('no space'), { code: 'ENOSPC' });
const busy = () => Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

test('a temporary failure is retried until the write succeeds, and logged once', async () => {
  const { logged, options } = fixture();
  const failures = [full(), busy(), full()];
  const written = Promise.withResolvers<void>();
  await untilWritten(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    written.resolve();
  }, options);
  await written.promise;
  assert.deepEqual(
    logged.map(({ facts, message }) => [facts.willRetry, message]),
    [[true, 'Not written: a row.']],
  );
});

test('a permanent failure is logged and not retried', async () => {
  const { logged, options } = fixture();
  let tries = 0;
  await untilWritten(async () => {
    tries++;
    throw new Error('a bug');
  }, options);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(tries, 1);
  assert.deepEqual(
    logged.map(({ facts }) => facts.willRetry),
    [false],
  );
});

test('a permanent error on a later attempt ends it, with an entry in the log', async () => {
  const { logged, options } = fixture();
  const failures = [full(), new Error('a bug')];
  let tries = 0;
  await untilWritten(async () => {
    tries++;
    throw failures.shift() ?? new Error('asked too often');
  }, options);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(tries, 2);
  assert.deepEqual(
    logged.map(({ facts }) => facts.willRetry),
    [true, false],
  );
});
