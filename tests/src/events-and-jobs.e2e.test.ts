import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Client, ReceivedEvent } from '@quoth/client';
import { createLoopbackTransport, findServer } from '@quoth/client/node';
import { recording, recordingPage } from '@quoth/contract';
import { StartedApi } from './named-tokens/started-api.ts';
import { applicationTests } from './support/application-tests.ts';
import {
  type Answer,
  oneCore,
  type RunningApplication,
  repeated,
  sample,
  until,
} from './support/running-application.ts';

const speech = readFileSync(sample('best-of-times'));
/** Two utterances: long enough to be stopped midway. */
const REPEATS = 9;
const long = repeated(speech, REPEATS);
/** Still in progress when the next request comes, and done in a third of the time. */
const midway = repeated(speech, 4);
const TEXT = 'It was the best of times, and it was the worst of times.';

let app: RunningApplication;
let client: Client;
const tests = applicationTests({ env: oneCore }, async ({ application }) => {
  app = application;
  ({ client } = await findServer({ dataFolder: app.home, fetch: createLoopbackTransport() }));
});
after(() => {
  for (const stop of stops) stop.abort();
});

const upload = (
  body: Buffer<ArrayBuffer>,
  query = '',
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) =>
  app.json(`/transcribe${query}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav', ...headers },
    body,
    ...(signal && { signal }),
  });
const read = async (id: unknown) => recording.parse((await app.json(`/recordings/${id}`)).body.recording);
const count = async () => recordingPage.parse((await app.json('/recordings/search')).body).total;
const cancel = (id: unknown) => app.json(`/recordings/${id}/cancel`, { method: 'POST' });
const cancelled = ({ body }: Answer) => recording.parse(body.recording);

const stops: AbortController[] = [];

/** The id of the last event, from which a listener misses nothing. */
async function position(): Promise<string> {
  const reader = (await app.fetch('/events?types=notice-raised')).body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return /^id: (.+)$/m.exec(new TextDecoder().decode(value))?.[1] ?? '';
}

/** Collects events from now on, in the background. */
async function listening(options: Parameters<Client['events']>[0] = {}) {
  const stop = new AbortController();
  stops.push(stop);
  const received: ReceivedEvent[] = [];
  const events = client.events({ lastEventId: await position(), ...options, signal: stop.signal });
  const done = (async () => {
    for await (const event of events) received.push(event);
  })();
  const end = () => {
    stop.abort();
    return done;
  };
  return { received, end };
}

test('a transcription is reported from its beginning to its end, by rising ids, with progress and text', async () => {
  const { received, end } = await listening();
  const { body } = await upload(long);
  const id = String(body.recording_id);
  await until('the end has been announced', () =>
    received.some((event) => event.type === 'recording-status-changed' && event.status === 'completed'),
  );
  await end();
  const about = received.filter((event) => 'recordingId' in event && event.recordingId === id);
  assert.equal(about[0]?.type, 'recording-created');
  assert.deepEqual(
    about.flatMap((event) => (event.type === 'recording-status-changed' ? [event.status] : [])),
    ['transcribing', 'completed'],
  );
  const shares = about.flatMap((event) =>
    event.type === 'transcription-progressed' ? [event.progress] : [],
  );
  assert(shares.length >= 2, String(shares));
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  assert.equal(shares.at(-1), 1);
  const partials = about.flatMap((event) => (event.type === 'transcript-partial' ? [event.text] : []));
  assert.equal(partials.at(-1), body.text);
  const numbers = received.map((event) => Number(event.eventId.split('-')[1]));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => a - b),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  // Text goes out as partial text and in no other event.
  const others = about.filter((event) => event.type !== 'transcript-partial');
  assert(!JSON.stringify(others).includes('best of times'));
});

test('a reader that names its last event gets what it missed; types and a recording are filters; nonsense is refused', async () => {
  const before = await position();
  const { body } = await upload(speech);
  const id = String(body.recording_id);
  const { received, end } = await listening({
    lastEventId: before,
    recordingId: id,
    types: ['recording-status-changed', 'recording-created'],
  });
  await until('it is made up for', () => received.length === 3);
  await end();
  assert.deepEqual(
    received.map(({ type }) => type),
    ['recording-created', 'recording-status-changed', 'recording-status-changed'],
  );
  const lost = await listening({ lastEventId: '12-3', types: ['mode-created'] });
  await until('the loss is reported', () => lost.received.length === 1);
  await lost.end();
  assert.deepEqual(
    [lost.received[0]?.type, lost.received[0]?.eventId.split('-')[0]],
    ['events-missed', before.split('-')[0]],
  );
  for (const query of ['types=nonsense', 'recording_id=x']) {
    const refused = await app.json(`/events?${query}`);
    assert.deepEqual([refused.status, refused.body.error?.code], [200, 'INVALID_REQUEST']);
  }
  const head = await app.fetch('/events', { method: 'HEAD' });
  assert.deepEqual(
    [head.status, head.headers.get('content-type')],
    [200, 'text/event-stream; charset=utf-8'],
  );
  assert.equal((await fetch(`${app.baseUrl}/events`)).status, 401);
});

test('work in the background shows its percent, and can be stopped while it runs and while it waits', async () => {
  const running = String((await upload(long, '?async=true')).body.recording_id);
  const waiting = String((await upload(speech, '?async=true')).body.recording_id);
  await until('it is under way', async () => ((await read(running)).progressPercent ?? 0) > 0);
  assert.equal((await read(waiting)).progressPercent, 0);
  const stopped = cancelled(await cancel(waiting));
  assert.deepEqual([stopped.status, stopped.error?.code], ['cancelled', 'CANCELLED']);
  assert.equal((await read(running)).status, 'transcribing');
  const ended = cancelled(await cancel(running.toUpperCase()));
  assert.equal(ended.status, 'cancelled');
  assert.equal(ended.progressPercent, undefined);
  assert.deepEqual(cancelled(await cancel(running)), ended);
  assert(readFileSync(ended.audioFilePath ?? '').equals(long), 'the audio stays');
  assert.equal((await cancel(randomUUID())).body.error?.code, 'RECORDING_NOT_FOUND');
  assert.equal((await upload(speech)).body.text, TEXT);
});

test('who waits for work that somebody stops learns it; a recording that is done stays done', async () => {
  const { received, end } = await listening({ types: ['recording-created'] });
  const answer = upload(long);
  await until('it has begun', () => received.length > 0);
  await end();
  const created = received.at(-1);
  const id = created?.type === 'recording-created' ? created.recordingId : '';
  await cancel(id);
  assert.equal((await answer).body.error?.code, 'CANCELLED');
  const done = (await upload(speech)).body.recording_id;
  assert.equal(cancelled(await cancel(done)).status, 'completed');
});

test('the same key with the same request has the same recording and answer; with another request it is refused', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const before = await count();
  const first = await upload(speech, '?timestamp_granularities=word', key);
  const again = await upload(speech, '?timestamp_granularities=word', key);
  assert.equal(first.body.text, TEXT);
  assert.deepEqual(again.body, first.body);
  assert.equal(await count(), before + 1);
  for (const [body, query] of [
    [readFileSync(sample('go-forward')), '?timestamp_granularities=word'],
    [speech, ''],
  ] as const) {
    const { error } = (await upload(body, query, key)).body;
    assert.deepEqual([error?.code, error?.hint !== undefined], ['INVALID_REQUEST', true]);
  }
  for (const bad of ['two words', 'x'.repeat(256)]) {
    assert.equal((await upload(speech, '', { 'idempotency-key': bad })).body.error?.code, 'INVALID_REQUEST');
  }
  await app.json(`/recordings/${first.body.recording_id}`, { method: 'DELETE' });
  const gone = await upload(speech, '?timestamp_granularities=word', key);
  assert.equal(gone.body.error?.code, 'RECORDING_NOT_FOUND');
  assert.equal(await count(), before);
});

test('a caller that was cut off sends the same again, and the same recording is finished', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const { received, end } = await listening({ types: ['recording-created'] });
  const hangUp = new AbortController();
  const first = upload(midway, '', key, hangUp.signal).catch(() => undefined);
  await until('it has begun', () => received.length > 0);
  await end();
  const created = received.at(-1);
  hangUp.abort();
  await first;
  const { body } = await upload(midway, '', key);
  assert.equal(body.recording_id, created?.type === 'recording-created' && created.recordingId);
  assert.equal((await read(body.recording_id)).status, 'completed');
});

test('a key is known although the clock was set ahead', async (context) => {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead, monotonic: () => performance.now() };
  const api = await StartedApi.start({ clock });
  context.after(() => api.close());
  const key = { 'idempotency-key': randomUUID() };
  const id = await api.recordingOf(api.user, key);
  ahead = 31 * 86_400_000;
  assert.equal(await api.recordingOf(api.user, key), id);
});

test('a key outlives the application, and what nothing is kept of is not done twice either', async () => {
  const [kept, unsaved, background] = [randomUUID(), randomUUID(), randomUUID()];
  const first = await upload(speech, '', { 'idempotency-key': kept });
  const nothing = await upload(speech, '?save=false', { 'idempotency-key': unsaved });
  assert.deepEqual((await upload(speech, '?save=false', { 'idempotency-key': unsaved })).body, nothing.body);
  const accepted = await upload(midway, '?async=true', { 'idempotency-key': background });
  const before = await count();
  const database = readFileSync(`${app.home}/quoth.db`, 'latin1');
  assert(!database.includes(kept), 'the key itself is not written down');
  await tests.restart('SIGKILL');
  assert.deepEqual((await upload(speech, '', { 'idempotency-key': kept })).body, first.body);
  const again = await upload(midway, '?async=true', { 'idempotency-key': background });
  assert.deepEqual(again.body, accepted.body);
  assert.equal(await count(), before);
  await until(
    'the work is finished',
    async () => (await read(again.body.recording_id)).status === 'completed',
    120,
  );
});
