import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { theUser } from '@quoth/core';
import { StartedApi } from '../named-tokens/started-api.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import type { StreamFault } from '../provider-simulator/stream-server.ts';
import { until } from '../support/running-application.ts';
import { pcmOf } from './live-api.ts';
import { LiveRequest } from './live-request.ts';
import { manual, RealtimeClient } from './realtime-client.ts';

const [, sentence] = testSentences();
assert(sentence);
const { samples: email, expected: EMAIL } = sentence;
/** A quiet room, and then the sentence. */
const said = Int16Array.from([...pause(1), ...email, ...pause(0.3)]);

let simulator: ProviderSimulator;
let api: StartedApi;
before(async () => {
  simulator = await ProviderSimulator.start();
  api = await StartedApi.start({ simulatedCloud: simulator.origin });
  await api.core.settings.update({ keyStorage: 'file' });
});
afterEach(() => simulator.heal());
after(async () => {
  await api.close();
  await simulator.close();
});

/** A mode for a vendor with a key that is known to be good; its name, which is also its model in OpenAI's dialect. */
async function modeOf(vendor: string, changes: object = {}): Promise<{ id: string; model: string }> {
  const { providers, modes } = api.core;
  const label = () => providers.list().find(({ id }) => id === vendor)?.label;
  if (label() !== 'Valid') {
    await providers.setKey(vendor, simulator.key(vendor));
    await providers.test(vendor);
    simulator.heal();
  }
  assert.equal(label(), 'Valid');
  const name = `${vendor} ${(await modes.list()).length}`;
  const body = { model: 'cloud', cloudProvider: vendor, language: 'en', useStreamingTranscription: true };
  const { id } = await modes.create({ name, ...body, ...changes }, theUser);
  return { id, model: `mode:${name}` };
}

/** A session in which the sentence has been said, and not yet committed. */
async function session(model: string, query = '&save=true'): Promise<RealtimeClient> {
  const client = await RealtimeClient.open(api, api.user, query);
  await client.update({ ...manual, transcription: { model } });
  client.append(said);
  return client;
}

/** Requests with audio in them. */
const uploads = () => simulator.arrivals.filter(({ body }) => body.length > 1_000);
const allClosed = () => until('no stream is open', () => simulator.streams.every(({ isClosed }) => isClosed));
const streamed = () =>
  until('audio is streamed', () => simulator.streams.some(({ audioBytes }) => audioBytes > 50_000));

/** The result of a request whose body has ended. */
async function answered(live: LiveRequest) {
  await live.ended;
  const last = live.events.at(-1);
  assert(last?.type === 'transcription-completed', JSON.stringify(last));
  return last.transcription;
}

for (const vendor of ['deepgram', 'elevenlabs', 'soniox', 'assemblyai', 'openai']) {
  test(`${vendor}: what a program sends is streamed on, over a socket and in a body`, async () => {
    const { id, model } = await modeOf(vendor);
    const client = await session(model);
    // No one has said that the turn is over.
    await streamed();
    client.commit();
    assert.deepEqual(await client.texts(1), [EMAIL]);
    const { item_id } = await client.next('input_audio_buffer.committed');
    assert.equal(client.deltas(item_id), EMAIL);
    await client.close();

    const live = new LiveRequest(api, api.user, `?stream=true&save=true&mode_id=${id}`);
    await live.send(pcmOf(said));
    await until('its audio is streamed', () => (simulator.streams[1]?.audioBytes ?? 0) > 50_000);
    live.end();
    const { text, recording_id } = await answered(live);
    assert.deepEqual([text, live.text], [EMAIL, EMAIL]);
    assert.deepEqual([simulator.streams.length, uploads().length], [2, 0]);
    const kept = await api.core.recordings.get(recording_id ?? '', theUser);
    assert.deepEqual([kept.status, kept.text, kept.source], ['completed', EMAIL, 'api']);
    await allClosed();
  });
}

test('a model of a provider is streamed to where the default mode asks for it, else it gets a file', async () => {
  const { id } = await modeOf('deepgram');
  await api.core.modes.update(id, { isDefault: true }, theUser);
  for (const [useStreamingTranscription, streams] of [
    [true, 1],
    [false, 0],
  ] as const) {
    simulator.heal();
    await api.core.modes.update(id, { useStreamingTranscription }, theUser);
    const client = await session('deepgram/nova-3', '&save=false');
    client.commit();
    assert.deepEqual(await client.texts(1), [EMAIL]);
    assert.deepEqual([simulator.streams.length, uploads().length], [streams, 1 - streams]);
    await client.close();
  }
});

/** What Deepgram says of a phrase that it has settled. */
const settled = (transcript: string) =>
  JSON.stringify({ type: 'Results', is_final: true, channel: { alternatives: [{ transcript }] } });
const half = EMAIL.slice(0, EMAIL.indexOf(' ', EMAIL.length / 1.5));
const other = 'something else altogether that no one has ever said into this or any other microphone';

const broken: readonly (readonly [name: string, fault: StreamFault, deltas: RegExp | string])[] = [
  ['is refused', { kind: 'status', status: 403 }, EMAIL],
  ['is closed', { kind: 'closes', code: 1011 }, EMAIL],
  ['breaks after half of the text', { kind: 'drops', after: settled(half) }, EMAIL],
  // A delta is never taken back: nothing is added to what was wrong, and the result has what is right.
  ['breaks after text that the file does not have', { kind: 'drops', after: settled(other) }, /^something/],
];
for (const [name, fault, deltas] of broken) {
  test(`a stream that ${name}: the whole recording goes as a file, and nothing is lost`, async () => {
    const { id, model } = await modeOf('deepgram');
    const isExpected = (text: string) =>
      typeof deltas === 'string' ? assert.equal(text, deltas) : assert.match(text, deltas);

    simulator.failStreams('deepgram', fault);
    const client = await session(model);
    client.commit();
    assert.deepEqual(await client.texts(1), [EMAIL]);
    const { item_id, recording_id } = await client.next('input_audio_buffer.committed');
    isExpected(client.deltas(item_id));
    assert.equal(uploads().length, 1);
    await client.close();

    simulator.failStreams('deepgram', fault);
    const live = new LiveRequest(api, api.user, `?stream=true&save=true&mode_id=${id}`);
    await live.send(pcmOf(said));
    live.end();
    const { text, recording_id: second } = await answered(live);
    assert.equal(text, EMAIL);
    isExpected(live.text);
    assert.equal(uploads().length, 2);

    for (const one of [recording_id, second]) {
      const { status, text: kept, duration } = await api.core.recordings.get(one ?? '', theUser);
      assert.deepEqual([status, kept, duration], ['completed', EMAIL, said.length / 16_000]);
    }
    await allClosed();
  });
}

test('neither stream nor file can be had: the caller learns why, and the recording waits for another try', async () => {
  const { id, model } = await modeOf('deepgram');
  const refused = { kind: 'status', status: 400 } as const;
  simulator.failStreams('deepgram', refused, 2);
  simulator.fail('deepgram', refused, { path: /listen/ });
  const client = await session(model);
  client.commit();
  const failed = await client.next('conversation.item.input_audio_transcription.failed');
  assert.match(failed.error.message ?? '', /Deepgram/);
  await client.close();
  const live = new LiveRequest(api, api.user, `?stream=true&save=true&mode_id=${id}`);
  await live.send(pcmOf(said));
  live.end();
  await live.ended;
  const last = live.events.at(-1);
  assert(last?.type === 'transcription-failed', JSON.stringify(last));
  const [started] = live.events;
  assert(started?.type === 'transcription-started');
  simulator.heal();
  for (const one of [failed.recording_id, started.recording_id]) {
    assert.equal((await api.core.recordings.get(one ?? '', theUser)).status, 'failed');
    const { status, body } = await api.user.send('POST', `/recordings/${one}/retranscribe`, {});
    assert.deepEqual([status, body.text], [200, EMAIL], JSON.stringify(body));
  }
});

test('a sender that goes away: what is kept becomes text, of what is not kept no more is sent', async () => {
  const { id, model } = await modeOf('soniox');
  const client = await session(model);
  await streamed();
  client.socket.terminate();
  const latest = async () =>
    (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser)).recordings[0]?.id;
  assert.equal(await api.settled((await latest()) ?? ''), 'completed');
  assert.match((await api.core.recordings.get((await latest()) ?? '', theUser)).text, /\w+ \w+/);
  await allClosed();
  simulator.heal();

  const live = new LiveRequest(api, api.user, `?stream=true&save=false&mode_id=${id}`);
  await live.send(pcmOf(said));
  await streamed();
  live.break();
  await allClosed();
  assert.equal(uploads().length, 0);
});

test('the application ends in the middle of a stream: the next start has the text from the file', async () => {
  const { model } = await modeOf('assemblyai');
  // A vendor that answers in time would give the text before the end of the application.
  simulator.failStreams('assemblyai', { kind: 'mute', from: 'audio' });
  await session(model);
  await streamed();
  const [{ id } = { id: '' }] = (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser))
    .recordings;
  await api.server.close();
  await api.core.close();
  await allClosed();
  api = await StartedApi.start({ home: api.home, simulatedCloud: simulator.origin });
  assert.equal(await api.settled(id), 'completed');
  assert.equal((await api.core.recordings.get(id, theUser)).text, EMAIL);
  assert.deepEqual([simulator.streams.length, uploads().length > 0], [1, true]);
});
