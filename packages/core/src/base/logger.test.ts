import assert from 'node:assert/strict';
import fs, { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { createLogger } from './logger.ts';

test('lines that a full disk rejects end nothing, and the log says how many were lost', async (context) => {
  const folder = temporaryFolder();
  const file = join(folder, 'quoth.log');
  const logger = createLogger({ level: 'info', destination: { file } });
  logger.info('before');
  const write = context.mock.method(fs, 'writeSync', () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  for (let line = 0; line < 2_000; line++) logger.info({ line }, 'A line that is as long as lines are.');
  assert.equal(write.mock.callCount(), 2_000);
  write.mock.restore();
  syncBuiltinESMExports();
  logger.info('after');
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; lines?: number });
  assert.deepEqual(
    lines.map(({ msg, lines: lost }) => (lost === undefined ? msg : lost)),
    ['before', 'after', 2_000],
  );
});

test('a log is a file of its own that its user alone can read, whatever stood there', () => {
  const folder = temporaryFolder();
  const [file, other] = [join(folder, 'quoth.log'), join(folder, 'notes.txt')];
  writeFileSync(other, 'Dear diary');
  symlinkSync(other, file);
  createLogger({ level: 'info', destination: { file } }).info('first');
  fs.chmodSync(file, 0o644);
  createLogger({ level: 'info', destination: { file } }).info('second');
  assert.equal(readFileSync(other, 'utf8'), 'Dear diary');
  assert.match(readFileSync(file, 'utf8'), /first.*\n.*second/);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a folder in the place of the log is named', () => {
  const file = join(temporaryFolder(), 'quoth.log');
  mkdirSync(file);
  assert.throws(() => createLogger({ level: 'info', destination: { file } }), /quoth\.log is not a file/);
});
