import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type QuothEvent, recordingPage, transcription } from '@quoth/contract';
import { spokenRequest } from './chaos/spoken-requests.ts';
import { applicationTests } from './support/application-tests.ts';
import { type RunningApplication, tinyModel, until } from './support/running-application.ts';

let defaultMode: string;
let app: RunningApplication;
applicationTests({}, async ({ application, own }) => {
  app = application;
  await own.importModel({ body: { path: tinyModel } });
  const { modes } = await own.listModes();
  defaultMode = modes.find(({ isDefault }) => isDefault)?.id ?? '';
  // `auto` leaves a model out that knows 204 words and fails on the bundled sentence.
  assert.equal((await send(spokenRequest(1, 1).wav)).body.engine, 'moonshine');
  await own.updateMode({ params: { id: defaultMode }, body: { model: 'quoth-test-en' } });
});

const send = (wav: Buffer<ArrayBuffer>, query = '', init: RequestInit = {}) =>
  app.json(`/transcribe${query}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: wav,
    ...init,
  });

test('an installed model is taken by the mode, its id and its engine', async () => {
  const { wav, text } = spokenRequest(1, 2);
  for (const query of ['', '?model=quoth-test-en', '?engine=parakeet', '?language=en']) {
    const answer = transcription.parse((await send(wav, query)).body);
    assert.deepEqual([answer.text, answer.engine, answer.model], [text, 'parakeet', 'quoth-test-en'], query);
  }
  const health = (await app.json('/health')).body.local_models as Record<
    string,
    { id: string; installed: boolean }[]
  >;
  assert(health.parakeet?.some(({ id, installed }) => id === 'quoth-test-en' && installed));
});

test('a recording is transcribed again with another engine’s model, which drops the engine of before', async () => {
  const { wav, text } = spokenRequest(5, 1);
  const { body } = await send(wav, '?engine=moonshine');
  const again = await app.send('POST', `/recordings/${body.recording_id}/retranscribe`, {
    model: 'quoth-test-en',
  });
  const answer = transcription.parse(again.body);
  assert.deepEqual([answer.text, answer.engine, answer.model], [text, 'parakeet', 'quoth-test-en']);
});

test('a long file: its sentences each once, progress in shares, text as far as it is stable, captions on its own clock', async () => {
  const { wav, text } = spokenRequest(2, 60);
  const controlSocket = await app.controlSocket();
  const stop = new AbortController();
  const events: QuothEvent[] = [];
  const listening = (async () => {
    for await (const event of controlSocket.streamEvents({ signal: stop.signal })) events.push(event);
  })().catch(() => undefined);
  const answer = transcription.parse((await send(wav, '?timestamp_granularities=segment,word')).body);
  // The stream is a connection of its own: its last event may come after the answer.
  await until('the last share', async () =>
    events.some((event) => event.type === 'transcription-progressed' && event.progress === 1),
  );
  stop.abort();
  await listening;
  assert.equal(answer.text, text);
  assert.equal(answer.words?.length, text.split(' ').length);
  assert((answer.words?.at(-1)?.end ?? 0) > answer.duration_s - 4);
  const shares = events.flatMap((event) =>
    event.type === 'transcription-progressed' ? [event.progress] : [],
  );
  assert(shares.length > 1 && shares.at(-1) === 1, shares.join(' '));
  assert.deepEqual(
    shares,
    [...shares].sort((one, other) => one - other),
  );
  const partials = events.flatMap((event) => (event.type === 'transcript-partial' ? [event.text] : []));
  assert(partials.length > 2);
  for (const partial of partials) assert(text.startsWith(partial));
});

test('a caller who gives a long job up: it ends, its audio stays, and the engine is free', async () => {
  const { wav } = spokenRequest(3, 200);
  const stop = new AbortController();
  const job = send(wav, '', { signal: stop.signal });
  const controlSocket = await app.controlSocket();
  await until('it is in progress', async () => (await controlSocket.getApplication()).queue.running === 1);
  await sleep(200);
  stop.abort();
  await assert.rejects(job, { name: 'AbortError' });
  await until('the engine is free', async () => (await controlSocket.getApplication()).queue.running === 0);
  const { recordings } = recordingPage.parse((await app.json('/recordings/search?status=cancelled')).body);
  assert.equal(recordings.length, 1);
  assert((await app.fetch(`/recordings/${recordings[0]?.id}/audio`)).ok);
  const next = spokenRequest(4, 1);
  assert.equal((await send(next.wav)).body.text, next.text);
});

test('a device that is not there is an error that names it and the way back; the next try with another works', async () => {
  const controlSocket = await app.controlSocket();
  const { wav, text } = spokenRequest(5, 1);
  await controlSocket.updateSettings({ body: { engineDevice: 'cuda' } });
  const { error } = (await send(wav)).body;
  assert.equal(error?.code, 'ENGINE_UNAVAILABLE');
  assert.match(`${error?.message} ${error?.hint}`, /cuda.*settings set engineDevice auto/);
  await controlSocket.updateSettings({ body: { engineDevice: 'auto' } });
  assert.equal((await send(wav)).body.text, text);
});

test('a model that is removed while it is in memory leaves it, and auto takes the next', async () => {
  const controlSocket = await app.controlSocket();
  const loaded = async () =>
    (await controlSocket.getApplication()).engines.some(({ model }) => model === 'quoth-test-en');
  assert(await loaded());
  await controlSocket.removeModel({ params: { id: 'quoth-test-en' } });
  await controlSocket.updateMode({ params: { id: defaultMode }, body: { model: 'auto' } });
  await until('it has left memory', async () => !(await loaded()));
  assert.equal((await send(spokenRequest(6, 1).wav)).body.engine, 'moonshine');
});
