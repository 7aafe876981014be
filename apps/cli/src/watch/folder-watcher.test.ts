import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QuothError } from '@quoth/client';
import { failureKind } from './folder-watcher.ts';

test('a failure is the file’s own, passes by itself, or has to be fixed first', () => {
  const failed = (code: ConstructorParameters<typeof QuothError>[0], tries = 0) =>
    failureKind(new QuothError(code, { message: '' }), tries);
  assert.deepEqual(
    [
      failed('NO_SPEECH'),
      failed('AUDIO_DECODE_FAILED'),
      failed('MODEL_NOT_INSTALLED'),
      failed('MISSING_API_KEY'),
    ],
    ['permanent', 'permanent', 'blocked', 'blocked'],
  );
  assert.deepEqual(
    [failed('NO_CONNECTION', 1_000), failed('RATE_LIMITED', 1_000), failed('TIMEOUT'), failed('TIMEOUT', 5)],
    ['transient', 'transient', 'transient', 'blocked'],
  );
  const system = (code: string) => failureKind(Object.assign(new Error(code), { code }), 0);
  assert.deepEqual([system('ENOENT'), system('EACCES'), system('EIO')], ['gone', 'blocked', 'transient']);
});
