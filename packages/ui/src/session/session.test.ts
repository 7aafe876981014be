import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QuothError, type Transport } from '@quoth/client';
import { Connection } from './session.ts';

const events = 'http://127.0.0.1:1/api/events';
const call = 'http://127.0.0.1:1/api/vocabulary';

/** A window whose application answers with these statuses, one after the other; 0: no one answers. */
function opened(statuses: readonly number[], prove: () => Promise<boolean> = async () => true) {
  const left = [...statuses];
  const sent: string[] = [];
  const connection = new Connection();
  const fetch: Transport = async (url) => {
    sent.push(url);
    const status = left.shift() ?? 200;
    if (status === 0) throw new TypeError('No one answers.');
    return new Response('{}', { status });
  };
  const transport = connection.watching(fetch, (url) => url === events, prove);
  const ask = (url: string) => transport(url, { method: 'GET', headers: {} });
  return { connection, sent, ask };
}

test('a stream that is refused does not count as connected, so calls wait for the next one', async () => {
  const { connection, sent, ask } = opened([200, 0, 503, 200]);
  await ask(events);
  assert.equal(connection.state, 'connected');
  await assert.rejects(ask(events), /No one/);
  await ask(events);
  assert.equal(connection.state, 'lost');
  await assert.rejects(ask(call), /away/);
  assert.equal(sent.length, 3, 'the call was not sent');
  await ask(events);
  assert.equal(connection.state, 'connected');
  await ask(call);
  assert.equal(sent.length, 5);
});

test('a single call that fails says nothing about the connection', async () => {
  const { connection, ask } = opened([200, 0]);
  await ask(events);
  await assert.rejects(ask(call), /No one/);
  assert.equal(connection.state, 'connected');
});

test('whatever the other side answers meanwhile, no stream goes there before it has proved itself', async () => {
  const answers = [
    () => Promise.reject(new QuothError('NOT_FOUND', { message: 'An impostor says this.' })),
    () => Promise.reject(new TypeError('No one answers.')),
    () => Promise.resolve(true),
  ];
  const { connection, sent, ask } = opened(
    [200, 200],
    () => (answers.shift() ?? assert.fail)() as Promise<boolean>,
  );
  await ask(events);
  await assert.rejects(ask(events), /impostor/);
  assert.equal(connection.state, 'lost');
  await assert.rejects(ask(events), /No one/);
  assert.equal(sent.length, 1, 'the token stayed here');
  await ask(events);
  assert.deepEqual([connection.state, sent.length], ['connected', 2]);
});

test('an application that does not know this window ends its access, and so does a 401', async () => {
  const other = opened([200], async () => false);
  await other.ask(events);
  await assert.rejects(other.ask(events), { code: 'UNAUTHORIZED' });
  assert.deepEqual([other.connection.state, other.sent.length], ['ended', 1]);
  const refused = opened([200, 401]);
  await refused.ask(events);
  await refused.ask(call);
  assert.equal(refused.connection.state, 'ended');
});
