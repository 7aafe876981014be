import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type Discovery, type QuothEvent, type Settings, settingDefaults } from '@quoth/contract';
import { type Core, EventBus, EventLog, sharedToken, silentLogger } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import {
  type EventSink,
  EventStreams,
  type EventStreamsOptions,
  eventsForProgram,
  isPublic,
} from './events.ts';
import { ApiServer } from './listeners/api-server.ts';

const RECORDING = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const changed = (key: string) => ({ type: 'settings-changed' as const, keys: [key] });

function streamsOf(options: Omit<EventStreamsOptions, 'log'> = {}) {
  const bus = new EventBus((error) => {
    throw error;
  });
  const log = new EventLog({ bus, startedMs: 7, maxEvents: 100, maxBytes: 1e6 });
  return { bus, log, streams: new EventStreams({ log, ...options }) };
}

function sinkOf() {
  const state = { text: '', queued: 0, ended: '', gone: () => {} };
  const sink: EventSink = {
    write: (bytes) => {
      state.text += Buffer.from(bytes).toString();
    },
    queuedBytes: () => state.queued,
    end: () => {
      state.ended = 'end';
    },
    drop: () => {
      state.ended = 'drop';
    },
    onGone: (listener) => {
      state.gone = listener;
    },
  };
  return { sink, state };
}

const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
const typesIn = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => type);

test('a reader gets what its filter lets through, and learns at once where it is', () => {
  const { bus, streams } = streamsOf();
  bus.publish(changed('before'));
  const [all, some, one] = [sinkOf(), sinkOf(), sinkOf()];
  streams.add({ sink: all.sink });
  streams.add({ sink: some.sink, types: ['settings-changed', 'recording-deleted'] });
  streams.add({ sink: one.sink, recordingId: RECORDING });
  bus.publish(changed('a'));
  bus.publish({ type: 'recording-created', recordingId: RECORDING });
  bus.publish({ type: 'recording-deleted', recordingId: RECORDING.replace('3f', '4f') });
  assert.deepEqual(typesIn(all.state.text), ['settings-changed', 'recording-created', 'recording-deleted']);
  assert.deepEqual(idsIn(all.state.text), ['7-1', '7-2', '7-3', '7-4']);
  assert.deepEqual(typesIn(some.state.text), ['settings-changed', 'recording-deleted']);
  assert.deepEqual(typesIn(one.state.text), ['recording-created']);
  assert.match(
    all.state.text,
    /\n\nid: 7-2\nevent: settings-changed\ndata: \{"type":"settings-changed","keys":\["a"\]\}\n\n/,
  );
});

test('a reader that comes back gets what it has missed, filtered, or learns that it cannot', () => {
  const { bus, streams } = streamsOf();
  for (const key of ['a', 'b']) bus.publish(changed(key));
  bus.publish({ type: 'recording-created', recordingId: RECORDING });
  const [back, stranger] = [sinkOf(), sinkOf()];
  streams.add({ sink: back.sink, lastEventId: '7-1', types: ['settings-changed'] });
  streams.add({ sink: stranger.sink, lastEventId: '6-9', types: ['mode-created'] });
  assert.deepEqual(idsIn(back.state.text), ['7-2']);
  assert.match(stranger.state.text, /id: 7-3\nevent: events-missed\ndata: .*"reason":"other-run"/);
  bus.publish(changed('c'));
  assert.deepEqual(idsIn(back.state.text), ['7-2', '7-4']);
  assert.deepEqual(typesIn(stranger.state.text), ['events-missed']);
});

test('a window gets levels three at a time, before whatever comes next, and each once', () => {
  const { bus, log, streams } = streamsOf({ reader: 'window' });
  const level = (elapsedMs: number) =>
    bus.publish({ type: 'dictation-level', level: 0.5, elapsedMs, recordingId: RECORDING });
  const reader = sinkOf();
  const first = log.position();
  streams.add({ sink: reader.sink });
  level(50);
  level(100);
  assert.deepEqual(typesIn(reader.state.text), []);
  level(150);
  assert.deepEqual(idsIn(reader.state.text), ['7-0', '7-1', '7-2', '7-3']);
  level(200);
  bus.publish(changed('a'));
  assert.deepEqual(idsIn(reader.state.text).slice(4), ['7-4', '7-5']);
  level(250);
  const late = sinkOf();
  streams.add({ sink: late.sink, lastEventId: first });
  assert.deepEqual(idsIn(reader.state.text).slice(6), ['7-6']);
  assert.deepEqual(
    idsIn(late.state.text).filter((id) => id === '7-6'),
    ['7-6'],
  );
  streams.close();
});

test('who does not read is dropped, and only that one', () => {
  const { bus, streams } = streamsOf({ maxQueueBytes: 1_000 });
  const [slow, quick] = [sinkOf(), sinkOf()];
  streams.add({ sink: slow.sink });
  streams.add({ sink: quick.sink });
  slow.state.queued = 990;
  bus.publish(changed('a'));
  bus.publish(changed('b'));
  assert.deepEqual([slow.state.ended, quick.state.ended], ['drop', '']);
  assert.deepEqual(typesIn(quick.state.text).length, 2);
  assert.equal(streams.count, 1);
});

test('there is a limit on readers, and one that goes makes room', () => {
  const { streams } = streamsOf({ maxReaders: 2 });
  const first = sinkOf();
  streams.add({ sink: first.sink });
  streams.check();
  streams.add({ sink: sinkOf().sink });
  assert.throws(() => streams.check(), {
    code: 'RATE_LIMITED',
    message: /2 programs are already reading events/,
  });
  first.state.gone();
  streams.check();
});

test('a sign of life comes when nothing happens, and brings the position on', (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const { bus, streams } = streamsOf({ heartbeatMs: 100 });
  const { sink, state } = sinkOf();
  streams.add({ sink, types: ['mode-created'] });
  bus.publish(changed('a'));
  context.mock.timers.tick(100);
  assert.match(state.text, /id: 7-1\n: still here\n\n$/);
  streams.close();
  const { text } = state;
  context.mock.timers.tick(1_000);
  assert.deepEqual([state.text, state.ended], [text, 'end']);
});

const home = temporaryFolder();
let core: Core;
let server: ApiServer;
let found: Discovery;
before(async () => {
  core = await createTestCore(home);
  server = new ApiServer({
    core,
    logger: silentLogger,
    events: { maxQueueBytes: 200_000, maxReaders: 2 },
  });
  await server.switch(true, true);
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
});
after(async () => {
  await server.close();
  await core.close();
});

const listen = (init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${found.port}/events`, {
    ...init,
    headers: { authorization: `Bearer ${found.token}`, ...init.headers },
  });

test('on real sockets: a reader that stops reading is cut off, the other gets everything, a third is refused', async () => {
  const quick = await listen();
  const slow = connect(found.port, '127.0.0.1');
  slow.write(
    `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${found.port}\r\nAuthorization: Bearer ${found.token}\r\n\r\n`,
  );
  await once(slow, 'readable');
  slow.pause();
  const refused = await listen();
  assert.equal(refused.status, 429);
  assert.equal(((await refused.json()) as { error: { code: string } }).error.code, 'RATE_LIMITED');
  const gone = once(slow, 'close');
  const reader = quick.body?.getReader();
  let text = '';
  const decoder = new TextDecoder();
  let published = 0;
  const received = (async () => {
    while (!text.includes('"the-end"')) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error('cut off');
      text += decoder.decode(value, { stream: true });
    }
  })();
  // The system's own buffers swallow some megabytes first.
  while (published < 2_000 && !slow.destroyed) {
    core.events.publish({ type: 'transcript-partial', recordingId: RECORDING, text: 'x'.repeat(20_000) });
    published++;
    await new Promise((resolve) => setImmediate(resolve));
    if (published % 100 === 0 && (await listen({ method: 'HEAD' })).status === 200) break;
  }
  core.events.publish(changed('the-end'));
  await received;
  assert.equal(text.split('event: transcript-partial').length - 1, published);
  slow.resume();
  slow.on('error', () => undefined);
  await gone;
  await reader?.cancel();
});

test('a new token ends the streams of the old one, and so does switching off', async () => {
  const before = await listen();
  await server.regenerateToken();
  await before.text();
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
  const now = await listen();
  await server.switch(false, true);
  await now.text();
  await server.switch(true, true);
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
});

test('dictated text goes to programs only if the user allows it, and the recorder’s state only with permission', () => {
  const { bus, streams } = streamsOf();
  const user = { ...settingDefaults, liveTextForPrograms: false };
  const partial = (source: 'dictation' | 'api'): Extract<QuothEvent, { type: 'transcript-partial' }> => ({
    type: 'transcript-partial',
    recordingId: RECORDING,
    text: source,
    source,
  });
  const reader = () => {
    const core = { recordings: { isMadeBy: () => false } } as unknown as Core;
    return eventsForProgram({ caller: sharedToken, core, settings: () => user });
  };
  const { sink, state } = sinkOf();
  streams.add({ sink, view: reader() });
  bus.publish(partial('dictation'));
  bus.publish({ type: 'dictation-level', level: 0.5, elapsedMs: 100, recordingId: RECORDING });
  bus.publish(partial('api'));
  assert.deepEqual(typesIn(state.text), ['transcript-partial']);
  assert.match(state.text, /"text":"api"/);
  user.liveTextForPrograms = true;
  bus.publish(partial('dictation'));
  assert.match(state.text, /"text":"dictation"/);
  const late = sinkOf();
  user.liveTextForPrograms = false;
  streams.add({ sink: late.sink, lastEventId: '7-0', view: reader() });
  assert.deepEqual(typesIn(late.state.text), []);
});

const partial = (more: Partial<Extract<QuothEvent, { type: 'transcript-partial' }>>) =>
  ({ type: 'transcript-partial', recordingId: 'r', text: 'so far', ...more }) as Extract<
    QuothEvent,
    { type: 'transcript-partial' }
  >;
const settings = (liveTextForPrograms: boolean): Settings => ({ ...settingDefaults, liveTextForPrograms });

test('dictated text reaches programs only with permission, and never from a private dictation', () => {
  for (const [event, byPermission, without] of [
    [partial({ source: 'dictation' }), true, false],
    [partial({ source: 'dictation', private: true }), false, false],
    [partial({ source: 'meeting' }), true, false],
    [partial({ source: 'api' }), true, true],
  ] as const) {
    assert.equal(isPublic(event, settings(true)), byPermission);
    assert.equal(isPublic(event, settings(false)), without);
  }
});
