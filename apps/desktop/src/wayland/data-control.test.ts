import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { untilLetGo } from './data-control.ts';

test('a program has a text once it has let go of its pipe, not when that is written', async (t) => {
  // It holds a pipe that it does not read, until it is told to.
  const reader = spawn('sh', ['-c', 'echo held; read go; exec 3<&-; echo done; read end', '3'], {
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  t.after(() => reader.kill());
  await once(reader.stdout, 'data');
  const pipeName = readlinkSync(`/proc/${reader.pid}/fd/3`);
  const order: string[] = [];
  const letGo = untilLetGo(reader.pid ?? 0, pipeName).then(() => order.push('let go'));
  reader.stdin.write('go\n');
  order.push('told');
  await letGo;
  assert.deepEqual(order, ['told', 'let go']);
  assert.throws(() => readlinkSync(`/proc/${reader.pid}/fd/3`), 'it was open until then');
});
