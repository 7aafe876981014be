import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { probeModel } from './probe-model.ts';

const model = join(import.meta.dirname, '..', '..', 'models', 'fixtures', 'quoth-test-en-streaming.gguf');

/** Keeps this thread busy until the process has ended and waits to be noticed. */
function busyUntilEnded(pid: string | number): void {
  const isRunning = () => !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  while (isRunning());
}

function children(): readonly string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

test('what is learnt about a model is not lost while this thread is busy', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const other = spawn('sleep', ['60'], { stdio: 'ignore' });
  const probe = probeModel(model, process.env, new AbortController().signal);
  // In one turn of the event loop, this thread is told that the other has ended, and, before it looks at that, is busy until the probing process has ended, too.
  const server = createServer((socket) =>
    socket.on('data', () => {
      for (const pid of children()) busyUntilEnded(pid);
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  const socket = connect(address.port, '127.0.0.1');
  await once(server, 'connection');
  while (children().length < 2) await setTimeout(1);
  socket.write('x');
  other.kill('SIGKILL');
  busyUntilEnded(other.pid ?? 0);
  try {
    assert.equal((await probe).streaming, true);
  } finally {
    socket.destroy();
    server.close();
  }
});
