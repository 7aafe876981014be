import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { test } from 'node:test';
import { lowerSystemPriority } from './limited-process.ts';

test('every thread of the process gets lower priority, and this process keeps its own', async () => {
  const child = spawn(process.execPath, [
    '--eval',
    'process.stdout.write("up"); setInterval(() => {}, 1000)',
  ]);
  try {
    await once(child.stdout, 'data');
    const before = getPriority();
    assert(child.pid);
    lowerSystemPriority(child.pid);
    const threads =
      process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/task`).map(Number) : [child.pid];
    // A machine that runs the tests at a low rank already may be beyond it.
    for (const thread of threads) {
      assert(getPriority(thread) >= constants.priority.PRIORITY_BELOW_NORMAL, `thread ${thread}`);
    }
    assert.equal(getPriority(), before);
  } finally {
    child.kill('SIGKILL');
  }
});

test('it is not an error if the process has gone', async () => {
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'close');
  assert(child.pid);
  lowerSystemPriority(child.pid);
});
