import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventBus, EventLog } from './events.ts';

const RECORDING = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const RUN = 1_763_711_426_123;

function logOf({ maxEvents = 100, maxBytes = 1_000_000 } = {}) {
  const bus = new EventBus((error) => {
    throw error;
  });
  return { bus, log: new EventLog({ bus, startedMs: RUN, maxEvents, maxBytes }) };
}

const partial = (text: string) => ({ type: 'transcript-partial', recordingId: RECORDING, text }) as const;
const changed = (key: string) => ({ type: 'settings-changed' as const, keys: [key] });
const since = (log: EventLog, id: string) => {
  const found = log.since(id);
  return 'missed' in found ? found.missed : found.events.map(({ event }) => event);
};

test('ids rise by one an event, and a reader gets what came after its last one', () => {
  const { bus, log } = logOf();
  const ids: string[] = [];
  const stop = log.subscribe(({ id }) => ids.push(id));
  assert.equal(log.position(), `${RUN}-0`);
  for (const key of ['a', 'b', 'c']) bus.publish(changed(key));
  stop();
  bus.publish(changed('d'));
  assert.deepEqual(
    ids,
    [1, 2, 3].map((number) => `${RUN}-${number}`),
  );
  assert.deepEqual(since(log, `${RUN}-2`), [changed('c'), changed('d')]);
  assert.deepEqual(since(log, log.position()), []);
});

test('an id from another run, from the future, or invented is recognised', () => {
  const { bus, log } = logOf();
  bus.publish(changed('a'));
  for (const id of [`${RUN - 1}-1`, `${RUN}-2`, 'x', '', `${RUN}`, `-1`]) {
    assert.equal(since(log, id), 'other-run', id);
  }
});

test('the buffer is bounded by events and by bytes; an id before its start is too old', () => {
  const few = logOf({ maxEvents: 2 });
  for (const key of ['a', 'b', 'c']) few.bus.publish(changed(key));
  assert.equal(since(few.log, `${RUN}-0`), 'too-old');
  assert.deepEqual(since(few.log, `${RUN}-1`), [changed('b'), changed('c')]);
  const small = logOf({ maxBytes: 100 });
  for (const key of ['a', 'b', 'c']) small.bus.publish(changed(key.repeat(40)));
  assert.equal(since(small.log, `${RUN}-1`), 'too-old');
  assert.deepEqual(since(small.log, `${RUN}-2`), [changed('c'.repeat(40))]);
});

test('of growing text only the newest is kept, and nothing counts as missed for that', () => {
  const { bus, log } = logOf({ maxEvents: 3 });
  bus.publish(changed('a'));
  for (let index = 0; index < 50; index++) bus.publish(partial(`text ${index}`));
  bus.publish(changed('b'));
  assert.deepEqual(since(log, `${RUN}-0`), [changed('a'), partial('text 49'), changed('b')]);
  assert.deepEqual(since(log, `${RUN}-20`), [partial('text 49'), changed('b')]);
});

test('a handler gets the events of its type until it is ended, and one that throws does not stop the others', () => {
  const errors: unknown[] = [];
  const bus = new EventBus((error) => errors.push(error));
  const keys: string[] = [];
  bus.on({
    'settings-changed': () => {
      throw new Error('broken');
    },
  });
  const end = bus.on({ 'settings-changed': (event) => keys.push(...event.keys) });
  bus.publish(changed('a'));
  bus.publish(partial('not for it'));
  end();
  bus.publish(changed('b'));
  assert.deepEqual(keys, ['a']);
  assert.equal(errors.length, 2);
});
