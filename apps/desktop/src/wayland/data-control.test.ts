import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { DataControl, type SelectionRead, textContents, untilLetGo } from './data-control.ts';
import type { WaylandConnection } from './wayland-connection.ts';
import { EventBody, requestBytes } from './wire.ts';

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

/** As `WaylandConnection`, without a compositor: the test sends the events, with their pipes. */
class Compositor {
  readonly #listeners = new Map<number, (opcode: number, body: EventBody) => void>();
  readonly #pipes: number[] = [];
  #lastId = 0;
  readonly compositorPid = undefined;
  readonly request = () => undefined;
  readonly bind = () => ++this.#lastId;
  readonly roundTrip = async () => true;
  readonly global = () => ({ name: 1, version: 2 });
  readonly takeDescriptor = () => this.#pipes.shift();
  readonly forget = (id: number) => void this.#listeners.delete(id);

  /** The newest object: after `set`, its source. */
  get newest(): number {
    return this.#lastId;
  }

  readonly listen = (id: number, listener: (opcode: number, body: EventBody) => void) =>
    void this.#listeners.set(id, listener);

  readonly newId = (listener: (opcode: number, body: EventBody) => void) => {
    this.listen(++this.#lastId, listener);
    return this.#lastId;
  };

  cancel(id: number): void {
    this.#listeners.get(id)?.(1, new EventBody(Buffer.alloc(0)));
  }

  ask(id: number, type: string, pipe: number): void {
    this.#pipes.push(pipe);
    this.#listeners.get(id)?.(0, new EventBody(requestBytes(id, 0, [type]).subarray(8)));
  }
}

test('who asks too late gets nothing, and no one gets what another one asked for', async () => {
  const compositor = new Compositor();
  const control = await DataControl.open(compositor as unknown as WaylandConnection);
  assert(control);
  const served: SelectionRead['served'][] = [];
  control.onRead = (_, read) => void served.push(read.served);
  const pipes = ['late', 'manager', 'terminal'].map((name) => {
    const path = join(temporaryFolder(), name);
    execFileSync('mkfifo', [path]);
    const from = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return { from, to: openSync(path, constants.O_WRONLY) };
  });
  const [late, manager, terminal] = pipes;
  assert(late && manager && terminal);
  await control.set('clipboard', textContents('before', true));
  const gone = compositor.newest;
  compositor.cancel(gone);
  compositor.ask(gone, 'text/plain', late.to);
  await control.set('clipboard', textContents('the text', true));
  compositor.ask(compositor.newest, 'x-kde-passwordManagerHint', manager.to);
  compositor.ask(compositor.newest, 'text/plain', terminal.to);
  await Promise.all(served);
  const read = pipes.map(({ from }) => {
    const bytes = Buffer.alloc(64);
    const text = bytes.toString('utf8', 0, readSync(from, bytes));
    closeSync(from);
    return text;
  });
  assert.deepEqual(read, ['', 'secret', 'the text']);
});
