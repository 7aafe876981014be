import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { TestDisplay } from '../fixtures/test-display.ts';
import { XConnection, XConnectionEnded, XServer } from './x-server.ts';

test('where DISPLAY is not set there is no X server, and one that does not answer is null', async () => {
  assert.equal(XServer.of({}), null);
  assert.equal(await XServer.of({ DISPLAY: ':64123' })?.connection(), null);
  assert.equal(await XServer.of({ DISPLAY: 'nonsense' })?.connection(), null);
});

test('a server that goes ends what was asked of it, and is found again when it comes back', async (t) => {
  const first = await TestDisplay.start({ windowManager: false });
  t.after(() => first.stop());
  const server = XServer.of(first.env);
  assert.ok(server);
  t.after(() => server.close());
  const connections: XConnection[] = [];
  server.onConnection((connection) => connections.push(connection));
  await until(() => connections.length === 1);
  const [connection] = connections;
  assert.ok(connection);
  // Its users share one connection.
  assert.equal(await server.connection(), connection);
  let hasEnded = false;
  connection.onEnd(() => {
    hasEnded = true;
  });
  first.env.DISPLAY = undefined;
  await first.kill();
  await until(() => hasEnded);
  await assert.rejects(connection.sync(), XConnectionEnded);
  const second = await TestDisplay.start({ display: first.name, windowManager: false });
  t.after(() => second.stop());
  await until(() => connections.length === 2);
  await connections[1]?.sync();
});

/** To a server of its own. */
async function connected(t: TestContext): Promise<XConnection> {
  const display = await TestDisplay.start({ windowManager: false });
  t.after(() => display.stop());
  const connection = await XConnection.open(display.name, display.env);
  assert(connection);
  t.after(() => connection.close());
  return connection;
}

test('an error of the server rejects the request that caused it and no other', async (t) => {
  const connection = await connected(t);
  const missing = connection.ask((done) => connection.client.GetGeometry(0x7fff_fff0, done));
  await assert.rejects(missing, (error: { error?: number }) => error.error === 9);
  assert.equal(await connection.text(0x7fff_fff0, 'WM_NAME'), undefined);
  // No one waits for this one.
  connection.client.MapWindow(0x7fff_fff0);
  await connection.sync();
});

test('what one server calls its atoms is not believed of another', async (t) => {
  const ids: number[] = [];
  for (const before of [50, 0]) {
    const connection = await connected(t);
    for (let at = 0; at < before; at++) await connection.atom(`QUOTH_TEST_${at}`);
    ids.push(await connection.atom('QUOTH_TEST_LAST'));
  }
  assert.equal(ids[0], (ids[1] ?? 0) + 50);
});
