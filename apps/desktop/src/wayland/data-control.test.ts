import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { test } from 'node:test';
import { untilLetGo } from './data-control.ts';

test('a program has a text once it has let go of its pipe, not when that is written', async (t) => {
  // It holds a pipe that it does not read, until it gets a line.
  const reader = spawn('sh', ['-c', 'echo held; read go; exec 3<&-; echo done; read end', '3'], {
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  t.after(() => reader.kill());
  const { stdin, stdout } = reader;
  assert(stdin && stdout);
  await once(stdout, 'data');
  const pipeName = readlinkSync(`/proc/${reader.pid}/fd/3`);
  const order: string[] = [];
  const letGo = untilLetGo(reader.pid ?? 0, pipeName).then(() => order.push('let go'));
  stdin.write('go\n');
  order.push('asked');
  await letGo;
  assert.deepEqual(order, ['asked', 'let go']);
  assert(!readdirSync(`/proc/${reader.pid}/fd`).includes('3'), 'it was open until then');
});
